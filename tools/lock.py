"""Resolve the dependencies anew and write requirements.lock (names and versions, no addresses)."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Written by `make lock`: every version that `make install` installs.\n"


def wanted() -> list[str]:
    """Return everything that pyproject.toml asks for, with every extra and group."""
    data: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = data["project"]
    extras = [item for extra in project.get("optional-dependencies", {}).values() for item in extra]
    groups = [item for group in data.get("dependency-groups", {}).values() for item in group if isinstance(item, str)]
    return [*project["dependencies"], *extras, *groups, *data["build-system"]["requires"], "editables"]


def main() -> None:
    """Write requirements.lock; nothing is installed."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    report = json.loads(subprocess.run([*command, *wanted()], check=True, capture_output=True, text=True).stdout)
    found = {item["metadata"]["name"]: item["metadata"]["version"] for item in report["install"]}
    lines = [f"{name}=={found[name]}\n" for name in sorted(found, key=str.lower)]
    (ROOT / "requirements.lock").write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
