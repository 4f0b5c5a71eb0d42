"""Whether a value that a template does not tell may be the id of a security group that a template makes."""

from __future__ import annotations

from collections.abc import Iterator

from ...template import AtDeployment, MaybeAbsent, Reference, Template, Unknown, Value
from ...template.unknown import Malformed, NoSuchKey, SsmValue
from .values import same_resource

__all__ = ["is_id_of", "may_be_group"]

_ANY = (AtDeployment, MaybeAbsent)
_NEVER = (Malformed, NoSuchKey)
"""What no deployment gets as far as to tell."""
_DYNAMIC = "{{resolve:"
_IDS = frozenset(("", "Id", "GroupId"))
"""Attributes of a security group that give its id; empty for ``Ref``."""


def is_id_of(value: Reference, group: Reference) -> bool:
    """Return whether ``value`` reads the id of ``group``, and not what else its maker tells, such as its VPC."""
    same = value.attribute == group.attribute or {value.attribute, group.attribute} <= _IDS
    return same and value.target == group.target


def may_be_group(value: Value, reader: Template, group: Reference, home: Template) -> bool:
    """Return whether ``value``, which ``reader`` reads, is ``group``, which ``home`` makes, or may be.

    Within one stack a parameter or an import has its value before the group is made. What a dynamic reference gives is
    read when it is needed, and another stack may be deployed later. Source: CloudFormation User Guide, dynamic
    references.
    """
    if not isinstance(value, Unknown):
        return bool(same_resource(value) == same_resource(group))
    if isinstance(value, _ANY) or _DYNAMIC in value.text:
        return True
    if isinstance(value, _NEVER) or reader is home:
        return False
    return isinstance(value, SsmValue) or not _is_told_before(value, reader, home)


def _is_told_before(value: Unknown, reader: Template, home: Template) -> bool:
    """Return whether ``value`` is a parameter of the stacks that ``home`` is nested with: all have theirs before."""
    above = list(_lineage(reader))
    named = value.text.startswith("${") and any(value.text[2:-1] in item.parameters for item in above)
    return named and above[-1] is list(_lineage(home))[-1]


def _lineage(template: Template) -> Iterator[Template]:
    """Yield ``template`` and those that nest it, the root last."""
    at: Template | None = template
    while at is not None:
        yield at
        at = at.parent[0] if at.parent else None
