"""Makes recorded calls one after the other with boto3: ``python bench/repeat_calls.py FILE once|each|clients``.

``once`` keeps one session and one client per service and region; ``each`` makes a session per call; ``clients`` makes
the clients and calls nothing, which is boto3's own share of every way to ask.
"""

from __future__ import annotations

import contextlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import boto3
from botocore import xform_name
from botocore.exceptions import ClientError


def _client(service: str, region: str) -> Any:
    return boto3.Session().client(service, region_name=region)


def main() -> None:
    """Repeat the calls; an answer that is a refusal is an answer."""
    made = boto3.Session()
    kept = cache(lambda service, region: made.client(service, region_name=region))
    client_of = _client if sys.argv[2] == "each" else kept
    for call in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
        client = client_of(call["service"], call["region"])
        if sys.argv[2] == "clients":
            continue
        with contextlib.suppress(ClientError):
            getattr(client, xform_name(call["operation"]))(**call["params"])


if __name__ == "__main__":
    main()
