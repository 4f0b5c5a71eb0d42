"""Finds the templates of nested stacks and gives them what their parents hand over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import TemplateError
from ..findings import NotReviewed
from .assembly import Metadata
from .model import Resource, Template
from .text import parse, read_bytes
from .values import known_text

__all__ = ["STACK", "attach_nested"]

STACK = "AWS::CloudFormation::Stack"
_MOST_LEVELS = 20


def attach_nested(
    parent: Template, metadata: Metadata, missed: list[NotReviewed], errors: list[TemplateError], level: int = 0
) -> Iterator[Template]:
    """Yield every template nested in ``parent``, linked to it; what cannot be read goes to ``missed`` or ``errors``."""
    for resource in parent.by_type.get(STACK, ()):
        path = _file(parent, resource)
        if path is None or level > _MOST_LEVELS:
            where = f"{parent.path}: {resource.construct_path or resource.id}"
            missed.append(NotReviewed(where, f"nested stack: {_why(resource)}"))
            continue
        try:
            child = _child(parent, resource, path, metadata)
        except TemplateError as error:
            errors.append(error)
            continue
        yield child
        yield from attach_nested(child, metadata, missed, errors, level + 1)


def _child(parent: Template, resource: Resource, path: Path, metadata: Metadata) -> Template:
    key = f"{path}@{parent.key}/{resource.id}"
    child = Template(str(path), parse(str(path), read_bytes(path)), parent.environment, key)
    child.parent = (parent, resource.id)
    child.construct_path = metadata.stacks.get(path.name, f"{parent.construct_path}/{resource.id}".lstrip("/"))
    child.construct_paths = metadata.resources.get(child.construct_path, {})
    parent.children[resource.id] = child
    branches = resource.branches
    given = branches[0].properties.get("Parameters") if branches else None
    child.parameters.given = given if isinstance(given, dict) else {}
    return child


def _file(parent: Template, resource: Resource) -> Path | None:
    folder = Path(parent.path).parent
    asset = resource.metadata.get("aws:asset:path")
    names = [asset] if isinstance(asset, str) else [*_assets(folder, _url(resource)), _url(resource)]
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


def _url(resource: Resource) -> str:
    branches = resource.branches
    return known_text(branches[0].properties.get("TemplateURL", "")) if branches else ""


def _why(resource: Resource) -> str:
    return f"its template is not here, TemplateURL {_url(resource) or 'is missing'}"
