"""Options of a market without the market."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model.node import Node
from ...model.values import macro_in
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look for ``MarketType``; where nobody sees whether it is there, that is TRN304's."""
    options, path = node.data.get("InstanceMarketOptions"), node.at("InstanceMarketOptions")
    if not isinstance(options, dict) or "MarketType" in options or macro_in(options) is not None:
        return
    if any(value != {} for value in options.values()):
        yield Hit(f"{', '.join(options)} without MarketType", path)
    else:  # reports differ: EC2 refuses the options, or is not sent any
        yield unknown("whether EC2 takes InstanceMarketOptions without anything in it is not known", path)


RULE = Rule(
    id="TRN391",
    title="InstanceMarketOptions names its MarketType",
    level=Level.ERROR,
    why="EC2 refuses the launch: the request must contain the parameter MarketType.",
    source="aws-cloudformation-user-guide issue 205, terraform-provider-aws issues 35770 and 38588: "
    "MissingParameter: The request must contain the parameter MarketType",
    on="node",
    check=check,
    fix="add MarketType, such as spot, or remove InstanceMarketOptions to buy on demand",
)
