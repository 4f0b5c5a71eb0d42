"""The page of the rules is what the code says."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_current() -> None:
    command = [sys.executable, str(ROOT / "tools" / "review_table.py"), "--check"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs")}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stdout
