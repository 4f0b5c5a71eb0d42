"""The role of a node."""

from __future__ import annotations

from aws_cdk import Acknowledgment, Validations
from aws_cdk import aws_iam as iam
from constructs import Construct

__all__ = ["node_role"]

_NO_RESOURCE = "Session Manager's channels have no resource to name, and a node's id is unknown before it runs."
_SESSION_MANAGER = {
    "Effect": "Allow",
    "Action": [
        "ssm:UpdateInstanceInformation",
        "ssmmessages:CreateControlChannel",
        "ssmmessages:CreateDataChannel",
        "ssmmessages:OpenControlChannel",
        "ssmmessages:OpenDataChannel",
    ],
    "Resource": "*",
}


def node_role(scope: Construct, id: str) -> iam.Role:
    """Return a role with what Session Manager needs and nothing else.

    Not the managed policy AmazonSSMManagedInstanceCore: it can read every SSM parameter of the account.
    Source: Systems Manager User Guide, minimal Session Manager permissions.
    """
    role = iam.Role(
        scope,
        id,
        assumed_by=iam.ServicePrincipal("ec2.amazonaws.com"),
        description="Nodes of a training cluster: Session Manager access",
        inline_policies={"SessionManager": iam.PolicyDocument.from_json({"Statement": [_SESSION_MANAGER]})},
    )
    # On the resource itself, so that what a user grants later is still looked at.
    resource = role.node.default_child or role
    Validations.of(resource).acknowledge(
        Acknowledgment(id="AwsSolutions::AwsSolutions-IAM5[Resource::*]", reason=_NO_RESOURCE)
    )
    return role
