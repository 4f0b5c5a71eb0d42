"""RunInstances."""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult
from moto.ec2.utils import filter_iam_instance_profiles
from moto.iam.exceptions import NotFoundException

from ..refusal import Rule
from ..rules import instance_profile_exists, launch_count
from .launch_request import build
from .launching import decide
from .nodes import create
from .request import region_state

__all__ = ["DRY_RUN", "HANDLERS"]

DRY_RUN = Rule(
    id="dry-run",
    title="A dry run that would have succeeded answers with an error; it says nothing about capacity.",
    code="DryRunOperation",
    source="EC2 API error codes: DryRunOperation, HTTP status 412",
    http_status=412,
)


def run_instances(request: Any) -> ActionResult:
    """Launch nodes; all rules apply, and a dry run stops before capacity and quotas are looked at."""
    from .launching import check

    state, params = region_state(request), dict(request.params)
    count = int(params.get("MaxCount", 1))
    least = int(params.get("MinCount", count))
    launch_count.check(least, count)
    launch = build(state, params, count=count, min_count=least)
    _check_profile(request, launch.data)
    if params.get("DryRun"):
        check(launch)
        raise DRY_RUN.refuse("Request would have succeeded, but DryRun flag is set.")
    return ActionResult(create(launch, decide(launch)))


def _check_profile(request: Any, data: dict[str, Any]) -> None:
    profile = data.get("IamInstanceProfile") or {}
    if not profile:
        return
    try:
        filter_iam_instance_profiles(
            request.current_account,
            partition=request.partition,
            iam_instance_profile_arn=profile.get("Arn"),
            iam_instance_profile_name=profile.get("Name"),
        )
    except NotFoundException:
        raise instance_profile_exists.refusal(profile) from None


HANDLERS = {"RunInstances": run_instances}
