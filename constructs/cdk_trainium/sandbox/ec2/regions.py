"""DescribeRegions: which regions there are, and which the account has opted into."""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult

from ..filters import matching
from ..refusal import Rule
from ..rules import region_opt_in
from .request import region_state

__all__ = ["HANDLERS", "RULE"]

RULE = Rule(
    id="region-name",
    title="A region that does not exist is refused.",
    code="InvalidParameterValue",
    source="EC2's answer as quoted in public reports: 'Invalid region names: [ … ]'",
)
_FILTERS = {
    "region-name": lambda item: item["RegionName"],
    "endpoint": lambda item: item["Endpoint"],
    "opt-in-status": lambda item: item["OptInStatus"],
}


def describe(request: Any) -> ActionResult:
    """Show the account's regions; with AllRegions those it has not opted into as well."""
    state, wanted = region_state(request), request._get_param("RegionNames", [])
    request.error_on_dryrun()
    names = [item.name for item in state.ec2.regions if not item.name.startswith(("cn-", "us-gov-"))]
    unknown = [name for name in wanted if name not in names]
    if unknown:
        raise RULE.refuse(f"Invalid region names: [{', '.join(unknown)}]")
    found = [
        {
            "RegionName": name,
            "Endpoint": f"ec2.{name}.amazonaws.com",
            "OptInStatus": region_opt_in.status(state.settings, name),
        }
        for name in names
        if not wanted or name in wanted
    ]
    if not request._get_param("AllRegions") and not wanted:
        found = [item for item in found if item["OptInStatus"] != "not-opted-in"]
    return ActionResult({"Regions": matching(request, found, _FILTERS, lambda _: {})})


HANDLERS = {"DescribeRegions": describe}
