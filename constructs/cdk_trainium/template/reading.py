"""Reads many files; YAML takes long enough to read several at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import TemplateError
from ..parallel import WORTH, in_order
from ..plain_file import note_read
from .text import Text, parse, read_bytes

__all__ = ["Read", "read_files"]

_YAML = (".yaml", ".yml", ".template")


class Read(NamedTuple):
    """What became of one file."""

    path: Path
    text: Text | None
    content: bytes = b""
    """Its bytes, where it could be read and is no template."""
    error: TemplateError | None = None


def read_files(paths: Sequence[Path], processes: int) -> Iterator[Read]:
    """Yield each of ``paths`` as it was read; ``processes`` work on them when there is enough to do."""
    size = sum(path.stat().st_size for path in paths if path.suffix in _YAML)
    at_once = processes if size >= WORTH else 1
    for read in in_order(_read, paths, at_once):
        if at_once > 1 and (read.error is None or read.content):
            note_read(read.path)  # another process may have read it
        yield read


def _read(path: Path) -> Read:
    content = b""
    try:
        content = read_bytes(path)
        return Read(path, parse(str(path), content))
    except TemplateError as error:
        return Read(path, None, content, error)
