"""The scripts of tools/, which is a folder of scripts and no package, as modules."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[2] / "tools"


def script(name: str) -> ModuleType:
    """Return the module of the script ``name``, such as ``demo/stage``; it finds its neighbours as when it is run."""
    path = TOOLS / name
    sys.path.insert(0, str(path.parent))
    try:
        return importlib.import_module(path.name)
    finally:
        sys.path.pop(0)
