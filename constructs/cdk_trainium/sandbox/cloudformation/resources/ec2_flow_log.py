"""``AWS::EC2::FlowLog``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["FlowLog"]


class FlowLog(Ec2Handler):
    """A record of a network's traffic; only its tags can be changed in place."""

    type = "AWS::EC2::FlowLog"
    kind = "vpc-flow-log"

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        rest = {key: value for key, value in props.items() if key not in {"ResourceId", "Tags"}}
        answer = context.call(
            "ec2", "create_flow_logs", ResourceIds=[props["ResourceId"]], TagSpecifications=self.tagged(props), **rest
        )
        context.claim(answer["FlowLogIds"][0])

    def replaces(self, _old: Props, _new: Props, changed: frozenset[str]) -> bool:
        """Everything but tags replaces it."""
        return bool(changed - {"Tags"})

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_flow_logs", FlowLogIds=[context.physical_id])

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"Id": context.physical_id}
