"""The page of the rules is what the code says."""

import os
import re
import subprocess
import sys
from pathlib import Path

from cdk_trainium.cli.explain_list import AREAS
from cdk_trainium.review import all_rules

ROOT = Path(__file__).parents[2]


def test_the_page_is_current() -> None:
    command = [sys.executable, str(ROOT / "tools" / "review_table.py"), "--check"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs")}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stdout


def test_the_areas_have_the_names_that_explain_gives_them() -> None:
    page = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
    used = {rule.id[3] for rule in all_rules()}
    assert re.findall("^### (.*)$", page, re.MULTILINE) == [name for digit, name in AREAS.items() if digit in used]
