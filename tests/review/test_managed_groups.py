"""What a managed node group and its launch template may each say, and the words that services know."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster
from tests.review.test_purchase import levels
from tests.review.test_rules import (
    add,
    both,
    compute_environment,
    fleet,
    managed_group,
    on_launch,
    parameter,
    pcs_group,
    without,
)

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
NEURON = "AL2023_x86_64_NEURON"
HIDDEN = {"Ref": "P"}
MAYBE = {"Fn::If": ["Own", HIDDEN, {"Ref": "AWS::NoValue"}]}


def managed(*changes: Change, **properties: Any) -> Data:
    conditions = {"Conditions": {"Own": {"Fn::Equals": [{"Ref": "P"}, "own"]}}}
    return changed(
        cluster(),
        both(parameter("P"), lambda data: data.update(conditions), add(Asg=managed_group(**properties)), *changes),
    )


@pytest.mark.parametrize(
    ("data", "rule", "expected"),
    [
        (managed(InstanceTypes=HIDDEN), "TRN360", [E]),
        (managed(InstanceTypes=[]), "TRN360", []),
        (managed(without("InstanceType"), InstanceTypes=["trn2.48xlarge"]), "TRN360", []),
        (managed(DiskSize=HIDDEN), "TRN361", [E]),
        (managed(DiskSize=MAYBE), "TRN361", [E]),
        (managed(RemoteAccess={"Ec2SshKey": "k"}), "TRN361", [E]),
        (managed(LaunchTemplate=None, DiskSize=600), "TRN361", []),
        (managed(on_launch(IamInstanceProfile={"Arn": HIDDEN})), "TRN362", [E]),
        (managed(on_launch(InstanceInitiatedShutdownBehavior="terminate")), "TRN362", [E]),
        (managed(on_launch(InstanceInitiatedShutdownBehavior=HIDDEN)), "TRN362", [U]),
        (managed(on_launch(HibernationOptions={"Configured": True})), "TRN362", [E]),
        (managed(on_launch(HibernationOptions={"Configured": False})), "TRN362", []),
        (managed(on_launch(HibernationOptions={"Configured": HIDDEN})), "TRN362", [U]),
        (managed(on_launch(InstanceMarketOptions={"MarketType": "spot"}), CapacityType="SPOT"), "TRN362", [E]),
        (managed(AmiType=HIDDEN), "TRN363", [U]),
        (managed(ReleaseVersion="1.34.1-20261001"), "TRN363", [E]),
        (managed(without("ImageId"), AmiType=NEURON, Version="1.34"), "TRN363", []),
        (managed(without("ImageId")), "TRN364", [W]),
        (managed(without("ImageId"), on_launch(InstanceType="m6i.large", NetworkInterfaces=[])), "TRN364", []),
        (managed(LaunchTemplate=None, InstanceTypes=["trn2.48xlarge"], AmiType="CUSTOM"), "TRN364", [E]),
        (managed(LaunchTemplate=None, InstanceTypes=["trn2.48xlarge"], AmiType=NEURON), "TRN364", []),
    ],
)
def test_a_managed_group_and_its_launch_template(data: Data, rule: str, expected: list[Level]) -> None:
    assert levels(data, rule) == expected


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (managed_group(CapacityType="capacity-block"), [E]),
        (managed_group(CapacityType="LEASED"), [W]),
        (managed_group(CapacityType=HIDDEN), []),
        (managed_group(AmiType=f"{NEURON}X"), [E]),
        (managed_group(AmiType=NEURON.lower()), [E]),
        (managed_group(AmiType="AL2023_X86-64_NUERON"), [E]),
        (managed_group(AmiType=f"{NEURON}_FIPS"), [W]),
        (managed_group(AmiType="BOTTLEROCKET_x86_64_NEURON_FIPS"), [W]),
        (managed_group(AmiType="AL2025_x86_64_NEURON"), [W]),
        (managed_group(AmiType="WINDOWS_CORE_2028_x86_64"), [W]),
        (managed_group(AmiType=HIDDEN), []),
        (managed_group(AmiType="BOTTLEROCKET_x86_64_NVIDIA_FIPS"), []),
        (pcs_group(PurchaseOption="CAPACITYBLOCK"), [E]),
        (pcs_group(PurchaseOption="INTERRUPTIBLE_CAPACITY_RESERVATION"), []),
        (compute_environment(Type="ec2"), [E]),
        (compute_environment(Type="FARGATE"), []),
        (fleet(TargetCapacitySpecification={"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "SPOT"}), [E]),
        (fleet(), []),
    ],
)
def test_the_words_that_services_know(group: Data, expected: list[Level]) -> None:
    data = changed(cluster(), both(parameter("P"), add(Asg=group)))
    assert levels(data, "TRN365") == expected


# terraform-provider-aws issue 26535: max-unavailable must be within the range 1 and max size of the node group.
@pytest.mark.parametrize(
    ("update", "expected"),
    [
        ({"MaxUnavailable": 4}, []),
        ({"MaxUnavailable": "5"}, [E]),
        ({"MaxUnavailable": 0}, [E]),
        ({"MaxUnavailable": HIDDEN}, []),
        ({"MaxUnavailablePercentage": 100}, []),
        ({"MaxUnavailablePercentage": 101}, [E]),
        ({"MaxUnavailablePercentage": 0}, [E]),
        ({"MaxUnavailable": 1, "MaxUnavailablePercentage": 50}, [E]),
        ({"MaxUnavailable": 1, "MaxUnavailablePercentage": HIDDEN}, []),
        ({"MaxUnavailable": 1, "MaxUnavailablePercentage": {"Ref": "AWS::NoValue"}}, []),
        ({"UpdateStrategy": "MINIMAL"}, []),
        ({}, []),
    ],
)
def test_an_update_takes_out_nodes_that_there_are(update: dict[str, Any], expected: list[Level]) -> None:
    assert levels(managed(UpdateConfig=update), "TRN396") == expected


def test_the_largest_size_may_be_hidden() -> None:
    sizes = {"MinSize": 0, "MaxSize": HIDDEN}
    assert levels(managed(UpdateConfig={"MaxUnavailable": 100}, ScalingConfig=sizes), "TRN396") == []
    assert levels(managed(UpdateConfig={"MaxUnavailable": 101}, ScalingConfig=sizes), "TRN396") == [E]


# terraform-aws-eks issue 3346 and containers-roadmap issue 2465: unknown 'kubernetes.io' or 'k8s.io' labels specified
# with --node-labels.
@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("role", []),
        ("example.com/role", []),
        ("node-role.kubernetes.io/train", [E]),
        ("kubernetes.io/role", [E]),
        ("node.k8s.io/role", [E]),
        ("node.kubernetes.io/role", []),
        ("a.kubelet.kubernetes.io/role", []),
        ("kubernetes.io/arch", []),
        ("topology.kubernetes.io/zone", []),
        ("mykubernetes.io/role", []),
        ("eks.amazonaws.com/role", []),
    ],
)
def test_labels_are_ones_that_the_kubelet_takes(label: str, expected: list[Level]) -> None:
    assert levels(managed(Labels={label: "x"}), "TRN397") == expected
