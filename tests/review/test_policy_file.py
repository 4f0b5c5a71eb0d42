from __future__ import annotations

from pathlib import Path

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.findings import Level
from cdk_trainium.review import read_policy
from tests.review.build import cluster, findings

GOOD = """
regions: [us-east-2]
instance_types: ["trn2*"]
purchase_options: [capacity-block]
max_nodes: 16
max_chips: 256
max_usd_per_hour: 700.5
required_tags: [team]
image_owners: [amazon, 123456789012]
levels: {TRN315: error}
acknowledge:
  - {id: TRN501, reason: tested nightly, expires: 2027-01-31, resource: "Stack/*"}
"""


LISTS = ("regions", "instance_types", "purchase_options", "required_tags", "image_owners", "guard", "python")


def written(tmp_path: Path, text: str, name: str = "policy.yaml") -> Path:
    (tmp_path / name).write_text(text)
    return tmp_path / name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"max_nodes": ' + "1" * 5000 + "}", "TRN890"),
        ('{"levels": {"' + "1" * 5000 + '": "nope"}}', "TRN892"),
    ],
)
def test_thousands_of_digits_are_told_in_words_of_the_file(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        read_policy(written(tmp_path, text, "policy.json"))
    assert refused.value.codes == [code]
    assert "integer string conversion" not in str(refused.value)


def test_a_policy_is_read(tmp_path: Path) -> None:
    policy = read_policy(written(tmp_path, GOOD))
    assert policy.regions == ("us-east-2",)
    assert policy.image_owners == ("amazon", "123456789012")
    assert policy.max_usd_per_hour == 700.5
    assert policy.levels == {"TRN315": Level.ERROR}
    assert policy.acknowledge[0].expires == "2027-01-31"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("regions: us-east-2", "TRN892"),
        ("max_nodes: many", "TRN892"),
        ("max_nodes: -1", "TRN892"),
        ("max_nodes: true", "TRN892"),
        ("max_nodes: 010", "TRN892"),
        ("max_chips: 0x10", "TRN892"),
        ("max_usd_per_hour: 1_000", "TRN892"),
        ("max_usd_per_hour: 1:30", "TRN892"),
        ("max_node: 1", "TRN891"),
        ("levels: {TRN315: off}", "TRN892"),
        ("acknowledge: [{reason: x}]", "TRN892"),
        ("acknowledge: [{id: TRN501, because: x}]", "TRN892"),
        ("- a", "TRN892"),
        ("a: [", "TRN890"),
        ("regions: " + "[" * 5000, "TRN890"),
        ("acknowledge: {id: TRN701, reason: x}", "TRN892"),
        ("acknowledge: TRN701", "TRN892"),
        ("levels: {1: error}", "TRN892"),
        ("levels: {null: error}", "TRN892"),
        ('"²": 3', "TRN891"),
        ('levels: {"²": nope}', "TRN892"),
        ("levels: {TRN315: [error]}", "TRN892"),
        ("max_nodes: .nan", "TRN892"),
        ("max_nodes: .inf", "TRN892"),
        ("max_usd_per_hour: .nan", "TRN892"),
        ("max_usd_per_hour: .inf", "TRN892"),
        ("max_usd_per_hour: 1" + "0" * 400, "TRN892"),
        ("max_nodes: 1.5", "TRN892"),
        ("max_chips: 1.5", "TRN892"),
        ("purchase_options: [on_demand]", "TRN892"),
        ("purchase_options: [spot, blocks]", "TRN892"),
        ("acknowledge: [{id: TRN501, reason: 7}]", "TRN892"),
        ("acknowledge: [{id: TRN501, reason: x, expires: soon}]", "TRN892"),
        ("acknowledge: [{id: TRN501, reason: x, expires: }]", "TRN892"),
        ("acknowledge: [{id: TRN501, reason: x, expires: 2027-01-31T10:00:00Z}]", "TRN892"),
        ("max_nodes: !!bool maybe", "TRN890"),
        *((f"{name}: [x, {word}]", "TRN892") for name in LISTS for word in ("yes", "off", "2027-01-31", "1.5", "null")),
        ("acknowledge: [{id: TRN501, reason: x, expires: 2027-02-30}]", "TRN892"),
        ("max_nodes: 1\nmax_nodes: 2", "TRN890"),
        ("levels: {TRN315: error, TRN315: info}", "TRN890"),
    ],
)
def test_a_faulty_policy_is_refused(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_policy(written(tmp_path, text))
    assert code in caught.value.codes


@pytest.mark.parametrize("name", ["regions", "instance_types", "guard", "max_nodes", "levels", "acknowledge"])
def test_a_key_without_a_value_is_no_missing_key(tmp_path: Path, name: str) -> None:
    """A list that was forgotten would be no limit at all."""
    for text, file in ((f"{name}:\n", "policy.yaml"), (f'{{"{name}": null}}', "policy.json")):
        with pytest.raises(InputError) as caught:
            read_policy(written(tmp_path, text, file))
        assert caught.value.codes == ["TRN892"]


def test_an_empty_list_is_a_value(tmp_path: Path) -> None:
    policy = read_policy(written(tmp_path, "regions: []\nlevels: {}\nacknowledge: []\n"))
    assert (policy.regions, policy.instance_types, policy.levels, policy.acknowledge) == ((), None, {}, ())


@pytest.mark.parametrize("text", ['{"max_nodes": 1, "max_nodes": 2}', '{"levels": {"a": "info", "a": "error"}}'])
def test_a_key_twice_is_refused_in_json_too(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="TRN890"):
        read_policy(written(tmp_path, text, "policy.json"))


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_policy(written(tmp_path, '{"max_node": 1, "max_chips": "x"}', "policy.json"))
    assert caught.value.codes == ["TRN891", "TRN892"]


@pytest.mark.parametrize("text", ["012345670123", "0x1F", "1:30", "1_000", "123456789012"])
@pytest.mark.parametrize("name", [name for name in LISTS if name != "purchase_options"])
def test_a_name_of_digits_is_the_text_that_is_written(tmp_path: Path, name: str, text: str) -> None:
    assert getattr(read_policy(written(tmp_path, f"{name}: [{text}]")), name) == (text,)


def test_what_is_wrong_with_the_text_hides_nothing(tmp_path: Path) -> None:
    text = "max_nodes: 1\nmax_nodes: x\nregions: [yes, no]\nacknowledge: [{id: A, reason: x, expires: 2027-13-45}]\n"
    with pytest.raises(InputError) as caught:
        read_policy(written(tmp_path, text))
    assert [(one.code, one.prop, one.line) for one in caught.value.problems] == [
        ("TRN890", "", 2),
        ("TRN892", "max_nodes", 1),
        ("TRN892", "regions[0]", 3),
        ("TRN892", "regions[1]", 3),
        ("TRN892", "acknowledge[0].expires", 4),
    ]


def test_a_missing_policy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="TRN890"):
        read_policy(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("regions: [a]\nmax_nodes: many\n", [(2, 1)]),
        ("regions: [a]\n\nmax_node: 1\nmax_chips: x\n", [(3, 1), (4, 1)]),
        ("levels:\n  TRN315: info\n  TRN316: off\n", [(3, 3)]),
        ("purchase_options:\n  - spot\n  - blocks\n", [(3, 5)]),
        ("acknowledge:\n- {id: A, reason: x}\n- {id: A, reason: x,\n   expires: soon}\n", [(4, 4)]),
        ("acknowledge:\n- id: A\n- {reason: x}\n", [(3, 3)]),
        ("- a", [(1, 1)]),
        ("", [(1, 1)]),
        ("a: b\nc: [", [(2, 5)]),
        ("max_nodes: 1\nmax_chips: 2\nmax_nodes: 3\n", [(3, 1)]),
    ],
)
def test_every_fault_has_its_line(tmp_path: Path, text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(InputError) as caught:
        read_policy(written(tmp_path, text))
    assert [(item.line, item.column) for item in caught.value.problems] == places
    assert "(line" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{\n "regions": [],\n\t"max_nodes": "x"\n}', (3, 2)),
        ('{"a": 1,\n "a": 2}', (2, 2)),
        ('{"a": 1,\n?}', (2, 1)),
        ('{"acknowledge": [{"id": "A"},\n {"reason": 1}]}', (2, 2)),
    ],
)
def test_every_fault_has_its_line_in_json_too(tmp_path: Path, text: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError) as caught:
        read_policy(written(tmp_path, text, "policy.json"))
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == place


PLACED = """levels:
  TRN315: error
  TRN999: info
acknowledge:
  - {id: TRN998, reason: x}
  - {id: TRN501}
  - {id: TRN501, reason: x, expires: 2026-01-31}
  - {id: TRN501, reason: x}
"""


def test_what_a_review_says_of_a_policy_has_its_line(tmp_path: Path) -> None:
    policy = read_policy(written(tmp_path, PLACED))
    found = [item for item in findings(cluster(), policy=policy) if item.subject.template == policy.path]
    assert sorted((item.id, item.subject.line) for item in found) == [
        ("TRN980", 3),
        ("TRN980", 5),
        ("TRN981", 6),
        ("TRN982", 7),
        ("TRN983", 8),
    ]


@pytest.mark.parametrize(
    ("name", "rule"), [("regions", "TRN801"), ("instance_types", "TRN802"), ("purchase_options", "TRN803")]
)
def test_an_empty_list_allows_none(tmp_path: Path, name: str, rule: str) -> None:
    policy = read_policy(written(tmp_path, f"{name}: []"))
    told = [item.message for item in findings(cluster(), policy=policy, region="us-east-2") if item.id == rule]
    assert told
    assert all(one.endswith("allowed: none") for one in told)
