"""A MIME document whose parts nobody finds."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.mime import BLANK_BEFORE_HEAD, MIME_WITHOUT_PARTS, is_mime, mime_fault
from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Read the document as cloud-init and nodeadm do."""
    data = node.sent
    if data is not None and data.fits and not data.legible:
        text = "what the user data runs cannot be told: it is MIME of more parts, or levels, than are read here"
        yield unknown(text, node.at("UserData"))
    data = node.boots
    if data is None or not is_mime(data.text):
        return
    fault = mime_fault(data.text)
    if fault and not data.complete and fault != BLANK_BEFORE_HEAD:
        yield unknown(f"whether the parts of the user data are read cannot be told: {fault}", node.at("UserData"))
    elif fault:
        yield Hit(f"the user data is a MIME document without parts: {fault}", node.at("UserData"))


RULE = Rule(
    id=MIME_WITHOUT_PARTS,
    title="The parts of a MIME document stand behind its boundary",
    level=Level.ERROR,
    why="Without the boundary no part is found: nothing of the user data runs, and the node joins nothing.",
    source="RFC 5322, 2.2; RFC 2046, 5.1.1; cloud-init, user data formats: MIME multi-part archive",
    on="node",
    check=check,
    fix='begin with MIME-Version: 1.0, name the boundary, Content-Type: multipart/mixed; boundary="B", and begin each '
    "part with --B",
)
