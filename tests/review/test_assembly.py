"""What a review sees only in a cloud assembly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cdk_trainium.findings import Status
from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, block_cluster, judged


@pytest.mark.parametrize(("protected", "expected"), [(False, ["TRN708"]), (True, [])])
def test_a_stack_with_a_paid_block_has_termination_protection(
    tmp_path: Path, protected: bool, expected: list[str]
) -> None:
    properties = {"templateFile": "S.json", "terminationProtection": protected}
    artifact = {"type": "aws:cloudformation:stack", "environment": "aws://1/us-east-2", "properties": properties}
    (tmp_path / "manifest.json").write_text(json.dumps({"artifacts": {"S": artifact}}))
    (tmp_path / "cdk.out").write_text("{}")
    (tmp_path / "S.json").write_text(json.dumps(block_cluster()))
    report = review(load([tmp_path]), Options(today=TODAY))
    assert [item.id for item in report.findings] == expected


def test_a_plain_file_does_not_tell_and_the_rule_says_so() -> None:
    (result,) = (item for item in judged(block_cluster()).results if item.id == "TRN708")
    assert result.status is Status.SKIPPED
    assert "cdk.out" in result.reason
