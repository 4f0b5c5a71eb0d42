"""A group that buys in another way than its launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.purchase import DEFAULTS, WORDS
from ....template import Unknown, Value
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .market import BLOCKS

_MARKETS = ("on-demand", "spot", "capacity-block")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the group's word, or what the service takes for none, with ``MarketType``."""
    group, stated = launch.group, launch.node.market
    if group is None or stated is None or group.kind not in WORDS:
        return
    word, path = _word(launch), group.purchase_path or ("Properties",)
    wanted = WORDS[group.kind].get(word, "") if isinstance(word, str) else ""  # a hidden word is TRN304's
    if word is None and group.kind == "fleet" and stated == "capacity-block":
        wanted = "another way"  # whichever a fleet takes for none: it asks for blocks by their word only
    name = path[-1] if group.purchase_path else f"what {group.resource.id} buys"
    if wanted and isinstance(stated, Unknown):
        what = f"whether the launch template buys as {name} {word} says"
        yield cannot_tell(what, stated, launch.node.at("InstanceMarketOptions"))
    elif wanted and stated in _MARKETS and stated != wanted:
        said = f"is {word}" if word else "is not stated"
        text = f"{name} {said}, MarketType of its launch template {launch.node.resource.id} is {stated}"
        yield Hit(text, path, resource=group.resource)


def _word(launch: Launch) -> Value:
    """Return the word for this launch: a fleet buys its shares in several ways."""
    use, group = launch.use, launch.group
    if group is None or (use is not None and use.purchase is not None):
        return None if use is None else use.purchase
    return DEFAULTS.get(group.kind) if group.purchase is None else group.purchase


RULE = Rule(
    id="TRN349",
    title="A group buys its nodes as its launch template does",
    level=Level.ERROR,
    why="The service asks EC2 for two ways of buying at once: the group is refused, or its nodes never come.",
    source=f"{BLOCKS}, and EC2 Fleet with Capacity Blocks; Amazon EKS and AWS PCS User Guides, Capacity Blocks",
    on="launch",
    check=check,
    fix="say the same in both: the service's word for a block with MarketType capacity-block",
)
