"""The wheel and the sdist of this checkout, built once per test module that asks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_SDIST = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"


def build_wheel(source: Path, folder: Path) -> Path:
    """Build the wheel of ``source``, a checkout or an sdist."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def build_sdist(folder: Path) -> Path:
    """Build the sdist of this checkout."""
    subprocess.run([sys.executable, "-c", _SDIST, str(folder)], cwd=ROOT, check=True, capture_output=True)
    (sdist,) = folder.glob("*.tar.gz")
    return sdist
