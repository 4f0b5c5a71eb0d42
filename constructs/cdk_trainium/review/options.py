"""What one review is told besides its templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import NamedTuple

from ..catalog import Catalog, selected
from .model import World
from .policy import Policy

__all__ = ["Context", "Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a review."""

    catalog: Catalog = field(default_factory=selected)
    policy: Policy = field(default_factory=Policy)
    blocks: tuple[str, ...] = ()
    """Reservation ids that are known to be Capacity Blocks."""
    reservations: tuple[str, ...] = ()
    """Ids of targeted on-demand reservations that the templates are meant to use."""
    strict: bool = False
    """Whether a placement group on a block is an error, and unknown or unread parts fail the run."""
    today: date = field(default_factory=lambda: datetime.now(UTC).date())
    """Day to judge scheduled actions, the age of facts and the expiry of acknowledgements by. Default: - that of UTC,
    in which Auto Scaling keeps time: a day that began in the user's zone alone makes nothing past."""


class Context(NamedTuple):
    """What a rule may look at besides its subject."""

    world: World
    options: Options

    @property
    def catalog(self) -> Catalog:
        """The facts."""
        return self.options.catalog
