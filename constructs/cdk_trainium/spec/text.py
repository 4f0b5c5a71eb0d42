"""Texts with a form that AWS prescribes."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from .late import Late, is_late
from .problem import bad

__all__ = [
    "MOST_TAGS",
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
_RESERVATION = re.compile(r"cr-[0-9a-f]{8,17}")
_ZONE = re.compile(r"[a-z]{2,3}(-[a-z]+)+-[0-9](-[a-z]{3}-[0-9])?[a-z]")
_ZONE_ID = re.compile(r"[a-z]{2,4}[0-9](-[a-z]{3}[0-9])?-az[0-9]+")
_FIRST_YEAR, _LAST_YEAR = 2020, 2100
_TAG_TEXT = re.compile(r"[\w +\-=.:/@]*")
MOST_TAGS = 50
"""Tags of one resource, those that begin with ``aws:`` not counted. Source: EC2 User Guide, tag restrictions."""
_REGION = re.compile(r"[a-z]{2,3}(-[a-z]+)+-[0-9]")


def _name(value: str) -> str:
    if not _NAME.fullmatch(value):
        raise bad(
            "TRN005",
            "is no name that CloudFormation takes",
            allowed="a letter, then letters, digits and hyphens, at most 100 in all",
        )
    return value


def _reservation(value: str) -> str:
    if value.startswith("cb-"):
        raise bad(
            "TRN311",
            "is the id of the Capacity Block; launches target its reservation",
            allowed="cr-… (8 to 17 hexadecimal digits)",
            hint="aws ec2 describe-capacity-blocks shows the reservation ids of a block",
        )
    if not _RESERVATION.fullmatch(value):
        raise bad("TRN001", "is no id of a capacity reservation", allowed="cr-… (8 to 17 hexadecimal digits)")
    return value


def _zone(value: str) -> str:
    if _ZONE_ID.fullmatch(value):
        raise bad(
            "TRN601",
            "zone id given where a zone name (AvailabilityZone) is needed: names map to ids per account",
            allowed="a name such as us-east-2b",
            hint=f"write zone_id: {value} instead",
        )
    if not _ZONE.fullmatch(value) or value.startswith("dummy"):
        raise bad("TRN001", "is no name of a zone", allowed="a name such as us-east-2b")
    return value


def _zone_id(value: str) -> str:
    if not _ZONE_ID.fullmatch(value):
        hint = "write zone instead: a zone id is such as use2-az1" if _ZONE.fullmatch(value) else ""
        raise bad("TRN001", "is no id of a zone", allowed="an id such as use2-az1", hint=hint)
    return value


def _region(value: str) -> str:
    if not _REGION.fullmatch(value):
        raise bad("TRN001", "is no name of a region", allowed="a name such as us-east-2")
    return value


def _tag_key(value: str) -> str:
    if value.lower().startswith("aws:"):
        raise bad("TRN007", "AWS keeps tags that begin with aws: to itself", allowed="another key")
    return _tag_text(value)


def _tag_text(value: str) -> str:
    if not _TAG_TEXT.fullmatch(value):
        found = "".join(dict.fromkeys(_TAG_TEXT.sub("", value)))
        allowed = "letters, digits, spaces and + - = . _ : / @"
        raise bad("TRN008", f"has characters that AWS takes in no tag: {found!r}", allowed=allowed)
    return value


def _tag_count(value: dict[str, str]) -> dict[str, str]:
    count = len({*value, "Name"})
    if count > MOST_TAGS:
        raise bad("TRN008", f"are {count} tags with the Name of the node", allowed=f"at most {MOST_TAGS}")
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
    Annotated[str, AfterValidator(_reservation), Field(json_schema_extra={"pattern": f"^{_RESERVATION.pattern}$"})]
]
"""``cr-…``; a token is let through."""
ZoneName = Late[Annotated[str, AfterValidator(_zone)]]
ZoneId = Late[Annotated[str, AfterValidator(_zone_id)]]
Region = Annotated[str, AfterValidator(_region)]
ImageId = Late[Annotated[str, Field(pattern=r"^ami-([0-9a-f]{8}|[0-9a-f]{17})$")]]
VpcId = Late[Annotated[str, Field(pattern=r"^vpc-([0-9a-f]{8}|[0-9a-f]{17})$")]]
SubnetId = Late[Annotated[str, Field(pattern=r"^subnet-([0-9a-f]{8}|[0-9a-f]{17})$")]]
Email = Late[Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+$", max_length=320)]]
"""Something with one ``@`` and no space; whether mail arrives nobody can tell here. A token is let through."""
ParameterPath = Late[Annotated[str, Field(pattern=r"^/[A-Za-z0-9_.:/-]+$")]]
"""Path of an SSM parameter; a token is let through."""
PlacementGroupName = Late[Annotated[str, Field(pattern=r"^[!-~]([ -~]{0,253}[!-~])?$")]]
"""1 to 255 ASCII characters, without spaces at the ends; a token is let through."""
Instant = Annotated[datetime, BeforeValidator(_instant), AfterValidator(_near)]
"""A point in time with its zone; text is read as ISO 8601."""
TagKey = Late[Annotated[str, Field(min_length=1, max_length=128), AfterValidator(_tag_key)]]
TagValue = Late[Annotated[str, Field(max_length=256), AfterValidator(_tag_text)]]
Tags = Annotated[dict[TagKey, TagValue], AfterValidator(_tag_count)]
"""Tags as AWS takes them: keys of 1 to 128, values of up to 256 characters; tokens are let through."""
