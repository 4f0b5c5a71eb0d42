"""Strings that are put together: what is known of them stays known, part by part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from .unknown import Blank, Mixed, PinnedSsmValue, SsmValue, TooLong, Unknown
from .values import Encoded, Reference, Value, known_text

__all__ = ["dynamic", "encoded", "joined", "split"]

_SSM = re.compile(r"\{\{resolve:ssm(?:-secure)?:((?:\$\{[^}]*\}|\$(?!\{)|[^}:$])+)(?::(\d+))?\}\}")
"""No text fits two of its alternatives: a hostile one would be tried in every combination of them."""
_LONGEST = 1_000_000
"""Characters of one string: a whole template may have as many, so above it nested ``Fn::Sub`` only unfold."""
_MOST_PIECES = 10_000
_TOO_LONG = f"it is longer than {_LONGEST:,} characters"
_BETWEEN_ITEMS = (",", ", ", ";", "|", " ")


def joined(delimiter: str, parts: Iterable[Value]) -> Value:
    """Return ``parts`` as one string; a single part that is no text stays what it is: a reference, an `Unknown`."""
    pieces = _pieces(delimiter, parts)
    if len(pieces) <= 1:
        value = pieces[0] if pieces else ""
        return dynamic(value) if isinstance(value, str) and "{{resolve:" in value else value
    text = "".join(map(known_text, pieces))
    if "{{resolve:" in text:
        return dynamic(text)
    hidden = next(piece for piece in pieces if not isinstance(piece, str))
    reason = hidden.reason if isinstance(hidden, Unknown) else "it names a resource made at deployment"
    return Mixed(reason, text, tuple(pieces))


def split(delimiter: str, value: Value) -> Value:
    """Return ``value`` cut at ``delimiter``: a list, also of parts that are not known; else an `Unknown`.

    An unknown part may hold the delimiter itself; a reference to a resource never holds one that stands between items.
    """
    if isinstance(value, str):
        return value.split(delimiter)
    parts = value.parts if isinstance(value, Mixed) else (value,)
    if all(isinstance(part, str) or _whole(part, delimiter) for part in parts):
        return _cut(delimiter, parts)
    return value if isinstance(value, Unknown) else Unknown(f"{known_text(value)} is known at deployment", "")


def _whole(part: Value, delimiter: str) -> bool:
    """Return whether ``part`` stays one item: what a nested stack puts out may be a list of them."""
    single = isinstance(part, Reference) and not part.attribute.startswith("Outputs.")
    return single and delimiter in _BETWEEN_ITEMS


def encoded(value: Value) -> Value:
    """Return ``Fn::Base64`` of ``value``; each of several within one another is a third longer."""
    made = Encoded(value)
    return made if len(made.text) <= _LONGEST else Unknown(_TOO_LONG)


def dynamic(text: str) -> Value:
    """Return a dynamic reference such as ``{{resolve:ssm:/name:3}}`` as what it is read from."""
    match = _SSM.fullmatch(text)
    if match is None:
        return Unknown("a dynamic reference is read at deployment", text)
    path, version = match.groups()
    if version is not None:
        return PinnedSsmValue("a dynamic reference is read at deployment", text, path, version)
    return SsmValue("it is read from SSM at deployment", text, path)


def _pieces(delimiter: str, parts: Iterable[Value]) -> list[Value]:
    """Return texts, joined where they meet, and what is no text between them; one `Unknown` beyond bounds."""
    pieces: list[Value] = []
    length = sure = 0
    for together, items in groupby(_with_delimiters(delimiter, parts), lambda item: isinstance(item, str)):
        for piece in ("".join(_bounded(items)),) if together else items:
            length += max(1, len(known_text(piece)))
            sure += len(piece) if isinstance(piece, str) and "{{resolve:" not in piece else 0
            if isinstance(piece, Unknown) and piece.reason == _TOO_LONG:
                return [piece]
            if sure > _LONGEST:
                return [TooLong(_TOO_LONG)]
            if length > _LONGEST or len(pieces) > _MOST_PIECES:
                return [Unknown(_TOO_LONG)]
            if piece != "":
                pieces.append(piece)
    return pieces


def _with_delimiters(delimiter: str, parts: Iterable[Value]) -> Iterator[Value]:
    for index, part in enumerate(parts):
        yield from _flat([delimiter, part] if index else [part])


def _bounded(texts: Iterable[str]) -> Iterator[str]:
    """Yield ``texts`` until they are longer than a string may be."""
    left = _LONGEST
    for text in texts:
        yield text
        left -= len(text)
        if left < 0:
            return


def _flat(parts: Iterable[Value]) -> Iterator[Value]:
    for part in parts:
        if isinstance(part, Mixed):
            yield from part.parts
        elif isinstance(part, Blank):
            yield ""
        elif isinstance(part, Encoded):
            yield part.text if part.known else Unknown("parts of what is encoded are not known", part.text)
        elif isinstance(part, Unknown | Reference):
            yield part
        elif isinstance(part, dict | list):
            yield Unknown("it names a resource made at deployment", known_text(part))
        else:
            yield known_text(part)


def _cut(delimiter: str, parts: Iterable[Value]) -> list[Value]:
    found: list[list[Value]] = [[]]
    for part in parts:
        texts = part.split(delimiter) if isinstance(part, str) else [part]
        found[-1].append(texts[0])
        found += [[text] for text in texts[1:]]
    return [joined("", pieces) for pieces in found]
