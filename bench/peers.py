"""Environments for the tools that we are measured beside, made by the bench, apart from ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from measure import ROOT

__all__ = ["program", "python"]

FOLDER = ROOT / "bench" / ".peers"
PACKAGES = {
    "awscli": ("awscli==1.46.3",),
    "cfn-lint": ("cfn-lint==1.58.0",),
    "parallelcluster": ("aws-parallelcluster==3.16.1", "setuptools<81"),
}
"""What is installed for each tool; the versions belong to the numbers."""


def python(peer: str) -> Path:
    """Return the interpreter of the environment of ``peer``, made at first use."""
    found = FOLDER / peer / "bin" / "python"
    done = FOLDER / peer / "installed"
    if not done.exists():
        print(f"installing {', '.join(PACKAGES[peer])}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(FOLDER / peer)], check=True)
        pip = [str(found), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES[peer]]
        subprocess.run(pip, check=True)
        done.touch()
    return found


def program(peer: str, name: str) -> str:
    """Return the path of a program of ``peer``."""
    return str(python(peer).with_name(name))
