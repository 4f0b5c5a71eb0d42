"""The CDK constructs."""

from __future__ import annotations

from ..node import use_packaged_node

# Before the first `import aws_cdk`: it starts Node at once.
use_packaged_node()
