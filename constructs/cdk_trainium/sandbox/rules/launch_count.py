"""A launch asks for at least one node, and for no more at least than at most."""

from __future__ import annotations

from ..refusal import Rule

RULE = Rule(
    id="launch-count",
    title="A launch of fewer nodes than one, or of more at least than at most, is refused.",
    code="InvalidParameterValue",
    source="EC2 API, RunInstances: MinCount and MaxCount; no source names the code",
    sourced=False,
)


def check(least: int, most: int) -> None:
    """Refuse numbers of nodes that EC2 does not take."""
    if not 1 <= least <= most:
        raise RULE.refuse(f"MinCount {least} and MaxCount {most}: 1 <= MinCount <= MaxCount is needed")
