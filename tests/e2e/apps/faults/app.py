"""One trn2.48xlarge node in plain CloudFormation, with one planted fault that EC2 refuses. Context: fault."""

from typing import Any

import aws_cdk as cdk
from aws_cdk import aws_ec2 as ec2

RESERVATION = "cr-0fedcba9876543210"


def interfaces(cards: int, subnet: str, group: str) -> list[dict[str, Any]]:
    """Return the interfaces of a node with EFA on every card."""
    return [
        {
            "networkCardIndex": card,
            "deviceIndex": min(card, 1),
            "interfaceType": "efa",
            "subnetId": subnet,
            "groups": [group],
            "deleteOnTermination": True,
        }
        for card in range(cards)
    ]


app = cdk.App()
fault = str(app.node.try_get_context("fault"))
stack = cdk.Stack(app, "Faulty")
vpc = ec2.CfnVPC(stack, "Vpc", cidr_block="10.0.0.0/16")
zone = "us-east-2a" if fault == "zone" else "us-east-2b"
subnet = ec2.CfnSubnet(stack, "Subnet", vpc_id=vpc.ref, cidr_block="10.0.0.0/20", availability_zone=zone)
group = ec2.CfnSecurityGroup(stack, "Group", group_description="efa", vpc_id=vpc.ref)
near = ec2.CfnPlacementGroup(stack, "Near", strategy="cluster")
data: dict[str, Any] = {
    "imageId": "{{resolve:ssm:/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id}}",
    "instanceType": "trn2.48xlarge",
    "networkInterfaces": interfaces(17 if fault == "card" else 16, subnet.ref, group.ref),
    "instanceMarketOptions": {"marketType": "capacity-block"},
    "capacityReservationSpecification": {"capacityReservationTarget": {"capacityReservationId": RESERVATION}},
}
if fault == "placement":
    data["placement"] = {"groupName": near.ref}
if fault == "quota":
    del data["instanceMarketOptions"], data["capacityReservationSpecification"]
template = ec2.CfnLaunchTemplate(stack, "Template", launch_template_data=data)
ec2.CfnInstance(
    stack,
    "Node",
    launch_template={"launchTemplateId": template.ref, "version": template.attr_latest_version_number},
)
app.synth()
