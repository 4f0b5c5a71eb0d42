"""All traffic from the EFA group itself."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model.membership import Membership
from ...options import Context
from ...rule import Hit, Rule
from .self_traffic import GUIDE, check_side


def check(member: Membership, context: Context) -> Iterator[Hit]:
    """Look for a self rule of all traffic, inline or as a resource of its own."""
    return check_side(member, context, "ingress")


RULE = Rule(
    id="TRN201",
    title="The security group of EFAs allows all ingress from itself",
    level=Level.ERROR,
    why="EFA needs all traffic from its own group; without it the nodes boot and the collectives hang.",
    source=GUIDE,
    on="membership",
    check=check,
    fix="add AWS::EC2::SecurityGroupIngress with IpProtocol -1 and SourceSecurityGroupId of the group",
)
