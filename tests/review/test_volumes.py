"""Volumes of nodes: what their types take, the device they are on, and the key that encrypts them."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster, findings
from tests.review.test_rules import (
    NEURON,
    add,
    both,
    gp3,
    image,
    in_batch,
    managed_group,
    on_cluster,
    on_launch,
    parameter,
    with_sections,
    without,
)

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
NOTHING = {"Ref": "AWS::NoValue"}
HIDDEN = {"Ref": "P"}
MACRO = {"Fn::Transform": {"Name": "Mine"}}


def volume(kind: Any = "gp3", **values: Any) -> list[Data]:
    return [{"DeviceName": "/dev/sdf", "Ebs": {"VolumeType": kind, "VolumeSize": 500, "Encrypted": True, **values}}]


def levels(rule: str, *changes: Change) -> list[Level]:
    hidden = parameter("P")
    chosen = with_sections(
        Conditions={"Yes": {"Fn::Equals": [{"Ref": "Q"}, "y"]}},
        Mappings={"Size": {"Big": {"Iops": 100}}},
    )
    data = changed(cluster(), both(hidden, chosen, parameter("Q", Default="y"), *changes))
    return [item.level for item in findings(data) if item.id == rule]


@pytest.mark.parametrize(
    ("volume", "expected"),
    [
        (gp3(3000), []),
        (gp3("80000"), []),
        (gp3(2999), [E]),
        (gp3(80001), [E]),
        (gp3(HIDDEN), [U]),
        (gp3(8000, Throughput=2000), []),
        (gp3(8004, Throughput=2001), [E]),
        (gp3(3000, Throughput=124), [E]),
        (gp3(256000, VolumeType="io2"), []),
        (gp3(256001, VolumeType="io2"), [E]),
        (gp3(64001, VolumeType="io1"), [E]),
        (gp3(1, VolumeType="new"), [W]),
        (volume("GP3"), [W]),
        (volume("io1"), [E]),
        (volume("io2"), [E]),
        (volume("io2", Iops=NOTHING), [E]),
        (volume("io2", Iops=HIDDEN), [U]),
        (volume("io2", **MACRO), [U]),
        (volume("io2", Iops={"Fn::If": ["Yes", 100, NOTHING]}), [W]),
        (volume("io2", Iops={"Fn::FindInMap": ["Size", "Big", "Iops"]}), []),
        (volume("io2", Iops={"Fn::Sub": "1000"}), []),
        (volume("gp2", Iops=3000), [E]),
        (volume("gp2", Iops=HIDDEN), [E]),
        (volume("gp2", Iops={"Fn::If": ["Yes", NOTHING, NOTHING]}), []),
        (volume("gp2", **MACRO), []),
        (volume("st1", Iops=500), [E]),
        (volume("standard", Iops=100), [E]),
        *((volume(kind, Throughput=250), [E]) for kind in ("gp2", "st1", "sc1", "standard")),
        (volume("io2", Iops=1000, Throughput=250), [E]),
        (volume("gp2", VolumeSize=16384), []),
        (volume("gp2", VolumeSize=16385), [E]),
        (volume("gp3", VolumeSize=65536), []),
        (volume("gp3", VolumeSize=0), [E]),
        (volume("st1", VolumeSize=124), [E]),
        (volume("standard", VolumeSize=1025), [E]),
        (volume("gp3", VolumeSize=HIDDEN), [U]),
        (volume(HIDDEN, Iops=1), [U]),
        (volume(HIDDEN), [U]),
        (volume("gp3", VolumeSize=20, Iops=10000), []),
        (volume("gp3", VolumeSize=20, Iops=10001), [E]),
        (volume("gp3", VolumeSize=1, Iops=3000), []),
        (volume("io1", VolumeSize=100, Iops=5001), [E]),
        (volume("io2", VolumeSize=100, Iops=100001), [E]),
        (volume("gp3", Throughput=750), []),
        (volume("gp3", Throughput=1000), [E]),
        (volume("gp3", Throughput=1000, Iops=4000), []),
        (volume("gp3", Throughput=1000, Iops=HIDDEN), [U]),
        (volume("gp3", Throughput=1000, **MACRO), []),
        ([{"DeviceName": "/dev/sdf", "Ebs": {"Iops": 100, "VolumeSize": 8, "Encrypted": True}}], [U]),
    ],
)
def test_what_a_volume_asks_of_its_type(volume: list[Data], expected: list[Level]) -> None:
    assert levels("TRN538", on_launch(BlockDeviceMappings=volume)) == expected


KEY = {"KmsKeyId": "alias/mine"}


@pytest.mark.parametrize(
    ("ebs", "expected"),
    [
        ({**KEY}, [E]),
        ({**KEY, "Encrypted": False}, [E]),
        ({**KEY, "Encrypted": NOTHING}, [E]),
        ({**KEY, "Encrypted": "true"}, []),
        ({**KEY, "Encrypted": HIDDEN}, [U]),
        ({**KEY, **MACRO}, [U]),
        ({**KEY, "SnapshotId": "snap-0123456789abcdef0"}, [U]),
        ({"KmsKeyId": HIDDEN}, [E]),
        ({"KmsKeyId": {"Fn::If": ["Yes", "alias/mine", NOTHING]}}, [E]),
        ({"KmsKeyId": {"Fn::If": ["Yes", "alias/mine", NOTHING]}, "Encrypted": {"Fn::If": ["Yes", True, NOTHING]}}, []),
        ({"KmsKeyId": NOTHING}, []),
        ({"KmsKeyId": ""}, []),
        ({}, []),
    ],
)
def test_a_key_needs_encrypted(ebs: Data, expected: list[Level]) -> None:
    disk = {"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 500, **ebs}}
    assert levels("TRN712", on_launch(BlockDeviceMappings=[disk])) == expected


def disks(*names: Any, **ebs: Any) -> list[Data]:
    return [{"DeviceName": name, "Ebs": {"VolumeSize": 500, "Encrypted": True, **ebs}} for name in names]


NEURON_NODES = on_cluster("AL2023_x86_64_NEURON")


@pytest.mark.parametrize(
    ("change", "names", "expected"),
    [
        (image(NEURON), ["/dev/sda1"], []),
        # spotinst/terraform-provider-spotinst#223, runs-on/runs-on#207
        *((image(NEURON), [name], [W]) for name in ("/dev/sda", "/dev/xvda", "/dev/xvda1", "xvda", "/dev/nvme0n1")),
        (image(NEURON), ["/dev/sdb", "/dev/xvda"], [W]),
        (image(NEURON), ["/dev/xvda", "/dev/sda1"], []),
        (image(NEURON), ["/dev/sdf"], []),
        (image(NEURON), [HIDDEN], [U]),
        (NEURON_NODES, ["/dev/xvda"], []),
        (NEURON_NODES, ["/dev/sda1"], [W]),
        (NEURON_NODES, ["/dev/xvda1"], [W]),
        (on_cluster("BOTTLEROCKET_x86_64"), ["/dev/xvdb"], []),
        (on_cluster("SOMETHING_NEW"), ["/dev/sda1"], []),
        (in_batch("ECS_AL2023"), ["/dev/sda1"], [W]),
        (in_batch("ECS_AL2"), ["/dev/xvda"], []),
        (in_batch("ECS_AL2023", ImageIdOverride="ami-0123456789abcdef0"), ["/dev/sda1"], []),
        (both(add(Asg=managed_group(AmiType=HIDDEN)), without("ImageId")), ["/dev/sda1"], []),
        (on_launch(), ["/dev/sda"], []),
    ],
)
def test_the_root_device_of_the_image(change: Change, names: list[Any], expected: list[Level]) -> None:
    assert levels("TRN513", change, on_launch(BlockDeviceMappings=disks(*names))) == expected


@pytest.mark.parametrize(
    ("change", "device", "kind", "expected"),
    [
        (image(NEURON), "/dev/sda1", "st1", [E]),
        (NEURON_NODES, "/dev/xvda", "sc1", [E]),
        (image(NEURON), "/dev/sdf", "st1", []),
        (image(NEURON), "/dev/sda1", "gp3", []),
        (image(NEURON), "/dev/sda1", HIDDEN, [U]),
        (on_launch(), "/dev/sda1", "st1", [U]),
        (on_launch(), "/dev/sda1", HIDDEN, [U]),
        (on_launch(), "/dev/sdf", "st1", []),
        (on_launch(), "/dev/sdf", HIDDEN, []),
        (on_launch(), HIDDEN, "gp3", []),
        (on_launch(), HIDDEN, "st1", [U]),
        (image(NEURON), HIDDEN, "st1", [U]),
        (image(NEURON), HIDDEN, HIDDEN, [U]),
    ],
)
def test_what_nothing_boots_from(change: Change, device: Any, kind: Any, expected: list[Level]) -> None:
    assert levels("TRN537", change, on_launch(BlockDeviceMappings=disks(device, VolumeType=kind))) == expected
