"""The demand of a cluster file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..catalog import Catalog, default
from ..constraints import Layout
from ..spec import (
    BlockCapacity,
    CapacitySpec,
    ClusterGroup,
    ClusterSpec,
    ImageSpec,
    OnDemandCapacity,
    ReservationCapacity,
    UltraServerGroup,
    is_late,
    node_count_of,
)
from .model import BlockDevice, Capacity, Demand, Group
from .spec_counts import spec_counts

__all__ = ["from_spec"]

_DEFAULT_FAMILY = {"nvidia": "nvidia-base"}


def from_spec(spec: ClusterSpec, catalog: Catalog | None = None) -> Demand:
    """Return what the cluster file ``spec`` asks for, what its constructs make with it included."""
    types = catalog or default()
    groups = [group for member in spec.members for group in _groups(spec, member, types)]
    return Demand(
        region=spec.region,
        account=spec.account or "",
        groups=tuple(groups),
        counts=spec_counts(spec, groups, types),
        stacks=(spec.name,),
        kms_keys=(spec.kms_key_arn,) if spec.kms_key_arn else (),
        vpc_ids=(imported,) if (imported := _imported_vpc(spec)) else (),
    )


def _groups(spec: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog) -> Iterator[Group]:
    if isinstance(member, UltraServerGroup):
        yield from _servers(spec, member, types)
        return
    fields = _common(spec, member, types, member.instance_type)
    for at in range(member.group_count):
        name = member.name if member.group_count == 1 else f"{member.name}-{at + 1}"
        bought = _bought(member.capacity)
        yield Group(
            name=name,
            count=member.node_count,
            desired=_desired(member.capacity, member.node_count),
            capacity=bought,
            placement_group=_placement(spec, member, name, bought),
            **fields,
        )


def _servers(spec: ClusterSpec, member: UltraServerGroup, types: Catalog) -> Iterator[Group]:
    server = types.ultraservers[member.ultraserver]
    fields = _common(spec, member, types, server.instance_type)
    total = node_count_of(member, types)
    for at in range(total // server.nodes):
        bought = member.capacity[at] if at < len(member.capacity) else None
        yield Group(
            name=f"{member.name}-{at + 1}",
            count=server.nodes,
            desired=_desired(bought, server.nodes),
            capacity=_bought(bought) if bought else Capacity(kind="block"),
            ultraserver_type=str(server.value("ec2_ultraserver_type") or ""),
            **fields,
        )


def _common(
    spec: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog, instance_type: str
) -> dict[str, Any]:
    imported = spec.network.imported
    image, entry = _image(spec, member, types, instance_type)
    size = member.root_volume_gib or entry.get("root_gib")
    return {
        "instance_type": instance_type,
        "layout": Layout(member.layout) if member.layout else None,
        "zone": _known(spec.zone),
        "zone_id": _known(spec.zone_id),
        "subnet_ids": tuple(one for one in imported.subnet_ids if not is_late(one)) if imported else (),
        "vpc": _imported_vpc(spec),
        "block_devices": (BlockDevice(device=entry["root_device"], gib=size),) if entry and size else (),
        "stack": spec.name,
        **image,
    }


def _imported_vpc(spec: ClusterSpec) -> str:
    return _known(spec.network.imported.vpc_id) if spec.network.imported else ""


def _known(value: str | None) -> str:
    return "" if value is None or is_late(value) else value


def _image(
    spec: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog, instance_type: str
) -> tuple[dict[str, str], Mapping[str, Any]]:
    image: ImageSpec | None = member.image or spec.image
    if image is None:
        return {}, {}
    info = types.find(instance_type)
    vendor = str(info.value("accelerator_vendor")) if info else ""
    systems = types.images["families"][image.family or _DEFAULT_FAMILY.get(vendor, "neuron-multi-framework")]
    entry = systems.get(image.os) or next(systems[os] for os in ("ubuntu-24.04", "amazon-linux-2023") if os in systems)
    path = image.ssm_parameter or str(entry["ssm_parameter"]).replace("{kubernetes}", image.kubernetes or "")
    if image.floating:
        return {"image_parameter": _known(path)}, entry
    return {"image_id": _known(image.id or (image.ids or {}).get(spec.region))}, entry


def _bought(capacity: CapacitySpec | None) -> Capacity:
    if isinstance(capacity, BlockCapacity):
        ids = tuple(block.reservation_id for block in capacity.blocks if not is_late(block.reservation_id))
        return Capacity(kind="block", ids=ids)
    if isinstance(capacity, ReservationCapacity):
        named = _known(capacity.reservation_id)
        return Capacity(
            kind="reservation", ids=(named,) if named else (), creates_reservation=capacity.reservation_id is None
        )
    if isinstance(capacity, OnDemandCapacity):
        return Capacity(creates_reservation=capacity.fail_fast)
    return Capacity(kind="spot") if capacity is not None else Capacity()


def _desired(capacity: CapacitySpec | None, count: int) -> int:
    return 0 if isinstance(capacity, BlockCapacity) and capacity.phase != "active" else count


def _placement(spec: ClusterSpec, member: ClusterGroup, name: str, bought: Capacity) -> str:
    if bought.kind == "block":
        return ""
    if member.placement_group:
        return _known(member.placement_group)
    if isinstance(member.capacity, ReservationCapacity) and member.capacity.reservation_id is not None:
        return member.capacity.placement_group or ""
    # Named after what the plan creates: it does not exist yet.
    return f"new:{spec.name}" if spec.placement == "shared" else f"new:{name}"
