"""A Batch compute environment smaller than one of its nodes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.values import counted
from ....template import Unknown
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_WHERE = ("Properties", "ComputeResources", "MaxvCpus")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare ``MaxvCpus`` with the vCPUs of the smallest type; 0 is an environment that is meant to be empty."""
    group = launch.group
    vcpus = [info.vcpus for info in launch.infos if info.vcpus is not None]
    if group is None or group.kind != "batch" or not vcpus or len(vcpus) < len(launch.types):
        return
    most = counted(group.vcpus, 0)
    if isinstance(most, Unknown):
        yield cannot_tell("whether MaxvCpus holds a node", most, _WHERE, group.resource)
    elif 0 < most < min(vcpus):
        text = f"MaxvCpus holds no node; got {most}; allowed: at least {min(vcpus)}, those of one node"
        strategy = as_map(group.branch.properties.get("ComputeResources")).get("AllocationStrategy", "BEST_FIT")
        yield Hit(text, _WHERE, level=None if strategy == "BEST_FIT" else Level.WARNING, resource=group.resource)


RULE = Rule(
    id="TRN366",
    title="A Batch compute environment holds a node",
    level=Level.ERROR,
    why="Batch starts no node beyond MaxvCpus (with strategies other than BEST_FIT one at most): jobs stay RUNNABLE.",
    source="AWS Batch API, ComputeResource: maxvCpus",
    on="launch",
    check=check,
    fix="raise MaxvCpus to a multiple of the type's vCPUs",
)
