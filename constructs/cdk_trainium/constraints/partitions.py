"""Which partition a region is in: accounts, quotas and images of one say nothing of another."""

from __future__ import annotations

import re

from ..errors import Problem

__all__ = ["OTHER_PARTITION", "check_partition"]

OTHER_PARTITION = "TRN074"
_OTHER = re.compile(r"(cn|us-gov|us-iso[a-z]*|eu-iso[a-z]*|eusc)-")


def check_partition(region: str) -> Problem | None:
    """Return why an account in ``region`` cannot be judged; None for the commercial regions (partition ``aws``)."""
    if not _OTHER.match(region):
        return None
    text = "is in another partition (China, GovCloud, isolated): no quota, image or price of the catalog is its"
    hint = "trnctl demand tells what the plan asks for, in any partition"
    return Problem(OTHER_PARTITION, text, "region", region, "a region of the partition aws, such as us-east-2", hint)
