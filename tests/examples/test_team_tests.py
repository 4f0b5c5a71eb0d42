"""The foreign team's own tests run on the package alone, against a simulated account."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_teams_tests_pass() -> None:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "constructs"),
        "JSII_NODE": os.environ.get("JSII_NODE", "node"),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "tests"],
        cwd=ROOT / "examples" / "team_stack",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
