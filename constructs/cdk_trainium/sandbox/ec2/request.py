"""What the handlers read from a request."""

from __future__ import annotations

from typing import Any

from ..state import RegionState, region_of

__all__ = ["region_state", "tags_for"]


def region_state(request: Any) -> RegionState:
    """Return the state of the account and region that the request is for."""
    return region_of(request.region, request.current_account)


def tags_for(request: Any, resource_type: str) -> dict[str, str]:
    """Return the tags that the request's TagSpecifications give to ``resource_type``."""
    specifications = request._get_param("TagSpecifications", []) or request._get_param("TagSpecification", [])
    return {
        tag["Key"]: tag.get("Value", "")
        for item in specifications
        if item.get("ResourceType") == resource_type
        for tag in item.get("Tags", [])
    }
