"""What names an Auto Scaling group from outside: scheduled actions and warm pools, in whichever template."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from ...template import Branch, Resource, Template, Unknown, Value
from .values import member, same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["SCHEDULED_ACTION", "WARM_POOL", "Attached", "OneBranch"]

SCHEDULED_ACTION, WARM_POOL = "AWS::AutoScaling::ScheduledAction", "AWS::AutoScaling::WarmPool"
_KINDS = (SCHEDULED_ACTION, WARM_POOL)
_NAME = "AutoScalingGroupName"
_Item = tuple[Resource, Branch]


class OneBranch(Protocol):
    """A resource in one branch: a `Group`, or the subject of a rule on its type."""

    @property
    def resource(self) -> Resource:
        """The resource."""

    @property
    def branch(self) -> Branch:
        """As it is under one combination of conditions."""


class Attached:
    """Every such resource of a review, as it is in the case at hand (see `Cases`)."""

    def __init__(self, world: World, templates: Sequence[Template]) -> None:
        """Look into ``templates`` when asked first."""
        self._world = world
        self._templates = templates

    def to(self, group: OneBranch, kind: str) -> Iterator[_Item]:
        """Yield the resources of type ``kind`` that name ``group``."""
        template = group.resource.template.key
        for key in dict.fromkeys(((template, group.resource.id), (template, _own_name(group)))):
            yield from self._present(kind, key)

    def hidden(self, group: OneBranch, kind: str) -> Unknown | None:
        """Return what hides which group a resource of type ``kind`` beside ``group`` names; None when nothing does."""
        names = (member(branch.properties, _NAME) for _, branch in self._present(kind, group.resource.template.key))
        return next((name for name in names if name != _own_name(group)), None)

    def _present(self, kind: str, key: Any) -> Iterator[_Item]:
        for resource, branch in self._index.get((kind, key), ()):
            if self._world.cases.holds(resource.template, branch.when):
                yield resource, resource.refined(branch, self._world.cases.of(resource.template))

    @cached_property
    def _index(self) -> dict[Any, list[_Item]]:
        found: dict[Any, list[_Item]] = {}
        for resource in (item for one in self._templates for kind in _KINDS for item in one.by_type.get(kind, ())):
            for branch in resource.branches:
                for key in _keys(resource.template, member(branch.properties, _NAME)):
                    found.setdefault((resource.type, key), []).append((resource, branch))
        return found


def _own_name(group: OneBranch) -> Value:
    return group.branch.properties.get(_NAME, group.resource.id)


def _keys(template: Template, name: Value) -> tuple[Any, ...]:
    """Return the group that ``name`` means, as a reference or by a name; where it is hidden the template, too."""
    if isinstance(name, Unknown):
        return (template.key, name), template.key
    return ((template.key, name) if isinstance(name, str) else same_resource(name),)
