"""Whether somebody looks at what is written."""

from __future__ import annotations

import os
import sys
from typing import TextIO

__all__ = ["is_terminal", "takes_color", "takes_escapes"]


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal; a stream that the shell has closed is None, and none."""
    return stream is not None and stream.isatty()


def takes_escapes(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal that does more than print what it gets, unlike the shell of an editor."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def takes_color() -> bool:
    """Return whether stdout is such a terminal, whose user has not turned colours off; an empty NO_COLOR does not."""
    return takes_escapes(sys.stdout) and not os.environ.get("NO_COLOR")
