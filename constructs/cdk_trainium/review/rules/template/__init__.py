"""The template itself."""
