"""The security group that EFA needs."""

from __future__ import annotations

from collections.abc import Iterable

import jsii
from aws_cdk import Stack
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from ..spec import Late
from ..spec.base import Spec
from .context import Surroundings
from .given import checked_with
from .one_vpc import groups_in

__all__ = ["EfaSecurityGroup", "efa_group", "of_vpc"]


class _GroupSpec(Spec):
    allow_all_outbound: bool = True
    description: Late[str] = ""


@jsii.implements(ec2.IConnectable)
class EfaSecurityGroup(Construct):
    """A security group whose members reach each other over EFA: all traffic from and to itself.

    EFA is refused without both rules, and open egress to 0.0.0.0/0 does not replace the rule to the group itself.
    ``add_egress_rule(self)`` of the CDK is dropped without a word when all outbound is allowed, so both rules are
    resources of their own here, also on a group that exists already.
    Source: EC2 User Guide, Elastic Fabric Adapter, "prepare an EFA-enabled security group".
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        vpc: ec2.IVpc,
        security_group: ec2.ISecurityGroup | None = None,
        allow_all_outbound: bool = True,
        description: str = "EFA traffic between the nodes of a cluster",
    ) -> None:
        """Make the group, or complete an existing one.

        Args:
            scope: parent construct.
            id: construct id.
            vpc: VPC of the group.
            security_group: an existing group that gets the two rules. Default: - a group is made
            allow_all_outbound: let the nodes of a made group reach any address. Default: - true
            description: description of a made group; changing it replaces the group.
                Default: - a text that says what it is for

        Raises:
            PropsError: names every bad prop, such as a VPC that is none, or a group that is made in another.
        """
        super().__init__(scope, id)
        path = Surroundings(self, scope, id).path
        made = {"allow_all_outbound": allow_all_outbound, "description": description}
        checked_with(path, _GroupSpec, {**made, "vpc": vpc, "security_group": security_group})
        if security_group is not None:
            groups_in(path, vpc, "security_group", [security_group])
        self.vpc: ec2.IVpc = vpc
        self.security_group: ec2.ISecurityGroup = security_group or ec2.SecurityGroup(
            self, "Group", vpc=vpc, allow_all_outbound=allow_all_outbound, description=description
        )
        self._id: str = self.security_group.security_group_id
        if security_group is None:
            _allow_itself(self, self._id)
        else:
            _complete(security_group, self._id)

    @property
    def allows_itself(self) -> bool:
        """Always true: both self rules are here."""
        return True

    @property
    def security_group_id(self) -> str:
        """Id of the group."""
        return self._id

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the group; `IConnectable`."""
        return self.security_group.connections


def efa_group(
    scope: Construct, vpc: ec2.IVpc, security_group: EfaSecurityGroup | ec2.ISecurityGroup | None
) -> EfaSecurityGroup:
    """Return the given group, completed where it is a plain one, or make one in ``scope``.

    Raises:
        PropsError: ``TRN209``, the group is known to be made in another VPC.
    """
    if isinstance(security_group, EfaSecurityGroup):
        of_vpc(str(scope.node.path), vpc, "security_group", [security_group])
        return security_group
    return EfaSecurityGroup(scope, "SecurityGroup", vpc=vpc, security_group=security_group)


def of_vpc(where: str, vpc: ec2.IVpc, prop: str, groups: Iterable[EfaSecurityGroup | ec2.ISecurityGroup]) -> None:
    """Refuse ``groups``, the ``prop`` of ``where``, that are known to be made in another VPC.

    Raises:
        PropsError: ``TRN209``, of each of them.
    """
    strange = [group for group in groups if not (isinstance(group, EfaSecurityGroup) and group.vpc is vpc)]
    groups_in(
        where, vpc, prop, [group.security_group if isinstance(group, EfaSecurityGroup) else group for group in strange]
    )


def _complete(group: ec2.ISecurityGroup, id: str) -> None:
    """Give an existing group its rules once, in its own stack: EC2 refuses the same rule twice."""
    stack, name = Stack.of(group), f"EfaRules{group.node.addr}"
    if stack.node.try_find_child(name) is None:
        _allow_itself(Construct(stack, name), id)


def _allow_itself(scope: Construct, group: str) -> None:
    ec2.CfnSecurityGroupIngress(
        scope,
        "FromSelf",
        group_id=group,
        source_security_group_id=group,
        ip_protocol="-1",
        description="EFA from itself",
    )
    ec2.CfnSecurityGroupEgress(
        scope,
        "ToSelf",
        group_id=group,
        destination_security_group_id=group,
        ip_protocol="-1",
        description="EFA to itself",
    )
