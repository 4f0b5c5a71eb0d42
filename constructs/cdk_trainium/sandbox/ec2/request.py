"""What the handlers read from a request."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ..state import RegionState, region_of

__all__ = ["region_state", "tags_for", "time_of"]


def region_state(request: Any) -> RegionState:
    """Return the state of the account and region that the request is for."""
    return region_of(request.region, request.current_account)


def time_of(request: Any, name: str) -> datetime | None:
    """Return a timestamp parameter, aware; moto's parser leaves some without a zone."""
    value: datetime | None = request._get_param(name)
    return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


def tags_for(request: Any, resource_type: str) -> dict[str, str]:
    """Return the tags that the request's TagSpecifications give to ``resource_type``."""
    specifications = request._get_param("TagSpecifications", []) or request._get_param("TagSpecification", [])
    return {
        tag["Key"]: tag.get("Value", "")
        for item in specifications
        if item.get("ResourceType") == resource_type
        for tag in item.get("Tags", [])
    }
