"""Texts with a form that AWS prescribes."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ..constraints.identifiers import (
    BAD_FORM,
    RESERVATION_PATTERN,
    check_region,
    check_reservation_id,
    resource_pattern,
)
from ..constraints.tags import BAD_TAG, MOST_TAGS, check_tag_key, check_tag_text
from ..constraints.zones import ZONE_ID_AS_NAME, is_zone_id, region_of_zone
from ..errors import Problem
from .late import Late, Literally, is_late
from .problem import bad

__all__ = [
    "Email",
    "ImageId",
    "Instant",
    "Name",
    "ParameterPath",
    "PlacementGroupName",
    "Region",
    "ReservationId",
    "SubnetId",
    "Tags",
    "VpcId",
    "ZoneId",
    "ZoneName",
]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,99}")
_FIRST_YEAR, _LAST_YEAR = 2020, 2100


def _name(value: str) -> str:
    if not _NAME.fullmatch(value):
        raise bad(
            "TRN005",
            "is no name that CloudFormation takes",
            allowed="a letter, then letters, digits and hyphens, at most 100 in all",
        )
    return value


def _reservation(value: str) -> str:
    return _unless(check_reservation_id(value), value)


def _region(value: str) -> str:
    return _unless(check_region(value), value)


def _unless(problem: Problem | None, value: str) -> str:
    if problem is not None:
        raise bad(problem.code, problem.message, allowed=problem.allowed, hint=problem.hint)
    return value


def _zone(value: str) -> str:
    if is_zone_id(value):
        raise bad(
            ZONE_ID_AS_NAME,
            "zone id given where a zone name (AvailabilityZone) is needed: names map to ids per account",
            allowed="a name such as us-east-2b",
            hint=f"write zone_id: {value} instead",
        )
    if region_of_zone(value) is None:
        raise bad(BAD_FORM, "is no name of a zone", allowed="a name such as us-east-2b")
    return value


def _zone_id(value: str) -> str:
    if not is_zone_id(value):
        hint = "write zone instead: a zone id is such as use2-az1" if region_of_zone(value) else ""
        raise bad(BAD_FORM, "is no id of a zone", allowed="an id such as use2-az1", hint=hint)
    return value


def _tag_key(value: str) -> str:
    return _tag_text(_unless(check_tag_key(value), value))


def _tag_text(value: str) -> str:
    return _unless(check_tag_text(value), value)


def _tag_count(value: dict[str, str]) -> dict[str, str]:
    count = len({*value, "Name"})
    if count > MOST_TAGS:
        raise bad(BAD_TAG, f"are {count} tags with the Name of the node", allowed=f"at most {MOST_TAGS}")
    return value


def _instant(value: Any) -> Any:
    if isinstance(value, str) and not is_late(value):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise bad(
                "TRN001", "is no date and time", allowed="ISO 8601 with zone, such as 2026-12-03T11:30:00Z"
            ) from None
    if isinstance(value, datetime) and value.tzinfo is None:
        raise bad("TRN001", "has no time zone", allowed="ISO 8601 with zone, such as 2026-12-03T11:30:00Z")
    return value


def _near(value: datetime) -> datetime:
    """Refuse the ends of the calendar, where adding a lead time or changing the zone overflows."""
    if not _FIRST_YEAR <= value.year <= _LAST_YEAR:
        raise bad("TRN001", "is no date of a Capacity Block", allowed=f"years {_FIRST_YEAR} to {_LAST_YEAR}")
    return value


Name = Annotated[str, AfterValidator(_name), Field(json_schema_extra={"pattern": f"^{_NAME.pattern}$"})]
"""A name that becomes part of logical ids and stack names."""
ReservationId = Late[
    Annotated[str, AfterValidator(_reservation), Field(json_schema_extra={"pattern": f"^{RESERVATION_PATTERN}$"})]
]
"""``cr-…``; a token is let through."""
ZoneName = Late[Annotated[str, AfterValidator(_zone)]]
ZoneId = Late[Annotated[str, AfterValidator(_zone_id)]]
Region = Annotated[str, AfterValidator(_region)]
ImageId = Late[Annotated[str, Field(pattern=f"^{resource_pattern('ami')}$")]]
VpcId = Late[Annotated[str, Field(pattern=f"^{resource_pattern('vpc')}$")]]
SubnetId = Late[Annotated[str, Field(pattern=f"^{resource_pattern('subnet')}$")]]
Email = Late[Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+$", max_length=320)]]
"""Something with one ``@`` and no space; whether mail arrives nobody can tell here. A token is let through."""
ParameterPath = Literally[Annotated[str, Field(pattern=r"^/[A-Za-z0-9_.:/-]+$")]]
"""Path of an SSM parameter; it becomes the default of a template's parameter, where CloudFormation resolves nothing."""
PlacementGroupName = Late[Annotated[str, Field(pattern=r"^[!-~]([ -~]{0,253}[!-~])?$")]]
"""1 to 255 ASCII characters, without spaces at the ends; a token is let through."""
Instant = Annotated[datetime, BeforeValidator(_instant), AfterValidator(_near)]
"""A point in time with its zone; text is read as ISO 8601."""
TagKey = Late[Annotated[str, Field(min_length=1, max_length=128), AfterValidator(_tag_key)]]
TagValue = Late[Annotated[str, Field(max_length=256), AfterValidator(_tag_text)]]
Tags = Annotated[dict[TagKey, TagValue], AfterValidator(_tag_count)]
"""Tags as AWS takes them: keys of 1 to 128, values of up to 256 characters; tokens are let through."""
