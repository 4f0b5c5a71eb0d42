"""The catalog holds facts, and says where each comes from."""

import json
from pathlib import Path

import pytest

from cdk_trainium import catalog
from cdk_trainium.catalog.instance_type import FIELDS
from cdk_trainium.errors import CatalogError

CATALOG = catalog.default()


@pytest.mark.parametrize("name", sorted(CATALOG.types))
def test_every_fact_has_source_date_and_confidence(name: str) -> None:
    for fact_name, fact in CATALOG.types[name].facts.items():
        assert fact_name in FIELDS
        assert fact.source
        assert all(source in CATALOG.sources for source in fact.source), fact_name
        assert fact.date >= "2024"
        assert fact.confidence
        assert fact.value is None or isinstance(fact.value, FIELDS[fact_name])


def test_cards_agree_with_the_efa_count() -> None:
    for info in CATALOG.types.values():
        if info.network_cards is not None:
            assert sum(1 for card in info.network_cards if card.efa) == info.efa_count, info.name


def test_trainium2_memory_is_neuron_s_and_not_the_api_s() -> None:
    assert CATALOG.types["trn2.48xlarge"].value("hbm_gib") == 16 * 96
    assert CATALOG.types["trn2u.48xlarge"].chips == 16


def test_trn3_is_not_launchable_and_has_no_ec2_name() -> None:
    info = CATALOG.types["trn3-gen2"]
    assert not info.launchable
    assert info.ec2_name is None
    assert info.network_cards is None
    assert not CATALOG.ultraservers["trn3-ultraserver-gen2"].launchable


@pytest.mark.parametrize(
    ("instance_type", "code"),
    [
        ("trn1.2xlarge", "L-2C3B7624"),
        ("trn2u.48xlarge", "L-2C3B7624"),
        ("inf2.xlarge", "L-1945791B"),
        ("p5.48xlarge", "L-417A185B"),
        ("t3.micro", "L-1216C47A"),
    ],
)
def test_quota_of_a_type_is_found_by_its_whole_family(instance_type: str, code: str) -> None:
    quotas = CATALOG.instance_quotas(instance_type)
    assert quotas is not None
    assert quotas.on_demand == code


def test_unknown_family_has_unknown_quota() -> None:
    assert CATALOG.instance_quotas("zz9.large") is None
    assert CATALOG.block_quotas("inf2.xlarge") == (None, None)


def test_block_quotas_default_to_zero() -> None:
    account, organization = CATALOG.block_quotas("trn2u.48xlarge")
    assert (account, organization) == ("L-64569A79", "L-24E8B4C0")
    assert account is not None
    quota = CATALOG.quota("ec2", account)
    assert quota is not None
    assert quota.default == 0


def _overlay(folder: Path, content: object) -> Path:
    path = folder / "overlay.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_overlay_names_a_type(tmp_path: Path) -> None:
    fact = {"value": "trn9.48xlarge", "source": "account team", "date": "2026-12-05"}
    path = _overlay(tmp_path, {"instance_types": {"trn3-gen1": {"ec2_name": fact}}})
    info = catalog.overlaid(CATALOG, path).find("trn9.48xlarge")
    assert info is not None
    assert info.name == "trn3-gen1"
    assert info.chips == 16
    assert info.fact("ec2_name").confidence == "overlay"
    assert CATALOG.find("trn9.48xlarge") is None


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ([], "TRN052"),
        ({"types": {}}, "TRN052"),
        ({"instance_types": {"x": {"colour": {}}}}, "TRN053"),
        ({"instance_types": {"x": {"vcpus": {"value": 4}}}}, "TRN054"),
        ({"instance_types": {"x": {"vcpus": {"value": "4", "source": "me", "date": "2026-12-05"}}}}, "TRN055"),
        ({"instance_types": {"x": {"network_cards": {"value": [1], "source": "me", "date": "2026-12-05"}}}}, "TRN055"),
    ],
)
def test_bad_overlay_names_each_problem(tmp_path: Path, content: object, code: str) -> None:
    with pytest.raises(CatalogError) as caught:
        catalog.overlaid(CATALOG, _overlay(tmp_path, content))
    assert caught.value.codes == [code]


def test_unreadable_overlay(tmp_path: Path) -> None:
    with pytest.raises(CatalogError) as caught:
        catalog.overlaid(CATALOG, tmp_path / "none.yaml")
    assert caught.value.codes == ["TRN050"]
