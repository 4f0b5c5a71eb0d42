"""How what cloud-init runs must begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .mime import BLANK_BEFORE_HEAD, cloud_init_takes_as_mime, is_mime, mime_fault, mime_parts

__all__ = ["SCRIPT_START", "StartFault", "start_faults"]

SCRIPT_START = "TRN529"
_NODEADM = "application/node.eks.aws"
_STARTS = ("#!", "#cloud-config", "#cloud-boothook", "#include", "#part-handler", "## template: jinja")
_SCRIPT, _BY_CONTENT = "text/x-shellscript", ("text/plain", "text/x-shellscript")
"""Types of parts that cloud-init tells apart by how they begin."""
_HEADS = ("mime-version:", "content-type:")
_NODE_CONFIG = ("---", "apiversion:", "kind:", "{")
"""How begins what nodeadm reads, in YAML or JSON; whether it stands where that looks is another question."""
_COMMENTED = re.compile(r"(?i)(?:#(?!!)[^\n]*\n\s*)+(?:---\s|apiversion:|kind:)")
"""The same in YAML behind comments, which cloud-init leaves alone."""
_ELSEWHERE = ("[", "<", "version:", "settings.")
"""How begins what other systems read: TOML, PowerShell's tags, YAML of Talos."""
_HOLE = "${"


class StartFault(NamedTuple):
    """Why user data, or a part of it, does not run."""

    why: str
    """As a clause."""
    certain: bool | None
    """Whether it is sure not to; False where something else may read it, None where its begin is hidden."""


def start_faults(text: str, system: str, merged: bool) -> Iterator[StartFault]:
    """Yield why user data ``text``, or a part of it, does not run; what hides every part is `mime_fault`'s.

    Args:
        text: the user data.
        system: that of the image. Default: - empty, it is not known.
        merged: whether a service puts it into a MIME document of its own.

    Source: cloud-init, user data formats and handlers: what begins with no word of theirs is left alone, and a script
    is written to a file and run as it is; awslabs/amazon-eks-ami, nodeadm.
    """
    multipart = is_mime(text)
    if multipart and mime_fault(text):
        return
    if cloud_init_takes_as_mime(text) or (multipart and merged):
        found = [_of_part(*part) for part in mime_parts(text) if part[0] in _BY_CONTENT]
        head = StartFault(BLANK_BEFORE_HEAD, certain=True) if text[:1].isspace() else None
    elif multipart:
        found, foreign = [], any(kind != _NODEADM for kind, _ in mime_parts(text))
        why = "its head has no MIME-Version, without which cloud-init takes it for no MIME document"
        head = StartFault(why, certain=True) if foreign else None
    else:
        found, head = [], _of(text, _NODE_CONFIG if system else (*_NODE_CONFIG, *_ELSEWHERE), certain=bool(system))
    yield from (item for item in (head, *found) if item is not None)


def _of_part(kind: str, body: str) -> StartFault | None:
    lost_head = body.lstrip().lower().startswith(_HEADS)
    return _of(body, _NODE_CONFIG, certain=kind == _SCRIPT or lost_head)


def _of(body: str, others: tuple[str, ...], certain: bool) -> StartFault | None:
    begin = body.lstrip()
    if begin.startswith("#!") and body[:1].isspace():
        return StartFault("white space stands before #!, and no system runs such a file", certain=True)
    if not begin or begin.lower().startswith((*_STARTS, *others)) or _COMMENTED.match(begin):
        return None
    if begin.startswith(_HOLE):
        return StartFault("how it begins is not known", certain=None)
    first = begin.splitlines()[0][:40]
    return StartFault(f"it begins with {first!r}, neither with #! nor as cloud-init knows otherwise", certain)
