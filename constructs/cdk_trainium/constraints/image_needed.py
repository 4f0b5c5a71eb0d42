"""Whose nodes boot nothing unless somebody names their image."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["NO_IMAGE", "named_by_overrides", "needs_image"]

NO_IMAGE = "TRN523"
_BY_EC2 = ("asg", "fleet", "instance")
"""Services that hand a launch template to EC2 as it is; EKS, Batch and HyperPod bring an image of their own."""


def needs_image(kind: str) -> bool:
    """Return whether EC2 launches the nodes of a group of ``kind`` from an image that the template has to name.

    Source: EC2 API, RunInstances: an image id is required, in the request or in the launch template.
    """
    return kind in _BY_EC2


def named_by_overrides(properties: Mapping[str, Any]) -> bool:
    """Return whether every override of an Auto Scaling group's mixed instances policy names an image.

    Source: EC2 Auto Scaling API, LaunchTemplateOverrides: ImageId.
    """
    policy = properties.get("MixedInstancesPolicy")
    launch = policy.get("LaunchTemplate") if isinstance(policy, dict) else None
    overrides = launch.get("Overrides") if isinstance(launch, dict) else None
    listed = overrides if isinstance(overrides, list) else []
    return bool(listed) and all(isinstance(item, dict) and "ImageId" in item for item in listed)
