"""Whether subnets lie in one zone, as far as synthesis can tell."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from aws_cdk import Resource, Stack, Validations
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..errors import Problem, PropsError
from ..spec import is_late

__all__ = ["LIST_MARK", "one_zone", "told"]

LIST_MARK = "#{Token["
"""How CDK writes the only item of a list that is known at deployment: nobody knows which items it will have."""
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


def one_zone(scope: Construct, subnets: Sequence[ISubnetRef], zone: str | None, zone_id: str | None) -> None:
    """Refuse ``subnets`` of several zones, and of zones known at deployment only that are not the same expression.

    What subnets do not tell is a warning, unless ``zone`` or ``zone_id`` vouches for them. Zones that CDK has not
    looked up yet are a warning: an error, annotated or raised, ends the app before the CLI looks them up.

    Raises:
        PropsError: ``TRN401``.
    """
    known = [subnet for subnet in subnets if not _is_dummy(subnet)]
    names, ids = _distinct(scope, known, "availability_zone"), _distinct(scope, known, "availability_zone_id")
    if zone and not is_late(zone) and not all(name.startswith("{") for name in names):
        names |= {zone}
    made = _distinct(scope, [subnet for subnet in subnets if _is_made_here(subnet)], "availability_zone")
    for zones in (names, ids, made):
        if len(zones) > 1:
            raise PropsError(scope.node.path, [_several(zones)])
    if len(known) < len(subnets):
        Validations.of(scope).add_warning("TRN603", _UNKNOWN_YET)
    elif not (zone or zone_id) and not all(_tells(subnet, names) for subnet in subnets) and _are_several(subnets):
        Validations.of(scope).add_warning("TRN401", _UNTOLD)


def told(subnet: ISubnetRef, name: str) -> str | None:
    """Return an attribute that only some subnets have; one imported without it raises, one of a late list is a list."""
    try:
        value: str | None = getattr(subnet, name, None)
    except RuntimeError:
        return None
    return None if value is not None and value.startswith(LIST_MARK) else value


def _several(zones: set[str]) -> Problem:
    text = f"the subnets lie in several zones: {_ALONE}"
    if any(zone.startswith("{") for zone in zones):
        text = f"the zones of the subnets are known at deployment only and cannot be proven to be one: {_ALONE}"
    return Problem("TRN401", text, "subnets", ", ".join(sorted(zones)), "subnets of one zone", _HINT)


def _distinct(scope: Construct, subnets: Sequence[ISubnetRef], name: str) -> set[str]:
    """Return the different values of an attribute; one known at deployment only as its JSON."""
    values = [value for subnet in subnets if (value := told(subnet, name))]
    return {json.dumps(Stack.of(scope).resolve(value), sort_keys=True) if is_late(value) else value for value in values}


def _are_several(subnets: Sequence[ISubnetRef]) -> bool:
    """Whether there may be more than one: a list that is known at deployment only stands as one subnet here."""
    return len(subnets) > 1 or any(subnet.subnet_ref.subnet_id.startswith(LIST_MARK) for subnet in subnets)


def _tells(subnet: ISubnetRef, names: set[str]) -> bool:
    """Whether ``subnet`` tells the zone as the others do: by name where any has one, else by id."""
    return bool(told(subnet, "availability_zone" if names else "availability_zone_id"))


def _is_dummy(subnet: ISubnetRef) -> bool:
    zone = told(subnet, "availability_zone")
    return bool(zone and not is_late(zone) and _DUMMY.fullmatch(zone))


def _is_made_here(subnet: ISubnetRef) -> bool:
    """Whether its zone is CDK's stand-in and it is new: two such zones are two after the look-up as well."""
    return _is_dummy(subnet) and isinstance(subnet, Construct) and Resource.is_owned_resource(subnet)
