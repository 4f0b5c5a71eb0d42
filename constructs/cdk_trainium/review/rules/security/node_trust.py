"""A role of nodes that EC2 may not assume."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Resource, Value
from ...model import Launch, World
from ...model.trust import EC2, trusts
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Rule, unknown
from ...subjects import Branched

_WHERE = ("Properties", "AssumeRolePolicyDocument")
_PROFILE = "AWS::IAM::InstanceProfile"
_ROLES = {"eks": ("NodeRole",), "batch": ("ComputeResources", "InstanceRole"), "pcs": ("IamInstanceProfileArn",)}
"""Kind of group -> where it names the role of its nodes, or their instance profile."""


def check(role: Branched, context: Context) -> Iterator[Hit]:
    """Judge roles that do not trust EC2, or hide whom they trust, by the nodes of their template."""
    trusted = trusts(role.branch.properties, EC2)
    if trusted:
        return
    for launch in context.world.launches_in(role.resource.template):
        if _of_launch(launch, role.resource, context.world) and launch.present:
            yield _hit(launch.resource.id, sure=trusted is False)
            return


def _hit(node: str, *, sure: bool) -> Hit:
    if sure:
        return Hit(f"nodes of {node} have this role, and its trust policy does not name ec2.amazonaws.com", _WHERE)
    return unknown(f"whether EC2 may assume this role for nodes of {node} cannot be told: the policy hides it", _WHERE)


def _of_launch(launch: Launch, role: Resource, world: World) -> bool:
    """Return whether the node, or the group for it, names ``role`` or a profile with it."""
    for named in _named(launch):
        profile = world.properties(named, _PROFILE)
        roles = [named] if profile is None else as_list(profile.get("Roles"))
        if any(world.find(item) is role for item in roles):
            return True
    return False


def _named(launch: Launch) -> Iterator[Value]:
    """Yield what the node and its group name as profile or role."""
    written = launch.node.data.get("IamInstanceProfile")
    yield from written.values() if isinstance(written, dict) else [written]
    group = launch.group
    if group is not None and group.kind in _ROLES:
        value: Value = group.branch.properties
        for step in _ROLES[group.kind]:
            value = as_map(value).get(step)
        yield value


RULE = Rule(
    id="TRN717",
    title="EC2 may assume the role of nodes",
    level=Level.ERROR,
    why="EKS refuses the node group; other nodes get no credentials: they fetch nothing and join no cluster.",
    source="IAM User Guide, roles for applications on EC2; EKS User Guide, node IAM role; eksctl issue 3290, "
    "amazon-ecs-agent issue 1309",
    on="AWS::IAM::Role",
    check=check,
    fix="allow sts:AssumeRole to the service ec2.amazonaws.com in AssumeRolePolicyDocument",
)
