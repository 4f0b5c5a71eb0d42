"""The page of the checks is what the code says."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_current() -> None:
    done = subprocess.run([sys.executable, "tools/preflight_table.py", "--check"], cwd=ROOT, check=False, timeout=60)
    assert done.returncode == 0, "run tools/preflight_table.py"
