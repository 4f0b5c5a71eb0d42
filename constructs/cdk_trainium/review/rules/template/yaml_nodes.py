"""The nodes of a YAML template, where a rule asks how something is written."""

from __future__ import annotations

from typing import Any

__all__ = ["composed"]


def composed(raw: str) -> Any:
    """Return the root node of ``raw``, which was read before; an alias is the very node that it names."""
    import yaml

    return yaml.compose(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
