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
