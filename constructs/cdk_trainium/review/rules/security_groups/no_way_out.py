"""EFA groups whose only egress is to themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...model.membership import shared_groups
from ...model.security_group import SECURITY_GROUP
from ...model.values import same_resource, shown
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(node: Node, context: Context) -> Iterator[Hit]:
    """Report when no group of the node's interfaces has egress to anything but itself."""
    groups = {key: group for item in node.interfaces for key, group in item.groups.items()}
    known = context.world.security_groups
    if not node.efas or any(context.world.properties(group, SECURITY_GROUP) is None for group in groups.values()):
        return
    for key, group in groups.items():
        rules = known.of(group, "egress")
        if any(rule.peer is None or same_resource(rule.peer) != key for rule in rules) or not rules:
            return
    makers = (context.world.rule_makers.why(group, to_itself=False) for group in groups.values())
    maker = next(filter(None, makers), "")
    for group in shared_groups(node)[:1]:
        text = f"egress of security group {shown(group)} goes to itself only"
        if maker:
            hit = unknown(f"whether {text} cannot be told: {maker}", ("Properties",))
        else:
            hit = Hit(f"{text}: no SSM, S3, ECR or package repository", ("Properties",))
        yield hit._replace(resource=context.world.find(group))


RULE = Rule(
    id="TRN205",
    title="Nodes can reach the services they boot with",
    level=Level.INFO,
    why="A node that reaches no endpoint cannot fetch its container, register or be logged into.",
    source="Amazon VPC User Guide, security group rules",
    on="node",
    check=check,
    fix="add egress to the VPC endpoints or to 0.0.0.0/0 on port 443",
)
