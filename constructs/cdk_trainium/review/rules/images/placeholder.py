"""Placeholders of context look-ups that never happened, and of people who meant to come back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....constraints.placeholders import placeholders
from ....findings import Level
from ....template import Encoded, Mixed, OneOf, Value
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Search every string of the resource; one placeholder is one finding, wherever it stands."""
    places: dict[str, list[Path]] = {}
    for text, path in _found(item.branch.properties):
        places.setdefault(text, []).append(path)
    for text, paths in places.items():
        several = f"; it stands in {len(paths)} places" if len(paths) > 1 else ""
        yield Hit(f"{text}{several}", paths[-1], evidence={"places": [_shown(path) for path in reversed(paths)]})


def _found(properties: Value) -> Iterator[tuple[str, Path]]:
    """Yield what is wrong and where, the last first; also in a default, a mapping, every entry that may be meant."""
    todo: list[tuple[Path, Value, str]] = [(("Properties",), properties, "")]
    while todo:
        path, node, key = todo.pop()
        if isinstance(node, str):
            for found in placeholders(node):
                yield f"{found.text}{key} is a placeholder: {found.why}", path
        elif isinstance(node, Mapping):
            todo += [((*path, name), value, key) for name, value in node.items()]
        elif isinstance(node, list):
            todo += [((*path, index), value, key) for index, value in enumerate(node)]
        elif isinstance(node, Encoded | Mixed):
            todo += [(path, value, key) for value in (node.parts if isinstance(node, Mixed) else [node.value])]
        elif isinstance(node, OneOf):
            todo += [(path, value, f" (for {name})") for name, value in node.choices]


def _shown(path: Path) -> str:
    return ".".join(map(str, path))


RULE = Rule(
    id="TRN515",
    title="No placeholder is left where an id or a value belongs",
    level=Level.ERROR,
    why="Without credentials CDK fills lookups with placeholders and synthesis succeeds; the deployment cannot.",
    source="aws-cdk issues 7382 and 32214; seen with aws-cdk-lib 2.275.0",
    on="resource",
    check=check,
    fix="commit cdk.context.json, or pass the id",
    texts=("dummy", "DUMMY", "-1234", "7890", "-xxxx", "-XXXX", "-0000"),
)
