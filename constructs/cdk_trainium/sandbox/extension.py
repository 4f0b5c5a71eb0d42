"""The one switch: ``install()`` makes moto the simulated account, in this process or in moto's server."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

from moto.core import model as moto_model
from moto.core import utils as moto_utils

__all__ = ["PARTS", "install"]

PARTS = (
    "gate",
    "ec2",
    "images",
    "autoscaling",
    "quotas",
    "pricing",
    "service_linked_roles",
)
"""Modules and folders of this package with an ``install()``, in order."""

_done: list[str] = []
"""Parts that are in place."""


def install() -> None:
    """Add operations, rules and data to moto. Idempotent; reset, server and ``mock_aws`` keep working as moto's own."""
    if _done:
        return
    _done.extend(PARTS)
    for part in PARTS:
        importlib.import_module(f".{part}", __package__).install()
    if find_spec(".cloudformation", __package__):
        importlib.import_module(".cloudformation", __package__).install()
    _forget_models()


def _forget_models() -> None:
    # moto caches what it read of botocore's models before our services were there.
    for module in (moto_utils, moto_model):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
