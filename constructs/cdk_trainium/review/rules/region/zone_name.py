"""A zone id where a zone name belongs, or the other way round; a region where either does."""

from __future__ import annotations

from ....constraints.zones import ZONE_ID_AS_NAME
from ....findings import Level
from ...rule import Rule
from .zones import zones_with

RULE = Rule(
    id=ZONE_ID_AS_NAME,
    title="Zones are named as zones, names and ids not mixed up",
    level=Level.ERROR,
    why="Plans are written in ids because names differ per account; EC2 refuses one for the other, or a region.",
    source="EC2 User Guide, zone ids; terraform-provider-aws issue 19812",
    on="zoned",
    check=zones_with(ZONE_ID_AS_NAME),
)
