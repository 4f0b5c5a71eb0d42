"""Search of the values of a resource for a kind of unknown or of reference, inside of texts and encodings, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ...template import Encoded, Mixed, Reference, Unknown, Value

__all__ = ["unread_in"]

_Kind = TypeVar("_Kind", bound=Unknown | Reference)


def unread_in(
    properties: Mapping[str, Any], kind: type[_Kind], encoded: bool = True
) -> Iterator[tuple[tuple[str | int, ...], _Kind]]:
    """Yield each value of ``kind``, with the path below the resource; inside of ``Fn::Base64`` only if ``encoded``."""
    todo: list[tuple[tuple[str | int, ...], Value]] = [(("Properties",), properties)]
    while todo:
        path, node = todo.pop()
        if isinstance(node, kind):
            yield path, node
        elif isinstance(node, Mapping):
            todo += [((*path, name), value) for name, value in node.items()]
        elif isinstance(node, list):
            todo += [((*path, index), value) for index, value in enumerate(node)]
        elif isinstance(node, Mixed) or (encoded and isinstance(node, Encoded)):
            todo += [(path, value) for value in (node.parts if isinstance(node, Mixed) else [node.value])]
