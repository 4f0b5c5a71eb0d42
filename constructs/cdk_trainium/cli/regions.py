"""``trnctl regions``: where an instance type is offered, and what the account could do there."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from .contradictions import contradiction, refuse
from .params import DEADLINE, NODES, PROFILE, REGION, Whole
from .resource_ids import INSTANCE_TYPE, PARAMETER

if TYPE_CHECKING:
    from ..preflight.quota import Increase
    from ..preflight.survey import ZoneSurvey

_MOST_HOURS = 182 * 24
"""Of the longest block. Source: EC2 User Guide, Capacity Blocks."""
_DEFAULT = " (default)"
IMAGE = "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"


@click.command("regions")
@click.argument("written", type=INSTANCE_TYPE, required=False, metavar="[TYPE]")
@click.option("--instance-type", type=INSTANCE_TYPE, help="EC2 instance type; the same as TYPE.")
@click.option("--count", type=NODES, default=1, show_default=True, help="Nodes.")
@click.option("--capacity", type=click.Choice(["on-demand", "spot", "block"]), default="on-demand", show_default=True)
@click.option("--hours", type=Whole(1, _MOST_HOURS), default=24, show_default=True, help="Duration of a block.")
@click.option("--image", type=PARAMETER, default=IMAGE, show_default=True, help="SSM parameter of the image.")
@click.option("--region", "named", type=REGION, multiple=True, help="Ask this region only; may be repeated.")
@DEADLINE
@click.option("--profile", type=PROFILE, metavar="TEXT", help="Profile of the AWS configuration.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    *,
    written: str | None,
    instance_type: str | None,
    count: int,
    capacity: str,
    hours: int,
    image: str,
    named: tuple[str, ...],
    deadline: int,
    profile: str | None,
    form: str,
) -> None:
    """Ask all enabled regions at once and rank the zones that offer the type.

    An offering is not capacity: only a block that is on offer can be had for certain.

    Exit codes: 0 a zone offers it, 1 none does, 2 could not run, 3 none does as far as known, or, with --capacity
    block, no zone that offers it could say whether it has blocks.
    """
    from ..catalog import selected
    from ..constraints.partitions import check_partition
    from ..errors import InputError, Problem
    from ..preflight.clients import Clients
    from ..preflight.pool import Deadline
    from ..preflight.question import UnansweredError
    from ..preflight.survey import WORKERS, enabled_regions, survey
    from .session import session_of

    instance_type = _one_type(written, instance_type)
    foreign = [problem for name in named if (problem := check_partition(name)) is not None]
    if foreign:
        raise InputError("regions", foreign)
    catalog, end = selected(), Deadline(deadline)
    clients = Clients(session_of(profile, end.left), "", WORKERS)
    try:
        regions = list(named) or enabled_regions(clients, end)
    except UnansweredError as error:
        raise InputError("regions", [Problem("TRN068", str(error), hint="name regions with --region")]) from None
    zones, failed = survey(clients, regions, instance_type, catalog, image=image, hours=hours, deadline=end)
    info = catalog.find(instance_type)
    need = float(count * (info.vcpus or 0)) if info else 0.0
    ranked = sorted(zones, key=lambda zone: zone.rank(need, capacity))
    increases = _increases(ranked, need, catalog.block_quotas(instance_type)[0])
    if form == "json":
        click.echo(_json(ranked, failed, increases))
    else:
        click.echo(_text(ranked, failed, need, capacity, instance_type))
        for region, increase in increases.items():
            click.echo(f"hint: {increase.command} --region {region}")
    sys.exit(_exit_code(ranked, failed, capacity))


def _one_type(written: str | None, option: str | None) -> str:
    """Return the type that was named, either way; raises click's error for none, or for two that differ."""
    if not written and not option:
        raise click.UsageError("no instance type; allowed: TYPE, or --instance-type TYPE")
    if written and option and written != option:
        refuse([contradiction((f"TYPE {written}", f"--instance-type {option}"), "two instance types", "one")])
    return written or option or ""


def _exit_code(zones: Sequence[ZoneSurvey], failed: dict[str, str], kind: str) -> int:
    """Return 0 only when what was asked for is known: blocks that nobody could list are no pass."""
    if not zones:
        return 3 if failed else 1
    return 3 if kind == "block" and all(zone.blocks is None for zone in zones) else 0


def _increases(zones: Sequence[ZoneSurvey], need: float, code: str | None) -> dict[str, Increase]:
    """Return region -> increase of the block quota where it is 0 and hides the blocks."""
    from ..preflight.quota import Increase

    limited = sorted({zone.region for zone in zones if zone.blocks is None and zone.quotas.get("block") == 0})
    return {region: Increase("ec2", code, need) for region in limited if need and code}


def _json(zones: Sequence[ZoneSurvey], failed: dict[str, str], increases: dict[str, Increase]) -> str:
    listed = [{"region": region, **asdict(increase)} for region, increase in increases.items()]
    rows = [asdict(zone) for zone in zones]
    return json.dumps({"schema_version": 1, "zones": rows, "failed": failed, "increases": listed}, indent=2)


def _text(zones: Sequence[ZoneSurvey], failed: dict[str, str], need: float, kind: str, instance_type: str) -> str:
    from ..demand.quantity import quantity

    lines = [f"{'zone':16} {'zone id':12} {'quota ' + kind:>20} {'enough':>7} {'image':>7} {'blocks':>7}"]
    for zone in zones:
        quota = zone.quotas.get(kind)
        enough = "unknown" if quota is None or not need else "yes" if quota >= need else "no"
        shown = "unknown" if quota is None else f"{quantity(quota)} vCPU{_DEFAULT if kind in zone.defaults else ''}"
        blocks = "unknown" if zone.blocks is None else str(zone.blocks)
        image = {True: "yes", False: "no", None: "unknown"}[zone.image]
        lines.append(f"{zone.zone:16} {zone.zone_id:12} {shown:>20} {enough:>7} {image:>7} {blocks:>7}")
    if any(kind in zone.defaults for zone in zones):
        lines.append("(default): AWS's default of the quota, as no value is applied to the account there")
    if not zones:
        lines = [f"no region that answered offers {instance_type}"]
    troubles = {trouble for zone in zones for trouble in zone.troubles}
    lines += [f"unknown: {region}: {why}" for region, why in failed.items()]
    lines += [f"unknown: {trouble}" for trouble in sorted(troubles)]
    return "\n".join(
        [*lines, "note: an offering is not capacity; only a block that is on offer can be had for certain"]
    )
