"""A cluster file's problems: every one at once, with code and place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.spec import BlockCapacity, ClusterFileError, load_cluster, parse_cluster

HEAD = "name: llama\nregion: us-east-2\nzone: us-east-2b\nimage: {family: neuron-multi-framework, floating: true}\n"
GROUP = "groups:\n  - name: train\n    instance_type: trn2.48xlarge\n    capacity: {kind: on-demand}\n"
BLOCK = (
    "    capacity:\n      kind: capacity-block\n      blocks:\n"
    "        - {reservation_id: cr-0123456789abcdef0, start: 2026-12-03T11:30:00Z, end: 2026-12-10T11:30:00Z}\n"
)


def codes(text: str) -> list[str]:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(text, where="x.yaml")
    return caught.value.codes


def group(lines: str) -> str:
    return HEAD + "groups:\n  - name: train\n" + lines


def test_a_good_file() -> None:
    cluster = parse_cluster(group("    instance_type: trn2.48xlarge\n    node_count: 16\n" + BLOCK), where="x.yaml")
    capacity = cluster.groups[0].capacity
    assert isinstance(capacity, BlockCapacity)
    assert capacity.phase == "scheduled"
    assert capacity.blocks[0].start.isoformat() == "2026-12-03T11:30:00+00:00"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["TRN021"]),
        ("- a\n", ["TRN021"]),
        ("a: [", ["TRN022"]),
        (HEAD + GROUP + "name: other\n", ["TRN024"]),
        (HEAD + GROUP.replace("train", "SecurityGroup") + "name: other\n", ["TRN006", "TRN024"]),
        ("a: &a [*a]\n", ["TRN023"]),
        (HEAD, ["TRN003"]),
        (HEAD.replace("zone: us-east-2b", "zone: use2-az1") + GROUP, ["TRN601"]),
        (HEAD.replace("zone: us-east-2b", "zone: us-west-2b") + GROUP, ["TRN602"]),
        (HEAD.replace("zone: us-east-2b\n", "") + GROUP, ["TRN603"]),
        (HEAD.replace("us-east-2b", "[us-east-2a, us-east-2b]") + GROUP, ["TRN401"]),
        (HEAD.replace("llama", "9llama") + GROUP, ["TRN005"]),
        (HEAD.replace("floating: true", "floating: false") + GROUP, ["TRN501"]),
        (HEAD.replace("llama", "no") + GROUP.replace("on-demand", "spt"), ["TRN001"]),
        (HEAD + GROUP + "colour: red\n", ["TRN002"]),
        (HEAD + GROUP + GROUP.removeprefix("groups:\n").replace("train", "Train"), ["TRN006"]),
        (HEAD + GROUP + GROUP.removeprefix("groups:\n").replace("train", "tr-ain"), ["TRN006"]),
        (HEAD + GROUP.replace("train", "SecurityGroup"), ["TRN006"]),
        (HEAD + GROUP + "tags: {aws:x: y}\n", ["TRN007"]),
        (group("    instance_type: trn9.48xlarge\n    capacity: {kind: spot}\n"), ["TRN010"]),
        (group("    instance_type: trn3-gen1\n    node_count: 4\n" + BLOCK), ["TRN011"]),
        (group("    instance_type: trn1.2xlarge\n    layout: efa\n    capacity: {kind: spot}\n"), ["TRN107"]),
        (group("    instance_type: trn2.48xlarge\n    node_count: 0\n    capacity: {kind: spot}\n"), ["TRN001"]),
        (group("    instance_type: trn2u.48xlarge\n    node_count: 6\n" + BLOCK), ["TRN319"]),
        (group("    instance_type: trn2u.48xlarge\n    node_count: 8\n" + BLOCK), ["TRN322"]),
        (group("    instance_type: trn2.48xlarge\n    placement_group: pg\n" + BLOCK), ["TRN315"]),
        (group("    instance_type: trn2.48xlarge\n    node_count: 65\n" + BLOCK), ["TRN318"]),
        (group("    instance_type: trn2.48xlarge\n" + BLOCK.replace("cr-", "cb-")), ["TRN311"]),
        (group("    instance_type: trn2.48xlarge\n" + BLOCK.replace("12-10", "12-01")), ["TRN312"]),
        (group("    instance_type: trn2.48xlarge\n" + BLOCK.replace("12-03T11:30:00Z", "12-10T11:00:00Z")), ["TRN314"]),
        (group("    instance_type: trn2.48xlarge\n" + BLOCK.replace("12-10T11:30:00Z", "12-10T15:30:00Z")), ["TRN324"]),
        (group("    instance_type: trn2.48xlarge\n" + BLOCK.replace("2026-12-10", "2027-07-10")), ["TRN324"]),
        (group("    instance_type: trn2.48xlarge\n"), ["TRN310"]),
        (group("    instance_type: inf2.xlarge\n" + BLOCK), ["TRN317"]),
        (
            group("    instance_type: p5.48xlarge\n    image: {family: neuron-base, floating: true}\n" + BLOCK),
            ["TRN506"],
        ),
        (group("    instance_type: trn2.48xlarge\n    group_count: 2\n" + BLOCK), ["TRN321"]),
        (group("    instance_type: trn2.48xlarge\n    node_count: 5000\n    capacity: {kind: spot}\n"), ["TRN330"]),
        (
            group(
                "    instance_type: trn2.48xlarge\n    node_count: 2000\n    group_count: 3\n"
                "    capacity: {kind: spot}\n"
            ),
            ["TRN331"],
        ),
    ],
)
def test_one_problem_one_code(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_every_problem_is_named_with_its_place() -> None:
    text = group("    instance_type: trn1.2xlarge\n    node_count: 0\n    layout: efa\n    capacity: {kind: spot}\n")
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster("colour: red\n" + text, where="x.yaml")
    places = {problem.code: (problem.prop, problem.line) for problem in caught.value.problems}
    assert places == {
        "TRN001": ("groups[0].node_count", 9),
        "TRN107": ("groups[0].layout", 10),
        "TRN002": ("colour", 1),
    }


@pytest.mark.parametrize("key", ["5", "'a.b'", "'[0]'"])
def test_a_key_of_any_form_has_its_line(key: str) -> None:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(HEAD + GROUP + f"{key}: 6\n", where="x.yaml")
    assert [(one.code, one.line) for one in caught.value.problems] == [("TRN002", 9)]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("node_count: '2'", "2"),
        ("node_count: '010'", "10"),
        ("node_count: 0o10", "8"),
        ("node_count: 0x10", "16"),
        ("node_count: 1_0", "10"),
        ("root_volume_gib: '500'", "500"),
        ("design_only: 'true'", "true"),
        ("design_only: Off", "false"),
        ("node_count: 0b2a", ""),
        ("node_count: 1__0", ""),
        ("node_count: two", ""),
        ("node_count: '1234567890123456789012'", ""),
        ("design_only: '2'", ""),
    ],
)
def test_a_text_in_place_of_a_number_is_told_what_to_write(line: str, written: str) -> None:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(HEAD + GROUP + f"    {line}\n", where="x.yaml")
    (problem,) = caught.value.problems
    assert (problem.code, written in problem.hint, bool(problem.hint)) == ("TRN001", True, bool(written))


@pytest.mark.parametrize("number", ["010", "+010", "00001", "077"])
def test_a_number_that_yaml_1_1_reads_otherwise_is_refused(number: str) -> None:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(HEAD + GROUP + f"    node_count: {number}\ncolour: red\n", where="x.yaml")
    named = [(one.code, one.prop, one.line) for one in caught.value.problems]
    assert named == [("TRN001", "groups[0].node_count", 9), ("TRN002", "colour", 10)]


def test_an_account_with_a_leading_zero_is_told_once() -> None:
    assert codes(HEAD + GROUP + "account: 012345670123\n") == ["TRN001"]


def test_a_design_may_be_what_cannot_be_launched() -> None:
    text = (
        HEAD + "design_only: true\ngroups:\n  - {name: a, instance_type: trn3-gen2, node_count: 36, group_count: 50}\n"
    )
    cluster = parse_cluster(text, where="x.yaml")
    assert cluster.is_design
    assert cluster.groups[0].design_only


@pytest.mark.parametrize("name", ["none.yaml", "."])
def test_unreadable_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ClusterFileError) as caught:
        load_cluster(tmp_path / name)
    assert caught.value.codes == ["TRN020"]


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ClusterFileError) as caught:
        load_cluster(path)
    assert caught.value.codes == ["TRN020"]


@given(st.text(max_size=200))
def test_any_text_is_a_clear_error(text: str) -> None:
    assert codes(text)


@pytest.mark.parametrize(
    ("region", "zone"),
    [("eusc-de-east-1", "eusc-de-east-1a"), ("us-gov-west-1", "us-gov-west-1b"), ("us-west-2", "us-west-2-lax-1a")],
)
def test_names_of_every_partition_and_of_local_zones_are_taken(region: str, zone: str) -> None:
    head = HEAD.replace("us-east-2b", zone).replace("region: us-east-2", f"region: {region}")
    assert parse_cluster(head + GROUP, where="x.yaml").zone == zone


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-12-10T03:30:00Z", "2026-12-10T11:30:00Z"),  # 8 hours, as offered when 24 are asked for
        ("2026-12-03T14:07:00Z", "2026-12-04T11:30:00Z"),  # begun at once
        ("2026-12-03T11:30:00Z", "2026-12-19T11:30:00Z"),  # 14 days, extended by 2
        ("2026-12-03T03:30:00Z", "2027-06-03T11:30:00Z"),  # 182 days and 8 hours
        ("2026-12-03T11:30:00Z", "2026-12-10T13:30:00+02:00"),
    ],
)
def test_a_block_that_can_exist_is_taken(start: str, end: str) -> None:
    block = BLOCK.replace("2026-12-03T11:30:00Z", start).replace("2026-12-10T11:30:00Z", end)
    assert parse_cluster(group("    instance_type: trn2.48xlarge\n" + block), where="x.yaml").groups
