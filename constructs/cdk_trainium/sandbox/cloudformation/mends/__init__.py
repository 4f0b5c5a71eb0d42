"""Mends of moto's other services that a deployment runs into: one file each."""

from __future__ import annotations

from . import bucket_policy, dependencies, nat_interface, resource_groups, trail

__all__ = ["install"]


def install() -> None:
    """Mend moto; calling it again changes nothing."""
    for part in (bucket_policy, dependencies, nat_interface, resource_groups, trail):
        part.install()
