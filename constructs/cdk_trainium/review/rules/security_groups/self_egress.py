"""All traffic to the EFA group itself."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model.membership import Membership
from ...options import Context
from ...rule import Hit, Rule
from .self_traffic import GUIDE, check_side


def check(member: Membership, context: Context) -> Iterator[Hit]:
    """Look for a self rule of all traffic, inline or as a resource of its own."""
    return check_side(member, context, "egress")


RULE = Rule(
    id="TRN202",
    title="The security group of EFAs allows all egress to itself",
    level=Level.ERROR,
    why="EFA needs all traffic to its own group; open egress is no substitute, and CDK drops add_egress_rule(self).",
    source=GUIDE,
    on="membership",
    check=check,
    fix="add AWS::EC2::SecurityGroupEgress with IpProtocol -1 and DestinationSecurityGroupId of the group",
)
