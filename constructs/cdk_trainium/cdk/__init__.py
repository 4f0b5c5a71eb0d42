"""The CDK constructs.

Services of the CDK that few clusters need are imported where they are used: each costs every synthesis milliseconds.
"""

from __future__ import annotations

from ..node import use_packaged_node

# Before the first `import aws_cdk`: it starts Node at once.
use_packaged_node()
