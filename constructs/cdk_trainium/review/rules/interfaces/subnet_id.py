"""A subnet of a group that is named by something else than its id."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.identifiers import is_other_id
from ....findings import Level
from ....wording import as_written
from ...model import Group
from ...options import Context
from ...rule import Hit, Rule


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Judge literals; what a parameter, an import or a reference holds is not known here."""
    for subnet in group.subnets:
        if is_other_id(subnet, "subnet"):
            text = f"a subnet is named by no id of one; got {as_written(subnet)}; allowed: subnet-…"
            yield Hit(text, group.subnets_path)


RULE = Rule(
    id="TRN129",
    title="Subnets of a group are named by their ids",
    level=Level.ERROR,
    why="The service refuses a name or the id of something else, and the stack rolls back.",
    source="EC2 API, Subnet; Auto Scaling API, CreateAutoScalingGroup VPCZoneIdentifier",
    on="group",
    check=check,
    fix="name the id of the subnet, or refer to it with Ref",
)
