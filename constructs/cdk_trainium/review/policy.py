"""An organization's policy file: what its clusters may be, levels of rules, acknowledgements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError, Problem, TemplateError, unreadable
from ..findings import Level
from ..plain_file import LARGEST_BY_HAND, read_plain_text
from ..template.json_text import JsonText
from ..wording import as_decimal, as_written, kind_of, nearest

if TYPE_CHECKING:
    from ..plain_yaml import NotYamlError

__all__ = ["DATE", "Accepted", "Policy", "is_date", "read_policy"]

UNREADABLE, UNKNOWN_KEY, WRONG_VALUE = "TRN890", "TRN891", "TRN892"
StartOf = Callable[[Sequence[str | int]], tuple[int, int]]
_STEP = re.compile(r"[^.\[\]]+")
_INDEX = re.compile(r"[0-9]{1,9}")
DATE = "a date such as 2027-01-31 (YYYY-MM-DD)"
"""What `expires` of an acknowledgement may be."""


class Accepted(NamedTuple):
    """One acknowledgement of a policy file."""

    id: str
    reason: str
    expires: str = ""
    """ISO date of its last day. Default: - it does not expire."""
    resource: str = ""
    """Construct path or logical id, with ``*``. Default: - everywhere."""
    place: tuple[int, int] = (0, 0)
    """Line and column in the policy file, from 1. Default: - unknown."""


_NOWHERE: Mapping[str, tuple[int, int]] = {}


class Policy(NamedTuple):
    """What an organization allows; None is no limit."""

    path: str = ""
    regions: tuple[str, ...] | None = None
    instance_types: tuple[str, ...] | None = None
    """Names with ``*``: ``trn2*``."""
    purchase_options: tuple[str, ...] | None = None
    """``on-demand``, ``spot``, ``reservation``, ``capacity-block``."""
    max_nodes: float | None = None
    max_chips: float | None = None
    max_usd_per_hour: float | None = None
    required_tags: tuple[str, ...] | None = None
    image_owners: tuple[str, ...] | None = None
    """Account ids, or ``amazon`` for AWS's public SSM paths."""
    guard: tuple[str, ...] | None = None
    """Files of CloudFormation Guard rules, relative to the policy file."""
    python: tuple[str, ...] | None = None
    """Names of installed entry points of the group ``cdk_trainium.rules``: a `Rule`, or a list of them."""
    levels: Mapping[str, Level] | None = None
    """Rule id -> level that replaces the rule's own."""
    acknowledge: tuple[Accepted, ...] = ()
    places: Mapping[str, tuple[int, int]] = _NOWHERE
    """Rule id of `levels` -> line and column in the policy file. Default: - unknown."""


_LISTS = ("regions", "instance_types", "purchase_options", "required_tags", "image_owners", "guard", "python")
_NUMBERS = ("max_nodes", "max_chips", "max_usd_per_hour")
_ENTRY = {"id", "reason", "expires", "resource"}
_WHOLE = ("max_nodes", "max_chips")
_MOST = 10**12
"""More than any fleet has; `.inf` and `.nan` would limit nothing."""
_OPTIONS = ("on-demand", "spot", "reservation", "capacity-block")
_LEVELS = ("error", "warning", "info")


def read_policy(path: str | Path) -> Policy:
    """Read the policy file ``path`` (JSON or YAML).

    Raises:
        InputError: it cannot be read or holds something unknown; every problem is listed.
    """
    text = _text_of(Path(path))
    data, start_of, twice = _read(Path(path), text)
    problems = [*twice, *(_located(problem, start_of) for problem in _problems(data))]
    if problems:
        raise InputError(str(path), problems)
    lists = {name: tuple(getattr(item, "written", str(item)) for item in data[name]) for name in _LISTS if name in data}
    numbers = {name: float(data[name]) for name in _NUMBERS if name in data}
    levels = {rule: Level(level) for rule, level in data.get("levels", {}).items()}
    items = enumerate(data.get("acknowledge", []))
    accepted = tuple(_accepted(item, start_of(("acknowledge", at))) for at, item in items)
    places = {rule: start_of(("levels", rule)) for rule in levels}
    return Policy(str(path), **lists, **numbers, levels=levels, acknowledge=accepted, places=places)  # type: ignore[arg-type]


def is_date(value: Any) -> bool:
    """Whether ``value`` is a day of the calendar in the form of `DATE`."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _accepted(item: Mapping[str, Any], place: tuple[int, int]) -> Accepted:
    rule, reason, expires, resource = (str(item.get(name) or "") for name in ("id", "reason", "expires", "resource"))
    return Accepted(rule, reason, expires, resource, place)


def _text_of(path: Path) -> str:
    try:
        return read_plain_text(path, LARGEST_BY_HAND)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), [unreadable(UNREADABLE, "the policy", path, error)]) from None


def _read(path: Path, text: str) -> tuple[Any, StartOf, list[Problem]]:
    """Return the data of the file, what tells line and column of a place in it, and what is given twice."""
    from ..plain_yaml import KeyTwiceError, NotYamlError, read_yaml, starts_in

    try:
        if path.suffix == ".json":
            parsed = JsonText(str(path), text)
            return parsed.data, parsed.position, []
        return read_yaml(text), starts_in(text), []
    except TemplateError as error:
        raise InputError(str(path), [replace(item, code=UNREADABLE) for item in error.problems]) from None
    except KeyTwiceError as error:
        return error.data, starts_in(text), [_no_yaml(one) for one in error.keys]
    except NotYamlError as error:
        raise InputError(str(path), [_no_yaml(error)]) from None
    except RecursionError:
        raise InputError(str(path), [Problem(UNREADABLE, "is nested too deep")]) from None


def _no_yaml(error: NotYamlError) -> Problem:
    return Problem(UNREADABLE, f"is no YAML: {error.text}", line=error.line, column=error.column)


def _located(problem: Problem, start_of: StartOf) -> Problem:
    """Return ``problem`` with line and column of its prop, such as ``acknowledge[0].expires``."""
    steps = [int(item) if _INDEX.fullmatch(item) else item for item in _STEP.findall(problem.prop)]
    line, column = start_of(steps)
    return replace(problem, line=line, column=column)


def _problems(data: Any) -> Iterator[Problem]:
    allowed = (*_LISTS, *_NUMBERS, "levels", "acknowledge")
    if not isinstance(data, dict):
        yield Problem(WRONG_VALUE, "a policy maps names to values", got=kind_of(data), allowed=", ".join(allowed))
        return
    for name, value in data.items():
        if name not in allowed:
            hint = nearest(str(name), allowed)
            yield Problem(UNKNOWN_KEY, "is no part of a policy", str(name), allowed=", ".join(allowed), hint=hint)
        elif value is None:  # a list that was forgotten would limit nothing
            hint = "leave the key out where nothing is to be said"
            yield Problem(WRONG_VALUE, "has no value", str(name), as_written(value), hint=hint)
        else:
            yield from _value(str(name), value)


def _value(name: str, value: Any) -> Iterator[Problem]:
    if name in _LISTS:
        yield from _names(name, value)
    elif name in _NUMBERS:
        yield from _number(name, value)
    elif name == "levels":
        yield from _levels(value)
    elif name == "acknowledge":
        yield from _acknowledge(value)


def _names(name: str, value: Any) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem(WRONG_VALUE, "must be a list of names", name, as_written(value, 60))
        return
    for index, item in enumerate(value):
        where, got = f"{name}[{index}]", as_written(item, 60)
        if isinstance(item, bool) or not isinstance(item, str | int):
            hint = "put it in quotes where it is a name: yes, no, on, off and dates mean other things in YAML"
            yield Problem(WRONG_VALUE, "is no name", where, got, "text", hint)
        elif name == "purchase_options" and item not in _OPTIONS:
            hint = nearest(str(item), _OPTIONS)
            yield Problem(WRONG_VALUE, "is no way of buying", where, got, ", ".join(_OPTIONS), hint)


def _number(name: str, value: Any) -> Iterator[Problem]:
    kind = "a whole number" if name in _WHOLE else "a number"
    right = isinstance(value, int if name in _WHOLE else int | float) and not isinstance(value, bool)
    hint = as_decimal(value)
    if hint or not right or not 0 <= value <= _MOST:
        yield Problem(WRONG_VALUE, f"must be {kind}", name, as_written(value, 60), f"{kind} from 0 to {_MOST}", hint)


def _levels(value: Any) -> Iterator[Problem]:
    hint = "a rule cannot be switched off; acknowledge its findings with a reason"
    if not isinstance(value, dict):
        yield Problem(WRONG_VALUE, "maps rule ids to levels", "levels", as_written(value, 60), ", ".join(_LEVELS), hint)
        return
    for rule, level in value.items():
        if not isinstance(rule, str):
            yield Problem(WRONG_VALUE, "is no rule id", f"levels.{rule}", as_written(rule, 60), "an id such as TRN315")
        elif level not in _LEVELS:
            where, got = f"levels.{rule}", as_written(level, 60)
            yield Problem(WRONG_VALUE, "is no level", where, got, ", ".join(_LEVELS), hint)


def _acknowledge(value: Any) -> Iterator[Problem]:
    if not isinstance(value, list):
        hint = "begin each entry with a hyphen"
        yield Problem(WRONG_VALUE, "must be a list of {id, reason, …}", "acknowledge", as_written(value, 60), hint=hint)
        return
    for index, item in enumerate(value):
        if not isinstance(item, dict) or "id" not in item or not set(item) <= _ENTRY:
            where = f"acknowledge[{index}]"
            yield Problem(
                WRONG_VALUE, "must be {id, reason, …}", where, as_written(item, 60), ", ".join(sorted(_ENTRY))
            )
        else:
            yield from _texts(f"acknowledge[{index}]", item)


def _texts(where: str, item: Mapping[str, Any]) -> Iterator[Problem]:
    for name in ("id", "reason", "resource"):
        if not isinstance(item.get(name, ""), str):
            yield Problem(WRONG_VALUE, "must be text", f"{where}.{name}", as_written(item[name], 60), "text")
    expires = item.get("expires", date.max)
    if not is_date(expires) and (not isinstance(expires, date) or isinstance(expires, datetime)):
        yield Problem(WRONG_VALUE, "must be a date", f"{where}.expires", as_written(expires, 60), DATE)
