"""An EFA is attached at launch, or while its instance is stopped."""

from __future__ import annotations

from typing import Any

from ..refusal import Rule

RULE = Rule(
    id="attach-efa",
    title="An EFA that is attached to a running instance is refused.",
    code="IncorrectInstanceState",
    source="EC2 User Guide, create and attach an Elastic Fabric Adapter; no source publishes the code",
    sourced=False,
)
_EFA = ("efa", "efa-only")


def check(interface: Any, instance: Any) -> None:
    """Refuse an EFA for an instance that is not stopped."""
    if interface.interface_type in _EFA and instance.state != "stopped":
        raise RULE.refuse(
            f"EFA interface '{interface.id}' cannot be attached to '{instance.id}', which is not stopped."
        )
