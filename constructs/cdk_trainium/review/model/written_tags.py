"""Where a resource holds tags, in every form that CloudFormation has, and whether they are worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...constraints.tags import MOST_TAGS, check_tag_key, check_tag_lengths
from ...template import Resource, Value
from ..rule import Path
from .places import EACH, Steps, found_at
from .values import as_list, as_map

__all__ = ["Tag", "needs_a_look", "tag_lists", "tags_in"]

_OF_SPECIFICATIONS = ("TagSpecifications", EACH, "Tags")
_PLACES: tuple[Steps, ...] = (
    *(("Tags",), ("ResourceTags",), ("FileSystemTags",), ("AccessPointTags",), ("HostedZoneTags",)),
    *(("HealthCheckTags",), ("BackupVaultTags",), ("BackupPlanTags",), ("FrameworkTags",), ("ReportPlanTags",)),
    *(("TieringConfigurationTags",), ("IdentityPoolTags",), ("UserPoolTags",), ("UserPoolTagsAtCreate",)),
    *(("PipelineTags",), ("BotTags",), ("BotAliasTags",), ("TestBotAliasTags",), ("TestAliasTags",)),
    *(("AmiTags",), ("ImageTags",), ("AllocationResourceTags",), ("CertificateTags",)),
    *(("ComputeResources", "Tags"), ("ComputeResources", "CapacityTags"), ("JobTemplateData", "JobTags")),
    ("Replicas", EACH, "Tags"),
    ("StreamSpecification", "Tags"),
    ("BackupPlan", "BackupPlanRule", EACH, "RecoveryPointTags"),
    ("Distributions", EACH, "AmiDistributionConfiguration", "AmiTags"),
    ("PropagateTags", "ExplicitTags"),
    ("Targets", EACH, "EcsParameters", "TagList"),
    ("TargetParameters", "EcsTaskParameters", "Tags"),
    _OF_SPECIFICATIONS,
    ("LaunchTemplateData", *_OF_SPECIFICATIONS),
    ("ManagedInstance", *_OF_SPECIFICATIONS),
    ("SpotFleetRequestConfigData", *_OF_SPECIFICATIONS),
    ("SpotFleetRequestConfigData", "LaunchSpecifications", EACH, *_OF_SPECIFICATIONS),
    ("VolumeConfigurations", EACH, "ManagedEBSVolume", *_OF_SPECIFICATIONS),
)
"""Where tags are. Source: CloudFormation resource schemas: their ``tagging``, and shapes of a key and a value."""
_BELOW: dict[str, list[Steps]] = {}
for _first, *_rest in _PLACES:
    _BELOW.setdefault(_first, []).append(tuple(_rest))
_NOT_AWS = ("Custom::", "AWS::CloudFormation::CustomResource")
"""Types whose ``Tags`` are input of somebody's own code."""
_MODULE = "::MODULE"


class Tag(NamedTuple):
    """One tag of a list or a map."""

    key: Value
    value: Value
    path: Path
    """Where its key is."""


def tag_lists(properties: Mapping[str, Value]) -> Iterator[tuple[Value, Path]]:
    """Yield the lists and maps of tags of a resource, and of what it makes, each with its path."""
    for name in properties:
        for steps in _BELOW.get(name, ()):
            yield from found_at(properties[name], ("Properties", name), steps)


def tags_in(tags: Value, path: Path) -> Iterator[Tag]:
    """Yield each tag of ``tags``, a list of keys and values or a map; what is neither is the schema's affair."""
    if isinstance(tags, dict):
        yield from (Tag(key, value, (*path, key)) for key, value in tags.items())
        return
    for at, item in enumerate(as_list(tags)):
        entry = as_map(item)
        if "Key" in entry:
            yield Tag(entry["Key"], entry.get("Value"), (*path, at, "Key"))


def needs_a_look(resource: Resource) -> bool:
    """Return whether tags of ``resource`` might be refused: as written they are long, odd, or known later."""
    if resource.type.startswith(_NOT_AWS) or resource.type.endswith(_MODULE):
        return False
    return any(_odd(tags) for tags, _ in tag_lists(as_map(resource.data.get("Properties"))))


def _odd(tags: Any) -> bool:
    pairs = [(tag.key, tag.value) for tag in tags_in(tags, ())]
    if len(pairs) > MOST_TAGS or len(pairs) < (1 if isinstance(tags, dict) else len(as_list(tags))):
        return True
    keys = [key for key, _ in pairs]
    plain = all(isinstance(key, str) and not key.startswith(("Fn::", "Ref")) for key in keys)
    if not plain or len(set(keys)) < len(keys):
        return True
    return any(check_tag_key(key) or check_tag_lengths(key, _text(value)) for key, value in pairs)


def _text(value: Any) -> str:
    """Return ``value`` as far as it is written: a function that is short gives no long text of its own."""
    return value if isinstance(value, str) else repr(value)
