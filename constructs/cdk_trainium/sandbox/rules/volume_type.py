"""A volume asks for operations and throughput as its type takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="volume-type",
    title="Iops on volumes other than gp3, io1 and io2, their lack on io1 and io2, and throughput off gp3 are refused.",
    code="InvalidParameterCombination",
    source="EC2 API, CreateVolume; EC2's answers as quoted in public reports",
)
_NEEDS_IOPS = ("io1", "io2")
_TAKES_NONE = ("gp2", "st1", "sc1", "standard")


def check(launch: Launch) -> None:
    """Refuse the first such volume; one that leaves its type to EC2 is not looked at."""
    for mapping in launch.data.get("BlockDeviceMappings") or []:
        volume = mapping.get("Ebs") or {}
        kind = volume.get("VolumeType")
        if kind in _NEEDS_IOPS and not volume.get("Iops"):
            raise RULE.refuse(f"The parameter iops must be specified for {kind} volumes.")
        if kind in _TAKES_NONE and volume.get("Iops") is not None:
            raise RULE.refuse(f"The parameter iops is not supported for {kind} volumes.")
        if kind in (*_NEEDS_IOPS, *_TAKES_NONE) and volume.get("Throughput") is not None:
            raise RULE.refuse("throughput can only be specified for volumeType gp3.")
