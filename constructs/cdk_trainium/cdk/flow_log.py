"""The VPC's flow log."""

from __future__ import annotations

from aws_cdk import RemovalPolicy
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from constructs import Construct

__all__ = ["flow_log"]

_WRITE = ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"]


def flow_log(scope: Construct, vpc: ec2.CfnVPC) -> ec2.CfnFlowLog:
    """Log all traffic of ``vpc`` to a log group that goes with the stack and keeps 30 days."""
    group = logs.LogGroup(
        scope, "FlowLogs", retention=logs.RetentionDays.ONE_MONTH, removal_policy=RemovalPolicy.DESTROY
    )
    role = iam.Role(scope, "FlowLogRole", assumed_by=iam.ServicePrincipal("vpc-flow-logs.amazonaws.com"))
    group.grant(role, *_WRITE)
    return ec2.CfnFlowLog(
        scope,
        "FlowLog",
        resource_id=vpc.ref,
        resource_type="VPC",
        traffic_type="ALL",
        log_destination_type="cloud-watch-logs",
        log_group_name=group.log_group_name,
        deliver_logs_permission_arn=role.role_arn,
    )
