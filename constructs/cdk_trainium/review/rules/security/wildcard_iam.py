"""Nodes that may do everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Unknown, Value
from ...model.values import as_list, as_map, shown
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell
from ...subjects import Branched

_ALL = ("AdministratorAccess", "PowerUserAccess")
_ROLE = "AWS::IAM::Role"
_HOLE = re.compile(r"(\$\{[^}]*\})?")


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
        path: Path = ("Properties", "ManagedPolicyArns", index)
        if name in _ALL:
            yield Hit(f"nodes have the policy {name}", path)
        elif _hidden(arn):
            yield cannot_tell("which policy nodes have", arn, path)
    for index, policy in enumerate(as_list(data.get("Policies"))):
        where: Path = ("Properties", "Policies", index, "PolicyDocument")
        yield from _document(as_map(policy).get("PolicyDocument"), where)


def _of_nodes(role: Mapping[str, Value]) -> bool:
    document = as_map(role.get("AssumeRolePolicyDocument"))
    principals = [as_map(as_map(item).get("Principal")).get("Service") for item in as_list(document.get("Statement"))]
    return any(shown(service).startswith("ec2.") for item in principals for service in as_list(item))


def _document(document: Value, path: Path) -> Iterator[Hit]:
    if isinstance(document, Unknown):
        yield cannot_tell("what nodes may do", document, path)
    for index, item in enumerate(as_list(as_map(document).get("Statement"))):
        yield from _statement(item, (*path, "Statement", index))


def _statement(item: Value, where: Path) -> Iterator[Hit]:
    if isinstance(item, Unknown):
        yield cannot_tell("what nodes may do", item, where)
        return
    statement = as_map(item)
    effect, resources = statement.get("Effect"), as_list(statement.get("Resource"))
    hidden = next((value for value in (effect, *resources) if _hidden(value)), None)
    if hidden is None and (effect != "Allow" or "*" not in resources):
        return
    for action in as_list(statement.get("Action")):
        wide = isinstance(action, str) and (action == "*" or action.endswith(":*"))
        if _hidden(action) or (hidden is not None and wide):
            yield cannot_tell("what nodes may do", hidden or action, where)
        elif action == "*":
            yield Hit("nodes may do every action on every resource", where)
        elif wide:
            yield Hit(f"nodes may do {action} on every resource", where, level=Level.WARNING)


def _hidden(value: Value) -> bool:
    """Return whether nothing of ``value`` is known, so that it may be all."""
    return isinstance(value, Unknown) and _HOLE.fullmatch(value.text) is not None


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
