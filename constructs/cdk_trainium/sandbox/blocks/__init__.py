"""Capacity Blocks: offered, bought, delivered, reclaimed, expired."""
