"""What made a report, for formats that say so."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .. import __version__

__all__ = ["About", "RuleText"]


class RuleText(NamedTuple):
    """What a reader may be told of a rule or check."""

    title: str
    why: str = ""
    help: str = ""
    source: str = ""


_NO_RULES: Mapping[str, RuleText] = MappingProxyType({})


class About(NamedTuple):
    """The tool and its rules or checks."""

    name: str = "trnctl"
    verb: str = "review"
    """``review`` or ``preflight``."""
    version: str = __version__
    rules: Mapping[str, RuleText] = _NO_RULES
    """Id -> what it is about."""
    color: bool = False
    """Whether text may use colours; they never carry meaning alone."""
