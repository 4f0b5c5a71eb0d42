"""What a property can be after resolving, besides plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = [
    "NO_VALUE",
    "Encoded",
    "Mixed",
    "OneOf",
    "PinnedSsmValue",
    "Reference",
    "SsmValue",
    "Unknown",
    "Value",
    "ZoneOf",
    "Zones",
    "as_map",
    "known_text",
]

Value = Any
"""``str``, ``int``, ``float``, ``bool``, ``None``, ``list``, ``dict``, or one of this module's classes."""


class _NoValue:
    """``AWS::NoValue``: the property is left out. Never seen outside the resolver."""

    __slots__ = ()


NO_VALUE = _NoValue()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that the template alone does not tell; two are equal when the same thing hides them."""

    reason: str
    """Why, as a clause: ``parameter Ami has no default``."""
    text: str = ""
    """The part of a string that is known, with holes as ``${Name}``. Default: - nothing."""


@dataclass(frozen=True, slots=True)
class NoSuchKey(Unknown):
    """An entry that a map of the template lacks."""


@dataclass(frozen=True, slots=True)
class OneId(Unknown):
    """An id that a deployment gives to a parameter whose type takes one, no list."""


@dataclass(frozen=True, slots=True)
class Blank(Unknown):
    """The empty default of a parameter, which whoever deploys fills in; inside a string it is the empty text."""


@dataclass(frozen=True, slots=True)
class SsmValue(Unknown):
    """The value of an SSM parameter, read by CloudFormation at every deployment."""

    path: str = ""
    """Name of the SSM parameter; empty when the template does not tell."""


@dataclass(frozen=True, slots=True)
class PinnedSsmValue(Unknown):
    """One version of an SSM parameter: it never changes, but what it holds is not told."""

    path: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Mixed(Unknown):
    """A string of which only some parts are known."""

    parts: tuple[Value, ...] = ()
    """Its parts in order: `str`, `Unknown`, `Reference`."""


@dataclass(frozen=True, slots=True)
class OneOf(Unknown):
    """An entry of a map whose key the template does not tell, so that it is one of several."""

    choices: tuple[tuple[str, Value], ...] = field(default=(), hash=False)
    """The key that leads to each, ``us-east-2``, and the value."""


@dataclass(frozen=True, slots=True)
class Zones(Unknown):
    """``Fn::GetAZs``: every zone of a region that the account launches into."""

    region: str = ""
    """Name of the region, or the hole that stands for it; empty for the one of the stack."""


@dataclass(frozen=True, slots=True)
class ZoneOf(Unknown):
    """Entry ``index`` of ``Fn::GetAZs``: which zone is unknown, but equal entries are one zone, others another."""

    index: int = 0
    region: str = ""
    """As in `Zones`."""


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


class Encoded(NamedTuple):
    """``Fn::Base64`` of ``value``."""

    value: Value


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
    return str(value)


def as_map(value: Value) -> Mapping[str, Any]:
    """Return ``value`` when it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}
