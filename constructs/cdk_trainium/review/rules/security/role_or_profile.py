"""A role where a service asks for an instance profile, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....constraints.identifiers import is_other_text
from ....findings import Level
from ....template import Mixed, Reference, Value, known_text
from ....wording import as_written
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_ROLE, _PROFILE = "AWS::IAM::Role", "AWS::IAM::InstanceProfile"
_PARTS = {_ROLE: ":role/", _PROFILE: ":instance-profile/"}
_CALLED = {_ROLE: "a role", _PROFILE: "an instance profile"}


class _Place(NamedTuple):
    path: Path
    kind: str
    """What is named there."""
    arn: bool = True
    """Whether only its ARN is taken, not its name."""
    name: bool = False
    """Whether only its name is taken, not its ARN."""


_PLACES = {
    "AWS::EKS::Nodegroup": _Place(("NodeRole",), _ROLE),
    "AWS::PCS::ComputeNodeGroup": _Place(("IamInstanceProfileArn",), _PROFILE),
    "AWS::Batch::ComputeEnvironment": _Place(("ComputeResources", "InstanceRole"), _PROFILE, arn=False),
    _PROFILE: _Place(("Roles",), _ROLE, arn=False, name=True),
}
"""Sources: APIs of EKS (CreateNodegroup), PCS (CreateComputeNodeGroup), Batch (ComputeResource, which answers "The ECS
Instance Role should be an ECS Instance Profile ARN") and IAM (AddRoleToInstanceProfile: one role)."""


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Judge texts by the begin of an ARN, references by what they lead to."""
    place = _PLACES[subject.resource.type]
    written: Value = subject.branch.properties
    for step in place.path:
        written = as_map(written).get(str(step))
    path = ("Properties", *place.path)
    for value in as_list(written):
        yield from _judged(value, place, path, context)
    if place.name and isinstance(written, list) and len(written) > 1:
        yield Hit(f"{len(written)} roles; allowed: one role in an instance profile", path, "keep one of them")


def _judged(value: Value, place: _Place, path: Path, context: Context) -> Iterator[Hit]:
    other = _PROFILE if place.kind == _ROLE else _ROLE
    wanted = _CALLED[place.kind]
    if _is_arn(value, other, context):
        yield Hit(f"the ARN of {_CALLED[other]} stands where {wanted} is asked for", path, f"name {wanted}")
    elif place.name and _is_arn(value, place.kind, context):
        yield Hit(f"the ARN of {wanted} stands where its name is asked for", path, "write its name: Ref")
    elif place.arn and _made(value, place.kind, context) and value.attribute == "":
        yield Hit(f"the name of {wanted} stands where its ARN is asked for", path, "write Fn::GetAtt … Arn")
    elif place.arn and _made(value, other, context):
        yield Hit(f"the name of {_CALLED[other]} stands where the ARN of {wanted} is asked for", path)
    elif place.arn and is_other_text(value, "arn:"):
        yield Hit(f"no ARN of {wanted}; got {as_written(value)}; allowed: arn:…", path)


def _is_arn(value: Value, kind: str, context: Context) -> bool:
    text = known_text(value) if isinstance(value, str | Mixed) else ""
    return (text.startswith("arn:") and _PARTS[kind] in text) or (
        _made(value, kind, context) and value.attribute == "Arn"
    )


def _made(value: Value, kind: str, context: Context) -> bool:
    found = context.world.find(value) if isinstance(value, Reference) else None
    return found is not None and found.type == kind


RULE = Rule(
    id="TRN716",
    title="Services are named a role or an instance profile as each of them asks",
    level=Level.ERROR,
    why="The service refuses the group, or it turns invalid at the first launch: a role is no instance profile.",
    source="IAM User Guide, instance profiles; APIs of EKS, Batch and PCS; aws-cdk issue 6495, metaflow-tools issue 9, "
    "terraform-provider-aws issue 16160",
    on=" ".join(_PLACES),
    check=check,
)
