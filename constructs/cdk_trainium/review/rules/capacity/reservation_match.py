"""A reservation of the template that is for other launches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....constraints.tenancy import DEFAULT_TENANCY, OTHER_LAUNCHES, check_tenancy
from ....findings import Level
from ....template import Unknown, Value
from ...model import Launch
from ...model.targets import unwritten_targets, written_choices
from ...model.tenancy import tenancy_of
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell, from_problem, unknown
from .reservation_at import reservation_at
from .reservation_choice import of_choice

_LINUX = "Linux/UNIX"


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare type and tenancy; what platform an image is of only the image tells, so ``Linux/UNIX`` is taken as it."""
    path, owner = reservation_at(launch)
    yield from map(Skip, unwritten_targets(launch))
    for target, found in written_choices(launch):
        for hit in of_choice(launch, target, [mismatches(launch, data, shown(one)) for one, data in found]):
            yield hit._replace(path=path, resource=owner)


def mismatches(launch: Launch, data: Mapping[str, Any], name: str) -> list[Hit]:
    """Return why the reservation ``name`` with ``data`` is not, or may not be, for ``launch``; its zone aside."""
    return [*_types(launch, data, name), *_tenancy(launch, data, name), *_platform(data, name)]


def _types(launch: Launch, data: Mapping[str, Any], name: str) -> Iterator[Hit]:
    has = data.get("InstanceType")
    for wants in launch.types if has is not None else ():
        hidden = next((value for value in (has, wants) if isinstance(value, Unknown)), None)
        if hidden is not None:
            yield cannot_tell(f"whether the launch is of the instance type of reservation {name}", hidden)
        elif not _fits(has, wants):
            text = (
                f"reservation {name} is for instance type {shown(has)}, the launch is of instance type {shown(wants)}"
            )
            yield Hit(f"{text}; allowed: {shown(has)}")


def _tenancy(launch: Launch, data: Mapping[str, Any], name: str) -> Iterator[Hit]:
    has, wants = data.get("Tenancy", DEFAULT_TENANCY), tenancy_of(launch)
    hidden = next((value for value in (has, wants.value) if isinstance(value, Unknown)), None)
    problem = check_tenancy(str(wants.value), wants.text, str(has), name) if hidden is None else None
    if hidden is not None:
        yield cannot_tell(f"whether the launch is of the tenancy of reservation {name}", hidden)
    elif problem is not None:
        yield from_problem(problem, ())


def _platform(data: Mapping[str, Any], name: str) -> Iterator[Hit]:
    platform = data.get("InstancePlatform", _LINUX)
    if isinstance(platform, Unknown):
        yield cannot_tell(f"whether the image is of the platform of reservation {name}", platform)
    elif platform != _LINUX:
        yield unknown(f"whether the image is of platform {platform}, as reservation {name} is, cannot be told")


def _fits(has: Value, wants: Value) -> bool:
    family = isinstance(wants, str) and "." not in wants  # Batch takes families
    return has == wants or (family and str(has).startswith(f"{wants}."))


RULE = Rule(
    id=OTHER_LAUNCHES,
    title="The reservation that a launch targets is for such launches",
    level=Level.ERROR,
    why="A reservation takes only launches of its own type, platform and tenancy; others are refused or run on demand.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="reserve what is launched: the same InstanceType and Tenancy",
)
