"""A Batch compute environment smaller than one of its nodes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.types import ec2_types
from ....launches.values import counted
from ....template import Unknown
from ...model import Group
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell

_WHERE = ("Properties", "ComputeResources", "MaxvCpus")


def check(group: Group, context: Context) -> Iterator[Hit | Skip]:
    """Compare ``MaxvCpus`` with the vCPUs of the smallest type; 0 is an environment that is meant to be empty."""
    if group.kind != "batch":
        return
    least, most = _smallest(group, context), counted(group.vcpus, 0)
    if least is None:
        yield Skip("the vCPUs of a type that is hidden, or that the catalog does not hold, are not known")
        return
    if isinstance(most, Unknown):
        yield cannot_tell("whether MaxvCpus holds a node", most, _WHERE)
    elif 0 < most < least:
        text = f"MaxvCpus holds no node; got {most}; allowed: at least {least}, those of one node"
        strategy = as_map(group.branch.properties.get("ComputeResources")).get("AllocationStrategy", "BEST_FIT")
        yield Hit(text, _WHERE, level=None if strategy == "BEST_FIT" else Level.WARNING)


def _smallest(group: Group, context: Context) -> int | None:
    """Return the vCPUs of the environment's smallest type, whichever launch template has it; None when hidden.

    Source: AWS Batch API, LaunchTemplateSpecificationOverride: its types are among those of the environment.
    """
    written = as_list(as_map(group.branch.properties.get("ComputeResources")).get("InstanceTypes"))
    region = context.world.region_of(group.resource.template)
    types = [one for item in written for one in ec2_types("batch", item, context.catalog, region)]
    infos = [context.catalog.find(one) for one in types if isinstance(one, str)]
    vcpus = [info.vcpus for info in infos if info is not None and info.vcpus is not None]
    return min(vcpus) if vcpus and len(vcpus) == len(types) else None


RULE = Rule(
    id="TRN366",
    title="A Batch compute environment holds a node",
    level=Level.ERROR,
    why="Batch starts no node beyond MaxvCpus (with strategies other than BEST_FIT one at most): jobs stay RUNNABLE.",
    source="AWS Batch API, ComputeResource: maxvCpus",
    on="group",
    check=check,
    fix="raise MaxvCpus to a multiple of the type's vCPUs",
)
