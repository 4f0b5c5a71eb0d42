"""What the readers of all services answer: groups, and what each launches from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..template import Branch, MaybeAbsent, Resource, Truths, Unknown, Value
from ..template.names import Path
from ..template.values import macro_in
from .values import as_int, as_map

__all__ = ["Group", "Path", "Share", "Use", "imaged"]

_NOTHING: Mapping[str, Any] = {}
_NOWHERE: Mapping[str, Path] = {}


class Use(NamedTuple):
    """One launch template that a group names, or one description of nodes that the group or its service holds."""

    template: Value
    """Reference or name of the launch template; None for what the group describes itself."""
    version: Value
    path: Path
    types: tuple[Value, ...] = ()
    """Instance types that replace the launch template's. Default: - the launch template decides."""
    data: Mapping[str, Any] = _NOTHING
    """Other properties that replace the launch template's; all of them when the group describes the node itself."""
    places: Mapping[str, Path] = _NOWHERE
    """Where the group says what is in ``data``. Default: - where the launch template would."""
    own: bool = False
    """Whether the node is described at ``path`` of the group, not by a launch template."""
    by_service: bool = False
    """Whether the service makes the node's interfaces, image and disks, and the group only names its type."""
    purchase: Value = None
    """How these nodes are bought, where it differs from the others of the group. Default: - `Group.purchase`."""
    count: Value = None
    """Nodes of this use alone. Default: - `Group.sizes`, whichever use they are of."""
    subnets: Sequence[Value] | None = None
    """Subnets of these nodes alone. Default: - `Group.subnets`."""
    zones: Sequence[Value] | None = None
    """Zones of these nodes alone. Default: - `Group.zones`."""
    types_path: Path = ()
    """Where the group says ``types``. Default: - it says none."""
    by_id: bool = False
    """Whether the property that says ``template`` takes its id. Default: - the name."""


def imaged(use: Use, image: Value, path: Path) -> Use:
    """Return ``use`` with the image that its group names at ``path``; itself where that is None."""
    return use if image is None else use._replace(data={"ImageId": image}, places={"ImageId": path})


class Share(NamedTuple):
    """One way in which a group buys a part of its capacity."""

    purchase: Value
    """As `Group.purchase`."""
    size: Value = None
    """How much, in `Group.unit`. Default: - by the mixed group's distribution, see `asg.distribution_of`."""


class Group(NamedTuple):
    """One group under one combination of conditions."""

    resource: Resource
    branch: Branch
    kind: str
    """``asg``, ``eks``, ``batch``, ``pcs``, ``fleet``, ``hyperpod`` or ``instance``."""
    uses: tuple[Use, ...]
    """What it launches from, at least one: it chooses among several."""
    subnets: Sequence[Value] = ()
    subnets_path: Path = ()
    subnets_hidden: bool = False
    """Whether the list of subnets itself is not known, so that there may be several."""
    zones: Sequence[Value] = ()
    zones_path: Path = ()
    zones_apart: bool = False
    """Whether ``zones`` are of other nodes than ``subnets``, not those of the same."""
    one_zone: Value = False
    """Whether its service launches all nodes into one of these zones, whichever. Default: - into each of them."""
    placement_group: Value = None
    placement_path: Path = ()
    key_name: Value = None
    """Key pair of its nodes. Default: - the launch template decides."""
    reservation: Mapping[str, Any] = _NOTHING
    purchase: Value = None
    """``SPOT``, ``CAPACITY_BLOCK`` and the like, where the group says it. Default: - the launch template decides."""
    purchase_path: Path = ()
    """Where the group says it. Default: - it says nothing, or in several properties."""
    shares: tuple[Share, ...] = ()
    """The parts that it buys in different ways. Default: - it buys in one way."""
    sizes: tuple[Value, Value, Value] = (None, None, None)
    """Minimum, desired, maximum, in ``unit``."""
    sizes_path: Path = ("Properties", "MaxSize")
    """Where the largest of `sizes` is written."""
    unit: Value = None
    """What the sizes count when not nodes: ``WeightedCapacity``, ``vcpu``, ``memory-mib``. Default: - nodes."""
    vcpus: Value = None
    """vCPUs at most, where a service counts these. Default: - it counts nodes."""

    @property
    def when(self) -> Truths:
        """Conditions of this branch."""
        return self.branch.when

    @property
    def unseen_placement(self) -> MaybeAbsent | None:
        """What may add the placement group that it does not name. Default: - nothing."""
        if self.placement_group is not None or not self.placement_path:
            return None
        owner: Value = self.branch.properties
        for step in self.placement_path[1:-1]:
            owner = as_map(owner).get(str(step))
        return macro_in(owner)

    @property
    def parts(self) -> tuple[Use, ...]:
        """`uses`, each once per way in which its nodes are bought."""
        if len(self.shares) < 2:
            return self.uses
        return tuple(use._replace(purchase=share.purchase) for use in self.uses for share in self.shares)

    @property
    def hidden_size(self) -> Unknown | None:
        """What hides how many nodes it may have. Default: - nothing, or the template says no size."""
        if self.unit is not None:
            return self.unit if isinstance(self.unit, Unknown) else Unknown(f"its capacity is counted by {self.unit}")
        return next((size for size in self.sizes[1:] if isinstance(size, Unknown)), None)

    @property
    def nodes(self) -> int | None:
        """Nodes it may have at most; None when the template does not tell."""
        if self.unit is not None:
            return None
        known = [as_int(size) for size in self.sizes]
        return max((size for size in known if size is not None), default=None)
