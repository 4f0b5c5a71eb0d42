"""Who describes a node: the launch templates and configurations of the templates at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..template import Resource, Template, Unknown, Value
from ..template.values import macro_in, member
from .interfaces import NodeInterface
from .values import as_list, as_map

__all__ = [
    "DESCRIPTIONS",
    "INSTANCE",
    "LAUNCH_CONFIGURATION",
    "LAUNCH_TEMPLATE",
    "data_of",
    "launch_template",
    "placement_group_of",
    "subnets_of",
]

LAUNCH_TEMPLATE = "AWS::EC2::LaunchTemplate"
LAUNCH_CONFIGURATION = "AWS::AutoScaling::LaunchConfiguration"
INSTANCE = "AWS::EC2::Instance"
DESCRIPTIONS = {LAUNCH_TEMPLATE: "LaunchTemplateName", LAUNCH_CONFIGURATION: "LaunchConfigurationName"}
"""What describes nodes for groups -> the property that holds its name."""


def launch_template(value: Value, template: Template, find: Callable[[Value], Resource | None]) -> Resource | None:
    """Return the launch template (or configuration) that ``value`` refers to, or names in ``template``.

    Args:
        value: `Use.template`.
        template: that of the group.
        find: tells the resource that a reference names, in whichever template.
    """
    found = find(value)
    if found is not None:
        return found if found.type in DESCRIPTIONS else None
    return _by_name(value, template) if isinstance(value, str | Unknown) else None


def data_of(kind: str, properties: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a resource of type ``kind`` with ``properties`` says of the node."""
    return as_map(member(properties, "LaunchTemplateData")) if kind == LAUNCH_TEMPLATE else properties


def placement_group_of(data: Mapping[str, Any]) -> Value:
    """Return the placement group that launch data, or an instance, name by name or id; None when none."""
    placement = as_map(member(data, "Placement"))
    named = placement.get("GroupName", placement.get("GroupId", data.get("PlacementGroupName")))
    return macro_in(placement) if named is None else named


def subnets_of(data: Mapping[str, Any], interfaces: Iterable[NodeInterface]) -> list[Value]:
    """Return the subnets that launch data name, at the top and in their ``interfaces``."""
    return as_list(data.get("SubnetId")) + [item.data["SubnetId"] for item in interfaces if "SubnetId" in item.data]


def _by_name(name: Value, template: Template) -> Resource | None:
    for kind, property_name in DESCRIPTIONS.items():
        for resource in template.by_type.get(kind, ()):
            if name in [branch.properties.get(property_name) for branch in resource.branches]:
                return resource
    return None
