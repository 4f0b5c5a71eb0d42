"""Types of options: a wrong form is a mistake of usage that names its code."""

from __future__ import annotations

import click
import pytest

from cdk_trainium.cli import params


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *((params.REGION, name) for name in ("us-east-2", "ap-southeast-7", "us-gov-west-1", "eusc-de-east-1")),
        *((params.REGION, name) for name in ("cn-northwest-1", "us-isob-east-1", "xx-west-9")),
        (params.RESERVATION_ID, "cr-0123456789abcdef0"),
        (params.CAPACITY_BLOCK_ID, "cr-0123abcd"),
        *((params.ZONE, name) for name in ("us-east-2b", "us-west-2-lax-1a")),
        *((params.ZONE_ID, name) for name in ("use2-az1", "usw2-lax1-az1")),
    ],
)
def test_a_right_form_is_taken_as_it_is(kind: click.ParamType, text: str) -> None:
    assert kind.convert(text, None, None) == text


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        *((params.REGION, text, "TRN001") for text in ("us east", "mars-1", "us-east", "us-east-2b", "use2-az1", "")),
        *((params.REGION, text, "TRN001") for text in ("us-esat-1", "US-EAST-1", "us-east-2\n", " us-east-2")),
        *((params.RESERVATION_ID, text, "TRN001") for text in ("cr-xyz", "cr-012345", "lt-0123456789abcdef0", "")),
        (params.CAPACITY_BLOCK_ID, "cb-0123456789abcdef0", "TRN311"),
        (params.CAPACITY_BLOCK_ID, "CR-0123456789abcdef0", "TRN001"),
        (params.ZONE, "use2-az1", "TRN601"),
        (params.ZONE, "us-east-2", "TRN601"),
        (params.ZONE_ID, "us-east-2b", "TRN001"),
    ],
)
def test_a_wrong_form_is_a_mistake_of_usage(kind: click.ParamType, text: str, code: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        kind.convert(text, None, None)
    assert caught.value.exit_code == 2
    assert code in caught.value.message
