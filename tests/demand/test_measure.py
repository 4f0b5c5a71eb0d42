"""What groups add up to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.catalog import default
from cdk_trainium.constraints import Layout
from cdk_trainium.demand import Demand, Group
from cdk_trainium.demand.measure import address_units, addresses_of, interfaces_total, vcpu_needs, vcpus_of
from cdk_trainium.demand.volumes import provisioned_iops, storage_gib, volume_types

CATALOG = default()


def group(instance_type: str = "trn2.48xlarge", count: int | None = 64, **more: object) -> Group:
    return Group.model_validate({"name": "g", "instance_type": instance_type, "count": count, **more})


@pytest.mark.parametrize(
    ("layout", "interfaces", "addresses"), [("efa", 16, 16), ("efa-only", 17, 1), ("interface", 1, 1)]
)
def test_interfaces_and_addresses_follow_the_layout(layout: str, interfaces: int, addresses: int) -> None:
    one = group(count=1, layout=layout)
    assert (interfaces_total(one, CATALOG), addresses_of(one, CATALOG)) == (interfaces, addresses)


@given(st.sampled_from(sorted(CATALOG.types)), st.integers(0, 1000), st.integers(0, 100))
def test_totals_grow_with_count_and_surge(instance_type: str, count: int, surge: int) -> None:
    both = group(instance_type, count, surge=surge)
    alone = group(instance_type, count + surge)
    assert interfaces_total(both, CATALOG) == interfaces_total(alone, CATALOG)
    assert addresses_of(both, CATALOG) == addresses_of(alone, CATALOG)


def test_the_families_of_quotas_are_kept_apart() -> None:
    groups = [group("t3.micro", 2, name="a", vcpus=2), group("trn2.48xlarge", 1, name="b"), group("p5.48xlarge", 1)]
    needs = vcpu_needs(Demand(), CATALOG, [(one, "on-demand") for one in groups])
    assert {code: need.vcpus for code, need in needs.items()} == {"L-1216C47A": 4, "L-2C3B7624": 192, "L-417A185B": 192}


@pytest.mark.parametrize(
    ("kind", "code"), [("on-demand", "L-2C3B7624"), ("spot", "L-6B0D517C"), ("block", "L-64569A79")]
)
def test_each_purchase_has_its_own_quota(kind: str, code: str) -> None:
    assert list(vcpu_needs(Demand(), CATALOG, [(group("trn2u.48xlarge"), kind)])) == [code]


def test_what_is_not_determined_is_named() -> None:
    open_group = group(count=None)
    (need,) = vcpu_needs(Demand(), CATALOG, [(open_group, "on-demand")]).values()
    assert need.undetermined == ("g",)
    assert interfaces_total(open_group, CATALOG) is None


def test_a_type_without_known_cards_has_no_known_interfaces() -> None:
    assert interfaces_total(group("trn3-gen2", 1), CATALOG) is None
    assert interfaces_total(group("m7i.large", 3), CATALOG) == 3
    assert interfaces_total(group("m7i.large", 3, layout=Layout.EFA), CATALOG) is None


def test_stated_vcpus_win() -> None:
    assert vcpus_of(group(vcpus=7), CATALOG) == 7
    assert vcpus_of(group("m7i.large"), CATALOG, {"m7i.large": 2}) == 2
    assert vcpus_of(group("m7i.large"), CATALOG) is None


def test_address_units_are_summed_per_vpc() -> None:
    groups = (group(name="a", vpc="one"), group(name="b", vpc="one", count=1), group(name="c", vpc="two", count=None))
    assert address_units(Demand(groups=groups), CATALOG) == {"one": (65 * 16, ()), "two": (0, ("c",))}


def test_storage_is_counted_per_type() -> None:
    devices = [{"device": "/dev/sda1", "gib": 512}, {"device": "/dev/sdb", "gib": 100, "type": "io2"}]
    demand = Demand(groups=(group(count=4, block_devices=devices),))
    assert storage_gib(demand, "gp3") == (2048, ())
    assert storage_gib(demand, "io2") == (400, ())


def test_volumes_of_each_type_are_counted_beside_those_of_nodes() -> None:
    devices = [{"device": "/dev/sdb", "gib": 100, "type": "io2", "iops": 1000}]
    volumes = [{"name": "a", "gib": 10, "type": "io2", "iops": 500, "count": 3}, {"name": "b", "type": "io1"}]
    demand = Demand.model_validate({"groups": [group(count=4, block_devices=devices)], "volumes": volumes})
    assert volume_types(demand) == ("io1", "io2")
    assert (storage_gib(demand, "io2"), storage_gib(demand, "io1")) == ((430, ()), (0, ("b",)))
    assert (provisioned_iops(demand, "io2"), provisioned_iops(demand, "io1")) == ((5500, ()), (0, ("b",)))
