"""YAML templates, read by libyaml; the nodes, which keep the positions, are made for what a finding names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import yaml

from ..errors import TemplateError
from .codes import NOT_A_TEMPLATE, SYNTAX, fault
from .yaml_values import LOADER, SHORT, Read, SeveralError, values_of

__all__ = ["YamlText"]

_RESOURCES = re.compile(r"(?m)^[\"']?Resources[\"']?\s*:")
_ESCAPES = ("\\u", "\\U", "\\x", "\\\n", "\\\r")
_IN_TAG = re.compile(r"![^\s!]*%[0-9A-Fa-f]{2}")


class YamlText:
    """One YAML file."""

    def __init__(self, path: str, text: str) -> None:
        """Turn ``text`` into plain values; aliases share one value.

        Raises:
            TemplateError: a syntax error, an unknown tag or a duplicate key, with its position.
        """
        self._path = path
        self.raw = text
        self.size = len(text)
        self.spelled = any(mark in text for mark in _ESCAPES) or ("%" in text and _IN_TAG.search(text) is not None)
        self.data, self.shares, self.numbers = self._read()

    def _read(self) -> Read:
        try:
            return values_of(self._path, self.raw)
        except SeveralError as error:
            raise self._several(error.at) from None
        except TemplateError:
            raise
        except yaml.MarkedYAMLError as error:
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
        """The nodes, which know their places; several times the file, and only a finding needs them."""
        return yaml.compose(self.raw, Loader=LOADER)

    def position(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Return line and column, from 1, of the key or item at ``path``, or of the nearest one above it."""
        node = spot = self._root
        for step in path:
            found = _child(node, step)
            if found is None:
                break
            spot, node = found
        return (1, 1) if spot is None else (spot.start_mark.line + 1, spot.start_mark.column + 1)


def _child(node: Any, step: str | int) -> tuple[yaml.Node, yaml.Node] | None:
    if node is not None and node.tag[1:] in SHORT and step == SHORT[node.tag[1:]]:
        return node, node
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step], node.value[step]
    return None


def _spot(error: yaml.MarkedYAMLError) -> tuple[int, int]:
    mark = error.problem_mark or error.context_mark
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)
