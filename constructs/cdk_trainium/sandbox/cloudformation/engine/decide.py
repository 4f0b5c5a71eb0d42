"""Decide what a resource's new definition asks for: nothing, an update in place, a replacement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..template.values import differ, has_unknown

if TYPE_CHECKING:
    from ..model import Resource
    from ..resources.handler import Handler, Props

__all__ = ["Decision", "decide"]

_OUTER = ("DeletionPolicy", "UpdateReplacePolicy", "Metadata", "UpdatePolicy", "CreationPolicy")


@dataclass(frozen=True, slots=True)
class Decision:
    """What must be done to a resource."""

    kind: Literal["none", "update", "replace", "outer"]
    """``outer``: only what stands around the properties changed (policies, metadata): no call is made."""
    changed: frozenset[str] = frozenset()
    outer: frozenset[str] = frozenset()
    conditional: bool = False
    """The replacement depends on a value that is not known yet."""


def decide(handler: Handler, old: Resource, entry: dict[str, Any], props: Props) -> Decision:
    """Compare what is there with what is asked for."""
    if old.type != entry["Type"] or old.status == "CREATE_FAILED":
        return Decision("replace", frozenset(props) | frozenset(old.properties))
    names = old.properties.keys() | props.keys()
    changed = frozenset(name for name in names if differ(old.properties.get(name), props.get(name)))
    outer = frozenset(name for name in _OUTER if differ(old.definition.get(name), entry.get(name)))
    if changed and handler.replaces(old.properties, props, changed):
        unknown = {name for name in changed if has_unknown(props.get(name))}
        certain = changed - unknown
        conditional = not (certain and handler.replaces(old.properties, props, frozenset(certain)))
        return Decision("replace", changed, outer, conditional)
    if changed or old.dirty:
        return Decision("update", changed, outer)
    return Decision("outer", outer=outer) if outer else Decision("none")
