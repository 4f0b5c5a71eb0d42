"""Let stack tags reach the resources that take tags; a resource's own tag wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..resources.handler import Handler, Props

__all__ = ["with_stack_tags"]


def with_stack_tags(handler: Handler, props: Props, tags: Mapping[str, str]) -> Props:
    """Return ``props`` with the stack's tags merged in, in the form that the type takes."""
    if handler.tags is None or not tags:
        return props
    if handler.tags == "map":
        return {**props, "Tags": {**tags, **props.get("Tags", {})}}
    own = list(props.get("Tags", []))
    taken = {item["Key"] for item in own}
    added = [_entry(handler.tags, key, value) for key, value in tags.items() if key not in taken]
    return {**props, "Tags": own + added}


def _entry(form: str, key: str, value: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"Key": key, "Value": value}
    return {**entry, "PropagateAtLaunch": True} if form == "group" else entry
