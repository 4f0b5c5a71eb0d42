"""The CDK constructs.

Services of the CDK that few clusters need are imported where they are used: each costs every synthesis milliseconds.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from ..node import use_packaged_node

# Before the first `import aws_cdk`: it starts Node at once.
use_packaged_node()

# Most of that import is waiting for Node, which reads the CDK: what the constructs need besides loads meanwhile.
if "aws_cdk" not in sys.modules:
    with ThreadPoolExecutor(max_workers=1) as beside:
        started = beside.submit(import_module, "aws_cdk")
        import_module("..spec", __package__)
    started.result()
