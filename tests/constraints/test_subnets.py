"""How a VPC is cut, whatever its size."""

from ipaddress import IPv4Network

from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.constraints.addresses import subnet_size
from cdk_trainium.constraints.subnets import SMALLEST_VPC_PREFIX, seats_of, subnet_plan

VPCS = st.integers(16, SMALLEST_VPC_PREFIX).map(lambda prefix: f"10.0.0.0/{prefix}")


@given(VPCS)
def test_the_subnets_lie_in_the_vpc_and_apart(cidr: str) -> None:
    plan = subnet_plan(cidr)
    subnets = [IPv4Network(block) for block in (plan.public, plan.services, plan.nodes)]
    assert all(subnet.subnet_of(IPv4Network(cidr)) for subnet in subnets)
    assert not any(one.overlaps(other) for one in subnets for other in subnets if one is not other)


@given(VPCS, st.lists(st.integers(1, 60_000), max_size=40))
def test_every_group_has_a_seat_and_no_subnet_is_overfull(cidr: str, needs: list[int]) -> None:
    subnets, seats = seats_of(cidr, needs)
    assert len(seats) == len(needs)
    assert len(set(subnets)) == len(subnets)
    for index, subnet in enumerate(subnets):
        taken = sum(need for need, seat in zip(needs, seats, strict=True) if seat == index)
        assert taken <= subnet_size(IPv4Network(subnet).prefixlen)


@given(VPCS, st.integers(1, 500))
def test_what_fits_has_one_subnet(cidr: str, count: int) -> None:
    need = subnet_plan(cidr).node_addresses // count
    assert len(seats_of(cidr, [need] * count)[0]) == 1
