"""Messages speak of values as the file does that they came from, and not as Python does."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.errors import InputError, PropsError
from cdk_trainium.review import read_policy
from cdk_trainium.spec import ClusterFileError, parse_cluster
from cdk_trainium.spec.base import checked
from cdk_trainium.spec.node_group import NodeGroupSpec
from cdk_trainium.wording import as_written, kind_of, without_password


@pytest.mark.parametrize(
    ("value", "written", "kind"),
    [
        (None, "null", "null"),
        (True, "true", "true or false"),
        (3, "3", "a number"),
        ("spot", "'spot'", "text"),
        (date(2027, 1, 31), "2027-01-31", "a date"),
        ([None, False], "[null, false]", "a list"),
        ({"rule": "é"}, '{"rule": "é"}', "an object"),
    ],
)
def test_a_value_is_shown_as_it_is_written(value: object, written: str, kind: str) -> None:
    assert (as_written(value), kind_of(value)) == (written, kind)


def test_a_value_that_holds_itself_is_shown_too() -> None:
    value: list[Any] = ["a" * 200]
    value.append(value)
    assert len(as_written(value)) == 80


def test_a_value_that_aliases_make_long_is_shown_in_time() -> None:
    value: Any = "x"
    for _ in range(60):
        value = [value] * 9
    assert len(as_written(value)) == len(as_written({"a": {(1, 2): value}})) == 80


@pytest.mark.parametrize(
    ("value", "written"), [(10**5000, "a number"), ([10**5000], "a list")], ids=["bare", "in a list"]
)
def test_a_number_that_cannot_be_written_is_told_by_its_kind(value: object, written: str) -> None:
    assert as_written(value) == written


@pytest.mark.parametrize(
    "text", ["", "- a", "3", "acknowledge: {rule: a}", "levels: false", "purchase_options: [true]"]
)
def test_a_policy_is_not_told_in_words_of_python(text: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_policy(path)
    assert not [word for word in ("NoneType", "dict", "False", "True", "{'") if word in str(caught.value)]


def test_a_cluster_file_is_not_told_in_words_of_python() -> None:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster("name: null\nregion: [false]\n", where="a")
    assert {one.got for one in caught.value.problems} >= {"null", "[false]"}


@pytest.mark.parametrize("given", ["spot", 3, ["spot"]])
def test_a_capacity_that_is_none_names_what_is_one(given: object) -> None:
    with pytest.raises(PropsError) as caught:
        checked("a", NodeGroupSpec, {"instance_type": "trn2.48xlarge", "node_count": 1, "capacity": given})
    (problem,) = [one for one in caught.value.problems if one.prop == "capacity"]
    assert problem.code == "TRN001"
    assert "spot" in problem.allowed
    assert "Capacity.spot" in problem.hint


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('Could not connect to "http://user:p@ss@localhost:1/x"', 'Could not connect to "http://***@localhost:1/x"'),
        ("Invalid endpoint: user:secret@host", "Invalid endpoint: ***@host"),
        ("http://localhost:4566 of jane@example.com", "http://localhost:4566 of jane@example.com"),
        ("no address", "no address"),
    ],
)
def test_user_and_password_of_an_address_are_not_shown(text: str, told: str) -> None:
    assert without_password(text) == told
