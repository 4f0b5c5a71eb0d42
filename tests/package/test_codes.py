"""A code means one thing: the same code is not the id of two truths."""

import re
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "constructs" / "cdk_trainium"
CONSTANT = re.compile(r'^([A-Z][A-Z0-9_]+) = "(TRN\d{3})"$', re.MULTILINE)


def test_a_code_has_one_name() -> None:
    names: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for name, code in CONSTANT.findall(path.read_text(encoding="utf-8")):
            names[code].add(name)
    assert names
    assert {code: found for code, found in names.items() if len(found) > 1} == {}
