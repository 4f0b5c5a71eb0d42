"""YAML as plain data, with the position of every value and without YAML's surprises."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..errors import Problem
from .problem import BAD_VALUE, joined

__all__ = ["Positions", "read_yaml"]

Positions: TypeAlias = dict[str, tuple[int, int]]
"""Prop, as a problem names it -> line and column; the file itself is the empty one."""

_PLAIN = "tag:yaml.org,2002:"
_MOST_NODES = 50_000
"""Values of a file after its aliases are written out; more is a bomb."""
_DEEPEST = 50
"""Levels of a file; a cluster file has six."""
_INTEGER = re.compile(r"[-+]?[0-9]+")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]{1,17}")
_TEXT_STYLES = {"'", '"', "|", ">"}
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+)")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str) -> tuple[Any, Positions, list[Problem]]:
    """Return the data of ``text``, the (line, column) of each value from 1, and what is wrong with the text.

    Words are read as YAML 1.2 does (``no`` is text, ``12:30`` too) and dates stay text. A repeated key, a key that
    is no text, a number that YAML 1.1 reads as octal, and aliases that unfold without end are problems.
    """
    try:
        _refuse_depth(text)
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        return None, {}, [Problem("TRN022", f"is not YAML: {error.problem or error}", line=line, column=column)]
    except yaml.YAMLError as error:
        return None, {}, [Problem("TRN022", f"is not YAML: {' '.join(str(error).split())}")]
    except _TooDeepError as error:
        return (
            None,
            {},
            [Problem("TRN025", "is nested too deep", "", "", f"at most {_DEEPEST} levels", "", *error.args)],
        )
    if root is None:
        return None, {}, [Problem("TRN021", "the cluster file is empty", hint="see clusters/ for examples")]
    reader = _Reader()
    return reader.read(root, ""), reader.positions, reader.problems


class _TooDeepError(Exception):
    """Line and column where the nesting becomes too deep."""


def _refuse_depth(text: str) -> None:
    """Count levels by events, since composing recurses; this cannot."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            mark = event.start_mark
            raise _TooDeepError(*((mark.line + 1, mark.column + 1) if mark else (0, 0)))


class _Reader:
    def __init__(self) -> None:
        self.positions: Positions = {}
        self.problems: list[Problem] = []
        self._open: set[int] = set()
        self._full = False
        self._nodes = 0

    def read(self, node: Node, path: str) -> Any:
        mark = node.start_mark
        self._nodes += 1
        self.positions.setdefault(path, (mark.line + 1, mark.column + 1))
        if not node.tag.startswith(_PLAIN):
            text = f"has the tag {node.tag}, which nothing here takes"
            self.problems.append(Problem("TRN022", text, line=mark.line + 1, column=mark.column + 1))
        if isinstance(node, ScalarNode):
            self._leading_zero(node, path)
            return _scalar(node)
        if id(node) in self._open or self._nodes > _MOST_NODES:
            return self._too_much(node)
        self._open.add(id(node))
        value = self._mapping(node, path) if isinstance(node, MappingNode) else self._sequence(node, path)
        self._open.discard(id(node))
        return value

    def _too_much(self, node: Node) -> None:
        if not self._full:
            self._full = True
            self._problem("TRN023", "aliases unfold without end", node)

    def _leading_zero(self, node: ScalarNode, path: str) -> None:
        """Refuse what is 8 to one reader of YAML and 10 to another."""
        if _is_text(node) or not _LEADING_ZERO.fullmatch(node.value):
            return
        text = "a number begins with 0, which YAML 1.1 reads as octal"
        hint = f"write {int(node.value)}, or the octal number in decimal digits; text goes in quotes"
        place = (node.start_mark.line + 1, node.start_mark.column + 1)
        self.problems.append(Problem(BAD_VALUE, text, path, node.value, "no leading zero", hint, *place))

    def _sequence(self, node: Node, path: str) -> list[Any]:
        items = node.value if isinstance(node, SequenceNode) else []
        return [self.read(item, f"{path}[{at}]") for at, item in enumerate(items)]

    def _mapping(self, node: MappingNode, path: str) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value
            if not isinstance(key_node, ScalarNode) or not isinstance(key, str):
                self._problem("TRN022", "a key must be text", key_node)
                continue
            if key in data:
                self._problem("TRN024", "is given twice", key_node, prop=key)
            value = self.read(value_node, joined(path, key))
            data[key] = value
            if isinstance(value_node, ScalarNode) is False:
                self.positions[joined(path, key)] = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        return data

    def _problem(self, code: str, text: str, node: Node, prop: str = "") -> None:
        mark = node.start_mark
        self.problems.append(Problem(code, text, prop, line=mark.line + 1, column=mark.column + 1))


def _is_text(node: ScalarNode) -> bool:
    return node.style in _TEXT_STYLES or (node.tag or "").endswith(":str")


def _scalar(node: ScalarNode) -> Any:
    text: str = node.value
    if _is_text(node):
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 20 else text
    return float(text) if _FLOAT.fullmatch(text) else text
