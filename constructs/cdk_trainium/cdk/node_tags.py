"""Tags that a launch template hands to what EC2 makes from it."""

from __future__ import annotations

from typing import Any

import jsii
from aws_cdk import IResolvable, IStableAnyProducer, Lazy, TagManager

__all__ = ["tag_specifications"]

_RESOURCES = ("instance", "volume", "network-interface")


@jsii.implements(IStableAnyProducer)
class _Specifications:
    def __init__(self, tags: TagManager) -> None:
        self._tags = tags

    def produce(self) -> Any:
        """Return the specifications; L1 classes take camel case only and drop other keys without a word."""
        tags = [{"key": tag["Key"], "value": tag["Value"]} for tag in self._tags.render_tags() or []]
        return [{"resourceType": resource, "tags": tags} for resource in _RESOURCES] if tags else None


def tag_specifications(tags: TagManager) -> IResolvable:
    """Return ``TagSpecifications``, read at the end of synthesis so that ``Tags.of()`` reaches them."""
    return Lazy.any(_Specifications(tags))
