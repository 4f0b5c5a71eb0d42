"""Types of options that several verbs take: a wrong form is a mistake of usage (exit code 2), never ignored."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from ..constraints.identifiers import BAD_FORM, check_region, check_reservation_id
from ..constraints.zones import check_zone_name, is_zone_id, region_of_zone
from ..errors import Problem
from ..wording import as_written

__all__ = [
    "CAPACITY_BLOCK_ID",
    "DEADLINE",
    "NODES",
    "PROFILE",
    "REGION",
    "RESERVATION_ID",
    "ZONE",
    "ZONE_ID",
    "Checked",
    "Decimal",
    "Whole",
    "no_number",
]


if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:  # older releases of click that are allowed take no type argument
    _Text = click.ParamType


class Checked(_Text):
    """A text of a prescribed form."""

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text``."""
        raise NotImplementedError

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return ``value`` as it is; fails with code, got and allowed."""
        text = str(value)
        problem = self.check(text)
        if problem is not None:
            self.fail(str(problem), param, ctx)
        return text


class Region(Checked):
    """``us-east-2``; a well-formed region that this release does not know is allowed."""

    name = "region"

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text`` as a region."""
        return check_region(text)


class ReservationId(Checked):
    """``cr-…``, the id that launches target, of a reservation."""

    name = "cr-id"

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text`` as the id of a reservation."""
        return check_reservation_id(text)


class CapacityBlockId(ReservationId):
    """``cr-…`` of a Capacity Block: launches target its reservation, not ``cb-…``."""


class Zone(Checked):
    """``us-east-2b``: a name, not an id."""

    name = "zone"

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text`` as a zone's name."""
        problem = check_zone_name(text)
        if problem is None and region_of_zone(text) is None:
            problem = Problem(BAD_FORM, "is no name of a zone", got=repr(text), allowed="a name such as us-east-2b")
        return problem


class ZoneId(Checked):
    """``use2-az1``: an id, not a name."""

    name = "zone-id"

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text`` as a zone's id."""
        if is_zone_id(text):
            return None
        hint = "a name goes into --zone" if region_of_zone(text) else ""
        return Problem(BAD_FORM, "is no id of a zone", got=repr(text), allowed="an id such as use2-az1", hint=hint)


class Profile(Checked):
    """Name of a profile; an empty one is a shell variable that nobody set."""

    name = "profile"

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text`` as the name of a profile."""
        hint = "is a variable unset? leave the option out for the usual profile"
        return None if text.strip() else Problem(BAD_FORM, "is empty", "profile", repr(text), hint=hint)


def no_number(value: object, allowed: str) -> str:
    """Return what is wrong with ``value``, which is not the number that is ``allowed``."""
    return str(Problem(BAD_FORM, "is no such number", "", as_written(value), f"{allowed}, in the digits 0 to 9"))


class Whole(click.IntRange):
    """A whole number in ASCII digits: Python reads digits of any script, spaces and ``1_000`` as well."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails with code, got and allowed."""
        with suppress(click.BadParameter):
            if not isinstance(value, str) or re.fullmatch("[-+]?[0-9]{1,18}", value):
                return super().convert(value, param, ctx)
        return self.fail(no_number(value, f"a whole number from {self.min} to {self.max}"), param, ctx)


class Decimal(click.types.FloatParamType):
    """A number in ASCII digits, such as ``96``, ``0.5`` or ``1e3``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails with code, got and allowed."""
        plain = not isinstance(value, str) or (value.isascii() and value.strip() == value and "_" not in value)
        with suppress(click.BadParameter):
            if plain:
                return super().convert(value, param, ctx)
        return self.fail(no_number(value, "a number"), param, ctx)


NODES = Whole(1, 100_000)
"""Nodes of a group, as many as a cluster file takes."""
REGION = Region()
PROFILE = Profile()
RESERVATION_ID = ReservationId()
CAPACITY_BLOCK_ID = CapacityBlockId()
ZONE = Zone()
ZONE_ID = ZoneId()
DEADLINE = click.option(
    "--deadline",
    type=Whole(1, 86_400),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="What AWS has not answered by then is unknown.",
)
"""Option of the verbs that ask many questions of an account."""
