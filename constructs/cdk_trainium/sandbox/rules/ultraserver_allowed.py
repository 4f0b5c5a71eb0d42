"""UltraServers are for accounts that AWS put on a list; others are told that they lack a right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="ultraserver-allowed",
    title="An account that is not on the list cannot search for UltraServer blocks; no IAM policy helps.",
    code="UnauthorizedOperation",
    source="Field report of 2026-10, DescribeCapacityBlockOfferings with UltraserverType",
    http_status=403,
)


def check(state: RegionState, ultraserver_type: str | None) -> None:
    """Refuse UltraServers to an account that is not on the list."""
    if ultraserver_type and not state.settings.ultraservers_allowed:
        raise RULE.refuse("This AWS Account is not authorized to call this API when requesting an EC2 UltraServer")
