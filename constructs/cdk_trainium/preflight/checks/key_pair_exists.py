"""The key pairs of the nodes exist."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..questions import key_pairs


def subjects(plan: Plan) -> Sequence[str]:
    """Return the existing key pairs."""
    return plan.key_names


def examine(plan: Plan, name: str) -> Examination:
    """Look for one key pair."""
    answer = yield from ask(key_pairs())
    if any(row.text("KeyName") == name for row in answer):
        return ok(f"{name} exists")
    hint = "import or create it there; names count as they are written, and each region has pairs of its own"
    return fail(f"key pair {name} does not exist in {plan.region}", hint)


CHECK = Check(
    id="key-pair-exists",
    title="The key pair of the nodes exists",
    why="A launch that names a key pair which the region does not have is refused, and the group tries for ever.",
    passes="The account has a key pair of that name in the region.",
    fails="It has none.",
    command="aws ec2 describe-key-pairs --key-names NAME",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeKeyPairs.html",
    inputs=("groups[].key_name",),
    actions=("ec2:DescribeKeyPairs",),
    subjects=subjects,
    examine=examine,
)
