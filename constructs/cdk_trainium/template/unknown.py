"""Values that a template alone does not tell, by what hides them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .values import Value

__all__ = [
    "Answer",
    "AtDeployment",
    "Blank",
    "Malformed",
    "MaybeAbsent",
    "Mixed",
    "NoSuchKey",
    "OneId",
    "OneOf",
    "PinnedSsmValue",
    "SsmValue",
    "TooLong",
    "Unknown",
    "ZoneOf",
    "Zones",
]


class Unknown:
    """A value that the template alone does not tell; two are equal when the same thing hides them. Never changed."""

    __slots__ = ("reason", "text")

    def __init__(self, reason: str, text: str = "") -> None:
        """Keep what hides a value.

        Args:
            reason: why, as a clause: ``parameter Ami has no default``.
            text: the part of a string that is known, with holes as ``${Name}``. Default: - nothing.
        """
        self.reason = reason
        self.text = text

    def _told(self) -> tuple[Any, ...]:
        """Return all that it holds."""
        slots = (name for kind in reversed(type(self).__mro__) for name in getattr(kind, "__slots__", ()))
        return tuple(getattr(self, name) for name in slots)

    def __eq__(self, other: object) -> bool:
        """Return whether the same thing hides the same value."""
        return type(self) is type(other) and isinstance(other, Unknown) and self._told() == other._told()

    def __hash__(self) -> int:
        """Return the hash; what it is one of may hold lists."""
        return hash((type(self), self.reason, self.text))

    def __repr__(self) -> str:
        """Return it as code writes it."""
        return f"{type(self).__name__}({', '.join(map(repr, self._told()))})"


class AtDeployment(Unknown):
    """What a resource of the review, or a macro, tells at deployment: it may name anything that the review makes."""

    __slots__ = ()


class Malformed(Unknown):
    """What a function answers whose argument is none that it takes."""

    __slots__ = ()


class NoSuchKey(Unknown):
    """An entry that a map of the template lacks, or a look-up that is none."""

    __slots__ = ("named",)

    def __init__(self, reason: str, text: str = "", named: bool = False) -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            named: whether the look-up itself writes out what is missing: the name of the map, or its first keys.
        """
        super().__init__(reason, text)
        self.named = named


class OneId(Unknown):
    """An id that a deployment gives to a parameter whose type takes one, no list."""

    __slots__ = ()


class Blank(Unknown):
    """The empty default of a parameter, which whoever deploys fills in; inside a string it is the empty text."""

    __slots__ = ()


class MaybeAbsent(Unknown):
    """A member that nobody sees: whether it is there at all is not told."""

    __slots__ = ()


class Answer(AtDeployment, MaybeAbsent):
    """What a macro answers in place of a value: any, or ``AWS::NoValue``, which leaves the member out."""

    __slots__ = ()


class TooLong(Unknown):
    """A text of which so much is known that none is as long."""

    __slots__ = ()


class SsmValue(Unknown):
    """The value of an SSM parameter, read by CloudFormation at every deployment."""

    __slots__ = ("path",)

    def __init__(self, reason: str, text: str = "", path: str = "") -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            path: name of the SSM parameter; empty when the template does not tell.
        """
        super().__init__(reason, text)
        self.path = path


class PinnedSsmValue(Unknown):
    """One version of an SSM parameter: it never changes, but what it holds is not told."""

    __slots__ = ("path", "version")

    def __init__(self, reason: str, text: str = "", path: str = "", version: str = "") -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            path: name of the SSM parameter.
            version: its version.
        """
        super().__init__(reason, text)
        self.path = path
        self.version = version


class Mixed(Unknown):
    """A string of which only some parts are known."""

    __slots__ = ("parts",)

    def __init__(self, reason: str, text: str = "", parts: tuple[Value, ...] = ()) -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            parts: its parts in order: `str`, `Unknown`, `Reference`.
        """
        super().__init__(reason, text)
        self.parts = parts


class OneOf(Unknown):
    """An entry of a map whose key the template does not tell, so that it is one of several."""

    __slots__ = ("choices",)

    def __init__(self, reason: str, text: str = "", choices: tuple[tuple[str, Value], ...] = ()) -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            choices: the key that leads to each, ``us-east-2``, and the value.
        """
        super().__init__(reason, text)
        self.choices = choices


class Zones(Unknown):
    """``Fn::GetAZs``: every zone of a region that the account launches into."""

    __slots__ = ("region",)

    def __init__(self, reason: str, text: str = "", region: str = "") -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            region: name of the region, or the hole that stands for it; empty for the one of the stack.
        """
        super().__init__(reason, text)
        self.region = region


class ZoneOf(Unknown):
    """Entry ``index`` of ``Fn::GetAZs``: which zone is unknown, but equal entries are one zone, others another."""

    __slots__ = ("index", "region")

    def __init__(self, reason: str, text: str = "", index: int = 0, region: str = "") -> None:
        """Keep what hides a value, see `Unknown`.

        Args:
            reason: as for `Unknown`.
            text: as for `Unknown`.
            index: of the entry, from 0.
            region: as in `Zones`.
        """
        super().__init__(reason, text)
        self.index = index
        self.region = region
