"""What nodeadm, the boot program of EKS on Amazon Linux 2023, needs to join a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import Problem
from ..wording import as_written
from .mime import cloud_init_takes_as_mime, is_mime, mime_fault, mime_parts
from .node_config_shape import NODE_CONFIG, misfits
from .nodeadm_mime import nodeadm_parts
from .unpacking import decoded, unpacked

__all__ = [
    "NODE_CONFIG",
    "NODE_CONFIG_UNREADABLE",
    "NO_NODE_CONFIG",
    "UNREAD_NODE_CONFIG",
    "NodeConfigFault",
    "UnreadNodeConfig",
    "check_node_config",
    "has_node_config",
    "joins_by_script",
    "unread_node_configs",
]

_KIND = "node.eks.aws"
_TYPE = f"application/{_KIND}"
_VERSIONS = ("v1alpha1",)
"""Source: awslabs/amazon-eks-ami, nodeadm/api, July 2026."""
_NEWER = re.compile(r"v[1-9][0-9]*(?:(?:alpha|beta)[1-9][0-9]*)?")
"""Versions as Kubernetes writes them. Source: Kubernetes, CustomResourceDefinition versioning."""
NODE_CONFIG_UNREADABLE = "TRN518"
UNREAD_NODE_CONFIG = "TRN521"
NO_NODE_CONFIG = "TRN525"
_BY_SCRIPT = ("/etc/eks/bootstrap.sh", "settings.kubernetes", _KIND)
"""What else tells a node its cluster: the script of Amazon Linux 2, Bottlerocket's settings, a NodeConfig written."""
_CONFIG = re.compile(r"\s*(?:#.*\n\s*|---[^\S\n]*\n\s*)*(?:apiVersion|kind|spec)\s*:")
"""Begin of a YAML document, not of a script that writes one."""
_DROP_INS = "/etc/eks/nodeadm.d"
"""Folder of further NodeConfigs, which a script may write. Source: awslabs/amazon-eks-ami, nodeadm configprovider."""
_NEEDED = ("name", "apiServerEndpoint", "certificateAuthority", "cidr")
_LONGEST = 100_000
"""Characters of all NodeConfigs: YAML is slow to read, and gzip makes short what is long."""


_AS_ALLOWED = "write it as allowed"
_OUTERMOST = "make it a part of the outermost document"
_FIX = "end each head with one empty line, and the document with the boundary between two pairs of hyphens"


class NodeConfigFault(NamedTuple):
    """What is wrong with the NodeConfigs of user data."""

    problem: Problem
    certain: bool = True
    """Whether it is; False where they are more than is read here, or may be of a newer version."""
    lacks: bool = False
    """Whether members are missing: EKS fills them in where it merges user data with its own."""


class UnreadNodeConfig(NamedTuple):
    """Why nodeadm does not read a NodeConfig of user data."""

    why: str
    """As a clause."""
    fix: str
    of_type: bool = False
    """Whether the part says another type; EKS leaves that as it is where it merges user data with its own."""
    certain: bool = True
    """Whether it is sure; not where something hidden stands in the lines that are at fault."""


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
    fault = _fault_of(list(_documents(text))) if has_node_config(text) else None
    return fault and fault._replace(certain=fault.certain and _DROP_INS not in text)


def _fault_of(documents: list[str]) -> NodeConfigFault | None:
    if sum(map(len, documents)) > _LONGEST:
        return _unsure(f"a NodeConfig is longer than {_LONGEST:,} characters")
    if any("\ufffd" in document for document in documents):
        return _unsure("a NodeConfig holds bytes that are no text, as gzip does")
    cluster: dict[str, Any] = {}
    for document in documents:
        data = _parsed(document)
        if isinstance(data, NodeConfigFault):
            return data
        wrong = _foreign(data) or next(map(NodeConfigFault, misfits(data.get("spec"))), None)
        if wrong is not None:
            return wrong
        cluster.update({name: value for name, value in _cluster(data).items() if _said(value)})
    missing = [f"spec.cluster.{name}" for name in _NEEDED if name not in cluster]
    return NodeConfigFault(_lacking(missing), lacks=True) if missing else None


def _lacking(missing: list[str]) -> Problem:
    text = f"the NodeConfig lacks {', '.join(missing)}, or says nothing there"
    hint = "with an image of your own EKS fills none of them in: take them from the cluster's attributes"
    return Problem(NODE_CONFIG, text, "user_data", hint=hint)


def _unsure(text: str) -> NodeConfigFault:
    return NodeConfigFault(Problem(NODE_CONFIG_UNREADABLE, text, "user_data"), certain=False)


def _foreign(document: dict[str, Any]) -> NodeConfigFault | None:
    """Return a problem when ``document`` is of no API or kind that nodeadm knows; versions come and go.

    Source: awslabs/amazon-eks-ami, nodeadm API: kind NodeConfig of node.eks.aws/v1alpha1.
    """
    version, kind = _named(document, "apiversion"), _named(document, "kind")
    text = "of a NodeConfig is none that nodeadm knows"
    if not _is_version(version):
        got, allowed = as_written(version), ", ".join(f"{_KIND}/{one}" for one in _VERSIONS)
        problem = Problem(NODE_CONFIG, f"the apiVersion {text}", "user_data", got, allowed, _AS_ALLOWED)
        return NodeConfigFault(problem, not _may_be_newer(version))
    if kind != "NodeConfig" and not (isinstance(kind, str) and "${" in kind):
        problem = Problem(NODE_CONFIG, f"the kind {text}", "user_data", as_written(kind), "NodeConfig", _AS_ALLOWED)
        return NodeConfigFault(problem)
    return None


def _named(document: dict[str, Any], name: str) -> Any:
    """Return a member of the top level that nodeadm finds in capital letters, too, unlike those below ``spec``."""
    return next((value for key, value in document.items() if isinstance(key, str) and key.lower() == name), None)


def _is_version(version: Any) -> bool:
    return isinstance(version, str) and ("${" in version or version in {f"{_KIND}/{one}" for one in _VERSIONS})


def _may_be_newer(version: Any) -> bool:
    group, _, name = version.partition("/") if isinstance(version, str) else ("", "", "")
    return group == _KIND and _NEWER.fullmatch(name) is not None


def unread_node_configs(text: str, merged: bool = False) -> list[UnreadNodeConfig]:
    """Return why nodeadm does not read NodeConfigs of ``text``.

    Args:
        text: the user data.
        merged: whether EKS adds a NodeConfig of its own, which nodeadm then does not read either.

    Source: awslabs/amazon-eks-ami, nodeadm configprovider: it reads the parts of type application/node.eks.aws of the
    top level, and none at all when a part has no proper head.
    """
    is_document = is_mime(text) or cloud_init_takes_as_mime(text)
    if not is_document or not (merged or _KIND in text) or mime_fault(text):
        return []
    parts = mime_parts(text)
    foreign = [kind for kind, body in parts if kind != _TYPE and _CONFIG.match(body) and _KIND in body]
    found = [_of_another_type(kind) for kind in dict.fromkeys(foreign)]
    own, read = sum(kind == _TYPE for kind, _ in parts), nodeadm_parts(text)
    if read.fault and (own or merged):
        found.append(UnreadNodeConfig(f"nodeadm gives the document up: {read.fault}", _FIX, certain=read.certain))
    elif not read.fault and own > sum(kind == _TYPE for kind, _ in read.parts):
        found.append(UnreadNodeConfig("a NodeConfig stands in a multipart within the document", _OUTERMOST))
    return found


def _of_another_type(kind: str) -> UnreadNodeConfig:
    text = f"a NodeConfig stands in a part of type {kind}"
    return UnreadNodeConfig(text, f"give the part Content-Type: {_TYPE}", of_type=True)


def _documents(text: str) -> Iterator[str]:
    """Yield the NodeConfigs that nodeadm comes to; none of a document that it gives up."""
    read = nodeadm_parts(text)
    if not read.fault:
        yield from (_opened(body) for kind, body in read.parts if kind == _TYPE)
    elif not is_mime(text) and (_CONFIG.match(text) or text.lstrip().startswith(("---", "{"))):
        yield text


def _opened(body: str) -> str:
    """Return ``body`` behind one base64 and one gzip, which nodeadm takes off."""
    inner = decoded(body) if body.strip() else None
    data = body.encode("utf-8", "surrogatepass") if inner is None else inner
    found = unpacked(data)
    return data.decode("utf-8", "replace") if "base64" in found.layers else found.text


def _parsed(document: str) -> dict[Any, Any] | NodeConfigFault:
    """Return the object of the first YAML document, the only one that nodeadm decodes, or what is wrong with it."""
    import yaml

    from ..plain_yaml import NumberTooLongError, PlaceLoader

    try:
        found = next(yaml.load_all(document, PlaceLoader), None)
    except RecursionError:
        return _unsure("a NodeConfig is nested too deep to be read here")
    except NumberTooLongError as error:
        return _unsure(f"a NodeConfig holds {error.problem}")
    except (yaml.YAMLError, ValueError) as error:
        text = f"a NodeConfig is no YAML: {getattr(error, 'problem', None) or error}"
        return NodeConfigFault(Problem(NODE_CONFIG_UNREADABLE, text, "user_data"))
    return found if isinstance(found, dict) else {}


def _cluster(document: dict[str, Any]) -> dict[str, Any]:
    spec = document.get("spec")
    cluster = spec.get("cluster") if isinstance(spec, dict) else None
    return cluster if isinstance(cluster, dict) else {}


def _said(value: Any) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value is not None  # aliases make others long without end
