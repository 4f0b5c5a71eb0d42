"""What a plan asks of an account."""

from __future__ import annotations

from .model import Capacity, Counts, Demand, Group, LaunchData

__all__ = ["Capacity", "Counts", "Demand", "Group", "LaunchData"]
