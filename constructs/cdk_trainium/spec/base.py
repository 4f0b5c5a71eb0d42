"""The base of all specs, and how a spec is built from keyword props."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo

from .. import catalog
from ..catalog import Catalog, InstanceTypeInfo
from ..errors import PropsError
from .problem import problems_of

__all__ = ["Spec", "catalog_of", "checked", "type_of"]


class Spec(BaseModel):
    """Frozen, strict and closed: a misspelt prop is an error, a text is no number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_default=True, defer_build=True)


S = TypeVar("S", bound=Spec)


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
    try:
        return model.model_validate(given, context={"catalog": types or catalog.default()})
    except ValidationError as error:
        found = [problem for item in error.errors(include_url=False) for problem in problems_of(item)]
        raise PropsError(where, found) from None


def catalog_of(info: ValidationInfo) -> Catalog:
    """Return the catalog that the validation in hand judges by."""
    context = info.context or {}
    found: Catalog = context.get("catalog") or catalog.default()
    return found


def type_of(name: str, info: ValidationInfo) -> InstanceTypeInfo | None:
    """Return the catalog entry of the instance type ``name``, None when unknown."""
    return catalog_of(info).find(name)
