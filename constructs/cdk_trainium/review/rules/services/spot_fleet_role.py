"""A compute environment of Batch on spot, with BEST_FIT and without the role of its Spot Fleet."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import MaybeAbsent, Unknown
from ...model import Group
from ...model.values import as_map, member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_WHERE = ("Properties", "ComputeResources")
_DEFAULT = "BEST_FIT"


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Look where neither the type nor the strategy makes the role needless; what is hidden may make it so."""
    data = as_map(group.branch.properties.get("ComputeResources"))
    role, strategy = member(data, "SpotIamFleetRole"), member(data, "AllocationStrategy")
    asked = {"SPOT": group.purchase, _DEFAULT: _DEFAULT if strategy is None else strategy}
    needless = any(isinstance(value, str) and value != word for word, value in asked.items())
    if group.kind != "batch" or needless or _is_named(role):
        return
    hidden = next((value for value in (*asked.values(), role) if isinstance(value, Unknown)), None)
    if hidden is not None:
        yield cannot_tell("whether Batch asks for SpotIamFleetRole", hidden, _WHERE)
    elif None not in asked.values():
        yield Hit(f"a compute environment of type SPOT with {_chosen(strategy)} names no SpotIamFleetRole", _WHERE)


def _is_named(role: object) -> bool:
    """Return whether a role is written, whatever it holds."""
    return role is not None and not isinstance(role, MaybeAbsent)


def _chosen(strategy: object) -> str:
    return "no AllocationStrategy, which is BEST_FIT," if strategy is None else _DEFAULT


RULE = Rule(
    id="TRN540",
    title="A compute environment on spot that takes the best fit names the role of its Spot Fleet",
    level=Level.ERROR,
    why="Batch buys spot for BEST_FIT, its default, by Spot Fleets, and those need the role: it refuses without.",
    source="AWS Batch API, ComputeResource: spotIamFleetRole; AWS Batch User Guide, allocation strategies",
    on="group",
    check=check,
    fix="name SpotIamFleetRole, or choose AllocationStrategy: SPOT_CAPACITY_OPTIMIZED or SPOT_PRICE_CAPACITY_OPTIMIZED",
)
