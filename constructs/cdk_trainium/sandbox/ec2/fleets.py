"""CreateFleet, RequestSpotFleet, RequestSpotInstances: moto's own, but not for accelerator types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from moto.core.responses import ActionResult
from moto.ec2.responses import EC2Response

from ..rules import launch_elsewhere
from ..state import RegionState
from .request import region_state

__all__ = ["HANDLERS", "named_types"]


def named_types(state: RegionState, value: Any) -> Iterator[str]:
    """Yield every instance type that a request names, also through a launch template."""
    if isinstance(value, Mapping):
        yield from _of_template(state, value)
        for key, part in value.items():
            yield from [part] if key == "InstanceType" and isinstance(part, str) else named_types(state, part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from named_types(state, part)


def _of_template(state: RegionState, value: Mapping[str, Any]) -> Iterator[str]:
    reference = {key: value[key] for key in ("LaunchTemplateId", "LaunchTemplateName", "Version") if value.get(key)}
    if reference.keys() - {"Version"}:
        version = state.ec2._get_template_from_args(reference)
        yield str(version.data.get("InstanceType") or "")


def _guarded(operation: str, moto: Callable[[Any], ActionResult]) -> Callable[[Any], ActionResult]:
    def answer(request: Any) -> ActionResult:
        launch_elsewhere.check(operation, named_types(region_state(request), dict(request.params)))
        return moto(request)

    return answer


HANDLERS = {
    "CreateFleet": _guarded("CreateFleet", EC2Response.create_fleet),
    "RequestSpotFleet": _guarded("RequestSpotFleet", EC2Response.request_spot_fleet),
    "RequestSpotInstances": _guarded("RequestSpotInstances", EC2Response.request_spot_instances),
}
