"""A role of EKS nodes without the policies by which they join."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Resource, Unknown, Value, known_text
from ...model import World
from ...model.values import as_list, member
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched

_ROLE = "AWS::IAM::Role"
_ATTACHING = ("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy", "AWS::IAM::RolePolicy")
_OWN = ":iam::aws:policy/"
"""What the ARNs of AWS's managed policies have; what other policies permit is not looked at."""
_BROAD = ("AdministratorAccess", "PowerUserAccess", "ReadOnlyAccess", "ViewOnlyAccess")
_NEEDED = {
    "AmazonEKSWorkerNodePolicy": ("AmazonEKSWorkerNode", "AmazonEC2FullAccess", "AmazonEC2ReadOnlyAccess", *_BROAD),
    "AmazonEC2ContainerRegistryPullOnly": ("AmazonEC2ContainerRegistry", *_BROAD),
}
"""Policy that the guide names -> how the names of those begin that permit as much."""


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Judge roles of these templates that have AWS's managed policies only."""
    named = subject.branch.properties.get("NodeRole")
    role, data = context.world.find(named), context.world.properties(named, _ROLE)
    if role is None or data is None or member(data, "Policies") is not None:
        return
    if _is_attached_elsewhere(role, context.world):
        return
    held = _names(data)
    for policy, enough in _NEEDED.items() if held is not None else ():
        if not any(name.startswith(enough) for name in held or ()):
            yield Hit(f"the role {role.id} of these nodes has no policy such as {policy}", ("Properties", "NodeRole"))


def _names(role: Mapping[str, Value]) -> list[str] | None:
    """Return the names of the policies of ``role``; None where one of them is hidden, or not AWS's."""
    written = member(role, "ManagedPolicyArns")
    arns = [""] if isinstance(written, Unknown) else [known_text(arn) for arn in as_list(written)]
    return [arn.rpartition("/")[2] for arn in arns] if all(_OWN in arn for arn in arns) else None


def _is_attached_elsewhere(role: Resource, world: World) -> bool:
    """Return whether another resource may give ``role`` a policy."""
    for kind in _ATTACHING:
        for resource in role.template.by_type.get(kind, ()):
            branch = world.branch(resource)
            roles = branch.properties.get("Roles", branch.properties.get("RoleName")) if branch is not None else None
            if roles is not None and any(world.find(item) in (role, None) for item in as_list(roles)):
                return True
    return False


RULE = Rule(
    id="TRN719",
    title="Roles of EKS nodes have the policies by which nodes join",
    level=Level.WARNING,
    why="The kubelet asks EC2 of itself and fetches the images of the network add-ons: without, no node gets ready.",
    source="EKS User Guide, node IAM role",
    on="AWS::EKS::Nodegroup",
    check=check,
    fix="add AmazonEKSWorkerNodePolicy and AmazonEC2ContainerRegistryPullOnly to ManagedPolicyArns",
)
