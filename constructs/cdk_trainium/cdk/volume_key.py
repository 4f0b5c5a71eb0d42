"""The customer key of volumes: what lets Auto Scaling use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aws_cdk import Stack
from aws_cdk import aws_iam as iam
from constructs import Construct

from ..constraints.key_policy import AUTO_SCALING_ROLE

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms

__all__ = ["let_auto_scaling_use"]

_ROLE = f"aws-service-role/autoscaling.amazonaws.com/{AUTO_SCALING_ROLE}"
_USE = ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"]
_ONLY_FOR_AWS = {"Bool": {"kms:GrantIsForAWSResource": True}}


def let_auto_scaling_use(key: kms.IKey, scope: Construct) -> None:
    """Add the two statements that launches need to the policy of ``key``; nothing to the one of an imported key.

    They name a role of the account of ``scope`` and nothing that a stack makes, so that the stack of the key depends on
    no other by them. The CDK writes equal statements once.
    Source: Auto Scaling User Guide, Required AWS KMS key policy for use with encrypted volumes.
    """
    arn = Stack.of(scope).format_arn(service="iam", region="", resource="role", resource_name=_ROLE)
    use = {"sid": "AutoScalingUsesTheKey", "actions": _USE}
    grant = {"sid": "AutoScalingGrantsTheKey", "actions": ["kms:CreateGrant"], "conditions": _ONLY_FOR_AWS}
    for props in (use, grant):
        who = [iam.ArnPrincipal(arn)]
        key.add_to_resource_policy(iam.PolicyStatement(principals=who, resources=["*"], **props))
