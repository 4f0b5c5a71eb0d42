"""CreateNetworkInterface with its type, which moto forgets, and AttachNetworkInterface, which refuses EFAs at times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moto.core.responses import ActionResult
from moto.ec2.responses import EC2Response

from ..rules import attach_efa

__all__ = ["HANDLERS"]

_moto_create: Callable[[Any], ActionResult] = EC2Response.create_network_interface
_moto_attach: Callable[[Any], ActionResult] = EC2Response.attach_network_interface


def create(request: Any) -> ActionResult:
    """Make an interface of the type that is asked for."""
    answer = _moto_create(request)
    made: Any = answer.result
    made["NetworkInterface"].interface_type = request._get_param("InterfaceType") or "interface"
    return answer


def attach(request: Any) -> ActionResult:
    """Attach an interface unless its type forbids it."""
    interface = request.ec2_backend.get_network_interface(request._get_param("NetworkInterfaceId"))
    attach_efa.check(interface, request.ec2_backend.get_instance(request._get_param("InstanceId")))
    return _moto_attach(request)


HANDLERS = {"CreateNetworkInterface": create, "AttachNetworkInterface": attach}
