"""The demand of synthesized templates: all stages and nested stacks, one demand per account and region."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..catalog import Catalog, default
from ..findings import NotReviewed
from ..launches import group_in
from ..template import Resource, Template, Value
from .described import group_name
from .groups import groups_of
from .hyperpod import hyperpod_instances
from .launch import key_of
from .model import (
    Bootstrap,
    Capacity,
    Counts,
    Demand,
    FileSystem,
    Group,
    HyperPodInstances,
    NewSubnet,
    NotDetermined,
    TemplateSize,
    Volume,
    is_range,
)
from .named import existing_key
from .reading import Notes, by_default, dig
from .stacks import each_stack_once, stack_name
from .together import distinct
from .vpcs import existing_vpcs

__all__ = ["from_templates"]

_COUNTED = {
    "AWS::EC2::VPC": "vpcs",
    "AWS::EC2::Subnet": "subnets",
    "AWS::EC2::EIP": "elastic_ips",
    "AWS::EC2::NatGateway": "nat_gateways",
    "AWS::EC2::InternetGateway": "internet_gateways",
    "AWS::EC2::SecurityGroup": "security_groups",
    "AWS::EC2::PlacementGroup": "placement_groups",
    "AWS::EC2::LaunchTemplate": "launch_templates",
    "AWS::EC2::CapacityReservation": "reservations",
    "AWS::AutoScaling::AutoScalingGroup": "auto_scaling_groups",
    "AWS::IAM::Role": "roles",
    "AWS::IAM::InstanceProfile": "instance_profiles",
    "AWS::EKS::Cluster": "eks_clusters",
    "Custom::AWSCDK-EKS-Cluster": "eks_clusters",
    "AWS::EKS::Nodegroup": "eks_node_groups",
    "AWS::Batch::ComputeEnvironment": "batch_compute_environments",
    "AWS::Batch::JobQueue": "batch_job_queues",
}


def from_templates(
    templates: Iterable[Template],
    *,
    region: str = "",
    catalog: Catalog | None = None,
    unread: Sequence[NotReviewed] = (),
) -> tuple[Demand, ...]:
    """Return what ``templates`` ask for, one demand per account and region, under the defaults of their parameters.

    Args:
        templates: all of them, nested ones included.
        region: region of templates that name none. Default: - theirs stays empty.
        catalog: facts to count by. Default: - those of this release.
        unread: resources whose own templates could not be read. Default: - none.
    """
    by_place: dict[tuple[str, str], dict[str, Template]] = {}
    for template in templates:
        place = (_region(template) or region, _account(template))
        by_place.setdefault(place, {})[template.key] = template
    return tuple(_demand(*place, found, catalog or default(), unread) for place, found in sorted(by_place.items()))


def _region(template: Template) -> str:
    return template.region or (_region(template.parent[0]) if template.parent else "")


def _account(template: Template) -> str:
    return template.environment.account or (_account(template.parent[0]) if template.parent else "")


def _demand(
    region: str, account: str, found: Mapping[str, Template], catalog: Catalog, unread: Sequence[NotReviewed]
) -> Demand:
    notes = Notes()
    templates = each_stack_once(found, notes)
    groups = list(groups_of(templates, catalog, notes, region))
    return Demand(
        region=region,
        account=account,
        groups=distinct([*groups, *_spare_reservations(templates.values(), groups, notes)]),
        counts=_counts(templates.values(), notes),
        volumes=tuple(_volumes(templates.values(), notes)),
        file_systems=tuple(_file_systems(templates.values(), notes)),
        hyperpod=tuple(_hyperpod(templates.values(), catalog, notes)),
        new_subnets=tuple(_subnets(templates.values(), notes)),
        templates=tuple(_size(template) for template in templates.values()),
        stacks=tuple(sorted({name for template in templates.values() if (name := stack_name(template))})),
        bootstraps=tuple(_bootstraps(templates.values())),
        kms_keys=_existing_keys(groups, templates.values()),
        vpc_ids=existing_vpcs(templates.values(), notes),
        snapshot_ids=tuple(sorted({*_snapshots(templates.values(), notes)})),
        not_determined=(*notes.found, *_unread(templates.values(), unread)),
    )


def _unread(templates: Iterable[Template], unread: Sequence[NotReviewed]) -> Iterator[NotDetermined]:
    """Yield the resources of ``templates`` whose own templates nobody read: what these ask for is open."""
    paths = {template.path for template in templates}
    for item in unread:
        if item.logical_id and item.path in paths:
            yield NotDetermined(where=f"{item.path}: {item.logical_id}", what="what its template asks", why=item.why)


def _existing_keys(groups: Sequence[Group], templates: Iterable[Template]) -> tuple[str, ...]:
    found = {existing_key(device.kms_key_id, templates) for group in groups for device in group.block_devices}
    return tuple(sorted(found - {""}))


def _made(templates: Iterable[Template], kind: str, notes: Notes) -> Iterator[tuple[Resource, Mapping[str, Value]]]:
    for template in templates:
        for resource in template.by_type.get(kind, ()):
            branch = by_default(resource, notes)
            if branch is not None:
                yield resource, branch.properties


def _counts(templates: Iterable[Template], notes: Notes) -> Counts:
    listed = list(templates)
    counted = Counter(name for kind, name in _COUNTED.items() for _ in _made(listed, kind, notes))
    for resource, properties in _made(listed, "AWS::EC2::VPCEndpoint", notes):
        kind = notes.text(resource, "VpcEndpointType", properties.get("VpcEndpointType"))
        counted["interface_endpoints" if kind == "Interface" else "gateway_endpoints"] += 1
    return Counts(**counted)


def _volumes(templates: Iterable[Template], notes: Notes) -> Iterator[Volume]:
    for resource, properties in _made(templates, "AWS::EC2::Volume", notes):
        yield Volume(
            name=resource.id,
            gib=notes.number(resource, "Size", properties.get("Size")),
            type=notes.text(resource, "VolumeType", properties.get("VolumeType")) or "gp2",
            iops=notes.number(resource, "Iops", properties.get("Iops")),
            kms_key_id=existing_key(key_of(resource, properties.get("KmsKeyId"), notes), templates),
        )


def _snapshots(templates: Iterable[Template], notes: Notes) -> Iterator[str]:
    for resource, properties in _made(templates, "AWS::EC2::Volume", notes):
        if name := notes.text(resource, "SnapshotId", properties.get("SnapshotId")):
            yield name


def _file_systems(templates: Iterable[Template], notes: Notes) -> Iterator[FileSystem]:
    for resource, properties in _made(templates, "AWS::FSx::FileSystem", notes):
        if notes.text(resource, "FileSystemType", properties.get("FileSystemType")) != "LUSTRE":
            continue
        kind = notes.text(resource, "DeploymentType", dig(properties, "LustreConfiguration", "DeploymentType"))
        size = notes.number(resource, "StorageCapacity", properties.get("StorageCapacity"))
        if size is not None:
            yield FileSystem(name=resource.id, deployment=kind or "SCRATCH_1", gib=size)


def _hyperpod(templates: Iterable[Template], catalog: Catalog, notes: Notes) -> Iterator[HyperPodInstances]:
    for template in templates:
        for resource in template.by_type.get("AWS::SageMaker::Cluster", ()):
            branch = by_default(resource, notes)
            group = None if branch is None else group_in(resource, branch)
            if group is not None:
                for use in group.uses:
                    yield from hyperpod_instances(group, use, catalog, notes)


def _subnets(templates: Iterable[Template], notes: Notes) -> Iterator[NewSubnet]:
    for resource, properties in _made(templates, "AWS::EC2::Subnet", notes):
        cidr = notes.text(resource, "CidrBlock", properties.get("CidrBlock"))
        if cidr and not is_range(cidr):
            notes.add(resource, "CidrBlock", f"{cidr!r:.40} is no IPv4 range")
        elif cidr:
            yield NewSubnet(name=group_name(resource), cidr=cidr)


def _size(template: Template) -> TemplateSize:
    path = Path(template.path)
    return TemplateSize(
        path=template.key,
        resources=len(template.resources),
        bytes=path.stat().st_size if path.is_file() else 0,
        parent=template.parent[0].key if template.parent else "",
    )


def _spare_reservations(templates: Iterable[Template], groups: Sequence[Group], notes: Notes) -> Iterator[Group]:
    """Yield what reservations of the plan hold beyond the groups that launch into them."""
    for resource, properties in _made(templates, "AWS::EC2::CapacityReservation", notes):
        size = notes.number(resource, "InstanceCount", properties.get("InstanceCount"))
        inside = sum(
            group.count or 0
            for group in groups
            if group.capacity.creates_reservation
            and group.launch
            and group.launch.target == f"{resource.template.key}/{resource.id}"
        )
        if size is None or size > inside:
            yield Group(
                name=group_name(resource),
                instance_type=notes.text(resource, "InstanceType", properties.get("InstanceType")),
                count=None if size is None else size - inside,
                capacity=Capacity(kind="reservation", creates_reservation=True),
                interfaces=(),
                where=resource.construct_path or resource.id,
                stack=resource.template.environment.stack,
            )


def _bootstraps(templates: Iterable[Template]) -> Iterator[Bootstrap]:
    """Yield each parameter of a CDK bootstrap version, and the version that the rules ask for."""
    needed: dict[str, int] = {}
    for template in templates:
        parameter = dig(template.section("Parameters"), "BootstrapVersion", "Default")
        assertions = dig(template.section("Rules"), "CheckBootstrapVersion", "Assertions")
        if isinstance(parameter, str) and parameter and isinstance(assertions, list):
            needed[parameter] = max(needed.get(parameter, 0), _version(assertions))
    for parameter, version in sorted(needed.items()):
        yield Bootstrap(parameter=parameter, version=version)


def _version(assertions: list[Any]) -> int:
    """Return the version after the last one that a rule refuses."""
    refused = dig(assertions[0], "Assert", "Fn::Not") if assertions else None
    contains = dig(refused[0], "Fn::Contains") if isinstance(refused, list) and refused else None
    first = contains[0] if isinstance(contains, list) and contains else None
    versions = first if isinstance(first, list) else []
    return max((int(one) for one in versions if re.fullmatch("[0-9]{1,9}", str(one))), default=0) + 1
