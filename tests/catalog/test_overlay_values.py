"""Overlays that have the right form and impossible content."""

import json
from pathlib import Path

import pytest

from cdk_trainium import catalog
from cdk_trainium.errors import CatalogError


def codes(path: Path, text: str) -> list[str]:
    """Return the codes of what is wrong with the overlay ``text``, none for a good one."""
    path.write_text(text, encoding="utf-8")
    try:
        catalog.overlaid(catalog.default(), path)
    except CatalogError as error:
        return error.codes
    return []


@pytest.mark.parametrize("name", ["overlay.json", "overlay.yaml"])
def test_deep_nesting_is_one_clear_error(tmp_path: Path, name: str) -> None:
    text = json.dumps({"instance_types": {"x": {"vcpus": "@"}}}).replace('"@"', '{"a": ' * 20_000 + "1" + "}" * 20_000)
    assert codes(tmp_path / name, text) == ["TRN056"]


def fact(value: object, **more: object) -> dict[str, object]:
    return {"value": value, "source": "me", "date": "2026-12-05", **more}


def card(**more: object) -> dict[str, object]:
    return {"index": 0, "max_interfaces": 2, "interface_types": ["interface", "efa"], **more}


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("network_cards", fact([card()]), []),
        ("network_cards", fact(None), []),
        ("network_cards", fact([]), ["TRN055"]),
        ("network_cards", fact([card(index="0")]), ["TRN055"]),
        ("network_cards", fact([card(index=True)]), ["TRN055"]),
        ("network_cards", fact([card(index=1)]), ["TRN055"]),
        ("network_cards", fact([card(), card()]), ["TRN055"]),
        ("network_cards", fact([card(max_interfaces=0)]), ["TRN055"]),
        ("network_cards", fact([card(interface_types=["rdma"])]), ["TRN055"]),
        ("network_cards", fact([card(interface_types=[["efa"]])]), ["TRN055"]),
        ("network_cards", fact([card(interface_types=[])]), ["TRN055"]),
        ("vcpus", fact(8), []),
        ("vcpus", fact(-8), ["TRN055"]),
        ("vcpus", fact(0), ["TRN055"]),
        ("efa_count", fact(0), []),
        ("efa_count", fact(-1), ["TRN055"]),
        ("hbm_gib", fact(float("nan")), ["TRN055"]),
        ("default_layout", fact("efa-only"), []),
        ("default_layout", fact("cards"), ["TRN055"]),
        ("usage_classes", fact([1]), ["TRN055"]),
        ("zone_ids", fact({"us-east-2": "use2-az1"}), ["TRN055"]),
        ("ec2_name", fact(""), ["TRN055"]),
        ("vcpus", fact(8, date="2026"), ["TRN055"]),
        ("vcpus", fact(8, date="2026-13-01"), ["TRN055"]),
        ("vcpus", fact(8, date=20261205), ["TRN055"]),
        ("vcpus", fact(8, source=["a", "b"]), []),
        ("vcpus", fact(8, source=1), ["TRN055"]),
        ("vcpus", fact(8, source=[1]), ["TRN055"]),
        ("vcpus", fact(8, source=[]), ["TRN055"]),
        ("vcpus", fact(8, confidence=1), ["TRN055"]),
        ("vcpus", fact(8, note=[]), ["TRN055"]),
        ("vcpus", fact(-8, source=1, date="soon", confidence=1), ["TRN055"] * 4),
    ],
)
def test_impossible_values(tmp_path: Path, name: str, content: object, expected: list[str]) -> None:
    text = json.dumps({"instance_types": {"trn3-gen1": {name: content}}})
    assert codes(tmp_path / "overlay.json", text) == expected


@pytest.mark.parametrize(("value", "expected"), [(4, []), (0, ["TRN055"]), (None, ["TRN055"]), (True, ["TRN055"])])
def test_nodes_of_an_ultraserver_are_known(tmp_path: Path, value: object, expected: list[str]) -> None:
    text = json.dumps({"ultraservers": {"trn2-ultraserver": {"nodes": fact(value)}}})
    assert codes(tmp_path / "overlay.json", text) == expected


@pytest.mark.parametrize(
    ("number", "expected"), [("8", []), ("+8", []), ("010", ["TRN055"]), ("0x10", ["TRN055"]), ("1_0", ["TRN055"])]
)
def test_a_number_is_the_same_to_every_reader(tmp_path: Path, number: str, expected: list[str]) -> None:
    text = f"instance_types: {{trn3-gen1: {{vcpus: {{value: {number}, source: me, date: 2026-12-01}}}}}}"
    assert codes(tmp_path / "overlay.yaml", text) == expected


BAD = """
instance_types:
  trn3-gen1:
    vcpus: {value: -1, source: me, date: soon}
    cores: 4
    colour: {value: red, source: me, date: 2026-12-01}
  trn2.48xlarge: 7
types: {}
"""


def places(path: Path, text: str) -> list[tuple[str, int]]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError) as caught:
        catalog.overlaid(catalog.default(), path)
    return [(one.code, one.line) for one in caught.value.problems]


def test_every_problem_has_its_line(tmp_path: Path) -> None:
    expected = [("TRN055", 4), ("TRN055", 4), ("TRN054", 5), ("TRN053", 6), ("TRN052", 7), ("TRN052", 8)]
    assert places(tmp_path / "overlay.yaml", BAD) == expected
    text = json.dumps({"instance_types": {"trn2.48xlarge": {"vcpus": fact(-1)}}}, indent=2)
    assert places(tmp_path / "overlay.json", text) == [("TRN055", 4)]
    assert places(tmp_path / "overlay.json", text.replace("  ", "\t")) in ([("TRN055", 4)], [("TRN055", 0)])
    assert places(tmp_path / "overlay.yaml", "ultraservers:\n  pod: {}\n") == [("TRN054", 2)]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({"trn3-gen1": "trn2.48xlarge"}, ["TRN055"]),
        ({"trn3-gen1": "trn9.48xlarge", "trn3-gen2": "trn9.48xlarge"}, ["TRN055", "TRN055"]),
        ({"trn3-gen1": "trn9.48xlarge", "trn9.48xlarge": None}, ["TRN055", "TRN055"]),
        ({"trn3-gen1": "trn9.48xlarge", "trn3-gen2": "trn9.96xlarge", "trn2.48xlarge": "trn2.48xlarge"}, []),
    ],
)
def test_a_name_of_ec2_is_that_of_one_entry(tmp_path: Path, entries: dict[str, str], expected: list[str]) -> None:
    content = {"instance_types": {name: {"ec2_name": fact(value)} for name, value in entries.items()}}
    assert codes(tmp_path / "overlay.json", json.dumps(content)) == expected


def test_a_name_is_text(tmp_path: Path) -> None:
    text = "instance_types:\n  1: {vcpus: {value: 4, source: me, date: 2026-12-05}}\n"
    assert codes(tmp_path / "overlay.yaml", text) == ["TRN052"]


def test_a_new_ultraserver_says_how_many_nodes_it_has(tmp_path: Path) -> None:
    text = json.dumps({"ultraservers": {"mine": {"chips": fact(4)}, "other": {"nodes": fact(4)}}})
    assert codes(tmp_path / "overlay.json", text) == ["TRN054", "TRN054"]
