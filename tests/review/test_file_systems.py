"""File systems of FSx for Lustre with EFA."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import changed, cluster, findings
from tests.review.test_rules import add, lustre

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
BARE = {"Type": "AWS::EC2::SecurityGroup", "Properties": {"GroupDescription": "x"}}


def found(*rules: str, **file_system: Any) -> list[tuple[str, Level]]:
    data = changed(cluster(), add(Fs=lustre(**file_system), Bare=BARE))
    return [(item.id, item.level) for item in findings(data) if item.id in rules]


@pytest.mark.parametrize(
    ("group", "efa", "expected"),
    [
        ("Sg", True, []),
        ("Bare", True, [("TRN201", E), ("TRN202", E)]),
        ("Bare", False, []),
    ],
)
def test_its_group_passes_all_traffic_to_itself(group: str, efa: bool, expected: list[tuple[str, Level]]) -> None:
    assert found("TRN201", "TRN202", group=group, EfaEnabled=efa) == expected


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [
        ({}, []),
        ({"kind": "SCRATCH_2"}, [("TRN130", E)]),
        ({"kind": "SCRATCH_2", "EfaEnabled": False}, []),
        ({"MetadataConfiguration": None}, [("TRN130", W)]),
        ({"kind": "SCRATCH_2", "EfaEnabled": {"Fn::ImportValue": "x"}}, [("TRN130", U)]),
        ({"kind": {"Fn::ImportValue": "x"}}, [("TRN130", U)]),
    ],
)
def test_it_is_of_the_type_with_efa(configuration: dict[str, Any], expected: list[tuple[str, Level]]) -> None:
    assert found("TRN130", **configuration) == expected


@pytest.mark.parametrize(("kind", "expected"), [(None, [U]), ("PERSISTENT_2", []), ("PERSISTENT_1", [E])])
def test_a_backup_may_say_the_type(kind: str | None, expected: list[Level]) -> None:
    made = lustre()
    made["Properties"]["BackupId"] = "backup-0123456789abcdef0"
    made["Properties"]["LustreConfiguration"]["DeploymentType"] = kind or {"Ref": "AWS::NoValue"}
    told = findings(changed(cluster(), add(Fs=made)))
    assert [item.level for item in told if item.id == "TRN130"] == expected


def of(rule: str = "TRN133", **properties: Any) -> list[str]:
    """Return where ``rule`` finds something on a file system without EFA; ``own`` is its configuration."""
    own = {"DeploymentType": "PERSISTENT_2", "PerUnitStorageThroughput": 250, **properties.pop("own", {})}
    made = {"FileSystemType": "LUSTRE", "StorageCapacity": 1200, "SubnetIds": [{"Ref": "Subnet"}], **properties}
    kept = {"LustreConfiguration": {name: value for name, value in own.items() if value is not None}, **made}
    data = changed(cluster(), add(Fs={"Type": "AWS::FSx::FileSystem", "Properties": kept}))
    return [item.subject.property.rsplit(".", 1)[-1] for item in findings(data) if item.id == rule and item.level is E]


CAPACITY, THROUGHPUT = ["StorageCapacity"], ["PerUnitStorageThroughput"]
SCRATCH_1 = {"DeploymentType": None, "PerUnitStorageThroughput": None}
SCRATCH_2 = {"DeploymentType": "SCRATCH_2", "PerUnitStorageThroughput": None}
HDD = {"DeploymentType": "PERSISTENT_1", "PerUnitStorageThroughput": 40}


# amazon-eks-autonomous-driving-data-service issue 12: Invalid Lustre FS storage capacity: 3600. Must be 1200 or a
# multiple of 2400. terraform-provider-aws issue 24341: the provided throughput is invalid.
@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({}, []),
        ({"StorageCapacity": 3600}, CAPACITY),
        ({"StorageCapacity": "4800"}, []),
        ({"StorageCapacity": 0}, CAPACITY),
        ({"StorageCapacity": {"Ref": "AWS::NoValue"}}, []),
        ({"StorageCapacity": {"Fn::ImportValue": "x"}}, []),
        ({"StorageCapacity": 3600, "own": SCRATCH_1}, []),
        ({"StorageCapacity": 4800, "own": SCRATCH_1}, CAPACITY),
        ({"StorageCapacity": 3600, "own": SCRATCH_2}, CAPACITY),
        ({"StorageCapacity": 1800, "StorageType": "HDD", "own": HDD}, []),
        ({"StorageCapacity": 6000, "StorageType": "HDD", "own": HDD}, CAPACITY),
        ({"StorageCapacity": 3600, "BackupId": "backup-0123456789abcdef0"}, []),
        ({"StorageCapacity": 3600, "FileSystemType": {"Fn::ImportValue": "x"}}, []),
        ({"StorageCapacity": 9600, "own": {"EfaEnabled": True}}, CAPACITY),
        ({"StorageCapacity": 19200, "own": {"EfaEnabled": True}}, []),
        ({"StorageCapacity": 9600, "own": {"EfaEnabled": {"Fn::ImportValue": "x"}}}, []),
        ({"own": {"PerUnitStorageThroughput": 200}}, THROUGHPUT),
        ({"own": {"PerUnitStorageThroughput": None}}, ["LustreConfiguration"]),
        ({"own": {"PerUnitStorageThroughput": {"Fn::ImportValue": "x"}}}, []),
        ({"own": {"DeploymentType": "PERSISTENT_1"}}, THROUGHPUT),
        ({"own": {"DeploymentType": "PERSISTENT_1", "PerUnitStorageThroughput": 200}}, []),
        ({"own": {"DeploymentType": "SCRATCH_2"}}, THROUGHPUT),
        ({"own": {"DeploymentType": "PERSISTENT_3", "PerUnitStorageThroughput": 2000}}, []),
        ({"own": {"DeploymentType": {"Fn::ImportValue": "x"}, "PerUnitStorageThroughput": 7}}, []),
    ],
)
def test_it_asks_for_what_its_type_has(properties: dict[str, Any], expected: list[str]) -> None:
    assert of(**properties) == expected


def test_an_intelligent_tier_has_no_capacity() -> None:
    tiered = {"StorageType": "INTELLIGENT_TIERING", "StorageCapacity": {"Ref": "AWS::NoValue"}}
    assert of(**tiered, own={"PerUnitStorageThroughput": None, "ThroughputCapacity": 4000}) == []


# terraform-provider-aws issue 39462: three subnets; FSx API, CreateFileSystem: exactly one for Lustre.
@pytest.mark.parametrize(
    ("subnets", "expected"),
    [
        ([{"Ref": "Subnet"}, "subnet-0123456789abcdef0"], ["SubnetIds"]),
        ([{"Ref": "Subnet"}, {"Ref": "AWS::NoValue"}], []),
        ({"Fn::Split": [",", {"Fn::ImportValue": "subnets"}]}, []),
    ],
)
def test_it_is_in_one_subnet(subnets: Any, expected: list[str]) -> None:
    assert of(SubnetIds=subnets) == expected


# aws-fsx-csi-driver issue 412: Linking a Persistent 2 file system to an S3 bucket using the LustreConfiguration is not
# supported.
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("PERSISTENT_2", ["ImportPath"]), ("PERSISTENT_1", []), ({"Fn::ImportValue": "x"}, [])],
)
def test_a_new_type_is_linked_by_an_association(kind: Any, expected: list[str]) -> None:
    throughput = 200 if kind == "PERSISTENT_1" else 250
    own = {"DeploymentType": kind, "ImportPath": "s3://data", "PerUnitStorageThroughput": throughput}
    assert of(own=own) == expected


@pytest.mark.parametrize(
    ("version", "own", "expected"),
    [
        ("2.10", {}, ["FileSystemTypeVersion"]),
        ("2.12", {}, []),
        ("2.12", {"MetadataConfiguration": {"Mode": "AUTOMATIC"}}, ["FileSystemTypeVersion"]),
        ("2.15", {"MetadataConfiguration": {"Mode": "AUTOMATIC"}}, []),
        ("2.10", SCRATCH_2, []),
        ({"Fn::ImportValue": "x"}, {}, []),
    ],
)
def test_its_lustre_knows_its_type(version: Any, own: dict[str, Any], expected: list[str]) -> None:
    assert of(FileSystemTypeVersion=version, own=own) == expected
