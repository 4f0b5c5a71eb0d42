"""A resource, resolved once per branch of its conditions."""

from __future__ import annotations

import json
from typing import Any

from cdk_trainium.template import Resource, load_text


def resource(**attributes: Any) -> Resource:
    data = {
        "Parameters": {"P": {"Type": "String", "Default": "no"}},
        "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "yes"]}},
        "Resources": {"R": {"Type": "AWS::AutoScaling::AutoScalingGroup", **attributes}},
    }
    return load_text(json.dumps(data), "t.json", "").resources["R"]


def test_each_branch_has_its_own_policies() -> None:
    count = {"Fn::If": ["C", 2, {"Ref": "AWS::NoValue"}]}
    found = resource(
        CreationPolicy={"ResourceSignal": {"Count": count}},
        UpdatePolicy={"AutoScalingRollingUpdate": {"MinInstancesInService": count}},
    )
    creation = [(item.when, item.creation_policy["ResourceSignal"]) for item in found.branches]
    assert creation == [({"C": False}, {}), ({"C": True}, {"Count": 2})]
    assert [item.update_policy["AutoScalingRollingUpdate"] for item in found.branches] == [
        {},
        {"MinInstancesInService": 2},
    ]


def test_a_policy_that_is_missing_is_empty() -> None:
    (only,) = resource().branches
    assert (only.creation_policy, only.update_policy, only.properties) == ({}, {}, {})
