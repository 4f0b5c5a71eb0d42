"""Every problem of props at once: where some are bad pydantic judges nothing that concerns several together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError, create_model

from ..catalog import Catalog
from ..errors import Problem
from ..wording import nearest
from .base import Spec, judged
from .problem import BAD_VALUE, MISSING_PROP, UNKNOWN_PROP, joined, problems_of, shown

__all__ = ["every_problem"]


def every_problem(model: type[Spec], given: Mapping[str, Any], error: ValidationError, types: Catalog) -> list[Problem]:
    """Return what is wrong with ``given`` as props of ``model``, as far as it can be judged.

    Args:
        model: the spec that refused the props.
        given: the props.
        error: the refusal; nothing that it says is lost.
        types: the catalog to judge by.
    """
    _, found = _Reader(types).read(model, given)
    told = {(one.code, one.prop) for one in found}
    refused = [one for item in error.errors(include_url=False) for one in problems_of(item)]
    return list(dict.fromkeys([*found, *(one for one in refused if (one.code, one.prop) not in told)]))


class _Reader:
    """Reads each prop by itself; what was bad or missing is not in the spec, and reading it ends a check."""

    def __init__(self, types: Catalog) -> None:
        self._types = types

    def read(
        self, model: type[Spec], given: Mapping[str, Any], around: type[Spec] | None = None
    ) -> tuple[Spec, list[Problem]]:
        given = model.completed(given)
        problems = [*_unknown(model, given, around), *_missing(model, given)]
        made = model.model_construct(_fields_set=set(given))
        for name in model.model_fields.keys() & given.keys():
            made.__dict__.pop(name, None)
        for name in given:
            if name in model.model_fields:
                found, value = self._prop(model, name, given[name])
                made.__dict__.update(value)
                problems += found
        return made, [*problems, *judged(made.checks(self._types))]

    def _prop(self, model: type[Spec], name: str, value: Any) -> tuple[list[Problem], dict[str, Any]]:
        """Return what is wrong with one prop, and the prop as far as it could be read."""
        annotation = model.model_fields[name].annotation
        models, several = _models(annotation), get_origin(annotation) is list
        if models and several and isinstance(value, list):
            items = [self._item(models, item, model) for item in value]
            found = [_inside(f"{name}[{at}]", one) for at, (_, wrong) in enumerate(items) for one in wrong]
            if found:
                return found, {name: [item for item, _ in items]}
        elif not several and isinstance(value, dict) and (chosen := _chosen(models, value)):
            part, wrong = self.read(chosen, value, model)
            if wrong:
                return [_inside(name, one) for one in wrong], {name: part}
        elif not several and isinstance(value, dict) and models and "kind" not in value:
            kinds = ", ".join(one.model_fields["kind"].default for one in models)
            return [Problem(MISSING_PROP, "is required", f"{name}.kind", allowed=kinds)], {}
        return self._alone(model, name, value)

    def _item(self, models: list[type[Spec]], item: Any, around: type[Spec]) -> tuple[Any, list[Problem]]:
        if isinstance(item, dict) and (chosen := _chosen(models, item)):
            return self.read(chosen, item, around)
        if isinstance(item, tuple(models)):
            return item, []
        nothing = models[0].model_construct()
        nothing.__dict__.clear()
        return nothing, [Problem(BAD_VALUE, "maps no names to values", got=shown(item), allowed="name: value")]

    def _alone(self, model: type[Spec], name: str, value: Any) -> tuple[list[Problem], dict[str, Any]]:
        try:
            made = _one_prop(model, name).model_validate({name: value}, context={"catalog": self._types})
        except ValidationError as error:
            return [one for item in error.errors(include_url=False) for one in problems_of(item)], {}
        return [], {name: getattr(made, name)}


@cache
def _one_prop(model: type[Spec], name: str) -> type[BaseModel]:
    field = model.model_fields[name]
    fields: dict[str, Any] = {name: (field.annotation, field)}
    made: type[BaseModel] = create_model(model.__name__, __config__=model.model_config, **fields)
    return made


def _models(annotation: Any) -> list[type[Spec]]:
    """Return the specs that ``annotation`` names, through lists, unions and annotated types."""
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        return [annotation]
    return [found for part in get_args(annotation) for found in _models(part)]


def _chosen(models: list[type[Spec]], given: Mapping[str, Any]) -> type[Spec] | None:
    """Return the spec that reads ``given``: the only one, or that of its kind."""
    if len(models) < 2:
        return next(iter(models), None)
    return next((one for one in models if one.model_fields["kind"].default == given.get("kind")), None)


def _unknown(model: type[Spec], given: Mapping[str, Any], around: type[Spec] | None) -> Iterator[Problem]:
    known = model.model_fields
    for name, value in given.items():
        if name not in known:
            hint = nearest(str(name), known) or _elsewhere(model, str(name), around)
            yield Problem(UNKNOWN_PROP, "is not known here", str(name), shown(value), ", ".join(known), hint)


def _elsewhere(model: type[Spec], name: str, around: type[Spec] | None) -> str:
    """Say where ``name`` belongs when a part of ``model``, or what is around it, knows it."""
    parts = [part for part, field in model.model_fields.items() if _knows(field.annotation, name)]
    if parts:
        return f"{name} is a prop of {' and '.join(parts)}"
    return f"{name} stands one level further out" if around and name in around.model_fields else ""


def _knows(annotation: Any, name: str) -> bool:
    return any(name in one.model_fields for one in _models(annotation))


def _missing(model: type[Spec], given: Mapping[str, Any]) -> Iterator[Problem]:
    for name, field in model.model_fields.items():
        if field.is_required() and name not in given:
            yield Problem(MISSING_PROP, "is required", name)


def _inside(path: str, problem: Problem) -> Problem:
    return replace(problem, prop=joined(path, problem.prop))
