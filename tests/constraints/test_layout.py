"""The layouts obey every rule of EC2 on interfaces, for every type and mode."""

from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium import catalog
from cdk_trainium.catalog import InstanceTypeInfo
from cdk_trainium.constraints import Interface, Layout, check_interfaces, interfaces_of

TYPES = catalog.default().types
WITH_EFA = sorted(name for name, info in TYPES.items() if info.efa_count)


@given(st.sampled_from(WITH_EFA), st.sampled_from([Layout.EFA, Layout.EFA_ONLY]))
def test_every_layout_is_accepted_and_uses_every_efa(name: str, layout: Layout) -> None:
    info = TYPES[name]
    interfaces = interfaces_of(info, layout)

    assert check_interfaces(info, interfaces) == []
    assert sum(1 for one in interfaces if one.type != "interface") == info.efa_count
    assert (interfaces[0].card, interfaces[0].device) == (0, 0)
    assert interfaces[0].type != "efa-only"


@given(st.sampled_from(sorted(TYPES)), st.sampled_from([0, None]))
def test_without_efa_a_node_that_asks_for_no_layout_has_its_primary_interface(name: str, count: int | None) -> None:
    facts = TYPES[name].facts
    info = InstanceTypeInfo(name, {**facts, "efa_count": facts["efa_count"]._replace(value=count)})
    assert interfaces_of(info) == (Interface(0, 0, "interface"),)


def test_known_layouts() -> None:
    def shape(name: str, layout: Layout | None = None) -> list[tuple[int, int, str]]:
        return [(one.card, one.device, one.type) for one in interfaces_of(TYPES[name], layout)]

    assert shape("trn2.48xlarge") == [(0, 0, "efa"), *[(card, 1, "efa") for card in range(1, 16)]]
    assert shape("trn2.48xlarge", Layout.EFA_ONLY) == [
        (0, 0, "interface"),
        (0, 1, "efa-only"),
        *[(card, 0, "efa-only") for card in range(1, 16)],
    ]
    assert shape("trn2.3xlarge") == [(0, 0, "efa")]
    assert shape("trn1.2xlarge") == [(0, 0, "interface")]
    assert len(shape("p5.48xlarge")) == 33
    assert shape("p6-b300.48xlarge") == [(0, 0, "interface"), *[(card, 0, "efa-only") for card in range(1, 17)]]


@given(
    st.sampled_from(WITH_EFA),
    st.lists(
        st.builds(Interface, st.integers(0, 40), st.integers(0, 16), st.sampled_from(["interface", "efa", "efa-only"])),
        min_size=1,
        max_size=8,
    ),
)
def test_accepted_interfaces_fit_their_cards(name: str, interfaces: list[Interface]) -> None:
    info = TYPES[name]
    if check_interfaces(info, interfaces):
        return
    cards = {card.index: card for card in info.network_cards or ()}
    positions = [(one.card, one.device) for one in interfaces]
    assert len(set(positions)) == len(positions)
    assert (0, 0) in positions
    assert all(one.device < cards[one.card].max_interfaces for one in interfaces)
    assert all(one.type in cards[one.card].interface_types for one in interfaces)
