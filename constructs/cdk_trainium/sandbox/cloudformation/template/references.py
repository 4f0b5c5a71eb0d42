"""Which resource needs which: the order of creation, and reversed that of deletion."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from ..errors import ValidationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["creation_order", "references", "variables"]

_VARIABLE = re.compile(r"\$\{([^!}][^}]{0,1000})\}")
"""Far above what a name may have, so that ``${`` without end is not looked through to the end from each of them."""


def variables(template: str) -> list[str]:
    """Return the names inside the ``${}`` of an Fn::Sub string, without literals (``${!x}``)."""
    return [name.strip() for name in _VARIABLE.findall(template)]


def references(value: Any) -> Iterator[str]:
    """Yield every name that ``value`` refers to; the caller keeps those of resources."""
    if isinstance(value, list):
        for item in value:
            yield from references(item)
    if not isinstance(value, dict):
        return
    for key, item in value.items():
        yield from _named(key, item)
        yield from references(item)


def _named(key: str, item: Any) -> Iterator[str]:
    if key == "Ref" and isinstance(item, str):
        yield item
        return
    first = item[0] if isinstance(item, list) and item else item
    if key == "Fn::GetAtt" and isinstance(first, str):
        yield first.split(".")[0]
    elif key == "Fn::Sub" and isinstance(first, str):
        yield from (name.split(".")[0] for name in variables(first))


def creation_order(resources: Mapping[str, dict[str, Any]]) -> list[str]:
    """Return the logical ids so that each comes after all that it needs, else in the template's order.

    Raises:
        ValidationError: they need each other in a circle.
    """
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, entry in resources.items():
        after = entry.get("DependsOn", [])
        needed = {after} if isinstance(after, str) else set(after)
        needed.update(references(entry.get("Properties")))
        sorter.add(name, *sorted(needed & resources.keys()))
    try:
        return list(sorter.static_order())
    except CycleError as error:
        circle = ", ".join(dict.fromkeys(error.args[1]))
        raise ValidationError(f"Circular dependency between resources: [{circle}]") from None
