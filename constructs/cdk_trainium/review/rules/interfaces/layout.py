"""The rules that `constraints.check_interfaces` decides, one per code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ....constraints import check_interfaces
from ....constraints.interfaces import DEVICE_OVER_LIMIT, EFA_UNSUPPORTED, NO_SUCH_CARD
from ....errors import Problem
from ....launches import INSTANCE
from ....launches.interfaces import attached_to
from ...model import Launch, NodeInterface
from ...options import Context
from ...rule import Check, Hit, cannot_tell, from_problem
from .shared_fault import on_interfaces

__all__ = ["CARDS", "EFA_GUIDE", "problems_with"]

CARDS = "EC2 User Guide, network cards; DescribeInstanceTypes NetworkInfo (catalog)"
EFA_GUIDE = "EC2 User Guide, Elastic Fabric Adapter"

_OF_ONE = (NO_SUCH_CARD, DEVICE_OVER_LIMIT, EFA_UNSUPPORTED)
"""What can be said of one interface without the others."""
_Found = tuple[Problem, list[NodeInterface]]


def problems_with(code: str) -> Check:
    """Return a check that reports the layout problems of one code on every launch."""

    def check(launch: Launch, _context: Context) -> Iterator[Hit]:
        for problem, items in _folded(launch.layout_problems):
            if problem.code == code:
                hit = from_problem(problem, launch.node.at("NetworkInterfaces"))
                yield on_interfaces(hit, items) if items else hit
        if launch.node.resource.type == INSTANCE:
            yield from _attached(launch, code)

    return check


def _folded(found: Iterable[_Found]) -> Iterator[_Found]:
    """Put interfaces on cards that the type lacks together: which cards, their places tell."""
    absent: dict[Problem, list[NodeInterface]] = {}
    for problem, items in found:
        if problem.code == NO_SUCH_CARD:
            absent.setdefault(replace(problem, got=""), []).extend(items)
        else:
            yield problem, items
    yield from absent.items()


def _attached(launch: Launch, code: str) -> Iterator[Hit]:
    """Judge each interface that an attachment adds to an instance by itself."""
    for resource, item in attached_to(launch.node.resource, launch.node.when):
        alone = [] if item.plain is None else [item.plain]
        problems = [problem for info in launch.infos for problem in check_interfaces(info, alone)]
        for problem in problems:
            if problem.code == code and code in _OF_ONE:
                yield from_problem(problem, (*item.path, "DeviceIndex"))._replace(resource=resource)
        if item.hidden is not None and launch.infos and code == DEVICE_OVER_LIMIT:
            yield cannot_tell("whether the instance takes the interface", item.hidden, item.path, resource)
