"""The rules that `constraints.check_interfaces` decides, one per code."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Launch
from ...options import Context
from ...rule import Check, Hit, from_problem
from .shared_fault import on_interfaces

__all__ = ["CARDS", "EFA_GUIDE", "problems_with"]

CARDS = "EC2 User Guide, network cards; DescribeInstanceTypes NetworkInfo (catalog)"
EFA_GUIDE = "EC2 User Guide, Elastic Fabric Adapter"


def problems_with(code: str) -> Check:
    """Return a check that reports the layout problems of one code on every launch."""

    def check(launch: Launch, _context: Context) -> Iterator[Hit]:
        for problem, items in launch.layout_problems:
            if problem.code == code:
                hit = from_problem(problem, launch.node.at("NetworkInterfaces"))
                yield on_interfaces(hit, items) if items else hit

    return check
