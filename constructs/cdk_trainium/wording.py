"""How messages say a number of things, and what a misspelt name may have been."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["counted", "install_hint", "nearest"]

_NEAR = 0.7
"""Below it difflib's ratio calls names near that share a few letters only."""


def counted(count: int, one: str, many: str = "") -> str:
    """Return ``count`` with its noun: ``1 node``, ``16 nodes``, ``1,024 nodes``.

    Args:
        count: how many.
        one: the noun for one of them.
        many: the noun for any other number. Default: - ``one`` with an s.
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean X?`` for the names that ``name`` may be a slip of; empty when none is near."""
    by_text = {item.lower(): item for item in known}
    near = [by_text[item] for item in get_close_matches(name.lower(), by_text, n=3, cutoff=_NEAR)]
    return f"did you mean {', '.join(near)}?" if near else ""


def install_hint(extra: str = "") -> str:
    """Return what installs this package with ``extra``, such as ``guard``; its bare name would bring a stranger's."""
    name = f"cdk-trainium[{extra}]" if extra else "cdk-trainium"
    return f"make install in a checkout; elsewhere pip install '{name} @ file:///PATH/OF/WHEEL', since no index has it"
