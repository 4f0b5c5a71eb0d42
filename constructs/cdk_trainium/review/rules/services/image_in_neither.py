"""A managed node group whose image nobody names."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import MaybeAbsent, Unknown
from ...model import Launch
from ...model.values import member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .managed_group import CREATE_NODEGROUP

_WHERE = ("Properties", "AmiType")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report CUSTOM without ``ImageId``; the API asks for an ``AmiType`` beside accelerators."""
    group = launch.group
    if group is None or group.kind != "eks" or launch.node.has_image is True:
        return
    kind, owner = member(group.branch.properties, "AmiType"), group.resource
    accelerated = [info.name for info in launch.infos if info.value("accelerator_vendor")]
    lacking = kind == "CUSTOM" or (isinstance(kind, MaybeAbsent | None) and accelerated)
    hidden = next((one for one in (kind, launch.node.has_image) if isinstance(one, Unknown)), None)
    if lacking and hidden is not None:
        yield cannot_tell(f"whether {owner.id} says which image its nodes boot", hidden, _WHERE, owner)
    elif kind == "CUSTOM":
        yield Hit(f"AmiType of {owner.id} is CUSTOM, its launch template has no ImageId", _WHERE, resource=owner)
    elif kind is None and accelerated:
        text = f"{owner.id} names no AmiType, and needs the one of its accelerators: {', '.join(accelerated)}"
        yield Hit(text, _WHERE, "say AmiType: AL2023_x86_64_NEURON for Trainium", Level.WARNING, owner)


RULE = Rule(
    id="TRN364",
    title="A managed node group says which image its nodes boot",
    level=Level.ERROR,
    why="CUSTOM without an image fails; without AmiType accelerated nodes may boot an image without their driver.",
    source=CREATE_NODEGROUP,
    on="launch",
    check=check,
    fix="set ImageId in the launch template, or the AmiType of the accelerators",
)
