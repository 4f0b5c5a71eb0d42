"""The policy as CloudFormation Guard rules, for a Hook that enforces it at deployment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..catalog import Catalog, default
from .policy import Policy

__all__ = ["as_guard"]

_TYPE = "LaunchTemplateData.InstanceType"
_MARKET = "Properties.LaunchTemplateData.InstanceMarketOptions.MarketType"
_TARGET = "Properties.LaunchTemplateData.CapacityReservationSpecification.CapacityReservationTarget"
_TAGS = {
    "launch_templates": "Properties.LaunchTemplateData.TagSpecifications[ ResourceType == 'instance' ].Tags[*].Key",
    "instances": "Properties.Tags[*].Key",
}
_MARKETS = ("capacity-block", "spot")
_NOT_ALLOWED = "<<nodes may not be bought like this>>"
_LEFT_OUT = ("regions", "max_nodes", "max_chips", "max_usd_per_hour", "image_owners", "python", "levels")
_LIMITS = """
# Judged are launch templates and instances that name an instance type. Types, markets and tags that a group or a fleet
# gives by itself, and what parameters and functions hide, stay with trnctl; a launch template bears the tags itself.
""".strip()


def as_guard(policy: Policy, catalog: Catalog | None = None) -> str:
    """Return the parts of ``policy`` that Guard can judge on one template; the others are named in comments.

    Args:
        policy: the organization's policy.
        catalog: whose types have accelerators: only they are asked for tags and purchase. Default: - of this release.
    """
    left_out = [name for name in _LEFT_OUT if getattr(policy, name)]
    head = [f"# Made by trnctl review --export-guard from {policy.path or 'a policy'}.", *_comments(left_out), _LIMITS]
    nodes = _nodes(_families(catalog or default()))
    return "\n\n".join(["\n".join(head), nodes, *_types(policy), *_purchase(policy), *_tags(policy)]) + "\n"


def _comments(left_out: list[str]) -> Iterator[str]:
    if left_out:
        yield f"# Guard sees one template and no region, sum or account. These stay with trnctl: {', '.join(left_out)}."


def _families(catalog: Catalog) -> str:
    names = {(info.ec2_name or info.name).partition(".")[0] for info in catalog.types.values()}
    return "/^(" + "|".join(re.escape(name).replace(r"\-", "-") for name in sorted(names)) + r")\./"


def _nodes(families: str) -> str:
    template, instance = "Type == 'AWS::EC2::LaunchTemplate'", "Type == 'AWS::EC2::Instance'"
    return "\n".join(
        [
            f"let all_launch_templates = Resources.*[ {template} ]",
            f"let all_instances = Resources.*[ {instance} ]",
            f"let launch_templates = Resources.*[ {template}\n  Properties.{_TYPE} == {families} ]",
            f"let instances = Resources.*[ {instance}\n  Properties.InstanceType == {families} ]",
        ]
    )


def _types(policy: Policy) -> Iterator[str]:
    if policy.instance_types is None:
        return
    allowed = ", ".join(_pattern(item) for item in policy.instance_types)
    message = "<<this instance type is not allowed>>"
    for name, path in (("launch_templates", _TYPE), ("instances", "InstanceType")):
        test = f"Properties.{path} in [{allowed}] {message}"
        yield _rule(f"INSTANCE_TYPES_OF_{name.upper()}", f"all_{name}", [f"Properties.{path} not exists or", test])


def _purchase(policy: Policy) -> Iterator[str]:
    allowed = policy.purchase_options
    if allowed is None:
        return
    markets = _quoted([market for market in _MARKETS if market in allowed])
    lines = [f"{_MARKET} not exists or" if markets else f"{_MARKET} not exists {_NOT_ALLOWED}"]
    lines += [f"{_MARKET} in [{markets}] {_NOT_ALLOWED}"] if markets else []
    lines += _without_market("on-demand" in allowed, "reservation" in allowed)
    yield _rule("PURCHASE_OPTIONS", "launch_templates", lines)
    if "on-demand" not in allowed:  # an instance says nothing of a market itself: its launch template does
        yield _rule("PURCHASE_OPTIONS_OF_INSTANCES", "instances", [f"Properties.LaunchTemplate exists {_NOT_ALLOWED}"])


def _without_market(on_demand: bool, reservation: bool) -> list[str]:
    """Return what a launch template that names no market has to say: of a reservation, or nothing."""
    if on_demand and reservation:
        return []
    if on_demand:
        return [f"{_MARKET} exists or", f"{_TARGET} not exists {_NOT_ALLOWED}"]
    reserved = [f"{_MARKET} exists or", f"{_TARGET} exists {_NOT_ALLOWED}"]
    return reserved if reservation else [f"{_MARKET} exists {_NOT_ALLOWED}"]


def _tags(policy: Policy) -> Iterator[str]:
    for at, tag in enumerate(policy.required_tags or ()):
        for name, path in _TAGS.items():
            test = f"some {path} == {_quoted([tag])} <<nodes lack the tag {_plain(tag)}>>"
            yield _rule(f"TAG_{at + 1}_{_word(tag)}_OF_{name.upper()}", name, [test])


def _rule(name: str, collection: str, tests: Sequence[str]) -> str:
    """Return a rule that holds ``tests`` against each resource of ``collection`` by itself."""
    lines = [f"rule {name} when %{collection} !empty {{", f"  %{collection} {{", *(f"    {test}" for test in tests)]
    return "\n".join([*lines, "  }", "}"])


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "_", text).upper()


def _pattern(name: str) -> str:
    """Return ``trn2*`` as a Guard regular expression, another name as a string."""
    if "*" not in name and "?" not in name:
        return _quoted([name])
    body = re.escape(name).replace(r"\*", ".*").replace(r"\?", ".").replace("/", r"\/")
    return f"/^{body}$/"


def _quoted(names: Sequence[str]) -> str:
    return ", ".join("'" + name.replace("'", "") + "'" for name in names)


def _plain(text: str) -> str:
    return text.replace(">", "").replace("<", "")
