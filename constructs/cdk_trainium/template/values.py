"""What a property can be after resolving, besides plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..wording import as_written
from .unknown import Blank, MaybeAbsent, Unknown

__all__ = [
    "LOOP",
    "MACRO",
    "NO_VALUE",
    "Encoded",
    "HiddenMap",
    "Reference",
    "Value",
    "as_map",
    "known_text",
    "laid_over",
    "macro_in",
    "member",
    "rewritten",
]

Value = Any
"""``str``, ``int``, ``float``, ``bool``, ``None``, ``list``, ``dict``, or one of this module's classes."""


class _NoValue:
    """``AWS::NoValue``: the property is left out. Never seen outside the resolver."""

    __slots__ = ()


NO_VALUE = _NoValue()


LOOP = "Fn::ForEach"
"""Begin of the name of a loop; the whole name where one is not written out that may add what stands beside it."""
MACRO = "Fn::Transform"
"""Calls a macro, which is given what stands beside it."""


class Reference(NamedTuple):
    """A resource of some template: ``Ref`` or ``Fn::GetAtt``."""

    template: str
    """Key of the template that holds the resource, `Template.key`."""
    logical_id: str
    attribute: str = ""
    """Attribute of ``Fn::GetAtt``; empty for ``Ref``."""

    @property
    def target(self) -> tuple[str, str]:
        """What is meant, whichever attribute is read: template and logical id."""
        return self.template, self.logical_id

    def __str__(self) -> str:
        """Return it as ``Fn::Sub`` writes it: where a message shows a value, the path of the template is no part."""
        return known_text(self)


class Encoded(NamedTuple):
    """``Fn::Base64`` of ``value``."""

    value: Value

    @property
    def known(self) -> bool:
        """Whether all of it is."""
        return self.value.known if isinstance(self.value, Encoded) else isinstance(self.value, str | int | float)

    @property
    def text(self) -> str:
        """The base64 itself; where parts of ``value`` are not known, that of its text with holes."""
        import base64

        return base64.b64encode(known_text(self.value).encode("utf-8", "surrogatepass")).decode()

    def __str__(self) -> str:
        """Return it as a message shows it."""
        return f"Fn::Base64 of {as_written(known_text(self.value), 40)}"


def known_text(value: Value) -> str:
    """Return ``value`` as CloudFormation writes it into a string, holes for what is unknown."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Blank):
        return ""
    if isinstance(value, Unknown):
        return value.text or "${?}"
    if isinstance(value, Reference):
        return f"${{{value.logical_id}{'.' + value.attribute if value.attribute else ''}}}"
    return value.text if isinstance(value, Encoded) else str(value)


_NOTHING: Mapping[str, Any] = {}


class HiddenMap(dict[str, Any]):
    """An object with members that nobody sees, see `member`."""

    __slots__ = ("reason",)

    def __init__(self, reason: str, seen: Mapping[str, Any] = _NOTHING) -> None:
        """Keep what hides them, and the members that are ``seen``."""
        super().__init__(seen)
        self.reason = reason


def as_map(value: Value) -> Mapping[str, Any]:
    """Return ``value`` when it is an object, one of hidden members when it is unknown, else an empty one."""
    if isinstance(value, dict):
        return value
    return HiddenMap(value.reason) if isinstance(value, Unknown) else {}


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return ``below`` with the members of ``above`` in place of its own; what nobody sees of either stays unseen."""
    made = {**below, **above}
    hidden = next((one for one in (above, below) if isinstance(one, HiddenMap)), None)
    return made if hidden is None else HiddenMap(hidden.reason, made)


def macro_in(owner: Value) -> MaybeAbsent | None:
    """Return what hides members of an object: what adds some at deployment, or hides all of it; None when nothing."""
    if type(owner) is dict:  # as nearly all are
        adding = MACRO if MACRO in owner else LOOP if LOOP in owner else None
        return None if adding is None else MaybeAbsent(f"{adding} may add it at deployment")
    return MaybeAbsent(owner.reason) if isinstance(owner, Unknown | HiddenMap) else None


def rewritten(owner: Value) -> MaybeAbsent | None:
    """Return what may rewrite all of an object, so that a list in it may grow, too; None when nothing does."""
    return MaybeAbsent(owner.reason) if isinstance(owner, HiddenMap) else None


def member(owner: Mapping[str, Any], name: str) -> Value:
    """Return member ``name``; None when it is not written, an `Unknown` when it may be there and nobody sees it.

    For who judges that something is missing.
    """
    value = owner.get(name)
    return macro_in(owner) if value is None else value
