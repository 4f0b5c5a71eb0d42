"""YAML templates with CloudFormation's short forms, composed by libyaml; the nodes keep the positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import yaml

from ..errors import TemplateError
from .bounds import MAX_DEPTH
from .codes import DUPLICATE_KEY, NOT_A_TEMPLATE, SYNTAX, TOO_LARGE, fault

__all__ = ["YamlText"]

_PREFIX = "tag:yaml.org,2002:"
_TEXT, _MERGE = f"{_PREFIX}str", f"{_PREFIX}merge"
_BASE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER = yaml.resolver.Resolver()
_FUNCTIONS = """
And Base64 Cidr Contains EachMemberEquals EachMemberIn Equals FindInMap GetAZs GetAtt If ImportValue Join Length Not Or
RefAll Select Split Sub ToJsonString Transform ValueOf ValueOfAll
"""
_SHORT = {name: f"Fn::{name}" for name in _FUNCTIONS.split()} | {"Ref": "Ref", "Condition": "Condition"}
_ANOTHER_DOCUMENT = "but found another document"
_RESOURCES = re.compile(r"(?m)^[\"']?Resources[\"']?\s*:")
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class _Loader(_BASE):  # type: ignore[misc, valid-type]
    """Remembers what a text resolves to: a template repeats most of its texts."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        """Return the tag of a node."""
        return _resolved(kind, value, implicit)


@lru_cache(maxsize=8192)
def _resolved(kind: Any, value: Any, implicit: Any) -> Any:
    return _RESOLVER.resolve(kind, value, implicit)  # type: ignore[no-untyped-call]


class YamlText:
    """One YAML file."""

    def __init__(self, path: str, text: str) -> None:
        """Compose ``text`` and turn its nodes into plain values; aliases share one value.

        The nodes are let go: they are several times the file, and only a finding needs its place.

        Raises:
            TemplateError: a syntax error, an unknown tag or a duplicate key, with its position.
        """
        self._path = path
        self.raw = text
        self.size = len(text)
        root = self._composed()
        self.data: Any = None if root is None else _Values(path).of(root)

    def _composed(self) -> yaml.Node | None:
        try:
            return yaml.compose(self.raw, Loader=_Loader)
        except yaml.MarkedYAMLError as error:
            if error.problem == _ANOTHER_DOCUMENT:
                raise self._several(_spot(error)) from None
            message = f"is not YAML: {error.problem or error.context}"
            raise fault(self._path, SYNTAX, message, at=_spot(error)) from None
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            raise fault(self._path, SYNTAX, f"is not YAML: {str(error).splitlines()[0]}") from None

    def _several(self, at: tuple[int, int]) -> TemplateError:
        """Return the fault of several documents in one file: Kubernetes reads such, CloudFormation takes one."""
        if _RESOURCES.search(self.raw):
            return fault(self._path, SYNTAX, "holds several YAML documents; CloudFormation takes one", at=at)
        text = "is no CloudFormation template: several YAML documents, and no Resources section in any"
        hint = "a template is one object with Resources; this looks like a Kubernetes manifest or another tool's file"
        return fault(self._path, NOT_A_TEMPLATE, text, at=at, hint=hint)

    @cached_property
    def _root(self) -> yaml.Node | None:
        return self._composed()

    def position(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Return line and column, from 1, of the key or item at ``path``, or of the nearest one above it."""
        node = spot = self._root
        for step in path:
            found = _child(node, step)
            if found is None:
                break
            spot, node = found
        return (1, 1) if spot is None else (spot.start_mark.line + 1, spot.start_mark.column + 1)


class _Values:
    """Turns the nodes of one file into plain values."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._made: dict[int, Any] = {}
        self._depth = 0

    def of(self, node: yaml.Node) -> Any:
        """Return what ``node`` stands for."""
        if isinstance(node, yaml.ScalarNode):
            if node.tag == _TEXT:
                return node.value
            value = self._scalar(node)
            return value if node.tag.startswith(_PREFIX) else self._short(node, value)
        known = self._made.get(id(node))
        return self._collection(node) if known is None else known

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        try:
            return _scalar(node)
        except (KeyError, ValueError):
            kind = node.tag[len(_PREFIX) :]
            raise fault(self._path, SYNTAX, f"has {node.value!r}, which is no {kind}", at=_start(node)) from None

    def _collection(self, node: yaml.Node) -> Any:
        if self._depth > MAX_DEPTH:
            raise fault(self._path, TOO_LARGE, f"is nested deeper than {MAX_DEPTH} levels", at=_start(node))
        self._depth += 1
        try:
            return self._made_of(node)
        finally:
            self._depth -= 1

    def _made_of(self, node: yaml.Node) -> Any:
        plain = node.tag.startswith(_PREFIX)
        value: Any = [] if isinstance(node, yaml.SequenceNode) else {}
        self._made[id(node)] = made = value if plain else self._short(node, value)
        if isinstance(node, yaml.SequenceNode):
            value.extend(self.of(item) for item in node.value)
        else:
            self._fill(value, node)
        return made

    def _fill(self, made: dict[str, Any], node: yaml.Node) -> None:
        merged: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if key_node.tag == _MERGE:
                merged = {**self._merged(value_node), **merged}
                continue
            key = self._key(key_node)
            if key in made:
                mark = key_node.start_mark
                raise fault(self._path, DUPLICATE_KEY, f"has the key {key} twice", at=(mark.line + 1, mark.column + 1))
            made[key] = self.of(value_node)
        for key, value in merged.items():
            made.setdefault(key, value)

    def _key(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        raise fault(self._path, SYNTAX, "has a key that is no string", at=_start(node))

    def _merged(self, node: yaml.Node) -> dict[str, Any]:
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        values = [self.of(part) for part in parts]
        if not all(isinstance(part, dict) for part in values):
            raise fault(self._path, SYNTAX, "merges what is no mapping into one", at=_start(node))
        return {key: value for part in reversed(values) for key, value in part.items()}

    def _short(self, node: yaml.Node, value: Any) -> dict[str, Any]:
        name = _SHORT.get(node.tag[1:])
        if name is None:
            raise fault(self._path, SYNTAX, f"has the unknown tag {node.tag}", at=_start(node))
        if name == "Fn::GetAtt" and isinstance(value, str):
            return {name: value.split(".", 1)}
        return {name: value}


def _scalar(node: yaml.ScalarNode) -> Any:
    text: str = node.value
    tag = node.tag[len(_PREFIX) :]
    if tag == "binary":
        raise ValueError(text)  # CloudFormation has no bytes
    if tag == "bool":
        return _BOOLEANS[text.lower()]
    if tag == "null":
        return None
    if tag in ("int", "float"):
        return _number(text, tag)
    return text


def _number(text: str, tag: str) -> Any:
    # YAML 1.1 reads 012345678901 as octal and 22:30 as base 60; CloudFormation hands both on as they are written.
    if ":" in text or (text.lstrip("+-").startswith("0") and text.lstrip("+-").isdigit() and len(text) > 1):
        return text
    if text.lstrip("+-").lower() in (".inf", ".nan"):
        return text
    return int(text.replace("_", ""), 0) if tag == "int" else float(text.replace("_", ""))


def _child(node: Any, step: str | int) -> tuple[yaml.Node, yaml.Node] | None:
    if node is not None and node.tag[1:] in _SHORT and step == _SHORT[node.tag[1:]]:
        return node, node
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step], node.value[step]
    return None


def _start(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _spot(error: yaml.MarkedYAMLError) -> tuple[int, int]:
    mark = error.problem_mark or error.context_mark
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)
