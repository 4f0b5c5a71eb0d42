"""Labels that a Kubernetes node may give itself."""

from __future__ import annotations

__all__ = ["kubelet_refuses"]

_RESERVED = ("kubernetes.io", "k8s.io")
_OPEN = ("kubelet.kubernetes.io", "node.kubernetes.io")
_KNOWN = (
    "kubernetes.io/hostname",
    "kubernetes.io/os",
    "kubernetes.io/arch",
    "beta.kubernetes.io/os",
    "beta.kubernetes.io/arch",
    "beta.kubernetes.io/instance-type",
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
    "failure-domain.kubernetes.io/zone",
    "failure-domain.kubernetes.io/region",
    "kubernetes.io/instance-type",
)
"""Those of the reserved names that the kubelet takes. Source: Kubernetes, k8s.io/kubelet apis, well-known labels, and
KEP-279; the message of a kubelet that refuses another one lists them."""


def kubelet_refuses(key: str) -> bool:
    """Return whether a kubelet does not start with the label ``key``: ``node-role.kubernetes.io/worker``."""
    space, slash, _ = key.partition("/")
    return bool(slash) and _is_in(space, _RESERVED) and not _is_in(space, _OPEN) and key not in _KNOWN


def _is_in(space: str, domains: tuple[str, ...]) -> bool:
    return any(space == domain or space.endswith(f".{domain}") for domain in domains)
