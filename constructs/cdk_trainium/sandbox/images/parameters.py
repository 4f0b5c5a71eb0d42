"""Public parameters of Neuron, EKS and ECS images; moto has a few and refuses to be given more under /aws."""

from __future__ import annotations

from typing import Any

from moto.ssm.models import Parameter, ParameterDict, ssm_backends

from ..state import RegionState, region_of
from .amis import add
from .public import PublicImage, public_images

__all__ = ["install", "public_parameters", "publish"]

_PREFIXES = (
    "/aws/service/neuron",
    "/aws/service/eks/optimized-ami",
    "/aws/service/ecs/optimized-ami",
    "/aws/service/deeplearning/ami",
)
_moto_check = ParameterDict._check_loading_status


def install() -> None:
    """Load ours when a path under a public prefix is first read."""
    ParameterDict._check_loading_status = _check  # type: ignore[method-assign]


def public_parameters(state: RegionState) -> list[str]:
    """Return the public parameters of the region that hold an image."""
    return sorted(image.parameter for image in public_images(state.region_name) if not _missing(state, image.parameter))


def publish(state: RegionState, parameter: str) -> str:
    """Publish a newer image under ``parameter``, one of `public_parameters`, as AWS does; return its id."""
    parameters = ssm_backends[state.account_id][state.region_name]._parameters
    versions = parameters[parameter]
    base = next(image for image in public_images(state.region_name) if image.parameter == parameter)
    now = state.settings.clock.now()
    image = PublicImage(
        region=base.region,
        parameter=parameter,
        name=f"{base.name}-{len(versions)}",
        owner_id=base.owner_id,
        root_device=base.root_device,
        snapshot_gib=base.snapshot_gib,
        created=now,
        description=base.description,
        architecture=base.architecture,
        release=len(versions),
    )
    add(state.ec2, image)
    versions.append(_parameter(state, parameter, image.id, len(versions) + 1, now))
    return image.id


def _check(self: Any, key: str) -> None:
    _moto_check(self, key)
    if str(key or "").startswith(_PREFIXES) and not getattr(self, "neuron_loaded", False):
        self.neuron_loaded = True
        _load(self, region_of(self.region_name, self.account_id))


def _load(parameters: Any, state: RegionState) -> None:
    for image in public_images(state.region_name):
        if not _missing(state, image.parameter):
            for name, value in _values(image).items():
                held = dict.setdefault(parameters, name, [])
                held.append(_parameter(state, name, value, 1, image.created))


def _missing(state: RegionState, parameter: str) -> bool:
    without = state.settings.regions_without_neuron_images
    return parameter.startswith("/aws/service/neuron/") and state.region_name in without


def _values(image: PublicImage) -> dict[str, str]:
    values = {image.parameter: image.id}
    if "/eks/" in image.parameter:
        values[image.parameter.replace("/image_id", "/release_version")] = f"{image.created:%Y%m%d}"
    return values


def _parameter(state: RegionState, name: str, value: str, version: int, time: Any) -> Any:
    make: Any = Parameter  # abstract by its annotations, made directly by moto itself
    return make(
        account_id=state.account_id,
        name=name,
        value=value,
        parameter_type="String",
        description=None,
        allowed_pattern=None,
        keyid=None,
        last_modified_date=time,
        version=version,
        data_type="aws:ec2:image" if value.startswith("ami-") else "text",
    )
