"""What a key policy gives the role of Auto Scaling."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.constraints.key_policy import NEEDED, KeyAccess, key_access

ROLE = "arn:aws:iam::111122223333:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"


def allow(principal: Any, *actions: str, **more: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Principal": principal, "Action": [*actions], **more}


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ({}, KeyAccess(NEEDED)),
        (None, KeyAccess(NEEDED, certain=False)),
        ("${?}", KeyAccess(NEEDED, certain=False)),
        ({"Statement": allow({"AWS": ROLE}, "KMS:*")}, KeyAccess(())),
        ({"Statement": [allow({"AWS": [ROLE + "_mine"]}, "*")]}, KeyAccess(())),
        ({"Statement": [allow({"AWS": ROLE}, *NEEDED[1:])]}, KeyAccess(("kms:CreateGrant",))),
        ({"Statement": [allow({"AWS": ROLE}, *NEEDED[1:]), "${?}"]}, KeyAccess(("kms:CreateGrant",), certain=False)),
        ({"Statement": [allow({"AWS": "111122223333"}, "kms:*")]}, KeyAccess(NEEDED)),
        ({"Statement": [allow({"AWS": 1, "Service": ["x"]}, "kms:*")]}, KeyAccess(NEEDED)),
        ({"Statement": [allow(None, "kms:*")]}, KeyAccess(NEEDED)),
        ({"Statement": [allow("*", "kms:*", Condition="x")]}, KeyAccess(NEEDED, certain=False)),
        ({"Statement": 3}, KeyAccess(NEEDED, certain=False)),
    ],
)
def test_what_a_policy_gives(policy: Any, expected: KeyAccess) -> None:
    assert key_access(policy) == expected
