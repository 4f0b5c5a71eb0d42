"""The stacks of this app; not part of the wheel."""
