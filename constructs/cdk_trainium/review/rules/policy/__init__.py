"""An organization's policy."""
