"""Which plan ``trnctl preflight`` judges: exactly one, and no option that would be dropped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..catalog import Catalog
    from ..demand import Demand
    from ..findings import NotReviewed

__all__ = ["demands_of", "one_plan"]

_AD_HOC = ("count", "capacity", "zone", "zone_id", "subnet", "security_group", "image", "layout", "ultraserver")
"""Options that describe the one group of ``--instance-type``; a plan on file describes its own groups."""
_KIND_OF = {"reservation": "reservation", "capacity_block": "block"}


def _flag(name: str) -> str:
    return "PATH" if name == "paths" else "--" + name.replace("_", "-")


def one_plan(options: dict[str, Any]) -> None:
    """Raise `click.UsageError` unless exactly one plan is named, and every option speaks of it."""
    named = [_flag(name) for name in ("paths", "request", "instance_type") if options[name]]
    if len(named) > 1:
        raise click.UsageError(f"{' and '.join(named)}: name one plan")
    stray = [_flag(name) for name in _AD_HOC if options[name]]
    if stray and not options["instance_type"]:
        where = named[0] if named else "nothing"
        raise click.UsageError(
            f"{', '.join(stray)} beside {where}: allowed only with --instance-type; "
            "a cluster file, a template or a request says this itself"
        )
    if not named and not Path("cdk.out").is_dir():
        raise click.UsageError("name a cluster file, cdk.out, a template, --request or --instance-type")
    _one_purchase(options)


def _one_purchase(options: dict[str, Any]) -> None:
    kinds = {_flag(name): kind for name, kind in _KIND_OF.items() if options[name]}
    if len(kinds) > 1:
        raise click.UsageError(f"{' and '.join(kinds)}: nodes launch into a reservation or into a block")
    for flag, kind in kinds.items():
        if options["capacity"] not in (None, kind):
            raise click.UsageError(f"--capacity {options['capacity']} and {flag}: allowed with it: --capacity {kind}")


def demands_of(options: dict[str, Any], catalog: Catalog) -> tuple[list[Demand], list[NotReviewed]]:
    """Return what the plan asks for, and what of it could not be read; raises `InputError` as its readers do."""
    if options["instance_type"]:
        return [_ad_hoc(options)], []
    from ..demand.sources import demand_of_request, demands_of_paths, in_region

    region = options["region"] or ""
    if options["request"]:
        return _into_reservations([in_region(demand_of_request(options["request"]), region)], options), []
    demands, unread = demands_of_paths(options["paths"] or [Path("cdk.out")], region=region, catalog=catalog)
    return _into_reservations(demands, options), unread


def _into_reservations(demands: list[Demand], options: dict[str, Any]) -> list[Demand]:
    """Let the groups that name no reservation launch into those of the command line."""
    kind, ids = _reservations(options)
    if not ids:
        return demands
    groups = [group for demand in demands for group in demand.groups]
    if groups and all(group.capacity.named for group in groups):
        flag = next(_flag(name) for name in _KIND_OF if options[name])
        raise click.UsageError(f"{flag}: every group of the plan names its own already")
    return [demand.with_reservations(ids, kind) for demand in demands]


def _reservations(options: dict[str, Any]) -> tuple[Any, list[str]]:
    return next(((kind, list(options[name])) for name, kind in _KIND_OF.items() if options[name]), ("", []))


def _ad_hoc(options: dict[str, Any]) -> Demand:
    from ..demand.sources import validated

    return validated("command line", {"region": options["region"] or "", "groups": [_group(options)]})


def _group(options: dict[str, Any]) -> dict[str, Any]:
    kind, ids = _reservations(options)
    image = options["image"] or ""
    return {
        "name": options["instance_type"],
        "instance_type": options["instance_type"],
        "count": options["count"] or 1,
        "capacity": {"kind": kind or options["capacity"] or "on-demand", "ids": ids},
        "zone": options["zone"] or "",
        "zone_id": options["zone_id"] or "",
        "subnet_ids": list(options["subnet"]),
        "security_group_ids": list(options["security_group"]),
        "image_parameter" if image.startswith("/") else "image_id": image,
        "layout": options["layout"],
        "ultraserver_type": options["ultraserver"] or "",
    }
