"""Cloud assemblies: what ``cdk synth`` writes, with stages and nested stacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import TemplateError
from ..findings import NotReviewed
from ..plain_file import is_file
from .codes import MANIFEST, fault
from .environment import Environment
from .template import Template
from .text import parse, read_bytes
from .within import folders_of, leaves

__all__ = ["Metadata", "is_assembly", "outermost", "stacks_of"]

_WITHOUT_STACKS = ("cdk:tree", "cdk:asset-manifest", "cdk:feature-flag-report", "none")
"""Types of artifacts that hold no template; what a later CDK adds is told as not reviewed."""


_STAGE = "cdk:cloud-assembly"
_CLAIMS = re.compile(rb'"(aws:cloudformation:stack|cdk:[a-z-]+)"')
"""Types of artifacts; the manifests of web apps and other tools have none of them."""


class Metadata(NamedTuple):
    """Construct paths of one stack and of the stacks nested in it."""

    stacks: Mapping[str, str]
    """Template file -> path of the construct that wrote it."""
    resources: Mapping[str, Mapping[str, str]]
    """Path of a stack -> logical id -> construct path."""
    acknowledged: Mapping[str, Mapping[str, str]]
    """Construct path -> id of an acknowledged rule -> reason."""


def is_assembly(folder: Path) -> bool:
    """Return whether ``folder`` holds a ``manifest.json`` of a cloud assembly.

    The file ``cdk.out`` beside it says so; CDK itself does without, and a copy may lack it.
    """
    manifest = folder / "manifest.json"
    return is_file(manifest) and (is_file(folder / "cdk.out") or _CLAIMS.search(read_bytes(manifest)) is not None)


def unfinished(folder: Path) -> Iterator[NotReviewed]:
    """Yield why ``folder`` is not all of the cloud assembly that it seems to be: its manifest is not there."""
    if is_file(folder / "cdk.out"):
        why = "the folder has no manifest.json: synthesis did not end, or the folder was copied in part"
        yield NotReviewed(str(folder), f"{why}; its templates have no region, stack name or acknowledgement")


def outermost(folder: Path) -> Path:
    """Return the outermost cloud assembly that has ``folder`` as its stage, or a stage of that; else ``folder``."""
    above = folder.parent
    return outermost(above) if folder.name and _names(above / "manifest.json", folder.name) else folder


def _names(manifest: Path, stage: str) -> bool:
    """Return whether ``manifest`` is one of an assembly with ``stage``; beside it may be those of other tools."""
    try:
        artifacts = _artifacts(manifest) if is_file(manifest) else {}
    except TemplateError:
        return False
    return any(
        item.get("type") == _STAGE and _object(item.get("properties")).get("directoryName") == stage
        for item in artifacts.values()
    )


def stacks_of(
    folder: Path,
    errors: list[TemplateError],
    unread: list[NotReviewed],
    region: str = "",
    above: frozenset[Path] = frozenset(),
) -> Iterator[tuple[Template, Metadata]]:
    """Yield each stack of the assembly ``folder`` and of its stages.

    A broken one goes to ``errors``, an artifact of a type that is not known here to ``unread``. ``above`` are the
    assemblies that ``folder`` is a stage of.
    """
    try:
        artifacts = _artifacts(folder / "manifest.json")
        around = above | {folder.resolve()}
        if len(around) == len(above):
            raise fault(str(folder), MANIFEST, "is no cloud assembly: it is a stage of itself")
    except TemplateError as error:
        errors.append(error)
        return
    for name, artifact in artifacts.items():
        kind = artifact.get("type")
        try:
            if kind == _STAGE:
                yield from stacks_of(_stage(folder, artifact), errors, unread, region, around)
            elif kind == "aws:cloudformation:stack":
                yield _stack(folder, name, artifact, region)
            elif kind not in _WITHOUT_STACKS:
                text = f"artifact {name}: its type {kind} is not known" if kind else f"artifact {name} has no type"
                unread.append(NotReviewed(str(folder / "manifest.json"), text))
        except TemplateError as error:
            errors.append(error)


def _stage(folder: Path, artifact: Mapping[str, Any]) -> Path:
    return _inside(folder, _object(artifact.get("properties")).get("directoryName", ""))


def _artifacts(path: Path) -> Mapping[str, Mapping[str, Any]]:
    artifacts = _json(path).get("artifacts", {})
    if not isinstance(artifacts, dict) or not all(isinstance(item, dict) for item in artifacts.values()):
        raise fault(str(path), MANIFEST, "is no manifest of a cloud assembly: artifacts are objects")
    return artifacts


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):  # the first would be lost: a stack that nobody judges
        key = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise ValueError(f"it has the key {key} twice in one object")
    return made


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _stack(folder: Path, name: str, artifact: Mapping[str, Any], region: str) -> tuple[Template, Metadata]:
    properties = _object(artifact.get("properties"))
    path = _inside(folder, properties.get("templateFile", ""))
    stack = properties.get("stackName") or name
    if not isinstance(stack, str):
        raise fault(str(folder / "manifest.json"), MANIFEST, f"the stackName of artifact {name} is no text")
    environment = _environment(str(artifact.get("environment", "")), region, stack)
    protected = properties.get("terminationProtection")
    template = Template(
        str(path),
        parse(str(path), read_bytes(path), named=True),
        Environment(*environment, protected if isinstance(protected, bool) else None),
    )
    metadata = _metadata(folder, artifact)
    template.construct_path = metadata.stacks.get(path.name, str(artifact.get("displayName", name)))
    template.construct_paths = metadata.resources.get(template.construct_path, {})
    template.acknowledged = metadata.acknowledged
    return template, metadata


def _inside(folder: Path, name: Any) -> Path:
    """Return the path of the file ``name`` of the assembly ``folder``."""
    path = folder / str(name)
    if leaves(path, folders_of([folder])):
        raise fault(str(folder / "manifest.json"), MANIFEST, f"{name} lies outside of the assembly, and is not read")
    return path


def _environment(written: str, region: str, stack: str) -> tuple[str, str, str]:
    account, _, own = written.removeprefix("aws://").partition("/")
    known = "" if own.startswith("unknown") else own
    return known or region, "" if account.startswith("unknown") else account, stack


def _metadata(folder: Path, artifact: Mapping[str, Any]) -> Metadata:
    entries = _object(artifact.get("metadata"))
    extra = artifact.get("additionalMetadataFile")
    if isinstance(extra, str) and is_file(_inside(folder, extra)):
        entries = {**entries, **_json(folder / extra)}
    stacks: dict[str, str] = {}
    ids: list[tuple[str, str]] = []
    acknowledged: dict[str, dict[str, str]] = {}
    for path, items in entries.items():
        for item in map(_object, items if isinstance(items, list) else ()):
            if item.get("type") == "aws:cdk:templateFile":
                stacks[str(item.get("data"))] = path.strip("/")
            elif item.get("type") == "aws:cdk:logicalId":
                ids.append((path.strip("/"), str(item.get("data"))))
            elif item.get("type") == "aws:cdk:acknowledged-rules" and isinstance(item.get("data"), dict):
                acknowledged.setdefault(path.strip("/"), {}).update(item["data"])
    return Metadata(stacks, _by_stack(ids, sorted(stacks.values(), key=len, reverse=True)), acknowledged)


def _by_stack(ids: list[tuple[str, str]], stacks: list[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for path, logical_id in ids:
        owner = next((stack for stack in stacks if path.startswith(f"{stack}/")), path.partition("/")[0])
        found.setdefault(owner, {})[logical_id] = path
    return found


def _json(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(read_bytes(path), object_pairs_hook=_once)
    except RecursionError:
        raise fault(str(path), MANIFEST, "is nested too deep to read") from None
    except ValueError as error:
        raise fault(str(path), MANIFEST, f"is no manifest of a cloud assembly: {error}") from None
    if not isinstance(data, dict):
        raise fault(str(path), MANIFEST, "is no manifest of a cloud assembly")
    return data
