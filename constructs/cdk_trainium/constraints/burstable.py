"""Instance types whose CPU bursts: the T families."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["is_burstable", "takes_cluster_group"]

_T = re.compile(r"t[1-9][a-z]*")
"""Their families. Source: EC2 User Guide, burstable performance instances."""
_LEFT_OUT = ("mac1", "m7i-flex")


def is_burstable(kind: str) -> bool:
    """Return whether instance type ``kind``, such as ``t3.xlarge``, is of a T family."""
    return _T.fullmatch(kind.partition(".")[0]) is not None


@cache  # most launches of a review are of few types
def takes_cluster_group(kind: str) -> bool:
    """Return whether EC2 launches ``kind`` into cluster placement groups, as far as its family tells.

    Source: EC2 User Guide, placement strategies: all current types but burstable ones, Mac1 and M7i-flex.
    """
    return not is_burstable(kind) and kind.partition(".")[0] not in _LEFT_OUT
