"""Resolve the dependencies in a fresh environment and write requirements.lock (names and versions, no addresses)."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Written by `make lock`: every version that `make install` installs.\n"


def main() -> None:
    """Write requirements.lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *(item for extra in project["project"]["optional-dependencies"].values() for item in extra),
        *project["dependency-groups"]["dev"],
        *project["build-system"]["requires"],
        "editables",
    ]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin", "python"))
        subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
        frozen = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True).stdout
    if "://" in frozen or "@ " in frozen:
        sys.exit("error: a dependency was installed from an address, not from the index")
    (ROOT / "requirements.lock").write_text(HEAD + frozen, encoding="utf-8")


if __name__ == "__main__":
    main()
