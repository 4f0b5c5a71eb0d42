"""The published interface layouts, worked out from card data."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..catalog import InstanceTypeInfo, NetworkCard

__all__ = ["Interface", "Layout", "interfaces_of"]


class Layout(StrEnum):
    """How the interfaces of a node are laid out over its network cards."""

    EFA = "efa"
    """Card 0 device 0 and device 1 of every other card are ``efa``: one address each; AWS's Trainium samples."""
    EFA_ONLY = "efa-only"
    """Card 0 device 0 is ``interface``, the EFAs are ``efa-only``: one address per node; documented for P5 and P6."""
    INTERFACE = "interface"
    """One interface without EFA."""


class Interface(NamedTuple):
    """One network interface of a node."""

    card: int
    """``NetworkCardIndex``, from 0."""
    device: int | None
    """``DeviceIndex`` on that card, from 0; None is not written, which is not 0: EC2 refuses the launch."""
    type: str
    """``interface``, ``efa`` or ``efa-only``."""

    @property
    def has_address(self) -> bool:
        """Whether it takes an IPv4 address of its subnet."""
        return self.type != "efa-only"


def interfaces_of(info: InstanceTypeInfo, layout: Layout | None = None) -> tuple[Interface, ...]:
    """Return the interfaces of one node of ``info``; a type with unknown cards gets its primary interface only.

    Args:
        info: the catalog entry; its network cards decide.
        layout: Default: - the type's own default layout.

    Returns:
        The interfaces in order of card and device; the first is the primary one.

    Raises:
        ValueError: the type cannot have ``layout``; `check_layout` tells why, in words.

    Source: AWS Neuron sample node groups (``efa``); EC2 User Guide, network cards (``efa-only``).
    """
    wanted = layout or _default(info)
    cards = info.network_cards
    if cards is None or wanted is Layout.INTERFACE:
        return (Interface(0, 0, "interface"),)
    if not info.efa_count:
        raise ValueError(f"{info.name} has no EFA")
    return _efa(cards) if wanted is Layout.EFA else _efa_only(cards)


def _default(info: InstanceTypeInfo) -> Layout:
    """Return the layout of a node that asks for none; an overlay may take the EFAs from a type and leave its cards."""
    return Layout(info.default_layout) if info.default_layout and info.efa_count else Layout.INTERFACE


def _efa(cards: tuple[NetworkCard, ...]) -> tuple[Interface, ...]:
    primary = Interface(0, 0, "efa" if cards[0].efa else "interface")
    return (primary, *(Interface(card.index, _second(card), "efa") for card in cards[1:] if card.efa))


def _second(card: NetworkCard) -> int:
    return 1 if card.max_interfaces > 1 else 0


def _efa_only(cards: tuple[NetworkCard, ...]) -> tuple[Interface, ...]:
    first = (Interface(0, 1, "efa-only"),) if cards[0].efa and cards[0].max_interfaces > 1 else ()
    return (
        Interface(0, 0, "interface"),
        *first,
        *(Interface(card.index, 0, "efa-only") for card in cards[1:] if card.efa),
    )
