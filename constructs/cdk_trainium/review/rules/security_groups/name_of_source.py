"""An id of a security group where the name of one is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Reference
from ...model.security_group import SECURITY_GROUP, rules_of
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched

_NAME, _ID = "SourceSecurityGroupName", "SourceSecurityGroupId"
_IDS = ("", "GroupId", "Id")
"""Attributes that are the id of a group with VpcId; the empty one is that of ``Ref``."""


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Look for references to groups of a VPC of one's own, whose names no rule takes."""
    for rule in rules_of(subject.resource, subject.branch):
        peer = rule.data.get(_NAME)
        group = context.world.properties(peer, SECURITY_GROUP)
        if isinstance(peer, Reference) and peer.attribute in _IDS and group is not None and "VpcId" in group:
            yield Hit(f"{_NAME} is the id of {peer.logical_id}", (*rule.path, _NAME), f"write it as {_ID}")


RULE = Rule(
    id="TRN207",
    title="Security group rules name groups of a VPC by id",
    level=Level.ERROR,
    why="EC2 looks for a group of that name in the default VPC and refuses the rule.",
    source="CloudFormation reference, AWS::EC2::SecurityGroupIngress: SourceSecurityGroupName",
    on="AWS::EC2::SecurityGroup AWS::EC2::SecurityGroupIngress",
    check=check,
    fix="write SourceSecurityGroupId",
)
