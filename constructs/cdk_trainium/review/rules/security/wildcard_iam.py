"""Nodes that may do everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Value
from ...model.values import as_list, as_map, shown
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_ALL = ("AdministratorAccess", "PowerUserAccess")
_ROLE = "AWS::IAM::Role"


def check(item: Branched, context: Context) -> Iterator[Hit]:
    """Judge the roles that EC2 assumes: inline, attached and managed policies."""
    data = item.branch.properties
    if item.resource.type == _ROLE:
        yield from _role(data) if _of_nodes(data) else ()
    elif any(_of_nodes(context.world.properties(role, _ROLE) or {}) for role in as_list(data.get("Roles"))):
        yield from _document(data.get("PolicyDocument"), ("Properties", "PolicyDocument"))


def _role(data: Mapping[str, Value]) -> Iterator[Hit]:
    for index, arn in enumerate(as_list(data.get("ManagedPolicyArns"))):
        name = shown(arn).rpartition("/")[2]
        if name in _ALL:
            yield Hit(f"nodes have the policy {name}", ("Properties", "ManagedPolicyArns", index))
    for index, policy in enumerate(as_list(data.get("Policies"))):
        where: Path = ("Properties", "Policies", index, "PolicyDocument")
        yield from _document(as_map(policy).get("PolicyDocument"), where)


def _of_nodes(role: Mapping[str, Value]) -> bool:
    document = as_map(role.get("AssumeRolePolicyDocument"))
    principals = [as_map(as_map(item).get("Principal")).get("Service") for item in as_list(document.get("Statement"))]
    return any(shown(service).startswith("ec2.") for item in principals for service in as_list(item))


def _document(document: Value, path: Path) -> Iterator[Hit]:
    for index, item in enumerate(as_list(as_map(document).get("Statement"))):
        statement = as_map(item)
        if statement.get("Effect") != "Allow" or "*" not in as_list(statement.get("Resource")):
            continue
        where = (*path, "Statement", index)
        for action in as_list(statement.get("Action")):
            if action == "*":
                yield Hit("nodes may do every action on every resource", where)
            elif isinstance(action, str) and action.endswith(":*"):
                text = f"nodes may do {action} on every resource"
                yield Hit(text, where, level=Level.WARNING)


RULE = Rule(
    id="TRN704",
    title="Nodes may do what they need and no more",
    level=Level.ERROR,
    why="Every job on a node has the node's role; one stolen token then owns the account.",
    source="AWS Foundational Security Best Practices, IAM.1 and IAM.21",
    on=f"{_ROLE} AWS::IAM::Policy AWS::IAM::ManagedPolicy",
    check=check,
    fix="name the actions and resources",
)
