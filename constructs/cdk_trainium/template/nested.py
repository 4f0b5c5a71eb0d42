"""Finds the templates of nested stacks and stack sets and gives them what their parents hand over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import TemplateError
from ..findings import NotReviewed
from .assembly import Metadata
from .elsewhere import made_elsewhere
from .model import Environment, Resource, Template
from .text import parse, read_bytes
from .values import Value, known_text

__all__ = ["STACK", "STACK_SET", "attach_nested"]

STACK = "AWS::CloudFormation::Stack"
STACK_SET = "AWS::CloudFormation::StackSet"
_MOST_LEVELS = 20


def attach_nested(
    parent: Template, metadata: Metadata, missed: list[NotReviewed], errors: list[TemplateError], level: int = 0
) -> Iterator[Template]:
    """Yield every template nested in ``parent``, linked to it; what cannot be read goes to ``missed`` or ``errors``."""
    missed += made_elsewhere(parent)
    for resource in (item for kind in (STACK, STACK_SET) for item in parent.by_type.get(kind, ())):
        for properties in _variants(resource):
            try:
                child = _child(parent, resource, properties, metadata) if level <= _MOST_LEVELS else None
            except TemplateError as error:
                errors.append(error)
                continue
            if child is None:
                missed.append(NotReviewed(parent.path, _why(resource, properties), resource.id))
                continue
            yield child
            yield from attach_nested(child, metadata, missed, errors, level + 1)


def _variants(resource: Resource) -> list[Mapping[str, Value]]:
    """Return the properties of each branch that names another template, the default branch first."""
    found = {
        (_url(item.properties), str(item.properties.get("TemplateBody"))): item for item in resource.branches[::-1]
    }
    return [item.properties for item in reversed(found.values())]


def _child(
    parent: Template, resource: Resource, properties: Mapping[str, Value], metadata: Metadata
) -> Template | None:
    read = _read(parent, resource, properties)
    if read is None:
        return None
    path, content = read
    key = f"{path}@{parent.key}/{resource.id}"
    child = Template(path, parse(path, content), _environment(parent, resource, properties), key)
    child.parent = (parent, resource.id)
    child.construct_path = metadata.stacks.get(Path(path).name, f"{parent.construct_path}/{resource.id}".lstrip("/"))
    child.construct_paths = metadata.resources.get(child.construct_path, {})
    parent.children.setdefault(resource.id, child)
    child.parameters.given = _given(properties.get("Parameters"))
    return child


def _read(parent: Template, resource: Resource, properties: Mapping[str, Value]) -> tuple[str, bytes] | None:
    body = properties.get("TemplateBody")
    if isinstance(body, str):
        return f"{parent.path}#{resource.id}", body.encode()
    path = _file(parent, resource, _url(properties))
    return None if path is None else (str(path), read_bytes(path))


def _environment(parent: Template, resource: Resource, properties: Mapping[str, Value]) -> Environment:
    """Return where the child goes: with its parent, or where the one region of its stack set is."""
    if resource.type == STACK:
        return parent.environment
    regions = set(_regions(properties.get("StackInstancesGroup")))
    return replace(parent.environment, region=regions.pop() if len(regions) == 1 else "", account="", stack="")


def _regions(groups: Value) -> Iterator[str]:
    for group in groups if isinstance(groups, list) else ():
        names = group.get("Regions") if isinstance(group, dict) else None
        yield from map(known_text, names if isinstance(names, list) else ())


def _given(parameters: Value) -> Mapping[str, Value]:
    """Return what a nested stack maps, or a stack set lists, as parameters."""
    if isinstance(parameters, list):
        pairs = [item for item in parameters if isinstance(item, dict) and "ParameterKey" in item]
        return {str(item["ParameterKey"]): item.get("ParameterValue") for item in pairs}
    return parameters if isinstance(parameters, dict) else {}


def _file(parent: Template, resource: Resource, url: str) -> Path | None:
    folder = Path(parent.path).parent
    asset = resource.metadata.get("aws:asset:path")
    names = [asset] if isinstance(asset, str) else [*_assets(folder, url), url]
    for name in names:
        if name and "://" not in name and "${" not in name and (folder / name).is_file():
            return folder / name
    return None


def _assets(folder: Path, url: str) -> Iterator[str]:
    """Yield the file that an asset manifest of ``folder`` publishes under the hash that ``url`` ends with."""
    import json

    digest = url.rsplit("/", 1)[-1].partition(".")[0]
    for manifest in sorted(folder.glob("*.assets.json")) if digest else ():
        try:
            data: Any = json.loads(manifest.read_bytes())
            path = data["files"][digest]["source"]["path"]
        except (ValueError, KeyError, TypeError, OSError):
            continue
        if isinstance(path, str):
            yield path


def _url(properties: Mapping[str, Value]) -> str:
    return known_text(properties.get("TemplateURL", ""))


def _why(resource: Resource, properties: Mapping[str, Value]) -> str:
    kind = "nested stack" if resource.type == STACK else "stack set"
    name = resource.construct_path or resource.id
    return f"{kind} {name}: its template is not here, TemplateURL {_url(properties) or 'is missing'}"
