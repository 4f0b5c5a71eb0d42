"""Nodes whose metadata service takes requests without a token."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches import INSTANCE
from ...model import Node
from ...model.values import as_map, is_hidden, member
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Ask for ``HttpTokens: required``, or for no metadata service at all.

    What describes nodes for others has to say it; of one instance that does not, EC2 asks its image and the account.
    """
    value = member(node.data, "MetadataOptions")
    tokens = member(options := as_map(value), "HttpTokens")
    if tokens == "required" or options.get("HttpEndpoint") == "disabled" or not node.data:
        return
    if is_hidden(tokens):
        yield unknown("whether HttpTokens is required cannot be told", node.at("MetadataOptions"))
        return
    got = f"is {tokens}" if tokens else "is not stated"
    level = None
    if not tokens and node.resource.type == INSTANCE:
        got, level = "is not stated, and its image or the account may leave it optional", Level.WARNING
    yield Hit(f"HttpTokens {got}; allowed: required (IMDSv2)", node.at("MetadataOptions", "HttpTokens"), level=level)


RULE = Rule(
    id="TRN701",
    title="The metadata service requires tokens (IMDSv2)",
    level=Level.ERROR,
    why="Without tokens a forged request from a job reads the node's credentials.",
    source="AWS Foundational Security Best Practices, EC2.8; AWS Config, ec2-launch-template-imdsv2-check; EC2 API, "
    "InstanceMetadataOptionsRequest",
    on="node",
    check=check,
    fix="set MetadataOptions: {HttpTokens: required}",
)
