"""Nodes that may do everything."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Resource, Template, Value
from ...model.values import as_list, as_map, same_resource, shown
from ...options import Context
from ...rule import Hit, Path, Rule

_ALL = ("AdministratorAccess", "PowerUserAccess")
_POLICIES = ("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Judge the roles that EC2 assumes: inline, attached and managed policies."""
    roles = [resource for resource in template.by_type.get("AWS::IAM::Role", ()) if _of_nodes(resource)]
    keys = {(template.key, resource.id) for resource in roles}
    for resource in roles:
        yield from _role(resource)
    for resource in (item for kind in _POLICIES for item in template.by_type.get(kind, ()) if item.branches):
        data = resource.branches[0].properties
        if keys & {same_resource(role) for role in as_list(data.get("Roles"))}:
            yield from _document(data.get("PolicyDocument"), ("Properties", "PolicyDocument"), resource)


def _role(resource: Resource) -> Iterator[Hit]:
    data = resource.branches[0].properties
    for index, arn in enumerate(as_list(data.get("ManagedPolicyArns"))):
        name = shown(arn).rpartition("/")[2]
        if name in _ALL:
            path: Path = ("Properties", "ManagedPolicyArns", index)
            yield Hit(f"nodes have the policy {name}", path, resource=resource)
    for index, policy in enumerate(as_list(data.get("Policies"))):
        where: Path = ("Properties", "Policies", index, "PolicyDocument")
        yield from _document(as_map(policy).get("PolicyDocument"), where, resource)


def _of_nodes(role: Resource) -> bool:
    if not role.branches:
        return False
    document = as_map(role.branches[0].properties.get("AssumeRolePolicyDocument"))
    principals = [as_map(as_map(item).get("Principal")).get("Service") for item in as_list(document.get("Statement"))]
    return any(shown(service).startswith("ec2.") for item in principals for service in as_list(item))


def _document(document: Value, path: Path, resource: Resource) -> Iterator[Hit]:
    for index, item in enumerate(as_list(as_map(document).get("Statement"))):
        statement = as_map(item)
        if statement.get("Effect") != "Allow" or "*" not in as_list(statement.get("Resource")):
            continue
        where = (*path, "Statement", index)
        for action in as_list(statement.get("Action")):
            if action == "*":
                yield Hit("nodes may do every action on every resource", where, resource=resource)
            elif isinstance(action, str) and action.endswith(":*"):
                text = f"nodes may do {action} on every resource"
                yield Hit(text, where, level=Level.WARNING, resource=resource)


RULE = Rule(
    id="TRN704",
    title="Nodes may do what they need and no more",
    level=Level.ERROR,
    why="Every job on a node has the node's role; one stolen token then owns the account.",
    source="AWS Foundational Security Best Practices, IAM.1 and IAM.21",
    on="template",
    check=check,
    fix="name the actions and resources",
)
