"""What CloudFormation refuses in a template whatever it asks for: sizes, counts, names, transforms.

Source: CloudFormation User Guide, "Understand CloudFormation quotas" (read 2026-10), and the service's own messages.
"""

from __future__ import annotations

import re
from typing import Any

from ..errors import ValidationError

__all__ = ["BODY_BYTES", "STORED_BYTES", "check_limits", "check_size"]

BODY_BYTES = 51_200
"""A template in the request itself."""
STORED_BYTES = 1_000_000
"""A template in a bucket."""
_COUNTS = {"Resources": 500, "Parameters": 200, "Outputs": 200, "Mappings": 200}
_NAME = re.compile(r"[A-Za-z0-9]+")


def check_size(body: str, limit: int) -> None:
    """Refuse a template that is too large.

    Raises:
        ValidationError: says how large it may be.
    """
    if len(body.encode()) <= limit:
        return
    if limit == BODY_BYTES:
        raise ValidationError(
            "1 validation error detected: Value at 'templateBody' failed to satisfy constraint: "
            f"Member must have length less than or equal to {limit}"
        )
    raise ValidationError(f"Template may not exceed {limit} bytes in size.")


def check_limits(template: dict[str, Any]) -> None:
    """Refuse too many parts, names that are not alphanumeric, and transforms, which the sandbox does not run.

    Raises:
        ValidationError: the first problem found.
    """
    for part, limit in _COUNTS.items():
        found = template.get(part, {})
        if len(found) > limit:
            one = part[:-1].lower()
            raise ValidationError(
                f"Template format error: Number of {one}s, {len(found)}, is greater than maximum allowed, {limit}"
            )
    for part in ("Resources", "Outputs", "Parameters"):
        for name in template.get(part, {}):
            if not _NAME.fullmatch(name):
                raise ValidationError(f"Template format error: {part[:-1]} name {name} is non alphanumeric.")
    if "Transform" in template:
        raise ValidationError(f"The sandbox runs no transforms: {template['Transform']}")
