"""The base of all specs, and how a spec is built from keyword props."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, model_validator

from .. import catalog
from ..catalog import Catalog, InstanceTypeInfo
from ..errors import Problem, PropsError
from .problem import all_bad

__all__ = ["NotJudgedError", "Spec", "catalog_of", "checked", "judged", "type_of"]

T = TypeVar("T")


class NotJudgedError(Exception):
    """A prop is read that is bad or missing: what depends on it cannot be judged."""


class Spec(BaseModel):
    """Frozen, strict and closed: a misspelt prop is an error, a text is no number."""

    # Built on first use. What several specs hold says defer_build=False, or each of them builds it anew.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_default=True, defer_build=True)

    if not TYPE_CHECKING:

        def __init__(self, **props: Any) -> None:
            """Build the spec; its `PropsError` names every bad prop, as that of `checked` does."""
            try:
                super().__init__(**props)
            except ValidationError as error:
                raise PropsError(type(self).__name__, _problems(type(self), props, error, catalog.default())) from None

        # As pydantic marks its own: a spec inside another is validated with it, not built by itself.
        __init__.__pydantic_base_init__ = True

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with several props together, each thing apart.

        A check that reads a bad prop ends there; the others are judged all the same (see `every_problem`).
        """
        yield from ()

    @classmethod
    def completed(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return ``given`` with what one prop says of another."""
        return given

    @model_validator(mode="before")
    @classmethod
    def _completed(cls, data: Any) -> Any:
        return cls.completed(data) if isinstance(data, dict) else data

    @model_validator(mode="after")
    def _works(self, info: ValidationInfo) -> Spec:
        problems = [problem for check in self.checks(catalog_of(info)) for problem in check]
        if problems:
            raise all_bad(problems)
        return self

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Called for what is not there: a prop of a spec that `every_problem` could read in part only."""
            if name in type(self).model_fields:
                raise NotJudgedError(name)
            return super().__getattr__(name)


S = TypeVar("S", bound=Spec)


def judged(checks: Iterable[Iterable[T]]) -> Iterator[T]:
    """Yield what ``checks`` yield; one that reads a bad prop ends there, and so does what lists them."""
    with suppress(NotJudgedError):
        for check in checks:
            with suppress(NotJudgedError):
                yield from check


def checked(where: str, model: type[S], props: Mapping[str, object], *, types: Catalog | None = None) -> S:
    """Build ``model`` from ``props``; a prop that is None was left out.

    Args:
        where: construct path or file, for the error.
        model: the spec to build.
        props: the props as the user gave them.
        types: the catalog to judge by. Default: - the catalog of this release.

    Raises:
        PropsError: names every bad prop with code, value, what is allowed, and a hint.
    """
    given = {name: value for name, value in props.items() if value is not None}
    judged_by = types or catalog.default()
    try:
        return model.model_validate(given, context={"catalog": judged_by})
    except ValidationError as error:
        raise PropsError(where, _problems(model, given, error, judged_by)) from None


def _problems(
    model: type[Spec], given: Mapping[str, object], error: ValidationError, types: Catalog
) -> Sequence[Problem]:
    from .every_problem import every_problem

    return every_problem(model, given, error, types)


def catalog_of(info: ValidationInfo) -> Catalog:
    """Return the catalog that the validation in hand judges by."""
    context = info.context or {}
    found: Catalog = context.get("catalog") or catalog.default()
    return found


def type_of(name: str, info: ValidationInfo) -> InstanceTypeInfo | None:
    """Return the catalog entry of the instance type ``name``, None when unknown."""
    return catalog_of(info).find(name)
