"""Launches that would go past the sandbox's rules: refused for accelerator types, never served without them."""

from __future__ import annotations

from collections.abc import Iterable

from ...catalog import default
from ..refusal import Rule

RULE = Rule(
    id="launch-elsewhere",
    title="A fleet and a spot request of accelerator types are refused: the sandbox does not simulate them.",
    code="UnsupportedOperation",
    source="A stand-in of the sandbox, no rule of EC2: RunInstances and templates of groups launch such nodes",
    sourced=False,
)
GROUP = Rule(
    id="launch-elsewhere-group",
    title=(
        "A launch configuration and the spot share of a mixed instances policy are refused for accelerator types: "
        "the sandbox does not simulate them."
    ),
    code="ValidationError",
    source="A stand-in of the sandbox, no rule of Auto Scaling: groups with a launch template launch such nodes",
    sourced=False,
)


def check(operation: str, types: Iterable[str], rule: Rule = RULE) -> None:
    """Refuse ``operation`` when it names a type of the catalog; other types are left to moto."""
    ours = sorted({name for name in types if default().find(name) is not None})
    if ours:
        raise rule.refuse(
            f"The sandbox does not simulate {operation} of {', '.join(ours)}: EC2 might refuse what it would accept. "
            "Use RunInstances, or an Auto Scaling group with a launch template."
        )
