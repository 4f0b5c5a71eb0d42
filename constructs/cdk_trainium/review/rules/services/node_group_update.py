"""A managed node group whose update takes out more nodes than it may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ...model.values import as_int, as_map, is_hidden, member
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_PATH: Path = ("Properties", "UpdateConfig")
_NUMBER, _SHARE = "MaxUnavailable", "MaxUnavailablePercentage"
_MOST = 100


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Judge literals: EKS refuses the node group at once."""
    data = subject.branch.properties
    update = as_map(data.get("UpdateConfig"))
    number, share = member(update, _NUMBER), member(update, _SHARE)
    if None not in (number, share) and not (is_hidden(number) or is_hidden(share)):
        yield Hit(f"{_NUMBER} and {_SHARE} are both set; allowed: one of them", _PATH, "keep one of them")
    largest = as_int(as_map(data.get("ScalingConfig")).get("MaxSize"))
    most = _MOST if largest is None or largest < 1 else min(largest, _MOST)
    yield from _out_of_range(_NUMBER, number, most)
    yield from _out_of_range(_SHARE, share, _MOST)


def _out_of_range(name: str, value: Any, most: int) -> Iterator[Hit]:
    wanted = as_int(value)
    if wanted is not None and not 1 <= wanted <= most:
        yield Hit(f"{name} is out of range; got {wanted}; allowed: 1 to {most}", (*_PATH, name))


RULE = Rule(
    id="TRN396",
    title="An update of a managed node group takes out one node at least, and no more than there are",
    level=Level.ERROR,
    why="EKS refuses the node group, and the stack rolls back.",
    source="Amazon EKS API, NodegroupUpdateConfig; terraform-provider-aws issue 26535: max-unavailable must be within "
    "the range 1 and max size of the node group; eksctl pull request 3753",
    on="AWS::EKS::Nodegroup",
    check=check,
    fix="write a number from 1 to MaxSize, or a percentage",
)
