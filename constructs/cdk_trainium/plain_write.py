"""Writes a file that a user may have already: the old one stays until the new one is whole.

A full disk or a kill in the middle of writing loses nothing that was there, but where only writing in place is
possible or right: `write_whole` says where. That is taken instead of a refusal, since a file that is mounted alone into
a container is a usual place for a report, and instead of a copy beside it, since what was lost is the last run's report
and the next run makes it anew.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from .plain_file import is_handed

__all__ = ["write_whole"]

_NO_PLACE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV)
"""Errors where a file may be written but not replaced: a closed folder, another's file, one file mounted alone."""


def write_whole(path: str | Path, text: str) -> None:
    """Write ``text`` in UTF-8 to the file ``path``.

    A link is followed; mode and owner of a file that is there stay. What only writing in place keeps is written so: a
    pipe or device, a file with several names, one that this process prints to, one whose folder takes no other (one
    that is mounted alone among them). What stops that in the middle leaves neither the old text nor the new.

    Raises:
        OSError: it cannot be written.
        ValueError: no file has such a name, or ``text`` is none that UTF-8 holds.
    """
    content = text.encode("utf-8")
    if is_handed(path) or not _replaced(Path(os.path.realpath(path)), content):
        Path(path).write_bytes(content)


def _replaced(target: Path, content: bytes) -> bool:
    """Put a new file in the place of ``target``; False, with nothing changed, where that would lose more than text."""
    old = _writable(target)
    if old is not None and (not stat.S_ISREG(old.st_mode) or old.st_nlink > 1 or _is_printed_to(old)):
        return False
    partial = target.with_name(f".{os.urandom(8).hex()}.partial")
    try:
        _fill(partial, content, old)
        partial.replace(target)
    except OSError as error:
        if old is None or error.errno not in _NO_PLACE:
            raise
        return False
    finally:
        with suppress(OSError):  # replaced, or never made
            partial.unlink()
    return True


def _writable(target: Path) -> os.stat_result | None:
    """Return what is known of ``target``, None when nothing is there; raises `OSError` when writing is not allowed."""
    try:
        known = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISREG(known.st_mode):
        os.close(os.open(target, os.O_WRONLY | os.O_CLOEXEC))
    return known


def _is_printed_to(known: os.stat_result) -> bool:
    """Return whether stdout or stderr goes to the file: what they print later would be lost with it."""
    for number in (1, 2):
        try:
            if os.path.samestat(known, os.fstat(number)):
                return True
        except OSError:  # closed
            continue
    return False


def _fill(partial: Path, content: bytes, old: os.stat_result | None) -> None:
    with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666), "wb") as file:
        if old is not None:
            _inherit(file.fileno(), old)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())  # some disks tell only here that they are full


def _inherit(number: int, old: os.stat_result) -> None:
    made = os.fstat(number)
    if (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
        os.fchown(number, old.st_uid, old.st_gid)
    os.fchmod(number, stat.S_IMODE(old.st_mode))
