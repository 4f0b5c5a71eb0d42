"""The VPC's flow log."""

from __future__ import annotations

from typing import Any

from aws_cdk import RemovalPolicy
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from constructs import Construct

from .vpc_facts import VpcFacts

__all__ = ["flow_log"]

_RETENTION_DAYS = 30
_WRITE = ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"]


def flow_log(scope: Construct, vpc: VpcFacts) -> ec2.CfnFlowLog:
    """Log all traffic of ``vpc`` to a log group that goes with the stack and keeps 30 days."""
    group = logs.CfnLogGroup(scope, "FlowLogs", retention_in_days=_RETENTION_DAYS)
    group.apply_removal_policy(RemovalPolicy.DESTROY)
    return ec2.CfnFlowLog(
        scope,
        "FlowLog",
        resource_id=vpc.id,
        resource_type="VPC",
        traffic_type="ALL",
        log_destination_type="cloud-watch-logs",
        log_group_name=group.ref,
        deliver_logs_permission_arn=_role(scope, group).attr_arn,
    )


def _role(scope: Construct, group: logs.CfnLogGroup) -> iam.CfnRole:
    trust = _statement("sts:AssumeRole", Principal={"Service": "vpc-flow-logs.amazonaws.com"})
    write = _statement(_WRITE, Resource=group.attr_arn)
    policy = {"policyName": "WriteFlowLogs", "policyDocument": write}
    return iam.CfnRole(scope, "FlowLogRole", assume_role_policy_document=trust, policies=[policy])


def _statement(actions: str | list[str], **rest: Any) -> dict[str, Any]:
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": actions, **rest}]}
