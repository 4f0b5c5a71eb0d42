"""Numbers for people have their thousands separated and no exponent; those of commands are exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.demand.quantity import exact, quantity


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0"),
        (1_600_000_000.0, "1,600,000,000"),
        (192, "192"),
        (1152.0, "1,152"),
        (0.5, "0.5"),
        (100, "100"),
    ],
)
def test_one_format(value: float, text: str) -> None:
    assert quantity(value) == text


def test_no_number_is_unknown() -> None:
    assert quantity(None) == "unknown"


@given(st.one_of(st.integers(0, 10**15), st.floats(0, 1e15)))
def test_no_number_is_written_with_an_exponent(value: float) -> None:
    assert "e" not in quantity(value)
    assert float(quantity(value).replace(",", "")) == pytest.approx(value, abs=0.0006)


@given(st.floats(0, 1e15, allow_subnormal=False).filter(lambda value: value == 0 or value > 1e-6))
def test_a_command_takes_the_number_itself(value: float) -> None:
    assert float(exact(value)) == pytest.approx(value, rel=1e-9)
    assert not set(exact(value)) - set("0123456789.")
