"""Reading an answer: what is no number is nonsense, whatever it is, and never breaks a check."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.preflight.question import Row, Trouble, UnansweredError


@given(st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.none(), st.just(10**400)))
def test_a_number_is_one_that_arithmetic_takes(value: Any) -> None:
    with contextlib.suppress(UnansweredError):
        found = Row("ec2:Describe", {"Value": value}).number("Value")
        assert float(found) >= 0
        assert found == value


@pytest.mark.parametrize("text", ["nan", "inf", "1e999", "-1", "x", ""])
def test_a_written_number_is_finite_and_from_0(text: str) -> None:
    with pytest.raises(UnansweredError):
        Row("ec2:Describe", {"Value": text}).written_number("Value")


@pytest.mark.parametrize("value", [10**400, -1, float("nan"), float("inf"), True, "4", None])
def test_what_is_no_number_is_not_understood(value: Any) -> None:
    with pytest.raises(UnansweredError) as caught:
        Row("ec2:Describe", {"Value": value}).number("Value")
    assert caught.value.trouble is Trouble.NONSENSE
