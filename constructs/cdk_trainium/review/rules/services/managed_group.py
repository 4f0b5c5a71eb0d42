"""Managed node groups of EKS with a launch template of one's own: what may stand in one of the two only."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Group, Launch
from ...rule import Hit

__all__ = ["CREATE_NODEGROUP", "LAUNCH_TEMPLATES", "customized", "in_group", "in_template"]

CREATE_NODEGROUP = "Amazon EKS API, CreateNodegroup"
LAUNCH_TEMPLATES = f"{CREATE_NODEGROUP}; Amazon EKS User Guide, customize managed nodes with launch templates"


def customized(launch: Launch) -> Group | None:
    """Return the managed node group that ``launch`` is of; None when it is none or has no launch template."""
    group = launch.group
    return group if group is not None and group.kind == "eks" and launch.node.described else None


def in_group(launch: Launch, *names: str) -> Iterator[tuple[str, Hit]]:
    """Yield the properties of ``names`` that the node group of ``launch`` has beside its launch template."""
    group = customized(launch)
    if group is None:
        return
    for name in names:
        if group.branch.properties.get(name) not in (None, []):
            text = f"{name} of {group.resource.id} beside its launch template {launch.node.resource.id}"
            yield name, Hit(text, ("Properties", name), resource=group.resource)


def in_template(launch: Launch, *names: str) -> Iterator[tuple[str, Hit]]:
    """Yield the properties of ``names`` that the launch template of a managed node group has."""
    group = customized(launch)
    if group is None:
        return
    for name in names:
        if launch.node.data.get(name) is not None:
            text = f"{name} in the launch template of the managed node group {group.resource.id}"
            yield name, Hit(text, launch.node.at(name))
