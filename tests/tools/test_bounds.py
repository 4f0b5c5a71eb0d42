"""The command that tests the bounds takes them from pyproject.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from .script import script

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bounds() -> ModuleType:
    return script("bounds")


def test_each_requirement_is_held_at_the_lowest_version_it_allows(bounds: ModuleType) -> None:
    pins = dict(line.split("==") for line in bounds.lowest(bounds.requirements()))
    for item in map(Requirement, bounds.requirements()):
        (lower,) = (one.version for one in item.specifier if one.operator == ">=")
        assert Version(pins[item.name]) == Version(lower)
        assert item.specifier.contains(pins[item.name])


def test_both_halves_of_boto_are_held(bounds: ModuleType) -> None:
    assert list(bounds.lowest(["boto3>=1.44,<2"])) == ["boto3==1.44", "botocore==1.44"]


@pytest.mark.parametrize("item", ["click", "click<9", "click>8.2", "click==8.2"])
def test_a_requirement_without_a_lower_bound_is_refused(bounds: ModuleType, item: str) -> None:
    lowest: Callable[[list[str]], Iterator[str]] = bounds.lowest
    with pytest.raises(SystemExit):
        list(lowest([item]))


def test_what_it_runs_exists(bounds: ModuleType) -> None:
    assert [path for path in bounds.TESTED if not (ROOT / path).exists()] == []
