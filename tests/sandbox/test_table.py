from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_on_the_sandbox_is_what_the_code_says() -> None:
    ran = subprocess.run([sys.executable, ROOT / "tools" / "sandbox_table.py", "--check"], cwd=ROOT, check=False)
    assert ran.returncode == 0, "run: python tools/sandbox_table.py"
