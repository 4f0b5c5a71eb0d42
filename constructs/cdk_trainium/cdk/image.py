"""The machine image of a node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import jsii
from aws_cdk import Stack
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from .. import catalog
from ..catalog import InstanceTypeInfo
from ..errors import Problem, PropsError
from ..spec import ImageSpec, checked
from .context import region_of, stack_of

__all__ = ["NeuronImage"]

_read: WeakKeyDictionary[Stack, dict[str, str]] = WeakKeyDictionary()
"""Stack -> parameter -> the id it holds, as its template says it: each answer costs five calls to Node."""


@jsii.implements(ec2.IMachineImage)
class NeuronImage:
    """An image for accelerator nodes: pinned by id (for one region or several), or following a public SSM parameter.

    A pinned image is what a cluster should run: nodes launched later equal those launched before. ``floating`` takes
    whatever the parameter says at each stack update.
    """

    def __init__(
        self,
        *,
        family: str | None = None,
        os: str | None = None,
        kubernetes: str | None = None,
        id: str | None = None,
        ids: Mapping[str, str] | None = None,
        ssm_parameter: str | None = None,
        floating: bool | None = None,
    ) -> None:
        """Describe the image; nothing is looked up.

        Args:
            family: ``neuron-base``, ``neuron-multi-framework``, ``eks-neuron``, ``ecs-neuron``, ``nvidia-base`` or
                ``eks-nvidia``. Default: - neuron-multi-framework, or nvidia-base on types with NVIDIA accelerators
            os: ``ubuntu-24.04`` or ``amazon-linux-2023``. Default: - the first that the family is published for
            kubernetes: Kubernetes version, for the EKS families only. Default: - none
            id: pinned image id. Default: - none
            ids: region -> pinned image id. Default: - none
            ssm_parameter: path that holds an image id, with ``floating``. Default: - the family's public parameter
            floating: follow the parameter. Default: - false

        Raises:
            PropsError: neither pinned nor floating, both, or a system that the family is not published for.
        """
        props = {"family": family, "os": os, "kubernetes": kubernetes, "id": id, "ssm_parameter": ssm_parameter}
        given = {**props, "ids": dict(ids) if isinstance(ids, Mapping) else ids, "floating": floating}
        self.spec = checked(type(self).__name__, ImageSpec, given)
        self._entry = _entry(self.spec, self.spec.family or "neuron-multi-framework")

    @classmethod
    def of(cls, spec: ImageSpec, info: InstanceTypeInfo) -> NeuronImage:
        """Return the image of ``spec`` for nodes of ``info``: the family fits its accelerators."""
        image = cls(**{name: getattr(spec, name) for name in ImageSpec.model_fields})
        image._entry = _entry(spec, spec.family or default_family(info))
        return image

    @property
    def root_device(self) -> str:
        """Device name of the root volume, such as ``/dev/sda1``."""
        return str(self._entry["root_device"])

    @property
    def root_gib(self) -> int:
        """Smallest root volume. Unit: GiB."""
        return int(self._entry["root_gib"])

    @property
    def ssm_parameter(self) -> str:
        """Path of the parameter that a floating image follows."""
        path = self.spec.ssm_parameter or str(self._entry["ssm_parameter"])
        return path.replace("{kubernetes}", self.spec.kubernetes or "")

    def image_id(self, scope: Construct) -> str:
        """Return the id for the region of ``scope``; for a floating image it is a parameter of the stack.

        Raises:
            PropsError: ``ids`` has none for the region.
        """
        if self.spec.id is not None:
            return self.spec.id
        if self.spec.ids is None:
            return _parameter(scope, self.ssm_parameter)
        return self._of_region(scope, self.spec.ids)

    def get_image(self, scope: Construct) -> ec2.MachineImageConfig:
        """Return the image for other constructs of the CDK; `IMachineImage`."""
        return ec2.MachineImageConfig(
            image_id=self.image_id(scope), os_type=ec2.OperatingSystemType.LINUX, user_data=ec2.UserData.for_linux()
        )

    def _of_region(self, scope: Construct, ids: Mapping[str, str]) -> str:
        region = region_of(scope)
        if region is None:
            return ec2.MachineImage.generic_linux(dict(ids)).get_image(scope).image_id
        if region not in ids:
            raise PropsError(
                scope.node.path,
                [Problem("TRN505", f"no image is pinned for {region}", "image.ids", ", ".join(ids), region)],
            )
        return ids[region]


def _parameter(scope: Construct, path: str) -> str:
    """Return the id that ``path`` holds; the class of the parameter itself is in a further service of the CDK."""
    stack = stack_of(scope)
    read = _read.setdefault(stack, {})
    if path not in read:
        read[path] = ec2.MachineImage.from_ssm_parameter(path).get_image(stack).image_id
    return read[path]


def default_family(info: InstanceTypeInfo) -> str:
    """Return the image family for the accelerators of ``info``."""
    return "nvidia-base" if info.value("accelerator_vendor") == "nvidia" else "neuron-multi-framework"


def _entry(spec: ImageSpec, family: str) -> Mapping[str, Any]:
    systems: Mapping[str, Any] = catalog.default().images["families"][family]
    if spec.os is None:
        return next(systems[name] for name in ("ubuntu-24.04", "amazon-linux-2023") if name in systems)
    entry: Mapping[str, Any] | None = systems.get(spec.os)
    if entry is None:
        allowed = ", ".join(systems)
        raise PropsError("image", [Problem("TRN503", f"{family} is not published for it", "os", spec.os, allowed)])
    return entry
