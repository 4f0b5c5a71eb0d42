"""A node as its launch template (or instance) describes it, in one branch of the template's conditions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ...launches import LAUNCH_CONFIGURATION, LAUNCH_TEMPLATE
from ...launches.described import data_of, placement_group_of, subnets_of
from ...launches.interfaces import NodeInterface, read_interfaces
from ...launches.purchase import market_of
from ...template import Branch, MaybeAbsent, Resource, Truths, Unknown, Value
from ..rule import Path
from .user_data import UserData, read_user_data
from .values import as_list, as_map, laid_over, macro_in, member

__all__ = ["Node", "node_of"]


class Node:
    """One launch template or instance under one combination of conditions."""

    def __init__(
        self,
        resource: Resource,
        branch: Branch,
        root: Path,
        data: Mapping[str, Any],
        *,
        described: bool = True,
        single: bool = False,
    ) -> None:
        """Keep what the resource says.

        Args:
            resource: launch template, instance, or a group that makes its own launch template.
            branch: the branch that ``data`` is of.
            root: where ``data`` sits in the resource.
            data: properties of the node, resolved.
            described: whether the template describes the node at all; the service chooses otherwise.
            single: whether a service that describes the node is known to give it one interface without EFA.
        """
        self.resource = resource
        self.branch = branch
        self.root = root
        self.data = data
        self.described = described
        self.single = single
        self.owner: Resource | None = None
        """The group that says what is at ``places``. Default: - all of it is the resource's own."""
        self.places: Mapping[str, Path] = {}
        """Property -> where ``owner`` says it."""

    @property
    def when(self) -> Truths:
        """Conditions of this branch."""
        return self.branch.when

    def replaced(self, data: Mapping[str, Any], owner: Resource, places: Mapping[str, Path]) -> Node:
        """Return this node with ``data`` in place of its own properties of the same names, said by ``owner``."""
        made = Node(self.resource, self.branch, self.root, laid_over(self.data, data), described=self.described)
        made.owner, made.places = owner, places
        return made

    def at(self, *steps: str | int) -> Path:
        """Return the path of a property of the node."""
        return (*self.root, *steps)

    @cached_property
    def interfaces(self) -> tuple[NodeInterface, ...]:
        """Its network interfaces."""
        own, path = self.data.get("NetworkInterfaces"), self.at("NetworkInterfaces")
        return read_interfaces(own, path, self.resource, self.when)

    @cached_property
    def efas(self) -> tuple[NodeInterface, ...]:
        """Its EFA interfaces."""
        return tuple(item for item in self.interfaces if item.efa)

    @property
    def market(self) -> Value:
        """``InstanceMarketOptions.MarketType``, see `market_of`."""
        return market_of(self.resource.type, self.data)

    @property
    def reservation(self) -> Mapping[str, Any]:
        """``CapacityReservationSpecification``, which a launch configuration cannot have."""
        if self.resource.type == LAUNCH_CONFIGURATION:
            return {}
        return as_map(member(self.data, "CapacityReservationSpecification"))

    @property
    def placement_group(self) -> Value:
        """The placement group it names, None when none."""
        return placement_group_of(self.data)

    @property
    def is_partly_hidden(self) -> bool:
        """Whether a macro, or a value that is not known, adds properties that nobody sees here."""
        return macro_in(self.data) is not None

    @property
    def image(self) -> Value:
        """``ImageId``."""
        return member(self.data, "ImageId")

    @property
    def has_image(self) -> bool | Unknown:
        """Whether it names an image; an Unknown where nobody sees whether it does."""
        return self.image if isinstance(self.image, MaybeAbsent) else self.image is not None

    @property
    def user_data(self) -> Value:
        """``UserData``: usually `Encoded`."""
        return self.data.get("UserData")

    @cached_property
    def sent(self) -> UserData | None:
        """What of its user data is known, None when there is none or nothing of it."""
        return read_user_data(self.user_data)

    @property
    def boots(self) -> UserData | None:
        """What it reads as user data: `sent`, None also where EC2 refuses that for its size (TRN510).

        None, too, where it is MIME of more than is read here (TRN528).
        """
        return self.sent if self.sent is not None and self.sent.fits and self.sent.legible else None

    @property
    def subnets(self) -> list[Value]:
        """Subnets that the node itself names."""
        return subnets_of(self.data, self.interfaces)

    @property
    def disks(self) -> list[Mapping[str, Any]]:
        """``BlockDeviceMappings``."""
        return [as_map(item) for item in as_list(self.data.get("BlockDeviceMappings"))]


def node_of(resource: Resource, branch: Branch) -> Node:
    """Return ``resource``, which describes nodes, as the one that it is in ``branch``."""
    root: Path = ("Properties", "LaunchTemplateData") if resource.type == LAUNCH_TEMPLATE else ("Properties",)
    return Node(resource, branch, root, data_of(resource.type, branch.properties))
