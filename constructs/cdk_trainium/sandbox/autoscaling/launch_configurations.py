"""CreateLaunchConfiguration: moto's own, but not for accelerator types, whose groups need a launch template."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moto.autoscaling.responses import AutoScalingResponse
from moto.core.responses import ActionResult

from ..rules import launch_elsewhere

__all__ = ["HANDLERS"]

_moto_create: Callable[[Any], ActionResult] = AutoScalingResponse.create_launch_configuration


def create(request: Any) -> ActionResult:
    """Make it, unless nodes of it would start past the rules."""
    types = [str(request._get_param("InstanceType") or "")]
    launch_elsewhere.check("CreateLaunchConfiguration", types, launch_elsewhere.GROUP)
    return _moto_create(request)


HANDLERS = {"CreateLaunchConfiguration": create}
