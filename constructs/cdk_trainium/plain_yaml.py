"""The YAML of policies, scenarios and overlays as plain data; whatever is wrong with it has a place."""

from __future__ import annotations

from typing import Any

import yaml

__all__ = ["PlaceLoader", "read_yaml"]

_MERGE = "tag:yaml.org,2002:merge"
_MISTAKES = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)
"""What the constructors of PyYAML raise for a scalar that its tag does not fit, such as ``!!bool maybe``."""


class PlaceLoader(yaml.SafeLoader):
    """PyYAML's safe loader, whose every error is one of YAML's and says where."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """Return the value of ``node``.

        Raises:
            yaml.MarkedYAMLError: the value is none of its tag.
        """
        try:
            return super().construct_object(node, deep)
        except _MISTAKES:
            kind = node.tag.rpartition(":")[2]
            raise yaml.constructor.ConstructorError(
                None, None, f"{str(node.value)[:40]!r} is no {kind}", node.start_mark
            ) from None


class _OnceLoader(PlaceLoader):
    """Refuses a key that is given twice: one of the values would be lost."""

    def compose_mapping_node(self, anchor: Any) -> Any:
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != _MERGE:
                if key.value in seen:
                    problem = f"the key {key.value!r} is given twice; allowed: once"
                    raise yaml.composer.ComposerError(None, None, problem, key.start_mark)
                seen.add(key.value)
        return node


def read_yaml(text: str) -> Any:
    """Return the data of ``text``.

    Raises:
        ValueError: it is no YAML, has a value that its tag does not fit or a key twice.
        RecursionError: it is nested too deep.
    """
    try:
        return yaml.load(text, _OnceLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        raise ValueError(f"{error.problem or error.context}{where}") from None
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from None
