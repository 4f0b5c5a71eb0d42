"""No test reaches a real endpoint: sockets beyond this machine are refused."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

__all__ = ["BeyondLoopbackError", "loopback_only"]


class BeyondLoopbackError(RuntimeError):
    """Something tried to leave this machine; a RuntimeError, so that no handler of network errors hides it."""


@contextmanager
def loopback_only() -> Iterator[None]:
    """Refuse every connection to an address that is not this machine's, for the length of the block.

    Raises:
        BeyondLoopbackError: In the code that tries.
    """
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded(self: socket.socket, address: Any) -> None:
        _check(self, address)
        connect(self, address)

    def guarded_ex(self: socket.socket, address: Any) -> int:
        _check(self, address)
        return connect_ex(self, address)

    with patch.object(socket.socket, "connect", guarded), patch.object(socket.socket, "connect_ex", guarded_ex):
        yield


def _check(sock: socket.socket, address: Any) -> None:
    if sock.family not in (socket.AF_INET, socket.AF_INET6) or _local(str(address[0])):
        return
    raise BeyondLoopbackError(f"the simulated account does not let a connection leave this machine; got {address}")


def _local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
