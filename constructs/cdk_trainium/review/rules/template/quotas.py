"""How much a template declares beside its resources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Template
from ....wording import as_written
from ...options import Context
from ...rule import Hit, Rule

_MOST = {"Parameters": 200, "Mappings": 200, "Outputs": 200}
"""Entries of each section."""
_DESCRIPTION_BYTES = 1024
_VERSION = "2010-09-09"


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Count the entries of sections, loops written out, and look at what says what the template is."""
    for name, most in _MOST.items():
        section = template.section(name)
        count = len(section) if isinstance(section, dict) else 0
        if count > most:
            yield Hit(f"{name} has {count} entries; allowed: at most {most}", (name,))
    yield from _head(template.text.data)


def _head(data: Mapping[str, Any]) -> Iterator[Hit]:
    """Judge ``Description`` and ``AWSTemplateFormatVersion`` where they are written out."""
    description, version = data.get("Description"), data.get("AWSTemplateFormatVersion")
    size = len(description.encode("utf-8", "surrogatepass")) if isinstance(description, str) else 0
    if size > _DESCRIPTION_BYTES:
        text = f"Description has {size} bytes; allowed: at most {_DESCRIPTION_BYTES}"
        yield Hit(text, ("Description",), "shorten it; Metadata takes more")
    if "Description" in data and (description is None or isinstance(description, (list, dict))):
        yield Hit(f"Description is {as_written(description, 40)}; allowed: a text", ("Description",), "write it out")
    if "AWSTemplateFormatVersion" in data and version != _VERSION:
        text = f"AWSTemplateFormatVersion is {as_written(version, 40)}; allowed: {_VERSION}"
        yield Hit(text, ("AWSTemplateFormatVersion",), f"write {_VERSION}: it is no date of yours")


RULE = Rule(
    id="TRN930",
    title="Sections and description of a template are within the quotas, and its version is the one there is",
    level=Level.ERROR,
    why="CloudFormation refuses the template before it makes anything.",
    source="CloudFormation User Guide, quotas and format version",
    on="template",
    check=check,
    fix="split the template, or leave out what nobody reads",
)
