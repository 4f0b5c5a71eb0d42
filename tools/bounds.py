"""Run the tests that matter on the lowest dependencies that pyproject.toml allows; with --upgrade, on the newest.

A bound that nothing ran on is a guess. Every ``>=`` of pyproject.toml must name a published release: it is installed
exactly. Dependencies of dependencies, and what only the tests need, are the newest that fit.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TESTED = (
    "tests/clusters",
    "tests/spec",
    "tests/review/test_rules.py",
    "tests/preflight/test_sandbox.py",
    "tests/cli/test_review_command.py",
    "tests/cli/test_explain_verb.py",
    "tests/cli/test_sandbox_verb.py",
)
"""Every cluster file synthesized and reviewed, preflight against the simulated account, the verbs: each dependency."""
RUNNERS = ("pytest", "pytest-socket", "hypothesis", "jsonschema")
PAIRS = {"boto3": "botocore"}
"""What is released together: the lower half would otherwise run on the newest other half."""
LOWER = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)(\[[^]]*\])?>=(?P<version>[0-9.]+)(,.*)?")


def requirements() -> list[str]:
    """Return the dependencies and the extras of pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(item for extra in project["optional-dependencies"].values() for item in extra)]


def lowest(wanted: list[str]) -> Iterator[str]:
    """Yield a constraint for each requirement: its lower bound and nothing newer."""
    for item in wanted:
        found = LOWER.fullmatch(item)
        if found is None:
            sys.exit(f"error: {item} of pyproject.toml has no lower bound")
        names = [found["name"], *([PAIRS[found["name"]]] if found["name"] in PAIRS else [])]
        yield from (f"{name}=={found['version']}" for name in names)


def install(folder: Path, upgrade: bool) -> Path:
    """Make an environment in ``folder`` and return its Python."""
    constraints = folder / "constraints.txt"
    constraints.write_text("" if upgrade else "\n".join(lowest(requirements())), encoding="utf-8")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", "--constraint", str(constraints)]
    subprocess.run([*command, f"{ROOT}[sandbox,guard,node]", *RUNNERS], check=True)
    return python


def main() -> None:
    """Install, say what was installed, test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="the newest versions instead of the lowest")
    upgrade: bool = parser.parse_args().upgrade
    # The environment's own packages and Node, not those of whoever calls.
    env = {name: value for name, value in os.environ.items() if name not in ("JSII_NODE", "PYTHONPATH")}
    with tempfile.TemporaryDirectory() as folder:
        python = install(Path(folder), upgrade)
        names = [item.partition("==")[0] for item in lowest(requirements())]
        subprocess.run([python, "-c", _SHOW, *names], check=True)
        tests = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTED]
        sys.exit(subprocess.run(tests, cwd=ROOT, env=env, check=False).returncode)


_SHOW = "import sys, importlib.metadata as m; print(*(f'{n}=={m.version(n)}' for n in sys.argv[1:]), sep='\\n')"

if __name__ == "__main__":
    main()
