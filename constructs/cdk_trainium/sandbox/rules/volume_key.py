"""A volume that names a key is encrypted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="volume-key",
    title="A volume that names a key and is not said to be encrypted is refused.",
    code="InvalidParameterDependency",
    source="EC2 API, CreateVolume, KmsKeyId; RunInstances' answer as quoted in public reports",
)


def check(launch: Launch) -> None:
    """Refuse the first such volume."""
    for mapping in launch.data.get("BlockDeviceMappings") or []:
        volume = mapping.get("Ebs") or {}
        if volume.get("KmsKeyId") and str(volume.get("Encrypted")).lower() != "true":
            raise RULE.refuse("The parameter KmsKeyId requires the parameter Encrypted to be set.")
