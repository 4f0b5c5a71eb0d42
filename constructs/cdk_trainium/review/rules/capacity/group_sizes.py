"""A group whose sizes contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Group
from ...model.values import as_int
from ...options import Context
from ...rule import Hit, Path, Rule

_PATHS: dict[str, tuple[Path, str]] = {
    "asg": (("Properties",), "DesiredCapacity"),
    "eks": (("Properties", "ScalingConfig"), "DesiredSize"),
}


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Compare the sizes that are literals."""
    if group.kind not in _PATHS:
        return
    above, desired_name = _PATHS[group.kind]
    low, desired, high = (as_int(size) for size in group.sizes)
    if low is not None and high is not None and low > high:
        yield Hit(f"MinSize is above MaxSize; got {low}; allowed: at most {high}", (*above, "MinSize"))
    elif desired is not None and not _between(low, desired, high):
        least, most = 0 if low is None else low, "MaxSize" if high is None else high
        text = f"{desired_name} is outside of MinSize and MaxSize; got {desired}; allowed: {least} to {most}"
        yield Hit(text, (*above, desired_name))


def _between(low: int | None, value: int, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


RULE = Rule(
    id="TRN348",
    title="The desired size of a group lies between its smallest and its largest",
    level=Level.ERROR,
    why="Auto Scaling refuses the group, and the stack rolls back.",
    source="EC2 Auto Scaling API, CreateAutoScalingGroup; EKS API, NodegroupScalingConfig",
    on="group",
    check=check,
    fix="correct MinSize, MaxSize or the desired size",
)
