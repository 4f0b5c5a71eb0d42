"""How messages say a number of things, and what a misspelt name may have been."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches

__all__ = ["as_decimal", "as_written", "counted", "install_hint", "kind_of", "nearest", "shortened", "without_password"]

_SHOWN = 80
_KINDS = (
    (bool, "true or false"),
    (int | float, "a number"),
    (str, "text"),
    (date, "a date"),
    (list, "a list"),
    (dict, "an object"),
)

_USER = re.compile(r"(?:(?<=://)|(?<=endpoint: ))\S*@")
"""User and password of an address; to its last @, for a password may hold one."""
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


def without_password(text: str) -> str:
    """Return ``text``, which may hold addresses, without the user and password of any."""
    return _USER.sub("***@", text)


def kind_of(value: object) -> str:
    """Return what YAML and JSON call ``value``: null, true or false, a number, text, a date, a list, an object."""
    if value is None:
        return "null"
    return next((name for kind, name in _KINDS if isinstance(value, kind)), type(value).__name__)


def as_written(value: object, most: int = _SHOWN) -> str:
    """Return ``value`` in the words of YAML and JSON, cut after ``most`` characters; text in single quotes."""
    if isinstance(value, int) and hasattr(value, "written"):
        return shortened(str(value.written), most)
    text = _in_json(value, most) if value is None or isinstance(value, bool | int | float | list | dict) else ""
    text = text or (value.isoformat() if isinstance(value, date) else _as_code(value))
    return shortened(text, most)


def as_decimal(value: object) -> str:
    """Return how a whole number is written that not every reader of YAML takes for the same; empty where all do.

    What `plain_yaml.read_yaml` keeps as written is that: 010 is 8 in YAML 1.1 and 10 in YAML 1.2.
    """
    written = getattr(value, "written", "")
    if not written or written.removeprefix("+") == str(value):
        return ""
    return f"it was read as {value}, which not every reader of YAML does: write decimal digits alone"


def shortened(text: str, most: int) -> str:
    """Return ``text``, cut after ``most`` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _in_json(value: object, most: int) -> str:
    """Return the begin of ``value`` as JSON: aliases of YAML make short files long.

    Empty where a key is none of JSON's, the value holds itself, or a number has too many digits to be written.
    """
    text = ""
    try:
        for piece in json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value):
            text += piece
            if len(text) > most:
                break
    except (TypeError, ValueError, RecursionError):
        return ""
    return text


def _as_code(value: object) -> str:
    """Return ``value`` as Python writes it, of what holds others the outline; its kind where it cannot be written."""
    try:
        return reprlib.repr(value) if isinstance(value, list | dict | tuple) else repr(value)
    except ValueError:  # a number of some thousand digits
        return kind_of(value)


def install_hint(extra: str = "") -> str:
    """Return what installs this package with ``extra``, such as ``guard``; its bare name would bring a stranger's."""
    name = f"cdk-trainium[{extra}]" if extra else "cdk-trainium"
    return f"make install in a checkout; elsewhere pip install '{name} @ file:///PATH/OF/WHEEL', since no index has it"
