"""Runs an app and writes how many requests it sent to CDK's Node: ``python bench/node_calls.py FILE APP``.

``APP`` is a module, or a file that ends in ``.py``.
"""

from __future__ import annotations

import atexit
import importlib
import runpy
import sys
from pathlib import Path
from typing import Any

from jsii._kernel.providers.process import _NodeProcess

sent = 0
send = _NodeProcess.send


def counted(self: _NodeProcess, request: Any, response: Any) -> Any:
    """Count the request, then send it."""
    global sent  # noqa: PLW0603
    sent += 1
    return send(self, request, response)


_NodeProcess.send = counted
file, app = sys.argv[1:]
atexit.register(lambda: Path(file).write_text(str(sent), encoding="utf-8"))
sys.argv = [app]
if app.endswith(".py"):
    sys.path.insert(0, str(Path(app).resolve().parent))
    runpy.run_path(app, run_name="__main__")
else:
    importlib.import_module(app)
