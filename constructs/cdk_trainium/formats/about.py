"""What made a report, for formats that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .. import __version__

__all__ = ["About", "RuleText"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """What a reader may be told of a rule or check."""

    title: str
    why: str = ""
    help: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """The tool and its rules or checks."""

    name: str = "trnctl"
    verb: str = "review"
    """``review`` or ``preflight``."""
    version: str = __version__
    rules: Mapping[str, RuleText] = field(default_factory=dict)
    """Id -> what it is about."""
    color: bool = False
    """Whether text may use colours; they never carry meaning alone."""
