"""``trnctl preflight``: can this account hold this plan?"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, Problem
from ..wording import without_password
from .params import CAPACITY_BLOCK_ID, DEADLINE, NODES, PROFILE, REGION, RESERVATION_ID, ZONE, ZONE_ID
from .paths import GIVEN_FILE, GIVEN_PATH, write_report
from .preflight_checks import about_checks, names_of
from .resource_ids import IMAGE, INSTANCE_TYPE, SECURITY_GROUP_ID, SUBNET_ID, ULTRASERVER_TYPE
from .streams import print_report
from .terminal import takes_color, takes_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..catalog import Catalog
    from ..demand import Demand
    from ..findings import NotReviewed, Report
    from ..formats import About

_FORMATS = ("text", "json", "sarif", "junit", "markdown")
_KINDS = ("on-demand", "spot", "reservation", "block")


@click.command("preflight")
@click.argument("paths", nargs=-1, type=GIVEN_PATH, metavar="[PATH]...")
@click.option("--request", type=GIVEN_PATH, help="Demand as JSON, or a list of them (- reads standard input).")
@click.option("--instance-type", type=INSTANCE_TYPE, help="Ad hoc: instance type of one group.")
@click.option("--count", type=NODES, help="Ad hoc: nodes.  [default: 1]")
@click.option("--capacity", type=click.Choice(_KINDS), help="Ad hoc: how they are bought.  [default: on-demand]")
@click.option(
    "--reservation", type=RESERVATION_ID, multiple=True, metavar="ID", help="Reservation that the nodes launch into."
)
@click.option(
    "--capacity-block",
    type=CAPACITY_BLOCK_ID,
    multiple=True,
    metavar="ID",
    help="Capacity Block (cr-…) that they launch into.",
)
@click.option("--zone", type=ZONE, help="Ad hoc: zone name.")
@click.option("--zone-id", type=ZONE_ID, help="Ad hoc: zone id.")
@click.option("--subnet", type=SUBNET_ID, multiple=True, metavar="ID", help="Ad hoc: subnet of the nodes.")
@click.option(
    "--security-group", type=SECURITY_GROUP_ID, multiple=True, metavar="ID", help="Ad hoc: security group of the nodes."
)
@click.option(
    "--image", type=IMAGE, metavar="ID", help="Ad hoc: image id, or the SSM parameter that holds it (/aws/…)."
)
@click.option("--layout", type=click.Choice(["efa", "efa-only", "interface"]), help="Ad hoc: interface layout.")
@click.option("--ultraserver", type=ULTRASERVER_TYPE, metavar="TYPE", help="Ad hoc: UltraServer type (u-trn2x64).")
@click.option(
    "--region", type=REGION, help="Region.  [default: the plan's, AWS_REGION, AWS_DEFAULT_REGION, the profile's]"
)
@click.option("--profile", type=PROFILE, metavar="TEXT", help="Profile of the AWS configuration.")
@click.option(
    "--checks", metavar="ID,…", help="Run these checks only, and plan-determined where the plan leaves something open."
)
@click.option("--skip", metavar="ID,…", help="Leave these checks out.")
@click.option("--strict", is_flag=True, help="Warnings fail as well.")
@DEADLINE
@click.option("--offline", is_flag=True, help="Ask nothing; judge by the catalog.")
@click.option("--dry-run-launch", is_flag=True, help="Also ask EC2 for each launch, with DryRun.")
@click.option("--print-iam-policy", is_flag=True, help="Print the IAM policy that the checks need, and end.")
@click.option("--list-checks", is_flag=True, help="Print id and title of every check, and end.")
@click.option("--overlay", type=GIVEN_PATH, help="Catalog overlay file.  [default: CDK_TRAINIUM_CATALOG]")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option("--output", type=GIVEN_FILE, help="Write the report to a file.")
def command(**options: Any) -> None:
    """Ask the account whether it can hold a plan: a cluster file, cdk.out, templates, a request, or ad hoc flags.

    Without PATH, --request or --instance-type it reads cdk.out.

    Exit codes: 0 pass, 1 something fails, 2 could not run or a reservation (or resource group of them) of the plan
    does not exist, 3 nothing fails but something is unknown.
    """
    if options["print_iam_policy"] or options["list_checks"]:
        about_checks(options)
        return
    report = _judge(options)
    _refuse_bad_credentials(report)
    _refuse_no_connection(report)
    _write(report, options)
    sys.exit(_exit_code(report, strict=options["strict"]))


def _exit_code(report: Report, *, strict: bool) -> int:
    """Return the verdict's code; a reservation that does not exist is an input that could not be judged."""
    if any("lost" in item.evidence for item in report.findings):
        return 2
    warned = strict and any(item.level == "warning" for item in report.findings)
    return 1 if warned else report.exit_code


def _refuse_bad_credentials(report: Report) -> None:
    """Raise `InputError` when no service accepted the credentials: then nothing was judged."""
    message = _shared_trouble(report, "not authenticated")
    if message:
        hint = "sign in again (aws sso login), or choose another profile"
        raise InputError("credentials", [Problem("TRN065", message, hint=hint)])


def _refuse_no_connection(report: Report) -> None:
    """Raise `InputError` when no service was reached: one cause, not a line for every check."""
    message = _shared_trouble(report, "not reachable")
    if message:
        raise InputError("preflight", [Problem("TRN069", message, hint=_way_back(message))])


def _way_back(message: str) -> str:
    endpoint = without_password(os.environ.get("AWS_ENDPOINT_URL", ""))
    if endpoint not in message:
        return f"AWS_ENDPOINT_URL is {endpoint}, but was not asked: look at the proxy and the other AWS_… variables"
    if not endpoint:
        return "look at the network and its proxy; --offline judges by the catalog alone"
    return (
        f"AWS_ENDPOINT_URL is {endpoint}, where nothing answers: trnctl sandbox start and eval its env again, "
        'or eval "$(trnctl sandbox env --unset)" for AWS itself'
    )


def _shared_trouble(report: Report, trouble: str) -> str:
    """Return what the two checks that ask for the account itself say when both ended in ``trouble``, else nothing."""
    basic = [item for item in report.findings if item.id in ("identity", "region-enabled")]
    shared = len(basic) > 1 and all(item.evidence.get("trouble") == trouble for item in basic)
    return basic[0].message if shared else ""


def _judge(options: dict[str, Any]) -> Report:
    from .preflight_plan import demands_of, one_plan

    one_plan(options)
    from ..catalog import selected
    from .session import region_of, required_profile, required_region

    if options["offline"] and options["profile"]:
        required_profile(options["profile"])
    catalog = selected(options["overlay"])
    demands, unread = demands_of(options, catalog)
    fallback = region_of(None, options["profile"])
    demands = [demand if demand.region else demand.with_region(fallback) for demand in demands]
    for demand in demands:
        required_region(demand.region)
    return _run(demands, unread, catalog, options)


def _run(demands: list[Demand], unread: list[NotReviewed], catalog: Catalog, options: dict[str, Any]) -> Report:
    from ..demand.together import together
    from ..findings import Report, merged
    from ..preflight.pool import Deadline
    from ..preflight.runner import run
    from .session import session_of

    if not demands:
        why = "the list of the request is empty" if options["request"] else "no template with resources was found"
        raise InputError("preflight", [Problem("TRN066", f"nothing to judge: {why}")])
    end, plans = Deadline(options["deadline"]), together(demands)
    session = None if options["offline"] else session_of(options["profile"], end.left, "judges by the catalog alone")
    reports = [
        run(
            demand,
            session=session,
            checks=names_of(options["checks"]),
            skip=names_of(options["skip"]) or (),
            dry_run_launch=options["dry_run_launch"],
            catalog=catalog,
            progress=_progress(),
            deadline=end,
        )
        for demand in plans
    ]
    return merged([*reports, Report(not_reviewed=tuple(unread), notes=_added_up(demands, plans))])


def _added_up(demands: Sequence[Demand], plans: Sequence[Demand]) -> tuple[str, ...]:
    """Return how several plans were judged."""
    regions = [plan.region for plan in plans]
    apart = [name for name in dict.fromkeys(regions) if regions.count(name) > 1]
    why = "they share a stack, name several accounts, or ask for nothing"
    alone = [f"{name}: {regions.count(name)} plans were judged each by itself: {why}" for name in apart]
    summed = len(plans) < len(demands)
    return (*([f"what {len(demands)} plans ask of one account and region is added up"] if summed else []), *alone)


def _progress() -> Any:
    if not takes_escapes(sys.stderr):
        return lambda _name: None
    asked = 0

    def show(name: str) -> None:
        nonlocal asked
        asked += 1
        click.echo(f"\r\x1b[Kasking {asked}: {name}", nl=False, err=True)

    return show


def _about(*, colored: bool) -> About:
    from ..formats import About
    from ..formats.about import RuleText
    from ..preflight.check import all_checks

    checks = {check.id: RuleText(check.title, check.why, check.command, check.source) for check in all_checks()}
    return About(verb="preflight", rules=checks, color=colored and takes_color())


def _write(report: Report, options: dict[str, Any]) -> None:
    from ..formats import render

    if takes_escapes(sys.stderr):
        click.echo("\r\x1b[K", nl=False, err=True)
    text = render(report, options["form"], _about(colored=options["output"] is None))
    if options["output"] is None:
        print_report(text, options["form"])
    else:
        given = (*options["paths"], options["request"], options["overlay"])
        write_report(options["output"], text, given, "TRN067")
