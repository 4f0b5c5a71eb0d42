"""The checks, one per file."""
