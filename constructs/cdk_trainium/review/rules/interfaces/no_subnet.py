"""An Auto Scaling group that says nowhere to launch."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Group
from ...model.values import macro_in
from ...options import Context
from ...rule import Hit, Rule

_PLACES = ("VPCZoneIdentifier", "AvailabilityZones", "AvailabilityZoneIds")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Look for subnets and zones; a group that is made after an instance takes those of the instance."""
    data = group.branch.properties
    if group.kind != "asg" or group.branch.unread is not None or macro_in(data):
        return
    if data.get("InstanceId") is None and all(data.get(name) in (None, [], "") for name in _PLACES):
        text = f"{group.resource.id} names neither subnets nor zones; allowed: at least one"
        yield Hit(text, ("Properties",))


RULE = Rule(
    id="TRN126",
    title="An Auto Scaling group names its subnets or zones",
    level=Level.ERROR,
    why="Auto Scaling refuses the group: it has nowhere to launch.",
    source="EC2 Auto Scaling API, CreateAutoScalingGroup: VPCZoneIdentifier and AvailabilityZones",
    on="group",
    check=check,
    fix="set VPCZoneIdentifier: the private subnets of one zone",
)
