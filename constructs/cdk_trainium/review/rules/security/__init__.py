"""Security and cost."""
