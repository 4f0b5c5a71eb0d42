"""What EC2 accepts as the interfaces of one node: card and device limits, EFA count, the primary interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..catalog import InstanceTypeInfo, NetworkCard
from ..errors import Problem
from ..wording import counted
from .layout import Interface

__all__ = [
    "DEVICE_OVER_LIMIT",
    "DUPLICATE_DEVICE",
    "EFA_COUNT",
    "EFA_ONLY_PRIMARY",
    "EFA_PER_CARD",
    "EFA_TYPES",
    "EFA_UNSUPPORTED",
    "MISSING_DEVICE",
    "NO_PRIMARY",
    "NO_SUCH_CARD",
    "UNKNOWN_INTERFACE_TYPE",
    "check_interfaces",
    "check_interfaces_of_any_type",
]

NO_SUCH_CARD = "TRN101"
DEVICE_OVER_LIMIT = "TRN102"
DUPLICATE_DEVICE = "TRN103"
EFA_PER_CARD = "TRN104"
EFA_COUNT = "TRN105"
EFA_ONLY_PRIMARY = "TRN106"
EFA_UNSUPPORTED = "TRN107"
UNKNOWN_INTERFACE_TYPE = "TRN108"
NO_PRIMARY = "TRN109"
MISSING_DEVICE = "TRN121"

_TYPES = ("interface", "efa", "efa-only")
EFA_TYPES = ("efa", "efa-only")


def check_interfaces(info: InstanceTypeInfo, interfaces: Sequence[Interface]) -> list[Problem]:
    """Return what EC2 refuses of ``interfaces`` on ``info``; nothing when its cards are unknown.

    ``Problem.prop`` is ``interfaces[i]`` with the position of the interface.
    Source: EC2 User Guide, network cards and Elastic Fabric Adapter; EC2 API, InstanceNetworkInterfaceSpecification.
    """
    cards = info.network_cards
    if cards is None:
        return []
    by_index = {card.index: card for card in cards}
    problems = [item for at, one in enumerate(interfaces) for item in _one(info, by_index, at, one)]
    return [*problems, *_anywhere(interfaces), *_efa_total(info, interfaces)]


def check_interfaces_of_any_type(interfaces: Sequence[Interface]) -> list[Problem]:
    """Return what EC2 refuses of ``interfaces`` on every type, as far as that does not depend on its cards.

    Source: EC2 User Guide, Elastic Fabric Adapter: one EFA per network card, an EFA-only interface is never primary.
    """
    primary = [item for at, one in enumerate(interfaces) for item in _primary(at, one)]
    words = [item for at, one in enumerate(interfaces) for item in _type(at, one)]
    return [*words, *primary, *_anywhere(interfaces)]


def _anywhere(interfaces: Sequence[Interface]) -> list[Problem]:
    bare = [at for at, one in enumerate(interfaces) if one.device is None]
    missing = [Problem(MISSING_DEVICE, "without a device index", _prop(at)) for at in bare]
    return [*missing, *_positions(interfaces), *_efa_per_card(interfaces)]


def _type(at: int, one: Interface) -> list[Problem]:
    if one.type in _TYPES:
        return []
    return [Problem(UNKNOWN_INTERFACE_TYPE, "unknown interface type", _prop(at), one.type, ", ".join(_TYPES))]


def _one(info: InstanceTypeInfo, cards: Mapping[int, NetworkCard], at: int, one: Interface) -> list[Problem]:
    if one.type not in _TYPES:
        return _type(at, one)
    card = cards.get(one.card)
    if card is None:
        return [_no_such_card(info, len(cards), at, one)]
    found = _primary(at, one)
    if one.device is not None and not 0 <= one.device < card.max_interfaces:
        found.append(_device_over_limit(info, card, at, one))
    if one.type in EFA_TYPES and one.type not in card.interface_types:
        found.append(_unsupported(info, card, at, one))
    return found


def _no_such_card(info: InstanceTypeInfo, cards: int, at: int, one: Interface) -> Problem:
    text, got = f"{info.name} has no such network card", f"NetworkCardIndex {one.card}"
    return Problem(NO_SUCH_CARD, text, _prop(at), got, f"NetworkCardIndex 0-{cards - 1}")


def _device_over_limit(info: InstanceTypeInfo, card: NetworkCard, at: int, one: Interface) -> Problem:
    text = f"NetworkCardIndex {one.card} of {info.name} holds {counted(card.max_interfaces, 'interface')}"
    return Problem(DEVICE_OVER_LIMIT, text, _prop(at), f"DeviceIndex {one.device}", f"0-{card.max_interfaces - 1}")


def _primary(at: int, one: Interface) -> list[Problem]:
    if one.type != "efa-only" or (one.card, one.device) != (0, 0):
        return []
    text = "the primary interface cannot be efa-only: it would have no IP address"
    return [Problem(EFA_ONLY_PRIMARY, text, _prop(at), "efa-only", "interface, efa")]


def _unsupported(info: InstanceTypeInfo, card: NetworkCard, at: int, one: Interface) -> Problem:
    has = f"card {card.index} of {info.name} takes no EFA" if info.efa_count else f"{info.name} has no EFA"
    return Problem(EFA_UNSUPPORTED, has, _prop(at), one.type, ", ".join(card.interface_types))


def _prop(at: int) -> str:
    return f"interfaces[{at}]"


def _positions(interfaces: Sequence[Interface]) -> list[Problem]:
    seen = Counter((one.card, one.device) for one in interfaces if one.device is not None)
    found = [
        Problem(
            DUPLICATE_DEVICE,
            f"{count} interfaces at NetworkCardIndex {card}, DeviceIndex {device}",
            "interfaces",
            str(count),
            "one",
        )
        for (card, device), count in seen.items()
        if count > 1
    ]
    if interfaces and (0, 0) not in seen and not any((one.card, one.device) == (0, None) for one in interfaces):
        text = "no primary interface at NetworkCardIndex 0, DeviceIndex 0"
        found.append(Problem(NO_PRIMARY, text, "interfaces"))
    return found


def _efa_per_card(interfaces: Sequence[Interface]) -> list[Problem]:
    devices: dict[int, list[int | None]] = {}
    for one in interfaces:
        if one.type in EFA_TYPES:
            devices.setdefault(one.card, []).append(one.device)
    return [
        Problem(EFA_PER_CARD, _crowded(card, found), "interfaces", str(len(found)), "1")
        for card, found in devices.items()
        if len(found) > 1
    ]


def _crowded(card: int, devices: Sequence[int | None]) -> str:
    places = ", ".join("not written" if one is None else str(one) for one in devices)
    return f"card {card} has {len(devices)} EFAs (NetworkCardIndex {card}, DeviceIndex {places}), a card takes one"


def _efa_total(info: InstanceTypeInfo, interfaces: Sequence[Interface]) -> list[Problem]:
    count, limit = sum(1 for one in interfaces if one.type in EFA_TYPES), info.efa_count
    if limit is None or limit == 0 or count <= limit:
        return []
    text = f"{info.name} takes {counted(limit, 'EFA')}"
    return [Problem(EFA_COUNT, text, "interfaces", str(count), f"at most {limit}")]
