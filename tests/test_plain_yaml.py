from __future__ import annotations

import pytest

from cdk_trainium.plain_yaml import KeyTwiceError, WrittenNumber, read_yaml

MANY = ",".join(f"k{at}: 1" for at in range(3000))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: !!bool maybe", "line 1, column 4"),
        ("a:\n  - !!int maybe", "line 2, column 5"),
        ("a: !!float ''", "line 1"),
        ("a: !!timestamp soon", "line 1"),
        ("a: !!python/name:os.system x", "line 1"),
        ("a: [", "line"),
        ("a: 1\nb: {c: 1, c: 2}", "line 2, column 11"),
        ("a: " + "9" * 5000, "5,000 characters.*line 1, column 4"),
        ("a: 1" + ":1" * 50_000, "line 1, column 4"),
        (f"a: &a {{{MANY}}}\nb:\n" + "- {<<: *a}\n" * 4000, "line"),
        (f"a: &a {{{MANY}}}\nb: {{<<: [{'*a,' * 4000}]}}", "line 2, column 4"),
    ],
)
def test_what_is_wrong_has_a_place(text: str, place: str) -> None:
    with pytest.raises(ValueError, match=place):
        read_yaml(text)


def test_a_key_is_the_word_that_is_written() -> None:
    assert read_yaml("off: no\nYes: {on: 1}") == {"off": False, "Yes": {"on": 1}}


def test_a_merged_key_may_be_given_again() -> None:
    text = "a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\nc:\n  d: &d {<<: *a, z: 4}\ne: {<<: *d}"
    assert read_yaml(text) == {
        "a": {"x": 1, "y": 2},
        "b": {"x": 3, "y": 2},
        "c": {"d": {"x": 1, "y": 2, "z": 4}},
        "e": {"x": 1, "y": 2, "z": 4},
    }


@pytest.mark.parametrize("written", ["012345670123", "0x1F", "0b11", "1:30", "1_000", "+5"])
def test_a_number_keeps_how_it_is_written(written: str) -> None:
    number = read_yaml(f"a: [{written}]")["a"][0]
    assert (isinstance(number, WrittenNumber), number.written) == (True, written)


def test_a_date_that_the_calendar_does_not_have_is_text() -> None:
    assert read_yaml("a: 2027-02-30\nb: 2027-13-45 25:00:00") == {"a": "2027-02-30", "b": "2027-13-45 25:00:00"}


def test_every_key_that_is_given_twice_is_told() -> None:
    with pytest.raises(KeyTwiceError) as caught:
        read_yaml("a: 1\na: 2\nb: {c: 1, c: 2}")
    assert [(one.line, one.column) for one in caught.value.keys] == [(2, 1), (3, 11)]
    assert caught.value.data == {"a": 2, "b": {"c": 2}}
