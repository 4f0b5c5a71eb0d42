"""Let a bucket policy with conditions not refuse everything."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["install"]


def install() -> None:
    """Mend moto; calling it again changes nothing."""
    from moto.s3.models import FakeBucket

    setattr(FakeBucket, "get_permission", _permission)  # noqa: B010


def _permission(bucket: Any, action: str, resource: str) -> Any:
    """Judge a request by the bucket policy's statements without a condition.

    moto takes a condition that it cannot judge as a refusal, so that the usual "deny requests without TLS" denies
    everything. The sandbox speaks plain HTTP on loopback, so no condition about the request can be judged here.
    """
    from moto.iam.access_control import IAMPolicy, PermissionResult

    if bucket.policy is None:
        return PermissionResult.NEUTRAL
    policy = json.loads(bucket.policy.decode())
    statements = policy["Statement"] if isinstance(policy["Statement"], list) else [policy["Statement"]]
    plain = [item for item in statements if "Condition" not in item]
    return IAMPolicy(json.dumps({**policy, "Statement": plain})).is_action_permitted(action, resource)
