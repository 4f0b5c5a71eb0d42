"""A resource under one combination of conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .conditions import Truths
from .values import Value

__all__ = ["Branch"]


class Branch(NamedTuple):
    """One resource under one combination of conditions."""

    when: Truths
    """What must hold for it; empty when the resource depends on nothing."""
    default: bool
    """Whether the parameters' defaults lead here."""
    properties: Mapping[str, Value]
    update_policy: Mapping[str, Value]
    """``UpdatePolicy``; empty when there is none."""
    creation_policy: Mapping[str, Value]
    """``CreationPolicy``; empty when there is none."""
    unread: Value = None
    """What stands for the properties and is no object, or is not known. Default: - they are as read."""
