"""The customer key is enabled and lets Auto Scaling use it for volumes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from json import JSONDecodeError, loads
from typing import Any

from ..check import Check, Examination, Outcome, fail, ok, unknown, warn
from ..plan import Plan
from ..question import Row, question

ROLE = "AWSServiceRoleForAutoScaling"


def subjects(plan: Plan) -> Sequence[str]:
    """Return the existing customer keys."""
    return plan.demand.kms_keys


def examine(plan: Plan, key: str) -> Examination:
    """Judge one key: its state, then its policy and its grants."""
    described, policy, grants = yield (
        question("kms", "DescribeKey", KeyId=key),
        question("kms", "GetKeyPolicy", KeyId=key, PolicyName="default"),
        question("kms", "ListGrants", "Grants", KeyId=key),
    )
    metadata = described.row.row("KeyMetadata")
    if metadata.text("KeyState") != "Enabled":
        return fail(f"{key} is {metadata.text('KeyState')}", "enable the key")
    if metadata.known("KeyManager", ("AWS", "CUSTOMER")) == "AWS" or not plan.demand.counts.auto_scaling_groups:
        return ok(f"{key} is enabled")
    if any(ROLE in row.text("GranteePrincipal", "") for row in grants):
        return ok(f"{ROLE} has a grant on {key}")
    return _by_policy(key, policy.row)


def _by_policy(key: str, row: Row) -> list[Outcome]:
    try:
        statements = list(_statements(loads(row.text("Policy"))))
    except JSONDecodeError as error:
        return unknown(f"the policy of {key} cannot be read: {error}")
    if any(ROLE in str(one.get("Principal", "")) for one in statements if one.get("Effect") == "Allow"):
        return ok(f"the policy of {key} names {ROLE}")
    text = f"neither a grant nor the policy of {key} names {ROLE}: launches fail with Client.InternalError"
    return warn(text, "add the role to the key policy, or create a grant for it", key=key)


def _statements(policy: Any) -> Iterator[Mapping[str, Any]]:
    listed = policy.get("Statement", []) if isinstance(policy, dict) else []
    yield from (one for one in (listed if isinstance(listed, list) else [listed]) if isinstance(one, dict))


CHECK = Check(
    id="key-policy",
    title="The customer key is enabled and Auto Scaling may use it",
    why="Instances of a group whose volumes use a key that Auto Scaling's role may not use end at once, without a "
    "clear error.",
    passes="The key is enabled and its policy or a grant names AWSServiceRoleForAutoScaling.",
    fails="It is not enabled; warns when neither names the role (a deployment may still create the grant).",
    command="aws kms get-key-policy --key-id KEY; aws kms list-grants --key-id KEY",
    source="https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html",
    inputs=("kms_keys",),
    actions=("kms:DescribeKey", "kms:GetKeyPolicy", "kms:ListGrants"),
    subjects=subjects,
    examine=examine,
)
