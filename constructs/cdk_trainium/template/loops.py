"""``Fn::ForEach`` of the transform AWS::LanguageExtensions: written out where the template tells the collection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .parameters import Parameters, as_text
from .unknown import Unknown
from .values import LOOP

__all__ = ["Loops", "are_loops"]

_MOST_NODES = 200_000
"""Values that all loops of one template may make; CloudFormation takes 500 resources and 1 MB."""
_HOLE = re.compile(r"([$&])\{([A-Za-z0-9]+)\}")
Path = tuple[str | int, ...]


class _TooManyError(Exception):
    """The loops make more than `_MOST_NODES` values."""


class Loops:
    """What the loops of one template are written out to."""

    def __init__(self, parameters: Parameters) -> None:
        """Begin with nothing; collections may be ``parameters``."""
        self.parameters = parameters
        self.origins: dict[str, Path] = {}
        """Logical id of a resource that a loop makes -> its path in the file below ``Resources``."""
        self.found: dict[Path, bool] = {}
        """Path of a loop in no other -> whether it makes entries of a section, or stands alone in its object."""
        self.left: dict[Path, str] = {}
        """Path of a loop that is not written out -> why; inside of a resource `LOOP` is left in its place."""
        self.chosen: dict[Path, str] = {}
        """Path of a loop whose collection may be another -> the parameter, of which the default is written out."""
        self._nodes = 0

    def written_out(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the template ``data`` with its loops written out, as far as they can be."""
        try:
            return {name: self._value(section, {}, (name,)) for name, section in data.items()}
        except _TooManyError:
            self.origins.clear()
            self.left = {("Resources",): f"the loops make more than {_MOST_NODES} values"}
            return data

    def _value(self, node: Any, names: Mapping[str, str], path: Path) -> Any:
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise _TooManyError
        if isinstance(node, str):
            return _filled(node, names)
        if isinstance(node, list):
            return [self._value(item, names, (*path, index)) for index, item in enumerate(node)]
        if not isinstance(node, dict):
            return node
        if len(node) == 1 and isinstance(node.get("Ref"), str) and node["Ref"] in names:
            return names[node["Ref"]]
        return self._mapping(node, names, path)

    def _mapping(self, node: Mapping[str, Any], names: Mapping[str, str], path: Path) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, item in node.items():
            own = _filled(str(key), names)
            if own.startswith(f"{LOOP}::"):
                if not names:
                    self.found[(*path, key)] = len(path) == 1 or len(node) == 1
                parts = self._loop(item, names, (*path, key))
            else:
                parts = [{own: self._value(item, names, (*path, key))}]
                self._note_origin(own, (*path, key))
            for part in parts:
                self.left.update(((*path, key), f"it makes {name} twice") for name in part if name in made)
                made |= part
        return made

    def _note_origin(self, name: str, path: Path) -> None:
        if path[0] == "Resources" and len(path) > 2 and are_loops(path[1:-1]):
            self.origins[name] = path[1:]

    def _loop(self, loop: Any, names: Mapping[str, str], path: Path) -> list[dict[str, Any]]:
        """Return what the loop makes in each round."""
        kinds = [type(item) for item in loop] if isinstance(loop, list) else []
        if len(kinds) != 3 or kinds[0] is not str or kinds[2] is not dict:
            return self._leave(path, "it takes an identifier, a collection and an object")
        items = self._items(loop[1], names)
        if isinstance(items, Unknown):
            return self._leave(path, items.reason)
        self.chosen.update((path, name) for name in _parameters(loop[1]) if self._varies(name))
        return [self._mapping(loop[2], {**names, loop[0]: item}, (*path, 2)) for item in items]

    @property
    def hiding(self) -> list[Path]:
        """Paths of those in `left` that make resources."""
        return [path for path in self.left if path[0] == "Resources" and are_loops(path[1:])]

    def _leave(self, path: Path, reason: str) -> list[dict[str, Any]]:
        """Note why a loop is not written out; inside of a resource `LOOP` is left: it may add what is missing."""
        self.left[path] = reason
        return [{LOOP: reason}] if path[0] == "Resources" and not are_loops(path[1:]) else []

    def _varies(self, name: str) -> bool:
        return self.parameters.few(name) or self.parameters.many(name)

    def _items(self, collection: Any, names: Mapping[str, str]) -> list[str] | Unknown:
        listed = self._collection(collection)
        if isinstance(listed, Unknown):
            return listed
        found: list[str] = []
        for item in listed:
            value = self._value(item, names, ("",))
            if isinstance(value, dict):
                value = self._collection(value)
            if isinstance(value, Unknown):
                return value
            found += map(as_text, value if isinstance(value, list) else [value])
        return found

    def _collection(self, collection: Any) -> list[Any] | Unknown:
        if isinstance(collection, list):
            return collection
        if isinstance(collection, dict) and len(collection) == 1 and isinstance(collection.get("Ref"), str):
            value = self.parameters.value(collection["Ref"], {})
            return value if isinstance(value, Unknown) else value if isinstance(value, list) else [value]
        return Unknown("its collection is neither a list nor a parameter")


def are_loops(steps: Path) -> bool:
    """Return whether ``steps`` below a section lead into its loops, and into no entry."""
    return all(step == 2 or str(step).startswith(LOOP) for step in steps)


def _parameters(collection: Any) -> list[str]:
    items = collection if isinstance(collection, list) else [collection]
    return [item["Ref"] for item in items if isinstance(item, dict) and isinstance(item.get("Ref"), str)]


def _filled(text: str, names: Mapping[str, str]) -> str:
    if not names or "{" not in text:
        return text
    return _HOLE.sub(lambda hole: _item(hole, names), text)


def _item(hole: re.Match[str], names: Mapping[str, str]) -> str:
    if hole.group(2) not in names:
        return hole.group()
    value = names[hole.group(2)]
    return re.sub(r"[^A-Za-z0-9]", "", value) if hole.group(1) == "&" else value
