"""The parts of a launch template, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..constraints import Interface
from ..spec import BlockCapacity, CapacitySpec, SpotCapacity

__all__ = ["METADATA_OPTIONS", "market", "network_interfaces", "root_volume"]

METADATA_OPTIONS: Mapping[str, Any] = {
    "httpEndpoint": "enabled",
    "httpTokens": "required",
    "httpPutResponseHopLimit": 2,
}
"""IMDSv2 only; two hops, so that containers reach it."""


def network_interfaces(
    interfaces: Sequence[Interface], groups: Sequence[str], subnet_id: str | None
) -> list[dict[str, Any]]:
    """Return one entry for each interface; all name their groups, since there can be none at the top level.

    No public address is asked for: EC2 refuses it with several interfaces.
    """
    place = {} if subnet_id is None else {"subnetId": subnet_id}
    return [
        {
            "networkCardIndex": one.card,
            "deviceIndex": one.device,
            "interfaceType": one.type,
            "groups": list(groups),
            "deleteOnTermination": True,
            **place,
        }
        for one in interfaces
    ]


def root_volume(device: str, gib: int, key_arn: str | None) -> list[dict[str, Any]]:
    """Return the encrypted gp3 root volume."""
    key = {} if key_arn is None else {"kmsKeyId": key_arn}
    ebs = {"volumeType": "gp3", "volumeSize": gib, "encrypted": True, "deleteOnTermination": True, **key}
    return [{"deviceName": device, "ebs": ebs}]


def market(capacity: CapacitySpec | None, pool_arn: str | None) -> dict[str, Any]:
    """Return market type and target: a block needs both; an ODCR's target is for the group, not the template.

    Args:
        capacity: how the nodes are bought.
        pool_arn: resource group that holds the reservations of several blocks, None for one block.
    """
    if isinstance(capacity, SpotCapacity):
        return {"instanceMarketOptions": {"marketType": "spot", "spotOptions": {"spotInstanceType": "one-time"}}}
    if not isinstance(capacity, BlockCapacity):
        return {}
    one = {"capacityReservationId": capacity.blocks[0].reservation_id}
    target = one if pool_arn is None else {"capacityReservationResourceGroupArn": pool_arn}
    return {
        "instanceMarketOptions": {"marketType": "capacity-block"},
        "capacityReservationSpecification": {"capacityReservationTarget": target},
    }
