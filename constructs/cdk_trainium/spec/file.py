"""Reads a cluster file: YAML or JSON, with line and column of every problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from .. import catalog
from ..catalog import Catalog
from ..errors import InputError, Problem, unreadable
from ..plain_file import LARGEST_BY_HAND, read_plain_text
from ..wording import as_written, kind_of
from .cluster import ClusterSpec
from .every_problem import every_problem
from .late import is_late
from .positions import Positions, read_yaml
from .problem import BAD_VALUE

__all__ = ["ClusterFileError", "load_cluster", "parse_cluster"]

_HARMLESS = {BAD_VALUE, "TRN024"}
"""A number with a leading zero, a key that is given twice: the rest of the file is judged with what they say."""


class ClusterFileError(InputError):
    """A cluster file that cannot be used; every problem has its line and column."""


def load_cluster(path: str | Path, *, types: Catalog | None = None) -> ClusterSpec:
    """Read the cluster file ``path``.

    Args:
        path: YAML (or JSON, which is YAML).
        types: the catalog to judge by. Default: - the catalog of this release.

    Raises:
        ClusterFileError: the file cannot be read, or names every problem with line, column, allowed values, hint.
    """
    try:
        text = read_plain_text(path, LARGEST_BY_HAND)
    except (OSError, UnicodeDecodeError) as error:
        raise ClusterFileError(str(path), [unreadable("TRN020", "the cluster file", path, error)]) from None
    return parse_cluster(text, where=str(path), types=types)


def parse_cluster(text: str, *, where: str, types: Catalog | None = None) -> ClusterSpec:
    """Read the cluster file ``text``; see `load_cluster`."""
    data, positions, problems = read_yaml(text)
    if problems and (data is None or any(one.code not in _HARMLESS for one in problems)):
        raise ClusterFileError(where, problems)
    if not isinstance(data, Mapping):
        kind, hint = kind_of(data), "see clusters/ for examples"
        raise ClusterFileError(where, [Problem("TRN021", "a cluster file maps names to values", got=kind, hint=hint)])
    late = [*problems, *_tokens(data, "")]
    judged_by = types or catalog.default()
    try:
        made = ClusterSpec.model_validate(data, context={"catalog": judged_by})
    except ValidationError as error:
        found = every_problem(ClusterSpec, data, error, judged_by)
        told = {(one.code, one.prop) for one in found}
        found += [one for one in late if (one.code, one.prop) not in told]
        raise _refused(where, found, positions) from None
    if late:
        raise _refused(where, late, positions)
    return made


def _refused(where: str, problems: list[Problem], positions: Positions) -> ClusterFileError:
    """Return the error with its problems in the order of the file."""
    located = [_located(one, positions) for one in problems]
    return ClusterFileError(where, sorted(located, key=lambda one: (one.line, one.column)))


def _tokens(value: Any, prop: str) -> Iterator[Problem]:
    """Find text that the CDK would take for a token of an app: a file has none, and synthesis would fail on it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _tokens(key, prop)
            yield from _tokens(item, f"{prop}.{key}" if prop else key)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _tokens(item, f"{prop}[{at}]")
    elif is_late(value):
        yield Problem("TRN004", "a cluster file holds no CDK tokens", prop, as_written(value), "the value itself")


def _located(problem: Problem, positions: Positions) -> Problem:
    """Give the problem the position of its prop, or of the nearest one around it; one that has its own keeps it."""
    if problem.line:
        return problem
    prop = problem.prop
    while prop and prop not in positions:
        prop = prop[: max(prop.rfind("."), prop.rfind("["), 0)]
    line, column = positions.get(prop, (0, 0))
    return replace(problem, line=line, column=column)
