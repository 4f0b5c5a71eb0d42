"""Security groups and EFA."""
