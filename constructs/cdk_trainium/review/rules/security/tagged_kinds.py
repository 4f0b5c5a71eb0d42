"""Tag specifications of what buys or launches nodes, for what they cannot tag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....launches import LAUNCH_TEMPLATE
from ....template import Unknown, Value
from ....wording import as_written, nearest
from ...model.places import EACH, Steps, found_at
from ...model.targets import RESERVATION
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell
from ...subjects import Branched

_NODES = ("instance", "volume", "network-interface")
_LAUNCHED = (*_NODES, "spot-instances-request")
_FLEET = "AWS::EC2::EC2Fleet"
_SPOT = "SpotFleetRequestConfigData"
_OWN: Steps = ("TagSpecifications",)
_ALLOWED: Mapping[str, Mapping[Steps, tuple[str, ...]]] = {
    LAUNCH_TEMPLATE: {_OWN: ("launch-template",), ("LaunchTemplateData", *_OWN): _LAUNCHED},
    RESERVATION: {_OWN: ("capacity-reservation",)},
    "AWS::EC2::CapacityReservationFleet": {_OWN: ("capacity-reservation-fleet",)},
    _FLEET: {_OWN: ("fleet",)},
    "AWS::EC2::SpotFleet": {
        (_SPOT, *_OWN): ("spot-fleet-request",),
        (_SPOT, "LaunchSpecifications", EACH, *_OWN): ("instance",),
    },
}
"""Resource type -> where its tag specifications are -> what they can tag there."""


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Compare the resource types at each place: of the resource itself, and of what a launch makes."""
    kind, data = subject.resource.type, subject.branch.properties
    more = _NODES if kind == _FLEET and _may_be_instant(data) else ()
    for steps, own in _ALLOWED[kind].items():
        allowed = own + more
        for value, path in found_at(data, ("Properties",), (*steps, EACH, "ResourceType")):
            yield from _judged(value, allowed, path, _hint(value, kind, allowed))


def _may_be_instant(fleet: Mapping[str, Any]) -> bool:
    """Return whether ``fleet`` may be of the one type that tags nodes. Source: EC2 API, CreateFleet."""
    return fleet.get("Type") == "instant" or isinstance(fleet.get("Type"), Unknown)


def _judged(value: Value, allowed: tuple[str, ...], path: Path, hint: str) -> Iterator[Hit]:
    if isinstance(value, Unknown):
        yield cannot_tell("whether ResourceType is one that can be tagged here", value, path)
    elif isinstance(value, str) and value not in allowed:
        text = f"ResourceType is none that can be tagged here; got {as_written(value)}; allowed: {', '.join(allowed)}"
        yield Hit(text, path, hint)


def _hint(value: Value, kind: str, allowed: tuple[str, ...]) -> str:
    place = next((steps for steps, other in _ALLOWED[kind].items() if value in other), None)
    if place is not None:
        return f"move it to {'.'.join(step for step in place if step != EACH)}"
    if value in _LAUNCHED:
        return "tag what is launched in LaunchTemplateData of the launch template"
    return nearest(value, allowed) if isinstance(value, str) else ""


RULE = Rule(
    id="TRN711",
    title="Tag specifications name what they can tag",
    level=Level.ERROR,
    why="EC2 refuses the launch template, reservation or fleet, or every launch from it.",
    source="CloudFormation reference, TagSpecification of AWS::EC2::LaunchTemplate, CapacityReservation and "
    "CapacityReservationFleet; EC2 API, CreateFleet, SpotFleetRequestConfigData and SpotFleetTagSpecification",
    on=" ".join(_ALLOWED),
    check=check,
    fix="write one of the allowed types",
)
