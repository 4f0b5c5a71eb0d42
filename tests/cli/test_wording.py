"""One of a thing is not said in the plural, whichever verb says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as some

from cdk_trainium.cli import root
from cdk_trainium.wording import counted

CLUSTER = """\
name: one
region: us-east-2
zone: us-east-2b
image: {ids: {us-east-2: ami-0123456789abcdef0}}
groups:
  - {name: train, instance_type: trn2.3xlarge, node_count: 1, capacity: {kind: on-demand}}
"""
TEMPLATE = '{"Resources": {"Node": {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": "trn2.3xlarge"}}}}'
PLURAL = re.compile(r"(?<![\d.,:/-])1 [a-z]+(?<!s)s\b")
"""``1 groups``; not ``1 address`` nor ``16.1 nodes``."""


@given(some.integers(min_value=0, max_value=10**9))
def test_only_one_is_singular(count: int) -> None:
    said = counted(count, "address", "addresses")
    assert (said == "1 address") is (count == 1)
    assert int(said.split()[0].replace(",", "")) == count


def test_a_plural_is_made_with_an_s() -> None:
    assert [counted(count, "node") for count in (0, 1, 1024)] == ["0 nodes", "1 node", "1,024 nodes"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["demand", "one.yaml"],
        ["preflight", "one.yaml", "--offline"],
        ["review", "t.json", "--region", "us-east-2"],
        ["review", "t.json", "--region", "us-east-2", "--format", "markdown"],
        ["catalog"],
    ],
    ids=" ".join,
)
def test_one_is_never_a_plural(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.yaml").write_text(CLUSTER)
    Path("t.json").write_text(TEMPLATE)
    said = CliRunner().invoke(root, arguments)
    assert said.output
    assert said.exit_code in (0, 1, 3)
    assert PLURAL.findall(said.output) == []
