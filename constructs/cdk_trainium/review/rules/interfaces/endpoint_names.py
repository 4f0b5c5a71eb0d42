"""A VPC endpoint with private names in a VPC that has none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Value
from ...model.values import as_true, member
from ...options import Context
from ...rule import Hit, Rule, unknown
from ...subjects import Branched

_VPC = "AWS::EC2::VPC"
_PATH = ("Properties", "PrivateDnsEnabled")
_DEFAULTS = {"EnableDnsSupport": "true", "EnableDnsHostnames": "false"}
"""Source: CloudFormation, AWS::EC2::VPC: what a VPC has that does not say it."""


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Judge endpoints that ask for private names, in a VPC of these templates."""
    data = subject.branch.properties
    vpc = context.world.properties(data.get("VpcId"), _VPC) if as_true(data.get("PrivateDnsEnabled")) else None
    if vpc is None:
        return
    values = {name: _text(member(vpc, name), default) for name, default in _DEFAULTS.items()}
    off = [name for name, value in values.items() if value == "false"]
    if off:
        yield _hit(f"PrivateDnsEnabled in a VPC without {' and '.join(off)}", data.get("VpcId"), context)


def _hit(text: str, named: Value, context: Context) -> Hit:
    """Report an endpoint; somebody else's code that is handed the id of the VPC may set what it lacks."""
    vpc = context.world.find(named)
    other = None if vpc is None else next(context.world.handed.of((vpc.template.key, vpc.id)), None)
    if other is None:
        return Hit(text, _PATH)
    return unknown(f"{text}, unless {other.resource.id}, which is handed its id, sets them", _PATH)


def _text(value: Value, default: str) -> str:
    return default if value is None else str(value).lower()


RULE = Rule(
    id="TRN132",
    title="A VPC endpoint with private names is in a VPC that resolves them",
    level=Level.ERROR,
    why="EC2 refuses the endpoint by which nodes without a way out reach their services, and the stack rolls back.",
    source="AWS PrivateLink Guide, interface endpoints: private DNS; CloudFormation, AWS::EC2::VPC",
    on="AWS::EC2::VPCEndpoint",
    check=check,
    fix="set EnableDnsSupport and EnableDnsHostnames of the VPC to true",
)
