"""User data behind gzip and base64, which programs on the node take off."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Unpacked", "decoded", "encoded", "unpacked"]

_GZIP = b"\x1f\x8b"
_MOST_LAYERS, _MOST_BYTES = 3, 1_000_000
_STARTS = (
    "#!",
    "#cloud-config",
    "#include",
    "content-type:",
    "mime-version:",
    "apiversion:",
    "[settings",
    "<powershell",
)
"""How what cloud-init, nodeadm, Bottlerocket and Windows read begins."""


class Unpacked(NamedTuple):
    """User data as a node reads it."""

    text: str
    whole: bool
    """Whether ``text`` is all of it: what is packed too often, too large or broken is read in part, if at all."""
    layers: tuple[str, ...]
    """What was taken off, the outermost first: ``gzip``, ``base64``."""


def unpacked(data: bytes) -> Unpacked:
    """Return ``data`` behind gzip and further base64, which cloud-init and nodeadm take off.

    Source: awslabs/amazon-eks-ami, nodeadm configprovider; cloud-init, user data formats.
    """
    layers: list[str] = []
    whole = True
    while len(layers) < _MOST_LAYERS:
        kind, found = ("gzip", _gunzipped(data)) if data.startswith(_GZIP) else ("base64", _of_base64(data))
        if found is None:
            break
        data, whole = found[0], whole and found[1]
        layers.append(kind)
    return Unpacked(data.decode("utf-8", "replace"), whole and not data.startswith(_GZIP), tuple(layers))


def decoded(text: str) -> bytes | None:
    """Return what base64 ``text`` holds, lines or none; None when it is no base64."""
    import base64
    import binascii

    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def encoded(data: bytes) -> bytes:
    """Return ``data`` as base64."""
    import base64

    return base64.b64encode(data)


def _gunzipped(data: bytes) -> tuple[bytes, bool] | None:
    """Return what ``data`` holds, at most so much that no bomb goes off, and whether that is all."""
    import zlib

    reader = zlib.decompressobj(wbits=31)
    try:
        return reader.decompress(data, _MOST_BYTES), reader.eof and not reader.unused_data
    except zlib.error:
        return None


def _of_base64(data: bytes) -> tuple[bytes, bool] | None:
    """Return what ``data`` encodes, None where that is nothing that a node reads: short scripts are base64, too."""
    inner = decoded(data.decode("ascii", "replace"))
    if inner is None:
        return None
    begins = inner.startswith(_GZIP) or _begins_as_user_data(inner[:400].decode("utf-8", "replace"))
    return (inner, True) if begins else None


def _begins_as_user_data(text: str) -> bool:
    """Return whether ``text`` begins as something that a node reads as user data."""
    return text.lstrip().lower().startswith(_STARTS)
