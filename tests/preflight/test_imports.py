"""No verb imports what it does not use: each is a process of its own, and its imports are what its user waits for."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROBE = """
import sys
from cdk_trainium.cli import main
try:
    main()
except SystemExit:
    pass
print(*sorted({"boto3", "botocore", "pydantic", "yaml", "s3transfer"} & set(sys.modules)), file=sys.stderr)
"""
NOWHERE = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"}
QUOTA = ("--service", "ec2", "--code", "L-2C3B7624", "--value", "8", "--yes")


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [
        (("regions", "--instance-type", "trn2.48xlarge", "--region", "us-east-2"), "botocore"),
        (("quota", "request", *QUOTA, "--region", "us-east-2"), "botocore"),
        (("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2"), "botocore pydantic"),
        (("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--offline"), "pydantic"),
    ],
)
def test_a_verb_imports_what_it_uses_and_nothing_else(
    arguments: tuple[str, ...], loaded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    done = subprocess.run([sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == loaded
