"""Whether subnets lie in one zone, as far as synthesis can tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from aws_cdk import Stack, Validations

from ..errors import Problem, PropsError
from ..spec import is_late
from .context import Surroundings
from .told_subnet import LIST_MARK, ToldSubnet

__all__ = ["one_zone"]

_DUMMY = re.compile(r"dummy\d[a-z]")
_ALONE = "a cluster placement group, a block and EFA know one"
_HINT = "give one subnet, such as subnets=vpc.private_subnets[:1], or make the VPC with availability_zones=[one zone]"
_UNTOLD = (
    "the subnets do not tell their zones, so that they lie in one cannot be verified: " + _ALONE + "; give zone or "
    "zone_id, or import them with their zone"
)
_UNKNOWN_YET = (
    "the zone of the subnets is a stand-in of CDK until the account is asked for it; synthesize with the CDK CLI and "
    "credentials, or name the zone: availability_zones of the VPC"
)


def one_zone(around: Surroundings, subnets: Sequence[ToldSubnet], zone: str | None, zone_id: str | None) -> None:
    """Refuse ``subnets`` of several zones, and of zones known at deployment only that are not the same expression.

    What subnets do not tell is a warning, unless ``zone`` or ``zone_id`` vouches for them. Zones that CDK has not
    looked up yet are a warning: an error, annotated or raised, ends the app before the CLI looks them up.

    Raises:
        PropsError: ``TRN401``.
    """
    known = [subnet for subnet in subnets if not _is_dummy(subnet)]
    names = _distinct(around.stack, [subnet.zone for subnet in known])
    ids = _distinct(around.stack, [subnet.zone_id for subnet in known])
    elsewhere = [*_elsewhere("zone", zone, names), *_elsewhere("zone_id", zone_id, ids)]
    if elsewhere:
        raise PropsError(around.path, elsewhere)
    made = _distinct(around.stack, [subnet.zone for subnet in subnets if _is_new(subnet)])
    for zones in (names, ids, made):
        if len(zones) > 1:
            raise PropsError(around.path, [_several(zones)])
    if len(known) < len(subnets):
        Validations.of(around.scope).add_warning("TRN603", _UNKNOWN_YET)
    elif not (zone or zone_id) and not all(_tells(subnet, names) for subnet in subnets) and _are_several(subnets):
        Validations.of(around.scope).add_warning("TRN401", _UNTOLD)


def _elsewhere(prop: str, given: str | None, told: set[str]) -> Iterator[Problem]:
    """Yield that the zone ``given`` is not the one that all subnets tell."""
    other = next(iter(told)) if len(told) == 1 else ""
    if given and other and given != other and not is_late(given) and not other.startswith("{"):
        hint = "leave it out: the subnets tell their zone; or give subnets of that zone"
        yield Problem("TRN401", "is not the zone of the subnets", prop, given, other, hint)


def _several(zones: set[str]) -> Problem:
    text = f"the subnets lie in several zones: {_ALONE}"
    if any(zone.startswith("{") for zone in zones):
        text = f"the zones of the subnets are known at deployment only and cannot be proven to be one: {_ALONE}"
    return Problem("TRN401", text, "subnets", ", ".join(sorted(zones)), "subnets of one zone", _HINT)


def _distinct(stack: Stack, values: Sequence[str | None]) -> set[str]:
    """Return the different values that are told; one known at deployment only as its JSON."""
    told = [value for value in values if value]
    return {json.dumps(stack.resolve(value), sort_keys=True) if is_late(value) else value for value in told}


def _are_several(subnets: Sequence[ToldSubnet]) -> bool:
    """Whether there may be more than one: a list that is known at deployment only stands as one subnet here."""
    return len(subnets) > 1 or any(subnet.id.startswith(LIST_MARK) for subnet in subnets)


def _tells(subnet: ToldSubnet, names: set[str]) -> bool:
    """Whether ``subnet`` tells the zone as the others do: by name where any has one, else by id."""
    return bool(subnet.zone if names else subnet.zone_id)


def _is_dummy(subnet: ToldSubnet) -> bool:
    return bool(subnet.zone and not is_late(subnet.zone) and _DUMMY.fullmatch(subnet.zone))


def _is_new(subnet: ToldSubnet) -> bool:
    """Whether its zone is CDK's stand-in and it is new: two such zones are two after the look-up as well."""
    return _is_dummy(subnet) and subnet.is_made_here
