"""One file per resource type."""
