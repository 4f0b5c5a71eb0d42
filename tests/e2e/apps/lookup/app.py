"""A plain CDK app whose stack asks for its account's zones, reviewed at the end of each synthesis."""

import aws_cdk as cdk
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import TrainiumReview

app = cdk.App()
env = cdk.Environment(account="123456789012", region="us-east-2")
stack = cdk.Stack(app, "Look", env=env)
ec2.CfnVolume(stack, "Disk", availability_zone=stack.availability_zones[0], size=1, encrypted=True)
if app.node.try_get_context("fault"):
    ec2.CfnPlacementGroup(stack, "Wrong", strategy="cluster", partition_count=2)
cdk.Validations.of(app).add_plugins(TrainiumReview())
app.synth()
