"""A launch template that asks for spot, in a group that says itself what is spot."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_MIXED = ("Properties", "MixedInstancesPolicy")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at the launch templates of a mixed instances policy, those of its overrides too."""
    if launch.use is None or launch.use.path[:2] != _MIXED:
        return
    market, path = launch.node.market, launch.node.at("InstanceMarketOptions")
    if isinstance(market, Unknown):
        yield cannot_tell("whether the launch template of a mixed instances policy asks for spot", market, path)
    elif market == "spot":
        yield Hit("MarketType is spot in the launch template of a mixed instances policy", path)


RULE = Rule(
    id="TRN381",
    title="The launch templates of a mixed instances policy ask for no spot",
    level=Level.ERROR,
    why="Amazon EC2 Auto Scaling refuses the group as incompatible with its launch template.",
    source="kops pull request 7066 and cluster-api-provider-aws pull request 4656: You cannot use a launch template "
    "that is set to request Spot Instances",
    on="launch",
    check=check,
    fix="remove InstanceMarketOptions, and set OnDemandPercentageAboveBaseCapacity to 0",
)
