"""Sizes that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....findings import Level
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched
from .kept_sizes import against_actions


class _Sizes(NamedTuple):
    """Where a resource type writes its sizes."""

    above: Path
    low: str
    desired: str
    high: str
    most_is_least: int = 0
    """What the largest size must at least be."""


_GROUP = "AWS::AutoScaling::AutoScalingGroup"
_TYPES = {
    _GROUP: _Sizes((), "MinSize", "DesiredCapacity", "MaxSize"),
    "AWS::AutoScaling::ScheduledAction": _Sizes((), "MinSize", "DesiredCapacity", "MaxSize"),
    "AWS::Batch::ComputeEnvironment": _Sizes(("ComputeResources",), "MinvCpus", "DesiredvCpus", "MaxvCpus"),
    "AWS::EKS::Nodegroup": _Sizes(("ScalingConfig",), "MinSize", "DesiredSize", "MaxSize", 1),
    "AWS::PCS::ComputeNodeGroup": _Sizes(("ScalingConfiguration",), "MinInstanceCount", "", "MaxInstanceCount"),
}


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Compare the sizes that are literals, those of an Auto Scaling group also with what its actions leave of them."""
    names, data = _TYPES[subject.resource.type], subject.branch.properties
    for step in names.above:
        data = as_map(data.get(str(step)))
    low, desired, high = (as_int(data.get(name)) for name in (names.low, names.desired, names.high))
    above = ("Properties", *names.above)
    if low is not None and high is not None and low > high:
        yield Hit(f"{names.low} is above {names.high}; got {low}; allowed: at most {high}", (*above, names.low))
    elif desired is not None and not _between(low, desired, high):
        least, most = 0 if low is None else low, names.high if high is None else high
        text = f"{names.desired} is outside of {names.low} and {names.high}; got {desired}; allowed: {least} to {most}"
        yield Hit(text, (*above, names.desired))
    if high is not None and high < names.most_is_least:
        yield Hit(
            f"{names.high} is too small; got {high}; allowed: at least {names.most_is_least}", (*above, names.high)
        )
    if subject.resource.type == _GROUP:
        yield from against_actions(subject, context.world)


def _between(low: int | None, value: int, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


RULE = Rule(
    id="TRN348",
    title="The desired size of a group lies between its smallest and its largest",
    level=Level.ERROR,
    why="The service refuses the group, and the stack rolls back.",
    source="EC2 Auto Scaling API, CreateAutoScalingGroup, UpdateAutoScalingGroup and PutScheduledUpdateGroupAction; "
    "EKS API, NodegroupScalingConfig; AWS Batch API, ComputeResource; AWS PCS API, ScalingConfigurationRequest",
    on=" ".join(_TYPES),
    check=check,
    fix="correct the smallest, the largest or the desired size",
)
