"""Placement groups."""
