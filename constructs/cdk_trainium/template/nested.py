"""Finds the templates of nested stacks and stack sets and gives them what their parents hand over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import TemplateError
from ..findings import NotReviewed
from ..plain_file import is_file
from .assembly import Metadata
from .branch import Branch
from .elsewhere import made_elsewhere
from .environment import Environment
from .names import uses_of
from .parameters import handed_text
from .resource import Resource
from .template import Template
from .text import parse, read_bytes
from .values import Value, known_text, macro_in, member
from .within import leaves

__all__ = ["STACK", "STACK_SET", "attach_nested", "given_parameters"]

STACK = "AWS::CloudFormation::Stack"
STACK_SET = "AWS::CloudFormation::StackSet"
_WRAPPED = ".NestedStack/"
"""What CDK puts behind the path of a nested stack, for the resource that makes it."""
_MOST_LEVELS = 20
_MOST_TEMPLATES = 1000
"""In one tree; CloudFormation takes 2,000 stacks in an account."""


def attach_nested(
    parent: Template,
    metadata: Metadata,
    missed: list[NotReviewed],
    errors: list[TemplateError],
    folders: Collection[str],
) -> Iterator[Template]:
    """Yield every template nested in ``parent``, linked to it; what cannot be read goes to ``missed`` or ``errors``.

    So does what lies outside of ``folders``, unread.
    """
    yield from _Nesting(metadata, missed, errors, folders).below(parent)


class _Nesting:
    """Walks one tree of nested templates, each before what it nests itself."""

    def __init__(
        self, metadata: Metadata, missed: list[NotReviewed], errors: list[TemplateError], folders: Collection[str]
    ) -> None:
        self._metadata = metadata
        self._folders = folders
        self._missed = missed
        self._errors = errors
        self._left = _MOST_TEMPLATES

    def below(self, parent: Template, level: int = 0) -> Iterator[Template]:
        self._missed += made_elsewhere(parent)
        for resource in _in_order(parent):
            for branches in _variants(resource):
                try:
                    child = self._child(parent, resource, branches, level)
                except TemplateError as error:
                    self._errors.append(error)
                    continue
                if child is not None:
                    yield child
                    yield from self.below(child, level + 1)

    def _child(self, parent: Template, resource: Resource, branches: list[Branch], level: int) -> Template | None:
        """Return the template that ``resource`` nests, None and a line in ``missed`` when it is not to be had."""
        properties = branches[0].properties
        body = properties.get("TemplateBody")
        inline = f"{parent.path}#{resource.id}" if isinstance(body, str) else ""
        path = inline or _own_of(resource, _file(parent, resource, _url(properties)), self._metadata)
        why = self._refused(parent, path, level) if path else _not_here(properties)
        if why:
            kind = "nested stack" if resource.type == STACK else "stack set"
            text = f"{kind} {resource.construct_path or resource.id}: {why}"
            self._missed.append(NotReviewed(parent.path, text, resource.id))
            return None
        self._left -= 1
        content = body.encode() if isinstance(body, str) else read_bytes(Path(path))
        return _linked(parent, resource, branches, self._metadata, (path, content))

    def _refused(self, parent: Template, path: str, level: int) -> str:
        if self._left <= 0:
            return f"more than {_MOST_TEMPLATES:,} templates are nested in one another"
        if level > _MOST_LEVELS:
            return f"is nested deeper than {_MOST_LEVELS} levels"
        if leaves(Path(path), self._folders):
            return f"{path} lies outside of the folder that is reviewed; review the folder that holds both"
        return "nests itself" if Path(path).resolve() in _above(parent) else ""


def _above(template: Template) -> set[Path]:
    """Return the files of ``template`` and of those that nest it."""
    found = {Path(template.path).resolve()}
    while template.parent is not None:
        template = template.parent[0]
        found.add(Path(template.path).resolve())
    return found


def _in_order(parent: Template) -> list[Resource]:
    """Return what nests templates; one that takes outputs of another after it, for they decide what it is."""
    left = {item.id: item for kind in (STACK, STACK_SET) for item in parent.by_type.get(kind, ())}
    needs = {
        name: {used for _, used, what in uses_of("Resources", {name: item.data}) if what} for name, item in left.items()
    }
    ordered: list[Resource] = []
    while left:
        ready = [name for name in left if not needs[name] & (set(left) - {name})] or list(left)[:1]
        ordered += [left.pop(name) for name in ready]
    return ordered


def _variants(resource: Resource) -> list[list[Branch]]:
    """Return the branches that name one template each, those of the defaults first."""
    found: dict[tuple[str, str], list[Branch]] = {}
    for item in resource.branches:
        key = (_url(item.properties), str(item.properties.get("TemplateBody")))
        found.setdefault(key, []).append(item)
    return list(found.values())


def _linked(
    parent: Template, resource: Resource, branches: list[Branch], metadata: Metadata, read: tuple[str, bytes]
) -> Template:
    properties, (path, content) = branches[0].properties, read
    key = f"{path}@{parent.key}/{resource.id}"
    child = Template(path, parse(path, content, named=True), _environment(parent, resource, properties), key)
    child.parent = (parent, resource.id)
    child.construct_path = metadata.stacks.get(Path(path).name, f"{parent.construct_path}/{resource.id}".lstrip("/"))
    child.construct_paths = metadata.resources.get(child.construct_path, {})
    parent.children.setdefault(resource.id, child)
    child.parameters.closed = resource.type == STACK and all(map(_readable, branches))
    _hand_over(child, branches)
    return child


def _hand_over(child: Template, branches: list[Branch]) -> None:
    """Give ``child`` its parameters; one that the parent's branches fill differently may have each of the values."""
    child.made_by = tuple(branches)
    given = _with_defaults(child, [given_parameters(item.properties.get("Parameters")) for item in branches])
    child.parameters.given = dict(given[0])
    differing = [name for name in given[0] if any(other.get(name) != given[0][name] for other in given)]
    left = [name for name in differing if not child.parameters.vary(name, _each(name, branches, given))]
    child.conditions.cut |= bool(left) or any(set(other) != set(given[0]) for other in given)
    varied = [name for name in differing if name not in left]
    texts = [{name: handed_text(values[name]) for name in varied} for values in given]
    if varied:
        child.handed = tuple((item.when, text) for item, text in zip(branches, texts, strict=True))
        child.parameters.together = [(text, item.default) for item, text in zip(branches, texts, strict=True)]


def _readable(branch: Branch) -> bool:
    """Return whether ``branch`` says every parameter of a nested stack; a stack set says more of them elsewhere."""
    given = member(branch.properties, "Parameters")
    return branch.unread is None and isinstance(given, dict | None) and macro_in(given) is None


def _with_defaults(child: Template, given: list[Mapping[str, Value]]) -> list[Mapping[str, Value]]:
    """Return ``given``, what only some of them hand over filled in with the child's default."""
    names = {name for values in given for name in values}
    defaults = {name: text for name in names if (text := child.parameters.default(name)) is not None}
    return [{**{name: defaults[name] for name in defaults if name not in item}, **item} for item in given]


def _each(name: str, branches: list[Branch], given: list[Mapping[str, Value]]) -> list[tuple[Value, bool]]:
    return [(values.get(name), branch.default) for branch, values in zip(branches, given, strict=True)]


def _environment(parent: Template, resource: Resource, properties: Mapping[str, Value]) -> Environment:
    """Return where the child goes: with its parent, or where the one region of its stack set is."""
    if resource.type == STACK:
        return parent.environment
    regions = set(_regions(properties.get("StackInstancesGroup")))
    return parent.environment._replace(region=regions.pop() if len(regions) == 1 else "", account="", stack="")


def _regions(groups: Value) -> Iterator[str]:
    for group in groups if isinstance(groups, list) else ():
        names = group.get("Regions") if isinstance(group, dict) else None
        yield from map(known_text, names if isinstance(names, list) else ())


def given_parameters(parameters: Value) -> Mapping[str, Value]:
    """Return what a nested stack maps, or a stack set lists, as parameters."""
    if isinstance(parameters, list):
        pairs = [item for item in parameters if isinstance(item, dict) and "ParameterKey" in item]
        return {str(item["ParameterKey"]): item.get("ParameterValue") for item in pairs}
    return parameters if isinstance(parameters, dict) else {}


def _file(parent: Template, resource: Resource, url: str) -> str:
    """Return the path of the file that ``url`` or an asset of CDK's names; empty where there is none."""
    folder = Path(parent.path).parent
    asset = resource.metadata.get("aws:asset:path")
    names = [asset] if isinstance(asset, str) else [*_assets(folder, url), url]
    for name in names:
        if name and "://" not in name and "${" not in name and is_file(folder / name):
            return str(folder / name)
    return ""


def _own_of(resource: Resource, path: str, metadata: Metadata) -> str:
    """Return the file that CDK wrote for the stack of ``resource``: of equal ones an asset manifest lists one."""
    stack, marked, _ = resource.construct_path.partition(_WRAPPED)
    name = next((name for name, at in metadata.stacks.items() if at == stack), "") if path and marked else ""
    own = Path(path).with_name(name) if name else Path(path)
    return str(own) if own != Path(path) and is_file(own) and read_bytes(own) == read_bytes(Path(path)) else path


def _assets(folder: Path, url: str) -> Iterator[str]:
    """Yield the file that an asset manifest of ``folder`` publishes under the hash that ``url`` ends with."""
    import json

    digest = url.rsplit("/", 1)[-1].partition(".")[0]
    for manifest in sorted(folder.glob("*.assets.json")) if digest else ():
        try:
            data: Any = json.loads(manifest.read_bytes())
            path = data["files"][digest]["source"]["path"]
        except (ValueError, KeyError, TypeError, OSError, RecursionError):
            continue
        if isinstance(path, str):
            yield path


def _url(properties: Mapping[str, Value]) -> str:
    return known_text(properties.get("TemplateURL", ""))


def _not_here(properties: Mapping[str, Value]) -> str:
    return f"its template is not here, TemplateURL {_url(properties) or 'is missing'}"
