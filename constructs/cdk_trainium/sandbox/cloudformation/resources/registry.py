"""Every resource type that the sandbox simulates; any other one stops a deployment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ResourceError
from .autoscaling_group import AutoScalingGroup
from .autoscaling_lifecycle_hook import LifecycleHook
from .autoscaling_scaling_policy import ScalingPolicy
from .autoscaling_scheduled_action import ScheduledAction
from .cloudformation_stack import NestedStack
from .cloudwatch_alarm import Alarm
from .ec2_capacity_reservation import CapacityReservation
from .ec2_eip import ElasticIp
from .ec2_flow_log import FlowLog
from .ec2_gateway_attachment import GatewayAttachment
from .ec2_instance import Instance
from .ec2_internet_gateway import InternetGateway
from .ec2_launch_template import LaunchTemplate
from .ec2_nat_gateway import NatGateway
from .ec2_placement_group import PlacementGroup
from .ec2_route import Route
from .ec2_route_table import RouteTable
from .ec2_route_table_association import RouteTableAssociation
from .ec2_security_group import SecurityGroup
from .ec2_security_group_rule import EgressRule, IngressRule
from .ec2_subnet import Subnet
from .ec2_vpc import Vpc
from .ec2_vpc_endpoint import VpcEndpoint
from .ecr_repository import Repository
from .events_rule import Rule
from .iam_instance_profile import InstanceProfile
from .iam_managed_policy import ManagedPolicy
from .iam_policy import Policy
from .iam_role import Role
from .kms_alias import Alias
from .kms_key import Key
from .logs_log_group import LogGroup
from .no_ops import CdkMetadata, WaitCondition, WaitConditionHandle
from .resource_groups_group import Group
from .s3_bucket import Bucket
from .s3_bucket_policy import BucketPolicy
from .sns_subscription import Subscription
from .sns_topic import Topic
from .sns_topic_policy import TopicPolicy
from .ssm_parameter import Parameter

if TYPE_CHECKING:
    from .handler import Handler

__all__ = ["HANDLERS", "handler_for", "is_supported"]

_ALL: tuple[type[Handler], ...] = (
    Alarm,
    Alias,
    AutoScalingGroup,
    Bucket,
    BucketPolicy,
    CapacityReservation,
    CdkMetadata,
    EgressRule,
    ElasticIp,
    FlowLog,
    GatewayAttachment,
    Group,
    IngressRule,
    Instance,
    InstanceProfile,
    InternetGateway,
    Key,
    LaunchTemplate,
    LifecycleHook,
    LogGroup,
    ManagedPolicy,
    NatGateway,
    NestedStack,
    Parameter,
    PlacementGroup,
    Policy,
    Repository,
    Role,
    Route,
    RouteTable,
    RouteTableAssociation,
    Rule,
    ScalingPolicy,
    ScheduledAction,
    SecurityGroup,
    Subnet,
    Subscription,
    Topic,
    TopicPolicy,
    Vpc,
    VpcEndpoint,
    WaitCondition,
    WaitConditionHandle,
)
HANDLERS: dict[str, Handler] = {kind.type: kind() for kind in _ALL}


def is_supported(kind: str) -> bool:
    """Say whether the sandbox simulates a resource type."""
    return kind in HANDLERS


def handler_for(kind: str) -> Handler:
    """Return the handler of a resource type.

    Raises:
        ResourceError: the sandbox does not simulate it.
    """
    if kind not in HANDLERS:
        raise ResourceError(f"the sandbox does not simulate {kind}")
    return HANDLERS[kind]
