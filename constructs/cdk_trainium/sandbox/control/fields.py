"""The parameters of what scenarios, tests and ``trnctl sandbox`` put into an account, and what each may be."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ...errors import Problem
from ...wording import as_decimal, as_written, nearest
from ..names import is_region, regions, zone_ids, zones
from ..rules.block_offering_request import MAX_NODES
from ..rules.reservation_request import MAX_COUNT
from . import duration
from .ultraservers import servers
from .values import ALLOWED_TIMES, ALLOWED_TYPES, known_platforms, known_type, moment, sold_in_blocks

__all__ = ["FIELDS", "Field", "field_problems"]

MOST_NODES = 4_000
"""Nodes that run already, of one item: a default subnet has addresses for no more."""
_MINUS = ("-", "\u2212")
"""The hyphen that a keyboard has, and the sign that a text copied from elsewhere may have."""
_LARGEST = sys.float_info.max
_LISTED = {"region": regions, "zone": zones, "zone_id": zone_ids}
"""Parameter that is a name of AWS's -> all of them."""
_RESERVATION, _BLOCK = re.compile(r"cr-[0-9a-f]{8,17}"), re.compile(r"cb-[0-9a-f]{8,17}")


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter."""

    allowed: str
    """In words."""
    test: Callable[[Any], bool]
    needed: bool = False


def field_problems(kind: str, data: Mapping[str, Any], where: str = "") -> Iterator[Problem]:
    """Yield what is wrong with the parameters ``data`` of one ``kind`` (a key of `FIELDS`) by themselves.

    Args:
        kind: what is put into the account.
        data: its parameters.
        where: what comes before a parameter's name in the problem, such as ``blocks[0].``.
    """
    fields = FIELDS[kind]
    for name, value in data.items():
        if name not in fields:
            hint = nearest(str(name), fields)
            yield Problem("TRN095", "there is no such parameter", f"{where}{name}", "", ", ".join(fields), hint)
        elif as_decimal(value) or not fields[name].test(value):
            yield Problem(
                "TRN095",
                "it has no such value",
                f"{where}{name}",
                as_written(value),
                fields[name].allowed,
                _hint(name, value),
            )
    for name in [name for name, field in fields.items() if field.needed and name not in data]:
        yield Problem("TRN095", "is required", f"{where}{name}", "nothing", fields[name].allowed)
    if "zone" in fields and not {"zone", "zone_id"} & set(data):
        yield Problem("TRN095", "is required, or its id", f"{where}zone", "nothing", fields["zone"].allowed)


def _hint(name: str, value: Any) -> str:
    if name == "by" and str(value).startswith(_MINUS):
        return "time goes forward only; a sandbox that is stopped and started begins anew, at the present"
    return nearest(str(value), _LISTED[name]()) if name in _LISTED else as_decimal(value)


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _one_of(names: Callable[[], frozenset[str]]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in names()


def _whole(least: int, most: float) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_time(value: Any) -> bool:
    try:
        moment(value, datetime.now(UTC))
    except (ValueError, TypeError, OverflowError):
        return False
    return True


def _is_duration(value: Any) -> bool:
    try:
        duration.parse(value)
    except (ValueError, TypeError):
        return False
    return True


def _is_fee(value: Any) -> bool:
    if isinstance(value, str):
        return re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) is not None
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _is_platform(value: Any) -> bool:
    return isinstance(value, str) and value in known_platforms()


def _are_tags(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(one, str) for pair in value.items() for one in pair)


def _count(most: int) -> Field:
    return Field(f"a whole number from 1 to {most:,}", _whole(1, most), needed=True)


def _matching(pattern: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_REGION = Field("a region such as us-east-2", is_region)
_WHERE = {
    "region": _REGION,
    "zone": Field("a zone's name such as us-east-2a", _one_of(zones)),
    "zone_id": Field("a zone's id such as use2-az1", _one_of(zone_ids)),
    "instance_type": Field(ALLOWED_TYPES, lambda value: isinstance(value, str) and known_type(value)),
}
_RESERVED = {
    "reservation_id": Field("cr- and 8 to 17 hexadecimal digits", _matching(_RESERVATION)),
    "platform": Field("a platform of EC2's such as Linux/UNIX", _is_platform),
}
_TIME = Field(ALLOWED_TIMES, _is_time)
_TIMES = {"start": replace(_TIME, needed=True), "end": replace(_TIME, needed=True)}
_SOLD = {
    "instance_type": Field(
        "a type that EC2 sells in Capacity Blocks such as trn2.48xlarge",
        lambda value: isinstance(value, str) and sold_in_blocks(value),
    ),
    "ultraserver_type": Field(", ".join(servers()), lambda value: isinstance(value, str) and value in servers()),
}
_STATUS = ("ok", "impaired", "insufficient-data")
"""Of NeuronLink. Source: EC2 API, InterconnectStatus of CapacityBlockStatus."""
_IMAGE = Field("the name of a public parameter", _text, needed=True)
FIELDS: Mapping[str, Mapping[str, Field]] = {
    "instances": {
        "count": _count(MOST_NODES),
        **_WHERE,
        "lifecycle": Field("spot", lambda value: value == "spot"),
    },
    "reservations": {
        "count": _count(MAX_COUNT),
        **_WHERE,
        **_RESERVED,
        "match": Field("open, targeted", lambda value: value in ("open", "targeted")),
    },
    "blocks": {
        "count": _count(MAX_NODES),
        **_TIMES,
        **_WHERE,
        **_SOLD,
        **_RESERVED,
        "block_id": Field("cb- and 8 to 17 hexadecimal digits", _matching(_BLOCK)),
        "tags": Field("texts by text", _are_tags),
    },
    "offerings": {
        "count": _count(MAX_NODES),
        **_TIMES,
        **_WHERE,
        **_SOLD,
        "fee": Field('an amount in USD such as "3433.04"', _is_fee),
    },
    "failures": {
        "operation": Field("AWS's name of an operation such as DescribeInstances", _text, needed=True),
        "code": Field("an error code such as InternalError", _text, needed=True),
        "message": Field("a text", lambda value: isinstance(value, str)),
        "http_status": Field("a whole number from 400 to 599", _whole(400, 599)),
        "times": Field("a whole number from 0, which is every time", _whole(0, math.inf)),
    },
    "account": {"region": _REGION},
    "deny": {"message": Field("a text", lambda value: isinstance(value, str))},
    "advance": {"by": Field("a duration such as 2h, 90m or 1d12h, of at most 3650d", _is_duration, needed=True)},
    "image": {"parameter": _IMAGE, "region": _REGION},
    "impair": {
        "reservation_id": replace(_RESERVED["reservation_id"], needed=True),
        "status": Field(", ".join(_STATUS), lambda value: value in _STATUS),
        "region": _REGION,
    },
}
"""What is put into an account -> its parameters; those of the kinds of a scenario are those of `Account`'s methods."""
