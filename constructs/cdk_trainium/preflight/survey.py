"""Surveys all enabled regions at once for one instance type, and ranks their zones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial

from ..catalog import Catalog
from .clients import Clients
from .pool import Deadline, Pool
from .question import Answer, Question, UnansweredError, question
from .quota import default_quota, get_quota, has_no_applied_value

__all__ = ["WORKERS", "ZoneSurvey", "enabled_regions", "survey"]

WORKERS = 64
"""Questions under way at once."""
_HOME = "us-east-1"
"""Asked for the list of regions: it is enabled in every account."""


@dataclass(frozen=True, slots=True)
class ZoneSurvey:
    """What one zone has for the type; None is unknown."""

    region: str
    zone: str
    zone_id: str
    quotas: Mapping[str, float | None]
    """``on-demand``, ``spot``, ``block`` -> vCPUs of the quota."""
    defaults: tuple[str, ...]
    """Those whose quota is AWS's default, as no value is applied to the account."""
    image: bool | None
    blocks: int | None
    """Capacity Blocks on offer in the zone."""
    troubles: tuple[str, ...]

    def rank(self, need: float, kind: str) -> tuple[int, int, int, str]:
        """Return the sort key: quota large enough first, then the image, then offers."""
        quota = self.quotas.get(kind)
        return (-int(quota is not None and quota >= need), -int(bool(self.image)), -(self.blocks or 0), self.zone_id)


def enabled_regions(clients: Clients, deadline: Deadline) -> list[str]:
    """Return the regions that the account has enabled; raises `UnansweredError`."""
    asked = question("ec2", "DescribeRegions", "Regions", region=_HOME)
    with closing(Pool(1, "regions")) as pool:
        answer = deadline.answer(asked, pool.submit(clients.ask, asked))
    return sorted(row.text("RegionName") for row in answer)


def survey(
    clients: Clients,
    regions: Sequence[str],
    instance_type: str,
    catalog: Catalog,
    *,
    image: str,
    hours: int,
    deadline: Deadline | None = None,
) -> tuple[list[ZoneSurvey], dict[str, str]]:
    """Ask every region side by side.

    Args:
        clients: who asks; those that `enabled_regions` made are used again.
        regions: the regions to ask.
        instance_type: the type.
        catalog: tells its quotas.
        image: SSM parameter of the image; empty asks for none.
        hours: duration of a block, in hours.
        deadline: what is not answered by then is unknown. Default: - 300 seconds from now.

    Returns:
        The zones that offer the type, and region -> why it could not be surveyed.
    """
    zones: list[ZoneSurvey] = []
    failed: dict[str, str] = {}
    asking = partial(_questions, instance_type=instance_type, catalog=catalog, image=image, hours=hours)
    for region, found in _answers(clients, regions, instance_type, asking, deadline or Deadline()):
        try:
            zones += _zones(region, found)
        except UnansweredError as error:
            failed[region] = str(error)
    return zones, failed


def _answers(
    clients: Clients,
    regions: Iterable[str],
    instance_type: str,
    questions: Callable[[str], Mapping[str, Question]],
    deadline: Deadline,
) -> Iterator[tuple[str, dict[str, Answer]]]:
    """Yield each region with its answers; only one that offers the type is asked ``questions``, as soon as it says so.

    Most regions do not have it, and each question costs a call, if not a client.
    """
    asked: dict[str, dict[str, tuple[Question, Future[Answer]]]] = {}
    first = {region: _offerings(region, instance_type) for region in regions}
    with closing(Pool(WORKERS, "survey")) as pool:
        offered = {region: pool.submit(clients.ask, one) for region, one in first.items()}
        region_of = {future: region for region, future in offered.items()}
        with suppress(TimeoutError):
            for done in as_completed(region_of, deadline.left):
                more = questions(region_of[done]) if _offered(done.result()) else {}
                asked[region_of[done]] = {name: (one, pool.submit(_asked, clients, one)) for name, one in more.items()}
        for region, one in first.items():
            said = deadline.answer(one, offered[region]) if region in asked else deadline.late(one)
            rest = {name: deadline.answer(*under_way) for name, under_way in asked.get(region, {}).items()}
            yield region, {"offerings": said, **rest}


def _asked(clients: Clients, one: Question) -> Answer:
    """Return the answer to ``one``; that to AWS's default for a quota without an applied value."""
    answer = clients.ask(one)
    if one.service != "service-quotas" or not has_no_applied_value(answer):
        return answer
    return clients.ask(default_quota("ec2", json.loads(one.params)["QuotaCode"], one.region))


def _offerings(region: str, instance_type: str) -> Question:
    only = [{"Name": "instance-type", "Values": [instance_type]}]
    place = "availability-zone"
    return question(
        "ec2", "DescribeInstanceTypeOfferings", "InstanceTypeOfferings", region=region, LocationType=place, Filters=only
    )


def _offered(answer: Answer) -> bool:
    try:
        return any(True for _ in answer)
    except UnansweredError:
        return False


def _questions(region: str, instance_type: str, catalog: Catalog, image: str, hours: int) -> dict[str, Question]:
    family, block = catalog.instance_quotas(instance_type), catalog.block_quotas(instance_type)[0]
    codes = {"on-demand": family and family.on_demand, "spot": family and family.spot, "block": block}
    asked = {
        "zones": question("ec2", "DescribeAvailabilityZones", "AvailabilityZones", region=region),
        "blocks": question(
            "ec2",
            "DescribeCapacityBlockOfferings",
            "CapacityBlockOfferings",
            region=region,
            InstanceType=instance_type,
            InstanceCount=1,
            CapacityDurationHours=hours,
        ),
    }
    asked |= {f"quota {kind}": get_quota("ec2", code, region) for kind, code in codes.items() if code}
    if image:
        asked["image"] = question("ssm", "GetParameters", "Parameters", region=region, Names=[image])
    return asked


def _zones(region: str, answers: Mapping[str, Answer]) -> list[ZoneSurvey]:
    offered = {row.text("Location") for row in answers["offerings"]}
    if not offered:
        return []
    ids = {row.text("ZoneName"): row.text("ZoneId") for row in answers["zones"]}
    quotas = {name.removeprefix("quota "): _quota(one) for name, one in answers.items() if name.startswith("quota ")}
    defaults = tuple(name for name in quotas if answers[f"quota {name}"].asked.operation == "GetAWSDefaultServiceQuota")
    found = _rows(answers.get("image"))
    blocks = _rows(answers["blocks"])
    troubles = tuple(_trouble(one.error, answers, quotas) for one in answers.values() if one.error is not None)
    return [
        ZoneSurvey(
            region,
            zone,
            ids.get(zone, ""),
            quotas,
            defaults,
            None if found is None else bool(found),
            None if blocks is None else sum(1 for place in blocks if place == zone),
            troubles,
        )
        for zone in sorted(offered)
    ]


def _trouble(error: UnansweredError, answers: Mapping[str, Answer], quotas: Mapping[str, float | None]) -> str:
    """Return what ``error`` says; where a block quota of 0 hides the offers, that, as EC2 says it like throttling."""
    if error.code != "CapacityBlockDescribeLimitExceeded" or quotas.get("block") != 0:
        return str(error)
    asked = answers["quota block"].asked
    code = json.loads(asked.params)["QuotaCode"]
    return f"{asked.region}: Capacity Blocks are not listed because quota ec2/{code} is 0 ({error.code})"


def _quota(answer: Answer) -> float | None:
    try:
        return answer.row.row("Quota").number("Value")
    except UnansweredError:
        return None


def _rows(answer: Answer | None) -> list[str] | None:
    if answer is None:
        return None
    try:
        return [row.text("AvailabilityZone", "-") for row in answer]
    except UnansweredError:
        return None
