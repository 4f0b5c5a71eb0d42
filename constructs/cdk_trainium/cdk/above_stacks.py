"""Acknowledgements of an app, its stages and whatever else is above the stacks: CDK writes none of them to a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aws_cdk import Stack
from constructs import IConstruct

__all__ = ["acknowledged_above"]

_ACKNOWLEDGED = "aws:cdk:acknowledged-rules"


def acknowledged_above(root: IConstruct) -> dict[str, dict[str, str]]:
    """Return construct path -> id of an acknowledged rule -> reason, of ``root`` and what holds its stacks."""
    found: dict[str, dict[str, str]] = {}
    for path, rules in _entries(root):
        found.setdefault(path, {}).update(rules)
    return found


def _entries(construct: IConstruct) -> Iterator[tuple[str, Mapping[str, str]]]:
    if Stack.is_stack(construct):
        return
    node = construct.node
    for entry in node.metadata:
        if entry.type == _ACKNOWLEDGED and isinstance(entry.data, Mapping):
            yield node.path, entry.data
    for child in node.children:
        yield from _entries(child)
