"""Errors of several inputs."""

from __future__ import annotations

import pickle

import pytest

from cdk_trainium.errors import InputError, Problem, SeveralInputsError, every


def read(text: str) -> int:
    if not text.isdigit():
        raise InputError(text, [Problem("TRN001", "is no number", got=text)])
    return int(text)


def test_what_can_be_read_is_returned_in_order() -> None:
    assert every(read, ["2", "1"]) == [2, 1]


def test_a_single_error_stays_what_it_is() -> None:
    with pytest.raises(InputError) as caught:
        every(read, ["1", "x"])
    assert type(caught.value) is InputError


def test_all_errors_are_told_each_with_its_place() -> None:
    with pytest.raises(SeveralInputsError) as caught:
        every(read, ["x", "1", "y"])
    again = pickle.loads(pickle.dumps(caught.value))
    for error in (caught.value, again):
        assert error.codes == ["TRN001", "TRN001"]
        assert [one.where for one in error.errors] == ["x", "y"]
        assert str(error).splitlines()[0] == "x:"
