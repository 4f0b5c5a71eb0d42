"""Infrastructure as code for AWS Trainium.

The public names are imported on use: ``import cdk_trainium`` starts no Node process and loads no CDK.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_PUBLIC = {
    "Block": "spec",
    "BlockEvents": "cdk.block_events",
    "Capacity": "spec",
    "ClusterFileError": "spec",
    "ClusterNetwork": "cdk.network",
    "ClusterSpec": "spec",
    "EfaSecurityGroup": "cdk.security_group",
    "InputError": "errors",
    "InstanceTypeInfo": "catalog",
    "NeuronImage": "cdk.image",
    "NodeGroup": "cdk.node_group",
    "NodeLaunchTemplate": "cdk.launch_template",
    "PropsError": "errors",
    "TrainingCluster": "cdk.training_cluster",
    "TrainiumError": "errors",
    "TrainiumReview": "cdk.review_plugin",
    "Trn2Instance": "cdk.trn2_instance",
    "UltraCluster": "cdk.ultra_cluster",
    "UltraServer": "cdk.ultra_server",
}
"""Public name -> module that holds it."""

if TYPE_CHECKING:
    from .catalog import InstanceTypeInfo
    from .cdk.block_events import BlockEvents
    from .cdk.image import NeuronImage
    from .cdk.launch_template import NodeLaunchTemplate
    from .cdk.network import ClusterNetwork
    from .cdk.node_group import NodeGroup
    from .cdk.review_plugin import TrainiumReview
    from .cdk.security_group import EfaSecurityGroup
    from .cdk.training_cluster import TrainingCluster
    from .cdk.trn2_instance import Trn2Instance
    from .cdk.ultra_cluster import UltraCluster
    from .cdk.ultra_server import UltraServer
    from .errors import InputError, PropsError, TrainiumError
    from .spec import Block, Capacity, ClusterFileError, ClusterSpec

__all__ = [
    "Block",
    "BlockEvents",
    "Capacity",
    "ClusterFileError",
    "ClusterNetwork",
    "ClusterSpec",
    "EfaSecurityGroup",
    "InputError",
    "InstanceTypeInfo",
    "NeuronImage",
    "NodeGroup",
    "NodeLaunchTemplate",
    "PropsError",
    "TrainingCluster",
    "TrainiumError",
    "TrainiumReview",
    "Trn2Instance",
    "UltraCluster",
    "UltraServer",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_PUBLIC[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
