"""Truths that the review reads off templates: zones, markets, images, user data."""

from __future__ import annotations

import pytest

from cdk_trainium import catalog
from cdk_trainium.constraints import Interface, check_interfaces_of_any_type
from cdk_trainium.constraints.image_path import read_image_path
from cdk_trainium.constraints.market import check_block_size, check_market, check_ultraserver_multiple
from cdk_trainium.constraints.mime import is_mime
from cdk_trainium.constraints.retired_images import frozen_since, is_retired, listed_until, never_listed, of_the_past
from cdk_trainium.constraints.user_data import check_user_data_size
from cdk_trainium.constraints.zones import check_zone_id, check_zone_name, is_zone_id, region_of_zone

CATALOG = catalog.default()


@pytest.mark.parametrize(
    "zone", ["use2-az3", "usw2-az1", "apse4-az1", "aps2-az2", "euw3-az1", "usw2-lax1-az1", "usgw1-az1"]
)
def test_zone_ids(zone: str) -> None:
    assert is_zone_id(zone)
    problem = check_zone_name(zone)
    assert problem is not None
    assert problem.code == "TRN601"


@pytest.mark.parametrize(
    ("zone", "region"),
    [
        ("us-east-2b", "us-east-2"),
        ("ap-southeast-4c", "ap-southeast-4"),
        ("us-west-2-lax-1a", "us-west-2"),
        ("us-gov-west-1a", "us-gov-west-1"),
        ("us-east-2-dfw-1a", "us-east-2"),
        ("us-east-1-wl1-bos-wlz-1", "us-east-1"),
        ("ap-northeast-1-wl1-nrt-wlz1", "ap-northeast-1"),
    ],
)
def test_zone_names(zone: str, region: str) -> None:
    assert not is_zone_id(zone)
    assert region_of_zone(zone) == region
    assert check_zone_name(zone, region) is None


@pytest.mark.parametrize("zone", ["us-east-2", "us-gov-west-1", "us-east-2-az3", "us-east-2ab", "US-EAST-2"])
def test_what_begins_like_a_zone_and_is_none(zone: str) -> None:
    for problem in (check_zone_name(zone, "us-east-2"), check_zone_id(zone, "us-east-2", CATALOG)):
        assert problem is not None
        assert problem.code == "TRN601"


@pytest.mark.parametrize("zone", ["", "dummy1a", "Z", "US-EAST-2B"])
def test_words_of_another_kind_are_no_problem_of_a_zone(zone: str) -> None:
    assert check_zone_name(zone, "us-east-2") is None


def test_a_zone_of_another_region() -> None:
    problem = check_zone_name("us-east-2b", "eu-north-1")
    assert problem is not None
    assert problem.code == "TRN602"


@pytest.mark.parametrize("zone", ["", "dummy1a", "us-east-2", "Z"])
def test_other_words_are_neither(zone: str) -> None:
    assert not is_zone_id(zone)
    assert region_of_zone(zone) is None


@pytest.mark.parametrize(
    ("market", "targeted", "block", "codes"),
    [
        (None, False, False, []),
        (None, True, False, []),
        (None, True, True, ["TRN302"]),
        ("capacity-block", True, True, []),
        ("capacity-block", False, False, ["TRN301"]),
        ("spot", False, False, []),
        ("spot", True, False, ["TRN303"]),
        ("interruptible-capacity-reservation", True, False, []),
        ("blocks", True, False, ["TRN304"]),
    ],
)
def test_market_and_target(market: str | None, targeted: bool, block: bool, codes: list[str]) -> None:
    assert [problem.code for problem in check_market(market, targeted, block)] == codes


def test_sizes() -> None:
    assert check_block_size(64, 64) is None
    assert check_block_size(65, 64) is not None
    assert check_ultraserver_multiple(8, 4) is None
    assert check_ultraserver_multiple(6, 4) is not None


@pytest.mark.parametrize(
    ("path", "os", "vendor", "architecture", "kubernetes"),
    [
        (
            "/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id",
            "ubuntu-24.04",
            "neuron",
            "x86_64",
            "",
        ),
        (
            "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/neuron/recommended/image_id",
            "amazon-linux-2023",
            "neuron",
            "x86_64",
            "1.34",
        ),
        (
            "/aws/service/eks/optimized-ami/1.33/amazon-linux-2-gpu/recommended/image_id",
            "amazon-linux-2",
            "",
            "",
            "1.33",
        ),
        (
            "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id",
            "ubuntu-24.04",
            "nvidia",
            "x86_64",
            "",
        ),
        ("/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64", "amazon-linux-2023", "", "arm64", ""),
        (
            "/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id",
            "ubuntu-24.04",
            "",
            "x86_64",
            "",
        ),
        (
            "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id",
            "amazon-linux-2023",
            "neuron",
            "",
            "",
        ),
    ],
)
def test_image_paths(path: str, os: str, vendor: str, architecture: str, kubernetes: str) -> None:
    image = read_image_path(path)
    assert (image.os, image.vendor, image.architecture, image.kubernetes) == (os, vendor, architecture, kubernetes)
    assert image.public
    assert image.floating


def test_a_path_of_ones_own_tells_nothing() -> None:
    image = read_image_path("/team/ubuntu-24.04/latest")
    assert (image.public, image.floating, image.os) == (False, False, "")


def test_every_image_of_the_catalog_is_read_as_the_catalog_says() -> None:
    for family in CATALOG.images["families"].values():
        for entry in family.values():
            path = entry["ssm_parameter"].replace("{kubernetes}", "1.34")
            image = read_image_path(path)
            assert (image.os, image.vendor) == (entry["os"], entry["accelerator_vendor"])
            assert not is_retired(CATALOG, path)
            assert not frozen_since(CATALOG, image)


@pytest.mark.parametrize(
    ("path", "until"),
    [
        ("/aws/service/neuron/dlami/base/amazon-linux-2/latest/image_id", "2024-10"),
        ("/aws/service/neuron/dlami/pytorch-1.13/ubuntu-20.04/latest/image_id", "2024-12"),
        ("/aws/service/neuron/dlami/pytorch-2.6/anything/latest/image_id", "2025-06"),
        ("/aws/service/neuron/dlami/pytorch-1.13-inf1/ubuntu-22.04/latest/image_id", "2025-10"),
        ("/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id", ""),
    ],
)
def test_retired_paths(path: str, until: str) -> None:
    assert listed_until(CATALOG, path) == until
    assert is_retired(CATALOG, path) is bool(until)


def test_user_data_that_is_no_text_is_refused() -> None:
    problem = check_user_data_size("echo \ud800")
    assert problem is not None
    assert problem.code == "TRN001"


def test_user_data() -> None:
    assert check_user_data_size("x" * 16384) is None
    problem = check_user_data_size("é" * 8193, at_least=True)
    assert problem is not None
    assert problem.got == "at least 16386 bytes"
    assert is_mime('MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="B"\n')
    assert not is_mime("#!/bin/sh\n")


def test_interfaces_of_a_type_with_unknown_cards() -> None:
    layout = [Interface(0, 0, "efa-only"), Interface(0, 1, "efa"), Interface(1, 0, "effa"), Interface(9, 9, "efa")]
    codes = {problem.code for problem in check_interfaces_of_any_type(layout)}
    assert codes == {"TRN104", "TRN106", "TRN108"}


def test_every_path_of_the_catalogs_list_is_current() -> None:
    for path in CATALOG.images["listed"]["paths"]:
        assert never_listed(CATALOG, path) == ""
        assert not is_retired(CATALOG, path)
        assert of_the_past(CATALOG, path) == ""


@pytest.mark.parametrize(
    ("path", "past"),
    [
        ("multi-framework/ubuntu-20.04", "ubuntu-20.04"),
        ("tensorflow-2.10/amazon-linux-2023", "tensorflow-2.10"),
        ("jax-0.11/ubuntu-24.04", ""),
    ],
)
def test_a_path_on_no_list_may_be_of_the_past(path: str, past: str) -> None:
    path = f"/aws/service/neuron/dlami/{path}/latest/image_id"
    assert never_listed(CATALOG, path) == "2026-08-21"
    assert of_the_past(CATALOG, path) == past


@pytest.mark.parametrize("path", ["/aws/service/neuron/dlami/${Kind}/ubuntu-24.04/latest/image_id", "/team/image"])
def test_other_paths_are_on_no_list_to_judge(path: str) -> None:
    assert never_listed(CATALOG, path) == ""
