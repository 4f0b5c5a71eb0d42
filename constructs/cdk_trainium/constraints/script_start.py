"""How what cloud-init runs must begin."""

from __future__ import annotations

from collections.abc import Iterator

from .user_data import is_mime, mime_fault, mime_parts

__all__ = ["BLANK_BEFORE_SCRIPT", "HIDDEN_START", "SCRIPT_START", "script_faults"]

SCRIPT_START = "TRN529"
BLANK_BEFORE_SCRIPT = "white space stands before #!, and no system runs such a file"
HIDDEN_START = "how it begins is not known"
_STARTS = ("#!", "#cloud-config", "#cloud-boothook", "#include", "#part-handler", "## template: jinja")
_BY_CONTENT = ("text/plain", "text/x-shellscript")
"""Types of parts that cloud-init tells apart by how they begin."""
_NODE_CONFIG = ("---", "apiversion:", "kind:", "{")
"""How begins what nodeadm reads, in YAML or JSON; whether it stands where that looks is another question."""
_ELSEWHERE = ("[", "<", "version:", "settings.")
"""How begins what other systems read: TOML, PowerShell's tags, YAML of Talos."""
_HOLE = "${"


def script_faults(text: str, system: str) -> Iterator[str]:
    """Yield in words why user data ``text``, or a part of it, does not run; ``system``: of the image, empty if unknown.

    Source: cloud-init, user data formats and handlers: what begins with no word of theirs is left alone, and a script
    is written to a file and run as it is; awslabs/amazon-eks-ami, nodeadm.
    """
    if is_mime(text):
        bodies = [] if mime_fault(text) else [body for kind, body in mime_parts(text) if kind in _BY_CONTENT]
        yield from filter(None, (_fault(body, _NODE_CONFIG) for body in bodies))
    else:
        yield from filter(None, [_fault(text, _NODE_CONFIG if system else (*_NODE_CONFIG, *_ELSEWHERE))])


def _fault(body: str, others: tuple[str, ...]) -> str:
    begin = body.lstrip()
    if begin.startswith("#!") and body[:1].isspace():
        return BLANK_BEFORE_SCRIPT
    if not begin or begin.lower().startswith((*_STARTS, *others)):
        return ""
    if begin.startswith(_HOLE):
        return HIDDEN_START
    return f"it begins with {begin.splitlines()[0][:40]!r}, neither with #! nor as cloud-init knows otherwise"
