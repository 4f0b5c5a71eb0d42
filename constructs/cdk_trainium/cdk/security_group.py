"""The security group that EFA needs."""

from __future__ import annotations

import jsii
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from .given import check_given

__all__ = ["EfaSecurityGroup"]


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
            PropsError: no VPC, or no security group.
        """
        super().__init__(scope, id)
        check_given(self.node.path, vpc=vpc, security_group=security_group)
        self.security_group: ec2.ISecurityGroup = security_group or ec2.SecurityGroup(
            self, "Group", vpc=vpc, allow_all_outbound=allow_all_outbound, description=description
        )
        own = self.security_group.security_group_id
        self._connections = ec2.Connections(security_groups=[self.security_group])
        ec2.CfnSecurityGroupIngress(
            self,
            "FromSelf",
            group_id=own,
            source_security_group_id=own,
            ip_protocol="-1",
            description="EFA from itself",
        )
        ec2.CfnSecurityGroupEgress(
            self,
            "ToSelf",
            group_id=own,
            destination_security_group_id=own,
            ip_protocol="-1",
            description="EFA to itself",
        )

    @property
    def allows_itself(self) -> bool:
        """Always true: both self rules are here."""
        return True

    @property
    def security_group_id(self) -> str:
        """Id of the group."""
        return self.security_group.security_group_id

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the group; `IConnectable`."""
        return self._connections
