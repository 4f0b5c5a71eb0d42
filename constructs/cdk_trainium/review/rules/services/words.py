"""A word for purchase, image, taint, metrics or hook that the service does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from ....constraints.image_kind import AMI_TYPES
from ....findings import Level
from ....launches.purchase import WORDS
from ....wording import as_written, nearest
from ...model import Group
from ...model.places import EACH, found_at
from ...options import Context
from ...rule import Hit, Path, Rule

_EFFECTS = ("NO_SCHEDULE", "NO_EXECUTE", "PREFER_NO_SCHEDULE")
"""Of taints; Kubernetes writes them ``NoSchedule``."""
_ASG = {
    "MetricsCollection": ("Granularity", ("1Minute",)),
    "LifecycleHookSpecificationList": (
        "LifecycleTransition",
        ("autoscaling:EC2_INSTANCE_LAUNCHING", "autoscaling:EC2_INSTANCE_TERMINATING"),
    ),
}
"""List of an Auto Scaling group -> the word in each of its items. Source: EnableMetricsCollection, PutLifecycleHook."""
_MOST_LETTERS = 2
"""Letters by which a slip differs from the word that was meant."""


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Compare literals with the words of the API; one that is no slip of a word may be newer than this release."""
    if group.kind in WORDS and group.purchase_path:
        yield from _judged(group.purchase, WORDS[group.kind], group.purchase_path)
    if group.kind == "eks":
        data = group.branch.properties
        yield from _judged(data.get("AmiType"), AMI_TYPES, ("Properties", "AmiType"))
        for effect, path in found_at(data.get("Taints"), ("Properties", "Taints"), (EACH, "Effect")):
            yield from _judged(effect, _EFFECTS, path)
    for name, (word, known) in _ASG.items() if group.kind == "asg" else ():
        for value, path in found_at(group.branch.properties.get(name), ("Properties", name), (EACH, word)):
            yield from _judged(value, known, path)


def _judged(word: object, known: Iterable[str], path: Path) -> Iterator[Hit]:
    if isinstance(word, str) and word not in known:
        meant = nearest(word.replace("-", "_"), known) or nearest(word, known)
        text = f"{path[-1]} is unknown; got {as_written(word)}; allowed: {', '.join(known)}"
        slip = any(_is_slip(_plain(word), _plain(item)) for item in known)
        yield Hit(text, path, meant, None if slip else Level.WARNING)


def _plain(word: str) -> str:
    """Return ``word`` without what people mix up: case and separators."""
    return word.lower().replace("-", "").replace("_", "")


def _is_slip(word: str, known: str) -> bool:
    """Return whether ``word`` differs from ``known`` by few letters; another digit is another version or year."""
    edits = [edit for edit in SequenceMatcher(None, word, known, autojunk=False).get_opcodes() if edit[0] != "equal"]
    changed = "".join(word[at:end] + known[start:stop] for _, at, end, start, stop in edits)
    letters = sum(max(end - at, stop - start) for _, at, end, start, stop in edits)
    return letters <= _MOST_LETTERS and not any(char.isdigit() for char in changed)


RULE = Rule(
    id="TRN365",
    title="Purchase, image, taints, metrics and hooks of a group are words that its service knows",
    level=Level.ERROR,
    why="The service refuses a word that it does not know, and the stack rolls back.",
    source="APIs of botocore 1.44.8: CreateNodegroup, CreateComputeNodeGroup, CreateComputeEnvironment, CreateFleet, "
    "EnableMetricsCollection, PutLifecycleHook",
    on="group",
    check=check,
    fix="check the word, or acknowledge the finding for one that is newer than this release",
)
