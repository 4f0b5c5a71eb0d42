"""A file's problems come all at once, in the order of its lines, each at the place of its prop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cdk_trainium.errors import Problem
from cdk_trainium.spec import ClusterFileError, parse_cluster

IMAGE = "image: {family: neuron-multi-framework, floating: true}\n"
HEAD = f"name: one\nregion: us-east-2\nzone: us-east-2b\n{IMAGE}"
BAD = "  - {name: bad, instance_type: trn2.48xlarge, node_count: 0, capacity: {kind: spot}}\n"
GOOD = "  - {name: train, instance_type: trn2.48xlarge, node_count: 1, capacity: {kind: spot}}\n"


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(text, where="x.yaml")
    return caught.value.problems


def found(text: str) -> set[tuple[str, str]]:
    return {(one.code, one.prop) for one in problems(text)}


@pytest.mark.parametrize("value", ["true", "012", "1.5"])
def test_a_tag_that_is_no_text_is_told_how_it_becomes_one(value: str) -> None:
    (problem,) = problems(HEAD + f"tags: {{a: {value}, b: yes, c: 0x1F}}\ngroups:\n" + GOOD)
    assert (problem.code, problem.prop, bool(problem.hint)) == ("TRN001", "tags.a", True)


BAD_COUNT = ("TRN001", "groups[0].node_count")


@pytest.mark.parametrize(
    ("head", "groups", "more"),
    [
        (HEAD.replace("us-east-2b", "us-west-2b"), BAD + GOOD, {("TRN602", "zone")}),
        (HEAD.replace("zone: us-east-2b\n", ""), BAD + GOOD, {("TRN603", "zone")}),
        (HEAD, BAD + GOOD.replace("train", "Network"), {("TRN006", "groups[1].name")}),
        (HEAD, BAD + GOOD + GOOD, {("TRN006", "groups")}),
        (HEAD, BAD + GOOD.replace("node_count: 1", "node_count: 5000"), {("TRN330", "groups[1].node_count")}),
        (HEAD.replace("name: one", "name: 1one"), BAD + GOOD + GOOD, {("TRN005", "name"), ("TRN006", "groups")}),
    ],
)
def test_a_bad_group_hides_no_problem_of_the_cluster(head: str, groups: str, more: set[tuple[str, str]]) -> None:
    assert found(f"{head}groups:\n{groups}") == {BAD_COUNT, *more}


@pytest.mark.parametrize(
    ("text", "only"),
    [
        (f"{HEAD}groups:\n{BAD}", BAD_COUNT),
        (HEAD.replace("us-east-2b", "use2-az1") + f"groups:\n{GOOD}", ("TRN601", "zone")),
        (HEAD.replace("zone: us-east-2b", "zone_id: x") + f"groups:\n{GOOD}", ("TRN001", "zone_id")),
        (HEAD + "network: {cidr: 10.0.0.0/9}\n" + f"groups:\n{GOOD}", ("TRN001", "network.cidr")),
        (
            HEAD
            + "groups:\n"
            + BAD.replace("name: bad", "design_only: true, name: bad")
            + GOOD.replace("node_count: 1", "node_count: 5000"),
            BAD_COUNT,
        ),
    ],
)
def test_what_was_left_out_causes_no_problem(text: str, only: tuple[str, str]) -> None:
    assert found(text) == {only}


BLOCK = "{reservation_id: cr-0123456789abcdef0, start: '2026-12-07T11:30:00Z', end: '2026-12-14T11:30:00Z'}"
BLOCKS = f"capacity: {{kind: capacity-block, blocks: [{BLOCK}]}}"
TYPE = "instance_type: trn2.48xlarge"


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        # a bad prop beside what concerns the group as a whole
        (
            f"{TYPE}, node_count: 0, {BLOCKS}, placement_group: pg",
            "TRN001 node_count, TRN315 placement_group",
        ),
        (
            f"{TYPE}, node_cout: 16",
            "TRN002 node_cout, TRN310 capacity",
        ),
        (
            f"{TYPE}, node_count: x, group_count: 2, {BLOCKS}",
            "TRN001 node_count, TRN321 group_count",
        ),
        (
            "instance_type: trn1.2xlarge, layout: efa, tags: 7, capacity: {kind: spot}",
            "TRN107 layout, TRN001 tags",
        ),
        (
            "instance_type: trn2u.48xlarge, node_count: 3, layout: x, capacity: {kind: spot}",
            "TRN001 layout, TRN319 node_count, TRN316 capacity.kind, TRN317 capacity.kind",
        ),
        # inside what is bought
        (
            f"{TYPE}, {BLOCKS.replace('cr-', 'xx-').replace('12-14', '12-01')}",
            "TRN001 capacity.blocks[0].reservation_id, TRN312 capacity.blocks[0].end",
        ),
        (
            f"{TYPE}, {BLOCKS.replace('reservation_id', 'reservation')}",
            "TRN002 capacity.blocks[0].reservation, TRN003 capacity.blocks[0].reservation_id",
        ),
        (
            f"{TYPE}, {BLOCKS.replace(BLOCK, f'{BLOCK}, {BLOCK}').replace('kind: cap', 'phase: x, kind: cap')}",
            "TRN001 capacity.phase, TRN313 capacity.blocks, TRN321 capacity.blocks",
        ),
        (
            f"{TYPE}, capacity: {{kind: reservation, placement_group: pg, id: x}}",
            "TRN002 capacity.id, TRN320 capacity.placement_group",
        ),
        # what depends on a bad prop is not told
        (
            f"instance_type: trn2.48xlarg, node_count: 5000, {BLOCKS}",
            "TRN010 instance_type, TRN318 node_count",
        ),
        (
            f"{TYPE}, node_count: 70, design_only: x, {BLOCKS}",
            "TRN001 design_only",
        ),
    ],
)
def test_a_bad_prop_hides_nothing_that_can_be_judged(group: str, expected: str) -> None:
    text = f"{HEAD}groups:\n  - {{name: bad, {group}}}\n"
    assert found(text) == {(one[:6], f"groups[0].{one[7:]}") for one in expected.split(", ")}


def test_an_unknown_prop_is_told_with_what_is_known_and_what_was_meant() -> None:
    good = GOOD.replace("node_count", "node_cout").replace("kind: spot", "kindd: spot")
    by_prop = {one.prop: one for one in problems(f"{HEAD}node_count: 3\ngroups:\n{good}")}
    assert "node_count" in by_prop["groups[0].node_cout"].hint
    assert "node_count" in by_prop["groups[0].node_cout"].allowed.split(", ")
    assert "groups" in by_prop["node_count"].hint
    assert by_prop["groups[0].capacity.kind"].code == "TRN003"


@pytest.mark.parametrize(
    ("group", "prop", "meant"),
    [
        (f"{TYPE}, zone: us-east-2b, capacity: {{kind: spot}}", "groups[0].zone", "further out"),
        (f"{TYPE}, drain_minutes: 5, {BLOCKS}", "groups[0].drain_minutes", "capacity"),
        (f"{TYPE}, capacity: {{kind: capacity-blok}}", "groups[0].capacity.kind", "capacity-block"),
        (f"{TYPE}, layout: efa-olny, capacity: {{kind: spot}}", "groups[0].layout", "efa-only"),
    ],
)
def test_what_was_meant_is_told(group: str, prop: str, meant: str) -> None:
    (one,) = problems(f"{HEAD}groups:\n  - {{name: bad, {group}}}\n")
    assert one.prop == prop
    assert meant in one.hint


def test_a_group_that_is_none_hides_no_other() -> None:
    both = f"  - {{name: a, {TYPE}, {BLOCKS}}}\n  - 7\n  - {{name: b, {TYPE}, {BLOCKS}, colour: red}}\n"
    again = ("TRN321", "groups[2].capacity.blocks[0].reservation_id")
    assert found(f"{HEAD}groups:\n{both}") == {("TRN001", "groups[1]"), ("TRN002", "groups[2].colour"), again}


LINES = (
    "region: 7", "zone: us-west-2b", "zone_id: x", "image: {floating: 3}", "placement: near", "colour: red",
    "network: {imported: {vpc_id: x}, nat: true}", "tags: {'aws:x': y}", "kms_key_arn: x", "account: x",
    "design_only: 1", "groups: [7, {name: a}, {capacity: {kind: spt}, node_count: 0}]",
    "ultraservers: [{name: a, node_count: 3, capacity: [{kind: capacity-block, blocks: []}], layout: x}]",
)  # fmt: skip


@given(some.sets(some.sampled_from(LINES), min_size=1))
def test_a_further_problem_hides_no_bad_prop(lines: set[str]) -> None:
    """What a line says wrong of its own prop stays, whatever else is wrong."""
    whole = found("name: one\n" + "\n".join(sorted(lines)))
    for line in lines:
        head = line.partition(":")[0]
        alone = {one for one in found(f"name: one\n{line}") if one[0] in {"TRN001", "TRN002", "TRN003"}}
        assert {one for one in alone if one[1].startswith(head)} <= whole


@given(some.permutations(["zone: us-west-2b", "region: 7", "tags: {'aws:x': y}", "placement: near", "colour: red"]))
def test_the_order_is_that_of_the_lines(lines: list[str]) -> None:
    places = [
        (one.line, one.column) for one in problems(f"{IMAGE}name: one\n" + "\n".join(lines) + f"\ngroups:\n{BAD}")
    ]
    assert len(places) == 5
    assert places == sorted(places)


def test_an_unknown_kind_is_at_its_own_place() -> None:
    text = HEAD + "groups:\n" + GOOD.replace("kind: spot", "kind: spt")
    (one,) = problems(text)
    line = text.splitlines()[one.line - 1]
    assert one.prop == "groups[0].capacity.kind"
    assert line[one.column - 1 :].startswith(("kind", "spt"))


def test_a_missing_kind_is_named() -> None:
    (one,) = problems(HEAD + "groups:\n" + GOOD.replace("kind: spot", ""))
    assert (one.code, one.prop) == ("TRN003", "groups[0].capacity.kind")
    assert "capacity-block" in one.allowed.split(", ")


@pytest.mark.parametrize("part", ["groups:", "groups: {a: 1}", "groups: 5", "ultraservers: null", "tags: 3\ngroups:"])
def test_a_part_that_is_no_list_hides_no_other_problem(part: str) -> None:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(f"name: x\nregion: us-east-2\n{part}\n", where="c.yaml")
    assert {"TRN001", "TRN603"} <= set(caught.value.codes)
