"""What nodeadm, the boot program of EKS on Amazon Linux 2023, needs to join a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import Problem
from ..wording import as_written
from .mime import is_mime, mime_parts

__all__ = [
    "NODE_CONFIG",
    "NODE_CONFIG_UNREADABLE",
    "NO_NODE_CONFIG",
    "UNREAD_NODE_CONFIG",
    "NodeConfigFault",
    "check_node_config",
    "has_node_config",
    "joins_by_script",
    "unread_node_configs",
]

_KIND = "node.eks.aws"
NODE_CONFIG = "TRN517"
NODE_CONFIG_UNREADABLE = "TRN518"
UNREAD_NODE_CONFIG = "TRN521"
NO_NODE_CONFIG = "TRN525"
_BY_SCRIPT = ("/etc/eks/bootstrap.sh", "settings.kubernetes", _KIND)
"""What else tells a node its cluster: the script of Amazon Linux 2, Bottlerocket's settings, a NodeConfig written."""
_CONFIG = re.compile(r"\s*(?:#.*\n\s*|---[^\S\n]*\n\s*)*(?:apiVersion|kind|spec)\s*:")
"""Begin of a YAML document, not of a script that writes one."""
_NEEDED = ("name", "apiServerEndpoint", "certificateAuthority", "cidr")
_LONGEST = 100_000
"""Characters of all NodeConfigs: YAML is slow to read, and gzip makes short what is long."""


class NodeConfigFault(NamedTuple):
    """What is wrong with the NodeConfigs of user data."""

    problem: Problem
    certain: bool = True
    """Whether it is; False where they are more than is read here."""


def has_node_config(text: str) -> bool:
    """Return whether user data ``text`` holds a NodeConfig that nodeadm reads: a part of its own, or all of it."""
    return _KIND in text and any(True for _ in _documents(text))


def joins_by_script(text: str) -> bool:
    """Return whether user data ``text`` tells the node its cluster in another way, right or wrong for its image."""
    return any(item in text for item in _BY_SCRIPT)


def check_node_config(text: str) -> NodeConfigFault | None:
    """Return what the NodeConfigs of user data ``text`` lack together; nothing when it holds none.

    Source: awslabs/amazon-eks-ami, nodeadm: validation of spec.cluster; nodeadm merges several NodeConfigs.
    """
    if not has_node_config(text):
        return None
    documents = list(_documents(text))
    if sum(map(len, documents)) > _LONGEST:
        return _unsure(f"a NodeConfig is longer than {_LONGEST:,} characters")
    cluster: dict[str, Any] = {}
    for document in documents:
        data = _parsed(document)
        if isinstance(data, NodeConfigFault):
            return data
        wrong = next(filter(None, map(_foreign, data)), None)
        if wrong is not None:
            return NodeConfigFault(wrong)
        cluster.update({name: value for name, value in _cluster(data).items() if _said(value)})
    missing = [f"spec.cluster.{name}" for name in _NEEDED if name not in cluster]
    return NodeConfigFault(_lacking(missing)) if missing else None


def _lacking(missing: list[str]) -> Problem:
    text = f"the NodeConfig lacks {', '.join(missing)}, or says nothing there"
    hint = "with an image of your own EKS fills none of them in: take them from the cluster's attributes"
    return Problem(NODE_CONFIG, text, "user_data", hint=hint)


def _unsure(text: str) -> NodeConfigFault:
    return NodeConfigFault(Problem(NODE_CONFIG_UNREADABLE, text, "user_data"), certain=False)


def _foreign(document: dict[str, Any]) -> Problem | None:
    """Return a problem when ``document`` is of no API or kind that nodeadm knows; versions come and go.

    Source: awslabs/amazon-eks-ami, nodeadm API: kind NodeConfig of node.eks.aws/v1alpha1.
    """
    version, kind = document.get("apiVersion"), document.get("kind")
    text = "of a NodeConfig is none that nodeadm knows"
    if not isinstance(version, str) or not version.startswith((f"{_KIND}/", "${")):
        got, allowed = as_written(version), f"{_KIND}/v1alpha1"
        return Problem(NODE_CONFIG_UNREADABLE, f"the apiVersion {text}", "user_data", got, allowed)
    if kind != "NodeConfig" and not (isinstance(kind, str) and "${" in kind):
        return Problem(NODE_CONFIG_UNREADABLE, f"the kind {text}", "user_data", as_written(kind), "NodeConfig")
    return None


def unread_node_configs(text: str) -> list[str]:
    """Return the types of MIME parts of ``text`` that are a NodeConfig, and that nodeadm does not read.

    Source: awslabs/amazon-eks-ami, nodeadm: it reads the parts of type application/node.eks.aws.
    """
    if _KIND not in text or not is_mime(text):
        return []
    parts = [(kind, payload) for kind, payload in mime_parts(text) if kind != f"application/{_KIND}"]
    return [kind for kind, payload in parts if _CONFIG.match(payload) and _KIND in payload]


def _documents(text: str) -> Iterator[str]:
    if is_mime(text):
        yield from (payload for kind, payload in mime_parts(text) if kind == f"application/{_KIND}")
    elif text.lstrip().startswith(("apiVersion:", "---", "kind:", "{")):
        yield text


def _parsed(document: str) -> list[dict[Any, Any]] | NodeConfigFault:
    """Return the objects of the document, or what is wrong with it."""
    import yaml

    from ..plain_yaml import NumberTooLongError, PlaceLoader

    try:
        return [item for item in yaml.load_all(document, PlaceLoader) if isinstance(item, dict)]
    except RecursionError:
        return _unsure("a NodeConfig is nested too deep to be read here")
    except NumberTooLongError as error:
        return _unsure(f"a NodeConfig holds {error.problem}")
    except (yaml.YAMLError, ValueError) as error:
        text = f"a NodeConfig is no YAML: {getattr(error, 'problem', None) or error}"
        return NodeConfigFault(Problem(NODE_CONFIG_UNREADABLE, text, "user_data"))


def _cluster(documents: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in documents:
        spec = item.get("spec")
        cluster = spec.get("cluster") if isinstance(spec, dict) else None
        found.update(cluster if isinstance(cluster, dict) else {})
    return found


def _said(value: Any) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value is not None  # aliases make others long without end
