"""How groups name what they use: launch templates, instance types, subnets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..template import Mixed, OneId, Unknown, Value, split
from ..template.values import HiddenMap, macro_in, member
from .group import Path, Use
from .values import as_list, as_map

__all__ = [
    "BY_REQUIREMENTS",
    "IDS",
    "NAMES",
    "by_service",
    "cut",
    "may_be_several",
    "one_use",
    "specified",
    "subnets_of",
    "types_of",
    "unit_of",
]

IDS = ("LaunchTemplateId", "Id", "TemplateId")
NAMES = ("LaunchTemplateName", "Name")
"""Properties that say in the specifications of the services which launch template is meant."""
BY_REQUIREMENTS = Unknown("InstanceRequirements choose it")


def specified(value: Value, path: Path, types: tuple[Value, ...] = ()) -> Use:
    """Return the launch template that the specification ``value`` at ``path`` names; None where it names none."""
    if isinstance(value, Unknown):
        return Use(value, value, path, types)
    data = as_map(value)
    name = next((name for name in (*IDS, *NAMES) if name in data), "")
    named = data.get(name) if name else macro_in(data)
    return Use(named, member(data, "Version"), path, types, by_id=name in IDS)


def one_use(owner: Value, path: Path, types: tuple[Value, ...]) -> tuple[Use, ...]:
    """Return the use of the specification at the end of ``path``, a member of ``owner``; without one `by_service`."""
    value = as_map(owner).get(str(path[-1]))
    return (by_service(types, owner) if value is None else specified(value, path, types),)


def by_service(types: tuple[Value, ...] = (), *owners: Value) -> Use:
    """Return the node of a group without launch template, which its service describes.

    Where something may add one to ``owners``, nobody sees what that says of the node.
    """
    hidden = next(filter(None, map(macro_in, owners)), None)
    data = {} if hidden is None else HiddenMap(hidden.reason)
    return Use(None, None, ("Properties",), types, data, own=True, by_service=True)


def types_of(override: Value) -> tuple[Value, ...]:
    """Return the types that ``override`` puts in place of the launch template's; an Unknown where EC2 chooses them."""
    if isinstance(override, Unknown):
        return (override,)
    data = as_map(override)
    if "InstanceType" in data:
        return (data["InstanceType"],)
    return (BY_REQUIREMENTS,) if "InstanceRequirements" in data else ()


def unit_of(overrides: Iterable[Value], written: Value) -> Value:
    """Return what a capacity counts, where ``written`` is the property that says it; None for nodes.

    Source: EC2 Auto Scaling API, ``DesiredCapacityType``; EC2 API, ``TargetCapacityUnitType``: default ``units``.
    """
    if [one for one in overrides if "WeightedCapacity" in as_map(one)]:
        return "WeightedCapacity"
    return None if written == "units" else written


def subnets_of(data: Mapping[str, Any], name: str, *above: str) -> dict[str, Any]:
    """Return the members of a group about its subnets, the list ``name``."""
    value = data.get(name)
    path: Path = ("Properties", *above, name)
    # Some write the list as one string; Auto Scaling itself keeps it as one, with commas.
    subnets = [item for part in as_list(value) for item in as_list(cut(part))]
    return {"subnets": subnets, "subnets_path": path, "subnets_hidden": may_be_several(value)}


def may_be_several(value: Value) -> bool:
    """Return whether ``value``, which is no list, may be one."""
    return isinstance(value, Unknown) and not isinstance(value, OneId)


def cut(value: Value) -> Value:
    """Return a string as the list that it is with commas; all else as it is."""
    parts = split(",", value) if isinstance(value, str | Mixed) else value
    return [part.strip() if isinstance(part, str) else part for part in parts] if isinstance(parts, list) else parts
