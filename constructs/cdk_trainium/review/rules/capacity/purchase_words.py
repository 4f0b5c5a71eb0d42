"""A group that buys in another way than its launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .market import BLOCKS

_MARKETS = ("on-demand", "spot", "capacity-block")
_WORDS = {
    "eks": dict(zip(("ON_DEMAND", "SPOT", "CAPACITY_BLOCK"), _MARKETS, strict=True)),
    "pcs": dict(zip(("ONDEMAND", "SPOT", "CAPACITY_BLOCK"), _MARKETS, strict=True)),
    "batch": {"SPOT": "spot"},  # how EC2 goes with a block is not documented
    "fleet": {"capacity-block": "capacity-block"},
}


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the group's word with ``MarketType``; a node group without one buys on demand."""
    group, stated = launch.group, launch.node.market
    if group is None or stated is None:
        return
    word = "ON_DEMAND" if group.kind == "eks" and group.purchase is None else group.purchase
    wanted = _WORDS.get(group.kind, {}).get(word) if isinstance(word, str) else None  # a hidden word is TRN304's
    path = group.purchase_path
    if wanted is not None and isinstance(stated, Unknown):
        what = f"whether the launch template buys as {path[-1]} {word} says"
        yield cannot_tell(what, stated, launch.node.at("InstanceMarketOptions"))
    elif wanted is not None and stated in _MARKETS and stated != wanted:
        text = f"{path[-1]} is {word}, MarketType of its launch template {launch.node.resource.id} is {stated}"
        yield Hit(text, path, resource=group.resource)


RULE = Rule(
    id="TRN349",
    title="A group buys its nodes as its launch template does",
    level=Level.ERROR,
    why="The service asks EC2 for two ways of buying at once: the group is refused, or its nodes never come.",
    source=f"{BLOCKS}; Amazon EKS and AWS PCS User Guides, Capacity Blocks",
    on="launch",
    check=check,
    fix="say the same in both: CAPACITY_BLOCK with MarketType capacity-block",
)
