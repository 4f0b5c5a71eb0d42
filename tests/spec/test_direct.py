"""A spec that is built by itself speaks as one that a construct builds."""

from typing import Any

import pytest

from cdk_trainium import Block, PropsError
from cdk_trainium.spec import Capacity, ImageSpec, OnDemandCapacity

WEEK = {"start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}


@pytest.mark.parametrize(
    ("kind", "props", "wrong"),
    [
        (Block, {**WEEK, "reservation_id": "x", "weeks": 1}, {("TRN001", "reservation_id"), ("TRN002", "weeks")}),
        (Block, {"start": "soon"}, {("TRN003", "reservation_id"), ("TRN001", "start"), ("TRN003", "end")}),
        (OnDemandCapacity, {"fail_fast": "yes"}, {("TRN001", "fail_fast")}),
        (ImageSpec, {"id": 7}, {("TRN001", "id")}),
    ],
)
def test_every_problem_has_a_code(kind: Any, props: dict[str, Any], wrong: set[tuple[str, str]]) -> None:
    with pytest.raises(PropsError) as raised:
        kind(**props)
    assert {(item.code, item.prop) for item in raised.value.problems} >= wrong


def test_a_spec_inside_another_keeps_its_place() -> None:
    with pytest.raises(PropsError) as raised:
        Capacity.block({**WEEK, "reservation_id": "x"})
    assert {item.prop for item in raised.value.problems} == {"blocks[0].reservation_id"}


def test_a_key_that_is_no_text_is_unknown() -> None:
    given: Any = {**WEEK, "reservation_id": "cr-0aaaaaaaaaaaaaaa1", 7: "x"}
    with pytest.raises(PropsError) as raised:
        Capacity.block(given)
    assert "TRN002" in {item.code for item in raised.value.problems}
