"""A reservation of the template that is for other launches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Unknown, Value
from ...model import Launch
from ...model.targets import unwritten_targets, written_targets
from ...model.tenancy import tenancy_of
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell, unknown
from .reservation_at import reservation_at

_LINUX = "Linux/UNIX"


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare type and tenancy; what platform an image is of only the image tells, so ``Linux/UNIX`` is taken as it."""
    path, owner = reservation_at(launch)
    yield from map(Skip, unwritten_targets(launch))
    for target, data in written_targets(launch):
        name = shown(target)
        for what, has, wants in _pairs(launch, data):
            hidden = next((value for value in (has, wants) if isinstance(value, Unknown)), None)
            if hidden is not None:
                yield cannot_tell(f"whether the launch is of the {what} of reservation {name}", hidden, path, owner)
            elif not _fits(has, wants):
                text = f"reservation {name} is for {what} {has}, the launch is of {what} {wants}"
                yield Hit(f"{text}; allowed: {has}", path, resource=owner)
        platform = data.get("InstancePlatform", _LINUX)
        if isinstance(platform, Unknown):
            yield cannot_tell(f"whether the image is of the platform of reservation {name}", platform, path, owner)
        elif platform != _LINUX:
            text = f"whether the image is of platform {platform}, as reservation {name} is, cannot be told"
            yield unknown(text, path, resource=owner)


def _pairs(launch: Launch, data: Mapping[str, Any]) -> Iterator[tuple[str, Value, Value]]:
    """Yield what is compared, the reservation's value and the launch's."""
    kind = data.get("InstanceType")
    yield from (("instance type", kind, wanted) for wanted in launch.types if kind is not None)
    yield "tenancy", data.get("Tenancy", "default"), tenancy_of(launch).value


def _fits(has: Value, wants: Value) -> bool:
    family = isinstance(wants, str) and "." not in wants  # Batch takes families
    return has == wants or (family and str(has).startswith(f"{wants}."))


RULE = Rule(
    id="TRN351",
    title="The reservation that a launch targets is for such launches",
    level=Level.ERROR,
    why="A reservation takes only launches of its own type, platform and tenancy; others are refused or run on demand.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="reserve what is launched: the same InstanceType and Tenancy",
)
