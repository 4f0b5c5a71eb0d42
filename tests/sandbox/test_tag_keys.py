"""A key that begins with ``aws:`` is AWS's own, wherever EC2 takes tags; AWS's services still set theirs."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.sandbox.builder import Account
from cdk_trainium.sandbox.state import AccountState

from .codes import refused

MADE: dict[str, tuple[str, dict[str, Any]]] = {
    "create_vpc": ("vpc", {"CidrBlock": "10.0.0.0/16"}),
    "create_volume": ("volume", {"AvailabilityZone": "us-east-2a", "Size": 1}),
    "create_security_group": ("security-group", {"GroupName": "g", "Description": "d"}),
    "create_placement_group": ("placement-group", {"GroupName": "p", "Strategy": "cluster"}),
    "create_launch_template": (
        "launch-template",
        {"LaunchTemplateName": "t", "LaunchTemplateData": {"InstanceType": "trn2.48xlarge"}},
    ),
}


@pytest.mark.parametrize("operation", MADE)
@pytest.mark.parametrize(("key", "allowed"), [("aws:team", False), ("AWS:team", False), ("aws-team", True)])
def test_what_is_made_with_tags(account: AccountState, operation: str, key: str, allowed: bool) -> None:
    kind, given = MADE[operation]
    specified = [{"ResourceType": kind, "Tags": [{"Key": "team", "Value": "a"}, {"Key": key, "Value": "a"}]}]
    make = getattr(Account(account).client("ec2"), operation)
    if allowed:
        make(**given, TagSpecifications=specified)
        return
    with refused("InvalidParameterValue"):
        make(**given, TagSpecifications=specified)
