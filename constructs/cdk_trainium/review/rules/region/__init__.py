"""Regions, zones and types."""
