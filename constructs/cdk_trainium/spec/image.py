"""Which machine image the nodes boot."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, model_validator

from .base import Spec, catalog_of
from .problem import bad
from .text import ImageId, ParameterPath

__all__ = ["ImageSpec"]

Family = Literal["neuron-base", "neuron-multi-framework", "eks-neuron", "ecs-neuron", "nvidia-base", "eks-nvidia"]


class ImageSpec(Spec):
    """A pinned image (``id`` or ``ids``), or a public parameter that floats, on request."""

    family: Family | None = None
    """Family of AWS images: fixes device names, root size and the accelerator it is for.
    Default: - neuron-multi-framework for Neuron types, nvidia-base for NVIDIA types"""
    os: Literal["ubuntu-24.04", "amazon-linux-2023"] | None = None
    """Operating system. Default: - the first the family is published for, ubuntu-24.04 before amazon-linux-2023"""
    kubernetes: Annotated[str, Field(pattern=r"^1\.[0-9]{2}$")] | None = None
    """Kubernetes version of the EKS families, such as ``"1.34"``. Default: - none; required for eks-…"""
    id: ImageId | None = None
    """Pinned image id. Default: - none"""
    ids: dict[str, ImageId] | None = None
    """Region -> pinned image id, for files used in several regions. Default: - none"""
    ssm_parameter: ParameterPath | None = None
    """Path of an SSM parameter that holds an image id; needs ``floating``. Default: - the family's public one"""
    floating: bool = False
    """Let the image follow its SSM parameter: every stack update may then bring a new image and replace nodes.
    Default: - false, the image is pinned"""

    @model_validator(mode="after")
    def _pinned_or_floating(self) -> ImageSpec:
        pinned = [name for name in ("id", "ids") if getattr(self, name) is not None]
        if len(pinned) + self.floating > 1:
            raise bad("TRN502", "an image is pinned by id, by ids, or floats: one of them", allowed="id, ids, floating")
        if pinned and self.ssm_parameter is not None:
            text = "a pinned image follows no parameter"
            raise bad("TRN502", text, prop="ssm_parameter", allowed="with floating: true, without id and ids")
        if not pinned and not self.floating:
            raise bad(
                "TRN501",
                "the image is neither pinned nor allowed to float",
                allowed="id, ids, or floating: true",
                hint="pin the id you tested (aws ssm get-parameter shows today's), or set floating: true",
            )
        return self

    @model_validator(mode="after")
    def _published(self, info: ValidationInfo) -> ImageSpec:
        if self.family is None:
            return self
        systems = catalog_of(info).images["families"][self.family]
        if self.os is not None and self.os not in systems:
            raise bad("TRN503", f"{self.family} is not published for it", prop="os", allowed=", ".join(systems))
        if self.family.startswith("eks-") and self.kubernetes is None:
            raise bad(
                "TRN504", "an EKS image belongs to a Kubernetes version", prop="kubernetes", allowed='such as "1.34"'
            )
        return self
