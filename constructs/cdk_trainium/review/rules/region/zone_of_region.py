"""A zone of another region."""

from __future__ import annotations

from ....constraints.zones import ZONE_OF_OTHER_REGION
from ....findings import Level
from ...rule import Rule
from .zones import zones_with

RULE = Rule(
    id=ZONE_OF_OTHER_REGION,
    title="Zones belong to the stack's region",
    level=Level.ERROR,
    why="EC2 refuses a zone of another region; a copied template keeps the old one.",
    source="EC2 User Guide, Regions and Zones",
    on="zoned",
    check=zones_with(ZONE_OF_OTHER_REGION),
)
