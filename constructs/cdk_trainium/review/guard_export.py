"""The policy as CloudFormation Guard rules, for a Hook that enforces it at deployment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .policy import Policy

__all__ = ["as_guard"]

_NODES = """let launch_templates = Resources.*[ Type == 'AWS::EC2::LaunchTemplate' ]
let instances = Resources.*[ Type == 'AWS::EC2::Instance' ]
let groups = Resources.*[ Type == 'AWS::AutoScaling::AutoScalingGroup' ]"""
_MARKETS = {"capacity-block": "capacity-block", "spot": "spot"}
_LEFT_OUT = ("regions", "max_nodes", "max_chips", "max_usd_per_hour", "image_owners")


def as_guard(policy: Policy) -> str:
    """Return the parts of ``policy`` that Guard can judge on one template; the others are named in comments."""
    left_out = [name for name in _LEFT_OUT if getattr(policy, name) is not None]
    parts = [f"# Made by trnctl review --export-guard from {policy.path or 'a policy'}.", *_comments(left_out), _NODES]
    parts += [*_types(policy), *_purchase(policy), *_tags(policy)]
    return "\n\n".join(parts) + "\n"


def _comments(left_out: list[str]) -> Iterator[str]:
    if left_out:
        yield f"# Guard sees one template and no region, sum or account: {', '.join(left_out)} stay with trnctl."


def _types(policy: Policy) -> Iterator[str]:
    if policy.instance_types is None:
        return
    allowed = ", ".join(_pattern(item) for item in policy.instance_types)
    path, message = "LaunchTemplateData.InstanceType", "<<this instance type is not allowed>>"
    yield _rule("INSTANCE_TYPES_OF_LAUNCH_TEMPLATES", "launch_templates", path, f"in [{allowed}] {message}")
    yield _rule("INSTANCE_TYPES_OF_INSTANCES", "instances", "InstanceType", f"in [{allowed}] {message}")


def _rule(name: str, collection: str, path: str, test: str) -> str:
    body = f"  when %{collection}.Properties.{path} exists {{\n    %{collection}.Properties.{path} {test}\n  }}"
    return f"rule {name} when %{collection} !empty {{\n{body}\n}}"


def _purchase(policy: Policy) -> Iterator[str]:
    if policy.purchase_options is None:
        return
    markets = [market for option, market in _MARKETS.items() if option in policy.purchase_options]
    path = "LaunchTemplateData.InstanceMarketOptions.MarketType"
    message = "<<nodes may not be bought like this>>"
    if "on-demand" in policy.purchase_options or "reservation" in policy.purchase_options:
        yield _rule("PURCHASE_OPTIONS", "launch_templates", path, f"in [{_quoted([*markets, 'on-demand'])}] {message}")
    else:
        test = f"%launch_templates.Properties.{path} in [{_quoted(markets)}] {message}"
        yield f"rule PURCHASE_OPTIONS when %launch_templates !empty {{\n  {test}\n}}"


def _tags(policy: Policy) -> Iterator[str]:
    for name in policy.required_tags or ():
        rule = re.sub(r"\W", "_", name).upper()
        path = "LaunchTemplateData.TagSpecifications[ ResourceType == 'instance' ].Tags[*].Key"
        test = f"some %launch_templates.Properties.{path} == {_quoted([name])} <<nodes lack the tag {_plain(name)}>>"
        yield f"rule TAG_{rule} when %launch_templates !empty {{\n  {test}\n}}"


def _pattern(name: str) -> str:
    """Return ``trn2*`` as a Guard regular expression, another name as a string."""
    if "*" not in name and "?" not in name:
        return _quoted([name])
    body = re.escape(name).replace(r"\*", ".*").replace(r"\?", ".").replace("/", r"\/")
    return f"/^{body}$/"


def _quoted(names: list[str]) -> str:
    return ", ".join("'" + name.replace("'", "") + "'" for name in names)


def _plain(text: str) -> str:
    return text.replace(">", "").replace("<", "")
