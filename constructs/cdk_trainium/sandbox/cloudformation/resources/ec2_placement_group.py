"""``AWS::EC2::PlacementGroup``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["PlacementGroup"]


class PlacementGroup(Ec2Handler):
    """Nodes close together. Nothing can be changed in place, not even tags: a stack tag replaces it."""

    type = "AWS::EC2::PlacementGroup"
    known = frozenset({"PartitionCount", "SpreadLevel", "Strategy", "Tags"})
    kind = "placement-group"
    create_only = frozenset({"Strategy", "PartitionCount", "SpreadLevel", "Tags"})

    def create(self, context: Context, props: Props) -> None:
        """Create it under a name of its own."""
        name = context.name(255)
        wanted = pick(props, "Strategy", "PartitionCount", "SpreadLevel")
        context.call("ec2", "create_placement_group", GroupName=name, TagSpecifications=self.tagged(props), **wanted)
        context.claim(name)

    def tagged_id(self, context: Context) -> str:
        """Return the id; the physical id is the name."""
        return str(self.attributes(context, {})["GroupId"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_placement_group", GroupName=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its name and id."""
        answer = context.call("ec2", "describe_placement_groups", GroupNames=[context.physical_id])
        return {"GroupName": context.physical_id, "GroupId": answer["PlacementGroups"][0].get("GroupId", "")}
