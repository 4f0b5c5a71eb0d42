"""Runs ``trnctl`` and writes the calls that it made: ``python bench/record_calls.py FILE ARGUMENT…``."""

from __future__ import annotations

import atexit
import json
import sys
from pathlib import Path
from typing import Any

from botocore.client import BaseClient

from cdk_trainium.cli import main

made: list[dict[str, Any]] = []
called = BaseClient._make_api_call


def call(self: BaseClient, operation: str, params: dict[str, Any]) -> Any:
    """Note the call, then make it."""
    meta = self.meta
    made.append({"service": meta.service_model.service_name, "region": meta.region_name, "operation": operation})
    made[-1]["params"] = json.loads(json.dumps(params, default=str))
    return called(self, operation, params)


BaseClient._make_api_call = call
file = Path(sys.argv.pop(1))
atexit.register(lambda: file.write_text(json.dumps(made), encoding="utf-8"))
main()
