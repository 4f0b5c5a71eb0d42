"""Reads resolved template values as numbers and strings, and notes what only the deployment decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..template import Branch, Reference, Resource, SsmValue, Unknown, Value, worded
from ..wording import as_written
from .model import NotDetermined
from .quantity import quantity

__all__ = ["MOST", "Notes", "by_default", "dig", "items", "mapping", "references", "whole"]

_HOLDERS = {
    *("LaunchTemplateData", "NetworkInterfaces", "BlockDeviceMappings", "Ebs", "IamInstanceProfile", "Placement"),
    *("InstanceMarketOptions", "CapacityReservationSpecification", "CapacityReservationTarget"),
    *("InstanceMaintenancePolicy", "MixedInstancesPolicy", "LaunchTemplate", "Overrides", "AutoScalingReplacingUpdate"),
    *(
        "ScalingConfig",
        "UpdateConfig",
        "RemoteAccess",
        "ScalingConfiguration",
        "InstanceConfigs",
        "ComputeResources",
        "InstanceTypes",
    ),
    *("SpotFleetRequestConfigData", "LaunchTemplateConfigs", "TargetCapacitySpecification"),
    *("LaunchSpecifications", "InstancesDistribution", "InstanceRequirements"),
    *("LustreConfiguration", "InstanceGroups", "RestrictedInstanceGroups"),
}
"""Properties whose members a demand is read from."""
MOST = 2**31 - 1
"""What an integer of AWS's holds; a larger one is a slip."""
_FLAGS = {"true": True, "false": False}


def dig(value: Value, *path: str) -> Value:
    """Return the member at ``path``; None where there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def mapping(value: Value) -> Mapping[str, Value]:
    """Return ``value`` when it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def items(value: Value) -> Sequence[Value]:
    """Return ``value`` when it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def by_default(resource: Resource, notes: Notes) -> Branch | None:
    """Return the resource as the parameters' defaults make it; None when they leave it out.

    Notes what of its objects and lists is open: read member by member they would look as if they were left out.
    """
    made = resource.by_default
    if made is not None:
        for name, reason in (*_open(made.properties), *_open(made.update_policy)):
            notes.add(resource, name, reason)
    if made is None and resource.branches:
        notes.add(resource, "the resource", f"created only when {worded(resource.branches[0].when)}", judged=True)
    return made


def whole(value: Value) -> int | None:
    """Return a whole number from 0 to `MOST`, also written as a string, as CloudFormation takes it; else None."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    digits = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not digits.isdecimal() or not digits.isascii() or len(digits.lstrip("0")) > len(str(MOST)):
        return None
    found = int(digits.lstrip("0") or "0")
    return found if found <= MOST else None


def _open(value: Value, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name of each object or list that a demand is read from and that is open, or an item of it, and why."""
    if isinstance(value, Unknown) and not isinstance(value, SsmValue) and name in _HOLDERS:
        yield name, value.reason
    for key, member in mapping(value).items():
        yield from _open(member, key)
    for item in items(value):
        yield from _open(item, name)


class Notes:
    """Collects what could not be determined."""

    def __init__(self) -> None:
        """Start without any."""
        self.found: list[NotDetermined] = []

    def add(self, resource: Resource, what: str, why: str, *, judged: bool = False) -> None:
        """Note that ``what`` of ``resource`` is open, and why; ``judged`` when it is bounded or left out by default."""
        note = NotDetermined(where=f"{resource.template.path}: {resource.id}", what=what, why=why, judged=judged)
        if note not in self.found:
            self.found.append(note)

    def text(self, resource: Resource, what: str, value: Value) -> str:
        """Return a string; empty, with a note, when it is open. A reference to a resource is empty without one."""
        if isinstance(value, Unknown) and not isinstance(value, SsmValue):
            self.add(resource, what, value.reason)
        return value if isinstance(value, str) else ""

    def number(self, resource: Resource, what: str, value: Value, default: int | None = None) -> int | None:
        """Return a whole number, also when it is written as a string; None, with a note, when it is open."""
        if value is None:
            return default
        found = whole(value)
        if found is not None:
            return found
        why = (
            value.reason
            if isinstance(value, Unknown)
            else f"{as_written(value, 40)} is no whole number from 0 to {quantity(MOST)}"
        )
        self.add(resource, what, why)
        return None

    def flag(self, resource: Resource, what: str, value: Value) -> bool | None:
        """Return true or false, also when it is written as a string; None where it is absent or, with a note, open."""
        if value is None or isinstance(value, bool):
            return value
        found = _FLAGS.get(value.strip().lower()) if isinstance(value, str) else None
        if found is None:
            why = value.reason if isinstance(value, Unknown) else f"{as_written(value, 40)} is neither true nor false"
            self.add(resource, what, why)
        return found

    def ids(self, resource: Resource, what: str, value: Value) -> tuple[str, ...]:
        """Return the strings of a list; references to resources of the plan are left out."""
        texts = [self.text(resource, what, one) for one in (items(value) or ([value] if value is not None else []))]
        return tuple(text for text in texts if text)


def references(value: Value) -> tuple[Reference, ...]:
    """Return the references to resources in a list or a single value."""
    return tuple(one for one in (items(value) or [value]) if isinstance(one, Reference))
