"""Let resource groups have members: GroupResources, UngroupResources and ListGroupResources, which moto lacks."""

from __future__ import annotations

import json
from typing import Any

from moto.core.responses import ActionResult

from ...operations import add

__all__ = ["install", "members"]

_ATTRIBUTE = "cdk_trainium_members"


def members(account: str, region: str, group: str) -> list[str]:
    """Return the ARNs in a group, by the group's name or ARN; none for a group that is not there."""
    from moto.resourcegroups.models import resourcegroups_backends

    known: dict[str, list[str]] = getattr(resourcegroups_backends[account][region], _ATTRIBUTE, {})
    return known.get(_name(group), [])


def install() -> None:
    """Mend moto; calling it again changes nothing."""
    from moto.resourcegroups.responses import ResourceGroupsResponse
    from moto.resourcegroups.urls import url_paths

    for path in ("group-resources", "ungroup-resources", "list-group-resources"):
        url_paths["{0}/" + path + "$"] = ResourceGroupsResponse.dispatch
    handlers = {"GroupResources": _group, "UngroupResources": _ungroup, "ListGroupResources": _list}
    add("resource-groups", ResourceGroupsResponse, handlers)


def _group(request: Any) -> ActionResult:
    given = json.loads(request.body)
    found = _members(request, given["Group"])
    found += [arn for arn in given["ResourceArns"] if arn not in found]
    return ActionResult({"Succeeded": given["ResourceArns"], "Failed": [], "Pending": []})


def _ungroup(request: Any) -> ActionResult:
    given = json.loads(request.body)
    found = _members(request, given["Group"])
    found[:] = [arn for arn in found if arn not in given["ResourceArns"]]
    return ActionResult({"Succeeded": given["ResourceArns"], "Failed": [], "Pending": []})


def _list(request: Any) -> ActionResult:
    given = json.loads(request.body)
    found = _members(request, given.get("Group") or given["GroupName"])
    identifiers = [{"ResourceArn": arn, "ResourceType": "AWS::EC2::CapacityReservation"} for arn in found]
    resources = [{"Identifier": item} for item in identifiers]
    return ActionResult({"Resources": resources, "ResourceIdentifiers": identifiers})


def _members(request: Any, group: str) -> list[str]:
    backend = request.resourcegroups_backend
    backend.get_group(group_name=_name(group))
    known: dict[str, list[str]] = backend.__dict__.setdefault(_ATTRIBUTE, {})
    return known.setdefault(_name(group), [])


def _name(group: str) -> str:
    return group.rsplit(":group/", 1)[-1]
