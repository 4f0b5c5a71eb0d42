"""What is known of a parameter before anybody deploys."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.template.parameters import Parameters


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"AllowedValues": ["a"]}, "a"),
        ({"AllowedValues": [True]}, "true"),
        ({"Type": "Number", "AllowedValues": [4]}, "4"),
        ({"AllowedValues": ["a", "b"]}, None),
        ({"AllowedValues": []}, None),
        ({"AllowedValues": ["a"], "Default": "b"}, "b"),
        ({"Type": "CommaDelimitedList", "AllowedValues": ["a"]}, None),
        ({"Type": "List<Number>", "AllowedValues": [4]}, None),
        ({"Type": "AWS::SSM::Parameter::Value<String>", "AllowedValues": ["/a"]}, None),
        ({}, None),
    ],
)
def test_the_only_allowed_value_is_the_one(entry: dict[str, Any], expected: str | None) -> None:
    assert Parameters({"P": {"Type": "String", **entry}}, {}).default("P") == expected


def test_a_value_of_a_parent_comes_before_the_only_allowed_one() -> None:
    parameters = Parameters({"P": {"Type": "String", "AllowedValues": ["a"]}}, {})
    parameters.given = {"P": "b"}
    assert (parameters.default("P"), parameters.fixed("P")) == (None, "b")
