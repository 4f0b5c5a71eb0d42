"""The customer key is enabled and lets Auto Scaling use it for volumes."""

from __future__ import annotations

from collections.abc import Sequence
from json import JSONDecodeError, loads

from ...constraints.key_policy import AUTO_SCALING_ROLE as ROLE
from ...constraints.key_policy import NEEDED, key_access
from ..check import Check, Examination, Outcome, ask, fail, ok, unknown, warn
from ..key_state import unfit_key
from ..plan import Plan
from ..question import Question, Row, question


def subjects(plan: Plan) -> Sequence[str]:
    """Return the existing keys, of volumes of nodes or beside them."""
    return plan.kms_keys


def examine(plan: Plan, key: str) -> Examination:
    """Judge one key: its state, then its policy and its grants where Auto Scaling makes the volumes."""
    described = yield from ask(question("kms", "DescribeKey", KeyId=key))
    if described.absent:
        return fail(f"no key {key} in {plan.region} for this account", "check the id, the account and the region")
    metadata = described.row.row("KeyMetadata")
    if unfit := unfit_key(key, metadata):
        return unfit
    by_auto_scaling = key in plan.demand.kms_keys and plan.demand.counts.auto_scaling_groups
    if metadata.known("KeyManager", ("AWS", "CUSTOMER")) == "AWS" or not by_auto_scaling:
        return ok(f"{key} is enabled")
    policy, grants = yield _access(metadata.text("Arn", key))
    if any(ROLE in row.text("GranteePrincipal", "") for row in grants):
        return ok(f"{ROLE} has a grant on {key}")
    return _by_policy(key, policy.row)


def _access(arn: str) -> tuple[Question, Question]:
    """Ask for policy and grants; by the key's own ARN, as KMS takes no alias here."""
    policy = question("kms", "GetKeyPolicy", KeyId=arn, PolicyName="default")
    return policy, question("kms", "ListGrants", "Grants", KeyId=arn)


def _by_policy(key: str, row: Row) -> list[Outcome]:
    try:
        access = key_access(loads(row.text("Policy")))
    except JSONDecodeError as error:
        return unknown(f"the policy of {key} cannot be read: {error}")
    if not access.missing:
        return ok(f"the policy of {key} lets {ROLE} use it")
    if not access.certain:
        return unknown(f"whether the policy of {key} lets {ROLE} use it depends on its conditions")
    what = f"lets {ROLE} use it" if access.missing == NEEDED else f"gives {ROLE} {', '.join(access.missing)}"
    text = f"neither a grant nor the policy of {key} {what}: launches fail with Client.InternalError"
    return warn(text, "add the role to the key policy, or create a grant for it", key=key)


CHECK = Check(
    id="key-policy",
    title="The customer key is enabled and Auto Scaling may use it",
    why="Instances of a group whose volumes use a key that Auto Scaling's role may not use end at once, without a "
    "clear error.",
    passes="The key is enabled. If volumes of nodes use it, its policy lets AWSServiceRoleForAutoScaling use it, or a "
    "grant names the role.",
    fails="It does not exist, cannot be used or is not symmetric; warns when neither lets the role use it (a "
    "deployment may still create the grant).",
    command="aws kms get-key-policy --key-id KEY; aws kms list-grants --key-id KEY",
    source="https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html",
    inputs=("kms_keys", "volumes[].kms_key_id", "counts.auto_scaling_groups"),
    actions=("kms:DescribeKey", "kms:GetKeyPolicy", "kms:ListGrants"),
    subjects=subjects,
    examine=examine,
)
