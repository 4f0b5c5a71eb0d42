"""A demand with the catalog, the region and the clock it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from ..catalog import Catalog, InstanceTypeInfo
from ..demand.model import Demand, Group, LaunchTemplate

__all__ = ["Plan", "is_vpc_id"]


def is_vpc_id(group: Group) -> bool:
    """Whether the VPC of ``group`` is an existing one, and no key of one that the plan creates."""
    return group.vpc.startswith("vpc-")


@dataclass(frozen=True)
class Plan:
    """What the checks judge."""

    demand: Demand
    catalog: Catalog
    now: datetime
    """The moment of judgement, with a time zone."""

    @property
    def region(self) -> str:
        """Region that every question is asked of."""
        return self.demand.region

    @cached_property
    def groups(self) -> dict[str, Group]:
        """The groups by name."""
        return {group.name: group for group in self.demand.groups}

    def info(self, group: Group) -> InstanceTypeInfo | None:
        """Return the catalog entry of the type of ``group``."""
        return self.catalog.find(group.instance_type)

    def _all(self, values: Callable[[Group], Iterable[str]]) -> tuple[str, ...]:
        return tuple(sorted({value for group in self.demand.groups for value in values(group) if value}))

    @cached_property
    def instance_types(self) -> tuple[str, ...]:
        """Distinct instance types."""
        return self._all(lambda group: (group.instance_type,))

    @cached_property
    def subnet_ids(self) -> tuple[str, ...]:
        """Distinct existing subnets."""
        return self._all(lambda group: group.subnet_ids)

    @cached_property
    def security_group_ids(self) -> tuple[str, ...]:
        """Distinct existing security groups."""
        return self._all(lambda group: group.security_group_ids)

    @cached_property
    def vpc_ids(self) -> tuple[str, ...]:
        """Distinct existing VPCs."""
        named = self._all(lambda group: (group.vpc,) if is_vpc_id(group) else ())
        return tuple(sorted({*self.demand.vpc_ids, *named}))

    @cached_property
    def key_names(self) -> tuple[str, ...]:
        """Distinct existing key pairs, by name."""
        return self._all(lambda group: (group.key_name,))

    @cached_property
    def launch_templates(self) -> dict[str, LaunchTemplate]:
        """Distinct existing launch templates with their versions, by label."""
        named = {one.label: one for group in self.demand.groups for one in group.launch_templates}
        return dict(sorted(named.items()))

    @cached_property
    def kms_keys(self) -> tuple[str, ...]:
        """Distinct existing keys that encrypt volumes, of nodes (`Demand.kms_keys`) or beside them."""
        beside = {volume.kms_key_id for volume in self.demand.volumes if volume.kms_key_id}
        return tuple(sorted({*self.demand.kms_keys, *beside}))

    @cached_property
    def snapshot_ids(self) -> tuple[str, ...]:
        """Distinct existing snapshots."""
        named = self._all(lambda group: (device.snapshot_id for device in group.block_devices))
        return tuple(sorted({*self.demand.snapshot_ids, *named}))

    @cached_property
    def image_parameters(self) -> tuple[str, ...]:
        """Distinct SSM parameters that hold image ids."""
        return self._all(lambda group: (group.image_parameter,))

    @cached_property
    def image_ids(self) -> tuple[str, ...]:
        """Distinct image ids that the plan writes itself."""
        return self._all(lambda group: (group.image_id,))
