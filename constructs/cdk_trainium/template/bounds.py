"""Bounds on what one file may expand to, so that a hostile template costs neither time nor memory."""

from __future__ import annotations

from typing import Any

from .codes import TOO_LARGE, fault

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_NODES", "check_bounds"]

MAX_BYTES = 32_000_000
"""CloudFormation takes 1 MB; far above it a file is no template."""
MAX_DEPTH = 120
"""Levels of nesting; the deepest property of a real template lies near 30."""
MAX_NODES = 1_000_000
"""Objects and lists after expanding YAML aliases."""
_NODES = frozenset((dict, list))


def check_bounds(path: str, data: Any) -> None:
    """Walk ``data`` level by level, which stops early on a YAML bomb and on an alias cycle.

    Raises:
        TemplateError: deeper than `MAX_DEPTH` or larger than `MAX_NODES`.
    """
    level, depth, nodes = [data] if type(data) in _NODES else [], 0, 0
    while level:
        depth, nodes = depth + 1, nodes + len(level)
        if depth > MAX_DEPTH:
            raise fault(path, TOO_LARGE, f"is nested deeper than {MAX_DEPTH} levels")
        if nodes > MAX_NODES:
            raise fault(path, TOO_LARGE, f"expands to more than {MAX_NODES} objects and lists")
        inner = (node.values() if type(node) is dict else node for node in level)
        level = [child for children in inner for child in children if type(child) in _NODES]
