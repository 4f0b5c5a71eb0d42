"""Whose nodes boot nothing unless somebody names their image."""

from __future__ import annotations

__all__ = ["NO_IMAGE", "needs_image"]

NO_IMAGE = "TRN523"
_BY_EC2 = ("asg", "fleet", "instance")
"""Services that hand a launch template to EC2 as it is; EKS, Batch and HyperPod bring an image of their own."""


def needs_image(kind: str) -> bool:
    """Return whether EC2 launches the nodes of a group of ``kind`` from an image that the template has to name.

    Source: EC2 API, RunInstances: an image id is required, in the request or in the launch template.
    """
    return kind in _BY_EC2
