"""Whether subnets and security groups are of the VPC that is given beside them, as far as synthesis can tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aws_cdk import CfnResource, Reference, Tokenization
from aws_cdk import aws_ec2 as ec2

from ..errors import Problem, PropsError
from ..spec import is_late
from .told_subnet import ToldSubnet

__all__ = ["groups_in", "one_vpc"]

OTHER_VPC = "TRN209"
"""As the review calls it: the security group of the nodes is made in ``vpc``."""

_TEXT = "is a subnet of another VPC, and a security group serves its own VPC only"
_OF_GROUP = "is made in another VPC, and a security group serves its own VPC only"


def one_vpc(where: str, vpc: ec2.IVpc, subnets: Sequence[ToldSubnet]) -> None:
    """Refuse ``subnets`` that are known to lie in another VPC than ``vpc``: their nodes' group would be made there.

    Raises:
        PropsError: ``TRN209``, of each such subnet.
    """
    own: str = vpc.vpc_id
    if {subnet.vpc_id for subnet in subnets} <= {own, None}:
        return
    here, there = _known(own), [_known(subnet.vpc_id) for subnet in subnets]
    problems = [
        Problem(OTHER_VPC, _TEXT, f"subnets[{at}]", f"a subnet in {other}", f"subnets of vpc, which is {here}")
        for at, other in enumerate(there)
        if here and other and other != here
    ]
    if problems:
        raise PropsError(where, problems)


def groups_in(where: str, vpc: ec2.IVpc, prop: str, groups: Iterable[ec2.ISecurityGroup]) -> None:
    """Refuse ``groups`` that are known to be made in another VPC than ``vpc``; imported ones do not tell.

    Raises:
        PropsError: ``TRN209``, of each such group.
    """
    made = [found for group in groups if isinstance(found := group.node.default_child, ec2.CfnSecurityGroup)]
    homes = [_known(one.vpc_id) for one in made]
    here = _known(vpc.vpc_id) if any(homes) else ""
    others = [other for other in homes if here and other and other != here]
    if others and not _associated(vpc):
        hint = "make it in vpc, or make its AWS::EC2::SecurityGroupVpcAssociation with vpc before the nodes"
        allowed = f"a security group of vpc, which is {here}"
        problems = [Problem(OTHER_VPC, _OF_GROUP, prop, f"a group in {other}", allowed, hint) for other in others]
        raise PropsError(where, problems)


def _associated(vpc: ec2.IVpc) -> bool:
    """Whether the app makes any association of a group: which groups it is of is for the review to read."""
    return any(isinstance(one, ec2.CfnSecurityGroupVpcAssociation) for one in vpc.node.root.node.find_all())


def _known(vpc_id: str | None) -> str:
    """Return the id, or the path of the VPC that the app makes; empty when it is known at deployment only."""
    if not vpc_id or not is_late(vpc_id):
        return vpc_id or ""
    token = Tokenization.reverse_string(vpc_id).first_token
    target = token.target if isinstance(token, Reference) else None
    if isinstance(target, ec2.CfnSubnet):
        return _known(target.vpc_id)
    return str(target.node.path) if target is not None and CfnResource.is_cfn_resource(target) else ""
