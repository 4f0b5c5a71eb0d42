"""Which plan ``trnctl preflight`` judges: exactly one, and no option that would be dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .contradictions import contradiction, dropped, refuse, written
from .preflight_checks import names_of

if TYPE_CHECKING:
    from ..catalog import Catalog
    from ..demand import Demand
    from ..errors import Problem
    from ..findings import NotReviewed

__all__ = ["demands_of", "one_plan"]

_AD_HOC = ("count", "capacity", "zone", "zone_id", "subnet", "security_group", "image", "layout", "ultraserver")
"""Options that describe the one group of ``--instance-type``; a plan on file describes its own groups."""
_DRY_RUN = "launch-dry-run"
_KIND_OF = {"reservation": "reservation", "capacity_block": "block"}


def _flag(name: str) -> str:
    return "PATH" if name == "paths" else "--" + name.replace("_", "-")


def one_plan(options: dict[str, Any]) -> None:
    """Raise `click.UsageError` unless exactly one plan is named, and every option speaks of it."""
    named = [_flag(name) for name in ("paths", "request", "instance_type") if options[name]]
    refuse([*_plans(named, options), *_purchases(options), *_questions(options)])
    if not named and not Path("cdk.out").is_dir():
        raise click.UsageError("name a cluster file, cdk.out, a template, --request or --instance-type")


def _plans(named: list[str], options: dict[str, Any]) -> Iterator[Problem]:
    if len(named) > 1:
        yield contradiction(named, "several plans", "one")
    stray = [_flag(name) for name in _AD_HOC if options[name]]
    if stray and not options["instance_type"]:
        why = "a cluster file, a template or a request says this itself"
        yield contradiction(stray, f"beside {named[0] if named else 'nothing'}: {why}", "only with --instance-type")


def _purchases(options: dict[str, Any]) -> Iterator[Problem]:
    kinds = {_flag(name): kind for name, kind in _KIND_OF.items() if options[name]}
    if len(kinds) > 1:
        yield contradiction([*kinds], "nodes launch into a reservation or into a block", "one of them")
    wanted = options["capacity"]
    if kinds and wanted and wanted not in kinds.values():
        allowed = " or ".join(f"--capacity {kind}" for kind in kinds.values())
        yield contradiction([f"--capacity {wanted}", *kinds], "bought otherwise", allowed)


def _questions(options: dict[str, Any]) -> Iterator[Problem]:
    """Yield what would be asked and not asked."""
    if options["offline"]:
        yield from dropped("--offline", "no account is asked", written(("deadline", "dry_run_launch")))
    if not options["dry_run_launch"]:
        return
    if _DRY_RUN in (names_of(options["skip"]) or ()):
        yield contradiction(("--dry-run-launch", f"--skip {_DRY_RUN}"), "asked for and left out", "one of them")
    if _DRY_RUN not in (names_of(options["checks"]) or (_DRY_RUN,)):
        yield contradiction(("--dry-run-launch", "--checks"), "not among these checks", f"--checks …,{_DRY_RUN}")


def demands_of(options: dict[str, Any], catalog: Catalog) -> tuple[list[Demand], list[NotReviewed]]:
    """Return what the plan asks for, and what of it could not be read; raises `InputError` as its readers do."""
    if options["instance_type"]:
        return [_ad_hoc(options)], []
    from ..demand.sources import demands_of_paths, demands_of_request, in_region
    from ..errors import every

    region = options["region"] or ""
    if options["request"]:
        asked = every(lambda demand: in_region(demand, region), demands_of_request(options["request"]))
        return _into_reservations(asked, options), []
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
        refuse(
            [contradiction([flag], "every group of the plan names its own already", "beside a plan that names none")]
        )
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
