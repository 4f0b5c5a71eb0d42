"""How large a template is."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...options import Context
from ...rule import Hit, Rule

_NEAR = 0.9


def check(template: Template, context: Context) -> Iterator[Hit]:
    """Compare with the limit of CloudFormation for a template in S3."""
    limit, size = int(context.catalog.limits["template_bytes"].value), template.text.size
    if size > limit:
        yield Hit(f"the template has {size} bytes; allowed: at most {limit}")
    elif size > limit * _NEAR:
        yield Hit(f"the template has {size} bytes, near the limit of {limit}", level=Level.WARNING)


RULE = Rule(
    id="TRN911",
    title="A template has at most 1 MB",
    level=Level.ERROR,
    why="CloudFormation refuses a larger template.",
    source="CloudFormation User Guide, quotas",
    on="template",
    check=check,
    fix="share launch templates between identical groups, or split into nested stacks",
)
