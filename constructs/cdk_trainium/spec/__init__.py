"""The cluster file and the pure-data props of the constructs."""

from __future__ import annotations

from .base import Spec, checked
from .capacity import (
    Block,
    BlockCapacity,
    Capacity,
    CapacitySpec,
    OnDemandCapacity,
    ReservationCapacity,
    SpotCapacity,
)
from .cluster import ClusterGroup, ClusterSpec, UltraClusterSpec, UltraServerGroup
from .cluster_problems import cluster_problems, interfaces_of_group, node_count_of
from .file import ClusterFileError, load_cluster, parse_cluster
from .image import ImageSpec
from .late import Late, Literally, is_late
from .network import ImportedVpcSpec, NetworkSpec, PlaceSpec, ZoneSpec
from .node import NodeSpec
from .node_group import NodeGroupSpec

__all__ = [
    "Block",
    "BlockCapacity",
    "Capacity",
    "CapacitySpec",
    "ClusterFileError",
    "ClusterGroup",
    "ClusterSpec",
    "ImageSpec",
    "ImportedVpcSpec",
    "Late",
    "Literally",
    "NetworkSpec",
    "NodeGroupSpec",
    "NodeSpec",
    "OnDemandCapacity",
    "PlaceSpec",
    "ReservationCapacity",
    "Spec",
    "SpotCapacity",
    "UltraClusterSpec",
    "UltraServerGroup",
    "ZoneSpec",
    "checked",
    "cluster_problems",
    "interfaces_of_group",
    "is_late",
    "load_cluster",
    "node_count_of",
    "parse_cluster",
]
