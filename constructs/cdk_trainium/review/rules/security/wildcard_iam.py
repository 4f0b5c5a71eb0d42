"""Nodes that may do everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Unknown, Value
from ...model import World
from ...model.trust import EC2, trusts
from ...model.values import as_list, as_map, shown
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell, unknown
from ...subjects import Branched

_ALL = ("AdministratorAccess", "PowerUserAccess")
_ROLE, _MANAGED = "AWS::IAM::Role", "AWS::IAM::ManagedPolicy"
_HOLE = re.compile(r"(\$\{[^}]*\})?")


def check(item: Branched, context: Context) -> Iterator[Hit]:
    """Judge the roles that EC2 assumes: inline, attached and managed policies."""
    data, world = item.branch.properties, context.world
    if item.resource.type == _ROLE:
        yield from _sure(trusts(data, EC2), _role(data, world))
        return
    roles = [world.properties(role, _ROLE) for role in as_list(data.get("Roles"))]
    found = [None if role is None else trusts(role, EC2) for role in roles]
    of_nodes = True if True in found else None if None in found else False
    yield from _sure(of_nodes, _document(data.get("PolicyDocument"), ("Properties", "PolicyDocument")))


def _sure(of_nodes: bool | None, hits: Iterator[Hit]) -> Iterator[Hit]:
    """Yield ``hits`` of what nodes may do; as one unknown where it is not known whether nodes have the role."""
    if of_nodes:
        yield from hits
    elif of_nodes is None and (first := next(hits, None)) is not None:
        text = f"{first.message}, if theirs is a role that is not written here, or hides who assumes it"
        yield unknown(text, first.path, resource=first.resource)


def _role(data: Mapping[str, Value], world: World) -> Iterator[Hit]:
    for index, arn in enumerate(as_list(data.get("ManagedPolicyArns"))):
        name, own = shown(arn).rpartition("/")[2], world.properties(arn, _MANAGED)
        path: Path = ("Properties", "ManagedPolicyArns", index)
        if own is not None:
            hits = _document(own.get("PolicyDocument"), ("Properties", "PolicyDocument"))
            yield from (hit._replace(resource=world.find(arn)) for hit in hits)
        elif name in _ALL:
            yield Hit(f"nodes have the policy {name}", path)
        elif _hidden(arn):
            yield cannot_tell("which policy nodes have", arn, path)
    for index, policy in enumerate(as_list(data.get("Policies"))):
        where: Path = ("Properties", "Policies", index, "PolicyDocument")
        yield from _document(as_map(policy).get("PolicyDocument"), where)


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
    everywhere = "*" in resources or "NotResource" in statement
    if hidden is None and (effect != "Allow" or not everywhere):
        return
    for action in [*as_list(statement.get("Action")), *(["all but some"] if "NotAction" in statement else [])]:
        wide = isinstance(action, str) and (action in ("*", "all but some") or action.endswith(":*"))
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
    on=f"{_ROLE} AWS::IAM::Policy {_MANAGED}",
    check=check,
    fix="name the actions and resources",
)
