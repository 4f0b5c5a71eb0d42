"""A foreign app of plain CDK: one network with a group, a nested stack, a stack that imports from the first.

Context steers what the tests change: count, image, team, fault.
"""

import aws_cdk as cdk
from aws_cdk import aws_autoscaling as autoscaling
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from constructs import Construct


class Nested(cdk.NestedStack):
    """Something that hangs on the parent's network and gives a value back."""

    def __init__(self, scope: Construct, id: str, vpc: ec2.IVpc, days: int) -> None:
        super().__init__(scope, id)
        logs.CfnLogGroup(self, "Logs", retention_in_days=days)
        self.group = ec2.SecurityGroup(self, "Group", vpc=vpc, description="nested", allow_all_outbound=False)


class Base(cdk.Stack):
    """A network with a way out, a launch template and an Auto Scaling group."""

    def __init__(self, scope: Construct, id: str, team: str) -> None:
        super().__init__(scope, id, tags={"team": team})
        count, image = self.context("count", "2"), self.context("image", "ami-016ac3c05a3a3969e")
        kept = logs.LogGroup(self, "FlowLogs", removal_policy=cdk.RemovalPolicy.DESTROY)
        self.vpc = ec2.Vpc(
            self,
            "Vpc",
            max_azs=1,
            nat_gateways=1,
            restrict_default_security_group=False,
            flow_logs={"all": ec2.FlowLogOptions(destination=ec2.FlowLogDestination.to_cloud_watch_logs(kept))},
            gateway_endpoints={"s3": ec2.GatewayVpcEndpointOptions(service=ec2.GatewayVpcEndpointAwsService.S3)},
            subnet_configuration=[
                ec2.SubnetConfiguration(name="out", subnet_type=ec2.SubnetType.PUBLIC, cidr_mask=24),
                ec2.SubnetConfiguration(name="in", subnet_type=ec2.SubnetType.PRIVATE_WITH_EGRESS, cidr_mask=20),
            ],
        )
        self.vpc.add_interface_endpoint("Ssm", service=ec2.InterfaceVpcEndpointAwsService.SSM)
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("ec2.amazonaws.com"))
        role.add_managed_policy(iam.ManagedPolicy.from_aws_managed_policy_name("AmazonSSMManagedInstanceCore"))
        firewall = ec2.SecurityGroup(self, "Firewall", vpc=self.vpc, allow_all_outbound=False)
        firewall.add_ingress_rule(firewall, ec2.Port.all_traffic())
        firewall.add_egress_rule(firewall, ec2.Port.all_traffic())
        template = ec2.LaunchTemplate(
            self,
            "Template",
            machine_image=ec2.MachineImage.generic_linux({"us-east-2": image}),
            instance_type=ec2.InstanceType("c5.large"),
            role=role,
            security_group=firewall,
            user_data=ec2.UserData.for_linux(),
        )
        self.group = autoscaling.CfnAutoScalingGroup(
            self,
            "Group",
            min_size="0",
            max_size="8",
            desired_capacity=count,
            vpc_zone_identifier=self.vpc.select_subnets(subnet_group_name="in").subnet_ids,
            launch_template={
                "launchTemplateId": template.launch_template_id,
                "version": template.latest_version_number,
            },
        )
        nested = Nested(self, "Nested", self.vpc, int(self.context("days", "7")))
        cdk.CfnOutput(self, "NestedGroup", value=nested.group.security_group_id)
        cdk.CfnOutput(self, "VpcId", value=self.vpc.vpc_id, export_name="vpc")
        if self.context("fault", ""):
            clash = ec2.CfnSubnet(self, "Clash", vpc_id=self.vpc.vpc_id, cidr_block="10.0.0.0/24")
            clash.node.add_dependency(self.group, nested)

    def context(self, name: str, default: str) -> str:
        """Return a value that the test gave."""
        return str(self.node.try_get_context(name) or default)


class Guest(cdk.Stack):
    """A stack that lives in the first one's network."""

    def __init__(self, scope: Construct, id: str, base: Base, team: str) -> None:
        super().__init__(scope, id, tags={"team": team})
        self.add_stack_dependency(base)
        vpc = cdk.Fn.import_value("vpc")
        ec2.CfnSubnet(self, "Subnet", vpc_id=vpc, cidr_block="10.0.250.0/24")


app = cdk.App()
team = str(app.node.try_get_context("team") or "one")
Guest(app, "Guest", Base(app, "Base", team), team)
app.synth()
