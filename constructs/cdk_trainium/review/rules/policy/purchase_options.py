"""Ways to buy nodes that the organization allows."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell

_TARGET = "CapacityReservationSpecification"
_EITHER = {"on-demand", "reservation"}
"""Which of them a target decides."""


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Judge how each launch is bought."""
    allowed = context.options.policy.purchase_options
    if allowed is None:
        yield Skip("no policy says how nodes may be bought")
        return
    option = launch.purchase
    if isinstance(launch.market, Unknown) and not launch.block:
        yield cannot_tell("how the nodes are bought", launch.market, launch.node.at("InstanceMarketOptions"))
    elif launch.infos and isinstance(launch.targeted, Unknown) and option in _EITHER and len(_EITHER & {*allowed}) == 1:
        yield cannot_tell("whether nodes are bought as reservation", launch.targeted, launch.node.at(_TARGET))
    elif launch.infos and option not in allowed:
        text = f"nodes are bought as {option}; allowed: {', '.join(allowed) or 'none'}"
        yield Hit(text, launch.node.at("InstanceMarketOptions"))
    elif launch.may_be_accelerated and launch.hidden_type is not None and option not in allowed:
        what = f"whether nodes with accelerators are bought as {option}"
        yield cannot_tell(what, launch.hidden_type, launch.node.at("InstanceMarketOptions"))


RULE = Rule(
    id="TRN803",
    title="The purchase option is allowed",
    level=Level.ERROR,
    why="On-demand accelerators run until somebody stops them; many organizations allow blocks only.",
    source="the organization's policy file",
    on="launch",
    check=check,
    fix="buy the nodes in an allowed way",
)
