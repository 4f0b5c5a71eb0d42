"""Whether somebody looks at what is written."""

from __future__ import annotations

import os
import sys
from typing import TextIO

__all__ = ["is_terminal", "takes_color"]


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal; a stream that the shell has closed is None, and none."""
    return stream is not None and stream.isatty()


def takes_color() -> bool:
    """Return whether stdout is a terminal whose user has not turned colours off."""
    return is_terminal(sys.stdout) and "NO_COLOR" not in os.environ
