"""Builds a `Launch` from a request: finds the template and its version, resolves the image parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from moto.ssm.models import ssm_backends

from ..rules import image_parameter
from .launch import Launch, merged

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["build"]

_OWN = ("MinCount", "MaxCount", "LaunchTemplate", "DryRun", "ClientToken")
"""Parameters of the request that are none of the node's."""


def build(
    state: RegionState,
    request: Mapping[str, Any],
    *,
    count: int,
    min_count: int | None = None,
    extra_tags: Mapping[str, str] | None = None,
) -> Launch:
    """Merge ``request`` (RunInstances' parameters) over the template it names.

    Args:
        state: The region.
        request: Parameters as RunInstances takes them.
        count: Nodes to launch, at most.
        min_count: Nodes to launch, at least. Default: - ``count``
        extra_tags: Tags for the nodes. Default: - none
    """
    reference = request.get("LaunchTemplate")
    version = state.ec2._get_template_from_args(_plain(reference)) if reference else None
    data = merged(version.data if version else {}, {key: request[key] for key in request if key not in _OWN})
    data["ImageId"] = _image(state, data.get("ImageId"))
    template = (version.template.id, str(version.number)) if version else None
    return Launch(state, data, count, min_count or count, template, dict(extra_tags or {}))


def _plain(reference: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in reference.items() if value}


def _image(state: RegionState, image_id: str | None) -> str:
    if not image_id or not image_id.startswith("resolve:ssm:"):
        return image_id or ""
    name = image_id.removeprefix("resolve:ssm:").partition(":")[0]
    parameter = ssm_backends[state.account_id][state.region_name].get_parameter(name)
    if parameter is None:
        raise image_parameter.refusal(image_id)
    return str(parameter.value)
