"""The YAML of policies, scenarios and overlays as plain data; whatever is wrong with it has a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import yaml

__all__ = [
    "KeyTwiceError",
    "NotYamlError",
    "NumberTooLongError",
    "PlaceLoader",
    "WrittenNumber",
    "prop_starts_in",
    "read_yaml",
    "starts_in",
]

_Below = dict[str | int, tuple[yaml.Node, yaml.Node]]
_MERGE = "tag:yaml.org,2002:merge"
_BOOLEAN, _TEXT = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:str"
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_INDEX = re.compile(r"\[([0-9]{1,9})\]")
_LONGEST_KEY = 1_024
"""Characters up to which dots are looked for in a key; YAML takes no longer ones without a question mark."""
_LONGEST_NUMBER = 1_000
"""Characters; Python refuses to read and write numbers of some thousand digits, base 60 takes for ever before that."""
_MOST_MERGED, _MOST_KEYS = 100, 100_000
"""Mappings merged into one, and keys of all that others were merged into: merges multiply what a file says."""
_MISTAKES = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)
"""What the constructors of PyYAML raise for a scalar that its tag does not fit, such as ``!!bool maybe``."""


class WrittenNumber(int):
    """A whole number that is written in one of YAML's other ways; where a text is meant, `written` is that text.

    The account 012345670123 is octal in YAML 1.1, a tag 0x1F hexadecimal.
    """

    written: str


class NumberTooLongError(yaml.constructor.ConstructorError):
    """A number of more characters than are read."""


class PlaceLoader(yaml.SafeLoader):
    """PyYAML's safe loader, whose every error is one of YAML's and says where."""

    def __init__(self, stream: str) -> None:
        """Read ``stream``."""
        super().__init__(stream)
        self._merged_keys = 0

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """Return the value of ``node``.

        Raises:
            yaml.MarkedYAMLError: the value is none of its tag, or a number too long to be one.
        """
        if node.tag in _NUMBERS and len(node.value) > _LONGEST_NUMBER:
            text = f"a number of {len(node.value):,} characters, which is too long; allowed: {_LONGEST_NUMBER:,}"
            raise NumberTooLongError(None, None, text, node.start_mark)
        try:
            return super().construct_object(node, deep)
        except _MISTAKES:
            kind = node.tag.rpartition(":")[2]
            raise yaml.constructor.ConstructorError(
                None, None, f"{str(node.value)[:40]!r} is no {kind}", node.start_mark
            ) from None

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Put the mappings that ``node`` merges into it.

        Raises:
            yaml.MarkedYAMLError: they are too many, or those of the file bring in too many keys.
        """
        merged = [value for key, value in node.value if key.tag == _MERGE]
        most = max((len(value.value) for value in merged if isinstance(value, yaml.SequenceNode)), default=0)
        if most <= _MOST_MERGED:
            super().flatten_mapping(node)
        self._merged_keys += len(node.value) if merged else 0
        if most > _MOST_MERGED or self._merged_keys > _MOST_KEYS:
            raise yaml.constructor.ConstructorError(None, None, "merges unfold without end", node.start_mark)


class _OnceLoader(PlaceLoader):
    """Notes a key that is given twice: one of the values would be lost; ``off`` and ``yes`` as keys stay words.

    A number keeps how it is written, a date that the calendar does not have stays text: who reads it tells what is
    wrong with it, beside all else that is.
    """

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.twice: list[yaml.ScalarNode] = []

    def compose_mapping_node(self, anchor: Any) -> Any:
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != _MERGE:
                if key.value in seen:
                    self.twice.append(key)
                seen.add(key.value)
            if key.tag == _BOOLEAN:
                key.tag = _TEXT
        return node

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        number = int(super().construct_yaml_int(node))
        if str(number) == node.value:
            return number
        kept = WrittenNumber(number)
        kept.written = node.value
        return kept

    def construct_yaml_timestamp(self, node: yaml.ScalarNode) -> Any:
        try:
            return super().construct_yaml_timestamp(node)
        except ValueError:
            return node.value


_OnceLoader.add_constructor("tag:yaml.org,2002:int", _OnceLoader.construct_yaml_int)
_OnceLoader.add_constructor("tag:yaml.org,2002:timestamp", _OnceLoader.construct_yaml_timestamp)


class NotYamlError(ValueError):
    """Text that is no YAML."""

    def __init__(self, text: str, line: int = 0, column: int = 0) -> None:
        """Keep what is wrong; line and column count from 1, 0 is unknown."""
        super().__init__(f"{text} (line {line}, column {column})" if line else text)
        self.text, self.line, self.column = text, line, column


class KeyTwiceError(NotYamlError):
    """Text with a key that is given twice, the first of `keys`."""

    def __init__(self, data: Any, keys: Sequence[NotYamlError]) -> None:
        """Keep every such key, and the data with the last value of each."""
        super().__init__(keys[0].text, keys[0].line, keys[0].column)
        self.data, self.keys = data, tuple(keys)


def read_yaml(text: str) -> Any:
    """Return the data of ``text``.

    Raises:
        KeyTwiceError: it has a key twice.
        NotYamlError: it is no YAML, or has a value that its tag does not fit.
        RecursionError: it is nested too deep.
    """
    try:
        loader = _OnceLoader(text)
        data = loader.get_single_data()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise NotYamlError(str(error.problem or error.context), *at) from None
    except yaml.YAMLError as error:
        raise NotYamlError(" ".join(str(error).split())) from None
    if loader.twice:
        raise KeyTwiceError(data, sorted(map(_twice, loader.twice), key=lambda one: (one.line, one.column)))
    return data


def _twice(key: yaml.ScalarNode) -> NotYamlError:
    text = f"the key {key.value!r} is given twice; allowed: once"
    return NotYamlError(text, key.start_mark.line + 1, key.start_mark.column + 1)


def starts_in(text: str) -> Callable[[Sequence[str | int]], tuple[int, int]]:
    """Return what tells line and column, from 1, of what is nearest to given steps in ``text``, which was read."""
    return _Starts(yaml.compose(text, Loader=_OnceLoader)).at


def prop_starts_in(text: str) -> Callable[[str], tuple[int, int]]:
    """Return what tells line and column of a prop such as ``blocks[0].count``, whose keys may hold dots themselves.

    Of a prop that is not in ``text`` it tells those of what is around it, and 0 for the whole text or one that is no
    YAML.
    """
    try:
        starts = _Starts(yaml.compose(text, Loader=_OnceLoader), last=True)
    except yaml.YAMLError:  # JSON that YAML does not take
        return lambda prop: (0, 0)
    return lambda prop: starts.at(steps) if (steps := starts.steps(prop)) else (0, 0)


class _Starts:
    """Where keys and items stand; what is below a node is listed once, however often it is asked for."""

    def __init__(self, root: yaml.Node | None, *, last: bool = False) -> None:
        """Keep ``root``; of equal keys the first is found, or the ``last``."""
        self._root, self._last = root, last
        self._below: dict[int, _Below] = {}

    def at(self, steps: Sequence[str | int]) -> tuple[int, int]:
        node = spot = self._root
        for step in steps:
            found = self._children(node).get(step) if node is not None else None
            if found is None:
                break
            spot, node = found
        return (spot.start_mark.line + 1, spot.start_mark.column + 1) if spot is not None else (1, 1)

    def steps(self, prop: str) -> list[str | int]:
        """Return the steps to ``prop``, as far as it is here."""
        node, steps, rest = self._root, list[str | int](), prop
        while rest and node is not None:
            below = self._children(node)
            found = next(((step, size) for step, size in _first_steps(rest) if step in below), None)
            if found is None:
                break
            steps.append(found[0])
            node, rest = below[found[0]][1], rest[found[1] :].removeprefix(".")
        return steps

    def _children(self, node: yaml.Node) -> _Below:
        if id(node) not in self._below:
            self._below[id(node)] = dict(_below(node, self._last))
        return self._below[id(node)]


def _below(node: yaml.Node, last: bool) -> Iterator[tuple[str | int, tuple[yaml.Node, yaml.Node]]]:
    """Yield each key, or index, below ``node`` with where it is written and its value; first what equal keys hide."""
    if isinstance(node, yaml.MappingNode):
        pairs = node.value if last else reversed(node.value)
        yield from ((key.value, (key, value)) for key, value in pairs if isinstance(key.value, str))
    elif isinstance(node, yaml.SequenceNode):
        yield from ((at, (item, item)) for at, item in enumerate(node.value))


def _first_steps(prop: str) -> Iterator[tuple[str | int, int]]:
    """Yield what may be the first step of ``prop``, and its length: an index, or keys, the longest first."""
    index = _INDEX.match(prop)
    if index:
        yield int(index[1]), index.end()
    ends = [at for at, letter in enumerate(prop[:_LONGEST_KEY]) if letter in ".[" and at]
    yield from ((prop[:end], end) for end in reversed([*ends, len(prop)]))
