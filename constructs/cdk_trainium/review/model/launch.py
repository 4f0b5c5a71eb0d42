"""Nodes as they are launched: a launch template with what its group adds or replaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...catalog import InstanceTypeInfo
from ...constraints import check_interfaces, check_interfaces_of_any_type
from ...constraints.interfaces import NO_PRIMARY
from ...errors import Problem
from ...launches import Group, Use
from ...launches.batch import CHOSEN
from ...launches.interfaces import NodeInterface
from ...launches.named import types_of
from ...launches.purchase import MARKETS, decides, is_targeted, targets_of
from ...launches.types import SERVICE_NAMES, ec2_types
from ...template import Unknown, Value
from .case import Case, case_of
from .node import Node

if TYPE_CHECKING:
    from .world import World

__all__ = ["Launch"]


class Launch:
    """One node description with the group that launches it, if there is one."""

    def __init__(
        self, world: World, node: Node, group: Group | None, use: Use | None, listed: Group | None = None
    ) -> None:
        """Combine ``node`` with the way ``group`` uses it.

        Args:
            world: all templates.
            node: what describes the node.
            group: what launches it. Default: - nothing that is at hand.
            use: how the group does.
            listed: the group as its template alone tells it, see `World.groups_in`. Default: - ``group``.
        """
        self.world = world
        self.node = node
        self.group = group
        self.use = use
        self.listed = group if listed is None else listed

    @property
    def resource(self) -> Any:
        """The resource that describes the node."""
        return self.node.resource

    @cached_property
    def case(self) -> Case:
        """Conditions of node and group."""
        own = case_of(self.node.resource.template, self.node.when)
        if self.group is None or not self.group.when:
            return own
        return {**own, **case_of(self.group.resource.template, self.group.when)}

    @property
    def present(self) -> bool:
        """Whether it is there in the case at hand, see `Cases`."""
        cases, group = self.world.cases, self.group
        there = cases.holds(self.node.resource.template, self.node.when)
        return there and (group is None or cases.holds(group.resource.template, group.when))

    @property
    def default(self) -> bool:
        """Whether the parameters' defaults lead here."""
        return self.node.branch.default and (self.group is None or self.group.branch.default)

    @cached_property
    def types(self) -> tuple[Value, ...]:
        """Instance types it may launch; empty when neither node nor group says one."""
        if self.use is not None and self.use.types:
            return tuple(one for item in self.use.types for one in self._named(item))
        own = self.node.data.get("InstanceType")
        return types_of(self.node.data) if own is None else (own,)

    def _named(self, item: Value) -> tuple[Value, ...]:
        """Return the types of EC2 that the group's service means by ``item``."""
        if self.group is None or self.group.kind not in SERVICE_NAMES:
            return (item,)
        return ec2_types(self.group.kind, item, self.world.catalog, self.world.region_of(self.group.resource.template))

    @cached_property
    def infos(self) -> tuple[InstanceTypeInfo, ...]:
        """Catalog entries of its types; types that the catalog does not hold are left out."""
        found = (self.world.catalog.find(item) for item in self.types if isinstance(item, str))
        return tuple(info for info in found if info is not None)

    @cached_property
    def hidden_type(self) -> Unknown | None:
        """What hides the instance type. Default: - nothing."""
        return next((item for item in self.types if isinstance(item, Unknown)), None)

    @cached_property
    def may_be_accelerated(self) -> bool:
        """Whether a type has accelerators, or is hidden; what Batch chooses itself has none."""
        return bool(self.infos) or any(isinstance(item, Unknown) and item != CHOSEN for item in self.types)

    @cached_property
    def accelerated(self) -> bool:
        """Whether a type is known to have accelerators, or EFAs are asked for."""
        return bool(self.infos) or bool(self.node.efas)

    @cached_property
    def layout_problems(self) -> list[tuple[Problem, list[NodeInterface]]]:
        """What EC2 refuses of its interfaces on each of its types, once with all interfaces that have the fault."""
        plain = [item for item in self.node.interfaces if item.plain is not None]
        layout = [item.plain for item in plain if item.plain is not None]
        if not plain:
            return []
        problems = [problem for info in self.infos for problem in check_interfaces(info, layout)]
        if any(info.network_cards is None for info in self.infos) or not self.infos:
            problems += check_interfaces_of_any_type(layout)
        if len(plain) < len(self.node.interfaces):  # one that cannot be read may be the primary
            problems = [problem for problem in problems if problem.code != NO_PRIMARY]
        found: dict[Problem, list[NodeInterface]] = {}
        for problem in dict.fromkeys(problems):
            at = _index(problem.prop)
            found.setdefault(replace(problem, prop=""), []).extend([] if at is None else [plain[at]])
        return list(found.items())

    @cached_property
    def market(self) -> Value:
        """``spot``, ``capacity-block`` or another market type; None is on demand, an Unknown any of them."""
        group = self.group.purchase if self.group else None
        if self.use is not None and self.use.purchase is not None:
            group = self.use.purchase
        if isinstance(group, Unknown):
            return group
        return MARKETS.get(group, self.node.market) if isinstance(group, str) else self.node.market

    @cached_property
    def reservation(self) -> Mapping[str, Any]:
        """``CapacityReservationSpecification`` of the group, where it says more than ``default``, else of the node."""
        own = self.group.reservation if self.group else {}
        described = self.node.reservation
        unseen = isinstance(is_targeted(targets_of(own)), Unknown) and is_targeted(targets_of(described)) is False
        return own if unseen or decides(own) else described

    @cached_property
    def targets(self) -> list[Value]:
        """Reservation ids and resource groups that launches target."""
        return targets_of(self.reservation)

    @cached_property
    def targeted(self) -> bool | Unknown:
        """Whether launches target a reservation; an Unknown where nobody sees whether they do."""
        return is_targeted(self.targets)

    @cached_property
    def block(self) -> bool:
        """Whether it launches into a Capacity Block, as the template or the caller's knowledge says."""
        return self.market == "capacity-block" or any(item in self.world.blocks for item in self.ids)

    @cached_property
    def ids(self) -> list[str]:
        """The targeted reservation ids that are literals."""
        return [item for item in self.targets if isinstance(item, str)]

    @cached_property
    def purchase(self) -> str:
        """How nodes are bought: ``capacity-block``, ``spot``, ``reservation`` or ``on-demand``."""
        if self.block:
            return "capacity-block"
        return "spot" if self.market == "spot" else "reservation" if self.targeted is True else "on-demand"

    @cached_property
    def placement_group(self) -> Value:
        """The placement group of the group, else of the node; None when there is none."""
        group = self.group
        if group is not None and group.placement_group is not None:
            return group.placement_group
        described = self.node.placement_group
        return group.unseen_placement if described is None and group is not None else described

    @property
    def chosen_subnets(self) -> Sequence[Value]:
        """Subnets that the group launches it into; nothing where the group names none."""
        if self.use is not None and self.use.subnets is not None:
            return self.use.subnets
        return self.group.subnets if self.group else ()

    @property
    def chosen_zones(self) -> Sequence[Value]:
        """Zones that the group names for it."""
        if self.use is not None and self.use.zones is not None:
            return self.use.zones
        return self.group.zones if self.group else ()

    @cached_property
    def subnets(self) -> Sequence[Value]:
        """Subnets it may be launched into."""
        return self.chosen_subnets or self.node.subnets


def _index(prop: str) -> int | None:
    """Return the position in ``interfaces[3]``."""
    digits = prop.partition("[")[2].rstrip("]")
    return int(digits) if digits else None
