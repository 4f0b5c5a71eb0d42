"""``AWS::EC2::EIP``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["ElasticIp"]


class ElasticIp(Ec2Handler):
    """A public address; ``Ref`` gives the address itself."""

    type = "AWS::EC2::EIP"
    known = frozenset({"Domain", "InstanceId", "Tags"})
    kind = "elastic-ip"
    create_only = frozenset({"Domain", "InstanceId"})

    def create(self, context: Context, props: Props) -> None:
        """Allocate it and give it to an instance if asked."""
        answer = context.call(
            "ec2", "allocate_address", Domain=props.get("Domain", "vpc"), TagSpecifications=self.tagged(props)
        )
        context.claim(answer["PublicIp"])
        if "InstanceId" in props:
            allocation = answer["AllocationId"]
            context.call("ec2", "associate_address", AllocationId=allocation, InstanceId=props["InstanceId"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change the tags."""
        self.retag(context, old, new)

    def tagged_id(self, context: Context) -> str:
        """Return the allocation, on which the tags hang."""
        return str(self.attributes(context, {})["AllocationId"])

    def delete(self, context: Context, props: Props) -> None:
        """Release it."""
        allocation = self.attributes(context, props)["AllocationId"]
        context.call("ec2", "release_address", AllocationId=allocation)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return the allocation and the address."""
        found = context.call("ec2", "describe_addresses", PublicIps=[context.physical_id])["Addresses"][0]
        return {"AllocationId": found["AllocationId"], "PublicIp": context.physical_id}
