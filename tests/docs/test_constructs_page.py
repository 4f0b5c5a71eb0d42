"""The page on the constructs: its code runs, and it names every public construct."""

import os
import re
import subprocess
import sys
from pathlib import Path

import cdk_trainium

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "constructs.md").read_text()


def test_its_code_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs"), "CDK_OUTDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_names_every_construct() -> None:
    listed = set(re.findall(r"^\| `(\w+)` \|", PAGE, flags=re.MULTILINE))
    others = {"Block", "ClusterSpec", "InstanceTypeInfo", "__version__"}
    errors = {name for name in cdk_trainium.__all__ if name.endswith("Error")}
    assert set(cdk_trainium.__all__) - others - errors <= listed
