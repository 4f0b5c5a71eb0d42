"""Reads a file that the user names: a regular one of a bounded size, so that no device or pipe holds the tool.

A pipe that the shell has opened for us, as ``<(command)`` does, is read as well: somebody writes to it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

__all__ = [
    "LARGEST",
    "LARGEST_BY_HAND",
    "is_file",
    "is_folder",
    "is_handed",
    "note_read",
    "read_plain",
    "read_plain_text",
    "was_read",
]

LARGEST = 32_000_000
"""Bytes; far above it a file is none that a person or a tool of this kind wrote."""
LARGEST_BY_HAND = 1_000_000
"""Bytes of a file that somebody writes, which is a page or some: clusters, policies, scenarios, overlays."""


_HANDED = re.compile(r"/dev/(stdin|stdout|stderr|fd/\d+)|/proc/(self|\d+)/fd/\d+")
_drained: dict[tuple[str, int], bytes] = {}
"""What was read of pipes, by path and inode: they can be read once, and some files are looked at twice."""
_read: set[str] = set()
"""Every file that this process has read, links followed: whatever led there, no report may replace it."""


def note_read(path: str | Path) -> None:
    """Remember that the file ``path`` was read on behalf of this process."""
    _read.add(os.path.realpath(path))


def was_read(path: str | Path) -> bool:
    """Return whether this process has read ``path``, by whatever link."""
    return os.path.realpath(path) in _read


def read_plain(path: str | Path, largest: int = LARGEST) -> bytes:
    """Return the content of ``path``.

    Args:
        path: the file as the user named it.
        largest: bytes that it may have. Default: - `LARGEST`.

    Raises:
        OSError: it cannot be read, is no regular file or too large; `cdk_trainium.errors.unreadable` tells it.
    """
    if is_folder(path):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    content = _content(path, largest + 1)
    note_read(path)
    if len(content) > largest:
        raise OSError(errno.EFBIG, f"it is larger than {largest:,} bytes")
    return content


def _content(path: str | Path, most: int) -> bytes:
    found = os.stat(path)
    key = (os.fspath(path), found.st_ino)
    if key in _drained:
        return _drained[key]
    with Path(path).open("rb") as file:
        content = file.read(most)
    if stat.S_ISFIFO(found.st_mode):
        _drained[key] = content
    return content


def is_handed(path: str | Path) -> bool:
    """Return whether ``path`` names a file that is open in this process already, such as ``/dev/stdout``."""
    return _HANDED.fullmatch(os.fspath(path)) is not None


def is_folder(path: str | Path) -> bool:
    """Whether ``path`` is a folder; False for a regular file, and for a pipe that is open in this process already.

    Raises:
        OSError: it is neither, is not there, or lies below a folder that is closed.
    """
    try:
        mode = os.stat(path).st_mode
    except ValueError:
        raise OSError(errno.EINVAL, "no path has a null character or half of a surrogate pair in it") from None
    pipe = stat.S_ISFIFO(mode) and is_handed(path)
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode) and not pipe:
        raise OSError(errno.EINVAL, "it is no regular file, but a device, pipe or socket")
    return stat.S_ISDIR(mode)


def is_file(path: str | Path) -> bool:
    """Return whether ``path`` is a file that `read_plain` reads; a name that no file can have is none."""
    try:
        return not is_folder(path)
    except OSError:
        return False


def read_plain_text(path: str | Path, largest: int = LARGEST) -> str:
    """Return the text of ``path`` in UTF-8, without a byte order mark, with a line feed at every end of a line.

    Raises:
        OSError: see `read_plain`.
        UnicodeDecodeError: it is not UTF-8.
    """
    text = read_plain(path, largest).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")
