"""How far answers of the metadata service travel."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Node
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_NOTED, _LARGEST = 3, 64


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """1 suits hosts, 2 containers, 3 overlay networks; the largest value protects nothing."""
    written = as_map(node.data.get("MetadataOptions")).get("HttpPutResponseHopLimit")
    hops, path = as_int(written), node.at("MetadataOptions", "HttpPutResponseHopLimit")
    if isinstance(written, Unknown):
        yield cannot_tell(f"whether HttpPutResponseHopLimit is below {_NOTED}", written, path)
    if hops is not None and hops < 1:
        text = f"HttpPutResponseHopLimit is {hops}; allowed: 1 to {_LARGEST}"
        yield Hit(text, path, level=Level.ERROR)
    if hops is None or hops < _NOTED:
        return
    level = Level.ERROR if hops >= _LARGEST else Level.INFO
    text = f"HttpPutResponseHopLimit is {hops}: 1 is for hosts, 2 for containers, 3 for overlay networks"
    yield Hit(text, path, level=level)


RULE = Rule(
    id="TRN702",
    title="Metadata answers travel no further than their use needs",
    level=Level.INFO,
    why="Each hop lets answers with credentials reach one more layer of networks inside the node.",
    source="EC2 User Guide, instance metadata options; cdk-eks-blueprints issue 1128",
    on="node",
    check=check,
    fix="use 1, or 2 for containers",
)
