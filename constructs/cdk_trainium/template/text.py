"""A template's file: bytes, encoding, format."""

from __future__ import annotations

import codecs
import errno
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from ..errors import TemplateError, unreadable
from ..plain_file import read_plain
from ..wording import kind_of
from .bounds import MAX_BYTES, check_bounds
from .codes import NOT_A_TEMPLATE, SYNTAX, TOO_LARGE, UNREADABLE, WRONG_ENCODING, fault
from .json_text import JsonText
from .macros import includes_sections
from .short_macro import spell_out

__all__ = ["FragmentError", "Text", "may_hold", "parse", "read_bytes"]

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


_CLUSTER_FILE = frozenset(("region", "groups"))
"""Keys that every cluster file has, and no template."""
_BESIDE = ("AWSTemplateFormatVersion", "Description", "Transform", "Fn::Transform")
_SECTIONS = ("Metadata", "Parameters", "Rules", "Mappings", "Conditions", "Outputs")
_RESOURCE_TYPE = re.compile(r"AWS::\w+::\w+(::MODULE)?")
"""Types of parameters have one part more."""


class FragmentError(TemplateError):
    """A file that describes resources and has no ``Resources`` section: it is meant as a template and is none."""


class Text(Protocol):
    """A parsed file that knows its positions."""

    data: Any
    raw: str
    """The file as text."""
    spelled: bool
    """Whether escapes spell characters, or put a line end into a word: the words of ``raw`` are not all there are."""
    shares: bool
    """Whether it has an alias or a merge of YAML."""
    numbers: bool
    """Whether a key of YAML without quotes may be a number."""
    size: int
    """Bytes of the file, or characters where it is not ASCII."""

    def position(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Return line and column, from 1, of what is nearest to ``path``."""


def may_hold(text: Text, *words: str) -> bool:
    """Return whether a string of the file may hold one of ``words``."""
    return text.spelled or any(word in text.raw for word in words)


def read_bytes(path: Path) -> bytes:
    """Return the content of ``path``.

    Raises:
        TemplateError: the file cannot be read or is larger than `MAX_BYTES`.
    """
    try:
        return read_plain(path, MAX_BYTES)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise fault(str(path), TOO_LARGE, f"is larger than {MAX_BYTES // 1_000_000} MB") from None
        raise TemplateError(str(path), [unreadable(UNREADABLE, "the template", path, error)]) from None
    except ValueError:  # a NUL in the name
        raise fault(str(path), UNREADABLE, "cannot read the template: its name is no file's") from None


def parse(path: str, content: bytes, *, named: bool = False) -> Text:
    """Return ``content`` as a parsed template.

    Args:
        path: the file, for errors.
        content: its bytes.
        named: whether something else calls the file a template, as the manifest of a cloud assembly does: without
            ``Resources`` it is then an empty one, as where AWS::Include brings them. Default: - it has to show by
            itself what it is.

    Raises:
        TemplateError: the encoding or the syntax is wrong, a key is there twice, it expands beyond all bounds, or it
            has no ``Resources`` section that is an object.
    """
    text = _decoded(path, content)
    parsed = _parsed(path, text)
    check_bounds(path, parsed.data)
    if _is_empty(parsed.data) and (named or includes_sections(parsed.data)):
        parsed.data["Resources"] = {}
    if not isinstance(parsed.data, dict) or not isinstance(parsed.data.get("Resources"), dict):
        raise _no_template(path, parsed)
    if may_hold(parsed, "Transform"):
        spell_out(parsed.data)
    return parsed


def _is_empty(data: Any) -> bool:
    """Return whether ``data`` has nothing but sections without resources; a misspelt section may hold some."""
    return isinstance(data, dict) and all(key in _BESIDE or _is_section(key, data[key]) for key in data)


def _is_section(key: str, value: Any) -> bool:
    return key in _SECTIONS and isinstance(value, dict)


def _describes_resources(data: dict[Any, Any]) -> bool:
    return any(map(_is_resource, (data, *data.values())))


def _no_template(path: str, parsed: Text) -> TemplateError:
    data = parsed.data if isinstance(parsed.data, dict) else {}
    hint = "a template is an object with Resources; was this a parameter file, a fragment or another tool's file?"
    if data.keys() >= _CLUSTER_FILE:
        hint = "this looks like a cluster file: trnctl preflight judges it, trnctl review what cdk synth makes of it"
    text, at = "is no CloudFormation template: no Resources section", (0, 0)
    if "Resources" in data:
        text = f"is no CloudFormation template: Resources is {kind_of(data['Resources'])}; allowed: an object"
        at, hint = parsed.position(("Resources",)), "write each resource under its logical id: Group: {Type: …}"
    error = fault(path, NOT_A_TEMPLATE, text, at=at, hint=hint)
    return FragmentError(path, error.problems) if _describes_resources(data) else error


def _is_resource(entry: Any) -> bool:
    kind = entry.get("Type") if isinstance(entry, dict) else None
    return isinstance(kind, str) and _RESOURCE_TYPE.fullmatch(kind) is not None


def _parsed(path: str, text: str) -> Text:
    if text.lstrip()[:1] in ("{", "["):
        try:
            return JsonText(path, text)
        except Exception as error:
            if not path.endswith((".yaml", ".yml")) or SYNTAX not in getattr(error, "codes", ()):
                raise
    from .yaml_text import YamlText

    return YamlText(path, text)


def _decoded(path: str, content: bytes) -> str:
    encoding = next((name for bom, name in _BOMS if content.startswith(bom)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        hint = "CloudFormation takes UTF-8"
        raise fault(path, WRONG_ENCODING, f"is not {encoding}: byte {error.start}", hint=hint) from None
