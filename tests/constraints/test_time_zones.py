"""What is no name of a time zone."""

from __future__ import annotations

import zoneinfo

import pytest

from cdk_trainium.constraints.time_zones import check_time_zone


@pytest.mark.parametrize(
    "name",
    [
        "PST",
        "jst",
        "CEST",
        "+09:00",
        "UTC+9",
        "GMT-05:00",
        "utc +0530",
        "-8",
        "Z",
        " PDT ",
        "GMT+1",
        "Eastern Standard Time",
        "Etc/UTC ",
    ],
)
def test_offsets_and_abbreviations_are_none(name: str) -> None:
    assert check_time_zone(name) is not None


@pytest.mark.parametrize(
    "name", ["UTC", "Etc/UTC", "Etc/GMT+9", "Etc/GMT-14", "Pacific/Tahiti", "America/Argentina/Buenos_Aires", "Nowhere"]
)
def test_what_may_be_a_name(name: str) -> None:
    assert check_time_zone(name) is None


def test_no_name_of_the_database_is_refused() -> None:
    assert not [name for name in ("GMT+0", "GMT-0", *zoneinfo.available_timezones()) if check_time_zone(name)]
