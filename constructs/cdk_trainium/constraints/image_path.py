"""What the name of a public SSM parameter tells of the image behind it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

__all__ = ["ImagePath", "read_image_path"]

_SYSTEM = re.compile(
    r"(amazon-linux-20\d\d|amazon-linux-2|al2023|al2|amzn2|ubuntu-\d\d\.\d\d|bottlerocket|windows)(?![0-9])"
)
_CANONICAL = re.compile(r"/canonical/ubuntu/server(?:-minimal)?/(\d\d\.\d\d)/")
_KUBERNETES = re.compile(r"/eks/optimized-ami/(\d+\.\d+)/|/bottlerocket/aws-k8s-(\d+\.\d+)")
_ONLY_FOR = re.compile(r"^/aws/service/neuron/dlami/[^/]*-((?:inf|trn)\d+[a-z]*)/")
_ALIASES = {"al2023": "amazon-linux-2023", "al2": "amazon-linux-2", "amzn2": "amazon-linux-2"}
_VERSION = re.compile(r"(?<!:):([\w.-]+)$")
_MOST_KEYS = 4
_PCS = "/aws/service/pcs/ami/dlami-base-"
"""The images that AWS PCS publishes: they hold NVIDIA's stack, and there are none for Neuron."""
_BARE = ("/aws/service/ami-amazon-linux-latest/", "/aws/service/ami-windows-latest/")
_FLOATING = ("latest", "recommended", "current")


class ImagePath(NamedTuple):
    """One SSM parameter of an image; empty members are not told by its name."""

    path: str
    public: bool
    """Whether AWS publishes it."""
    floating: bool
    """Whether the name stands for the newest image."""
    os: str = ""
    """``ubuntu-24.04``, ``amazon-linux-2023``, ``amazon-linux-2``, ``bottlerocket``, ``windows``."""
    vendor: str = ""
    """``neuron`` or ``nvidia``."""
    architecture: str = ""
    """``x86_64`` or ``arm64``."""
    plain: bool = False
    """Whether it is an image without drivers of accelerators: AWS publishes others, with them."""
    family: str = ""
    """``inf1``: the only family that it is for."""
    kubernetes: str = ""
    version: str = ""
    """Version of the parameter that a reference names: it never changes then."""
    keys: tuple[str, ...] = ()
    """Keys of a template's map, ``us-east-2``, that lead to it. Default: - it is the only image."""

    @property
    def joins_by_node_config(self) -> bool:
        """Whether nodes of the image join an EKS cluster by a NodeConfig in their user data, and by nothing else."""
        return self.os == "amazon-linux-2023" and self.path.startswith("/aws/service/eks/optimized-ami/")

    @property
    def label(self) -> str:
        """The path as a message shows it, with the keys that lead to it."""
        more = f" and {len(self.keys) - _MOST_KEYS} more" if len(self.keys) > _MOST_KEYS else ""
        return f"{self.path} (for {', '.join(self.keys[:_MOST_KEYS])}{more})" if self.keys else self.path


@lru_cache(maxsize=1024)
def read_image_path(path: str) -> ImagePath:
    """Return what ``path``, also one with a version or label, tells; a name that is none of AWS's tells only itself."""
    match = _VERSION.search(path)
    name, version = (path[: match.start()], match.group(1)) if match else (path, "")
    pinned = version if version.isascii() and version.isdigit() else ""  # a label moves on
    if not name.startswith("/aws/service/"):
        return ImagePath(name, public=False, floating=False, version=pinned)
    parts = name.split("/")
    newest = any(part in _FLOATING for part in parts) or name.startswith(_BARE)
    return ImagePath(
        name,
        public=True,
        floating=newest and not pinned,
        os=_system(name),
        vendor=_vendor(name, parts),
        architecture=_architecture(name, parts),
        plain=_plain(name, parts),
        family=_family(name),
        kubernetes=_kubernetes(name),
        version=pinned,
    )


def _system(path: str) -> str:
    canonical = _CANONICAL.search(path)
    if canonical:
        return f"ubuntu-{canonical.group(1)}"
    match = _SYSTEM.search(path)
    return _ALIASES.get(match.group(1), match.group(1)) if match else ""


def _vendor(path: str, parts: list[str]) -> str:
    # The Amazon Linux 2 "gpu" image of EKS serves NVIDIA and Neuron alike, so its name tells neither.
    if "neuron" in path or "inf" in parts:
        return "neuron"
    if "nvidia" in path or ("gpu" in parts and "/ecs/" in path) or path.startswith(_PCS):
        return "nvidia"
    return ""


def _plain(path: str, parts: list[str]) -> bool:
    if path.startswith(_BARE) or _CANONICAL.search(path):
        return True
    if path.startswith("/aws/service/eks/optimized-ami/"):
        return "standard" in parts
    return path.startswith("/aws/service/ecs/optimized-ami/amazon-linux-2023/") and not _vendor(path, parts)


def _family(path: str) -> str:
    match = _ONLY_FOR.search(path)
    return match.group(1) if match else ""


def _architecture(path: str, parts: list[str]) -> str:
    if "arm64" in path or "aarch64" in path:
        return "arm64"
    known = "x86_64" in path or "amd64" in parts or "/neuron/dlami/" in path
    return "x86_64" if known else ""


def _kubernetes(path: str) -> str:
    match = _KUBERNETES.search(path)
    return (match.group(1) or match.group(2)) if match else ""
