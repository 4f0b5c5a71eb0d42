"""Whose content no template of the review holds, and what it is handed: somebody else's code, a stack not read here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...template import Branch, Reference, Resource, Template
from ...template.elsewhere import is_made_elsewhere
from ...template.nested import STACK, STACK_SET
from .case import Cases
from .unread import unread_in

__all__ = ["Handed", "Handing", "is_foreign"]

_OWN_TYPES = ("AWS::", "Alexa::")
"""Types of which AWS writes what they make; any other is somebody's own code."""
_CUSTOM = "AWS::CloudFormation::CustomResource"
_TOKEN, _FUNCTIONS = "ServiceToken", ("AWS::Lambda::", "AWS::Serverless::Function")
_ADD_NONE = ("Custom::AWSCDK-EKS-Cluster", "Custom::VpcRestrictDefaultSG")
"""Custom resources of CDK that change nothing of what they are handed; seen with aws-cdk-lib 2.275.0."""


_READ = ("FunctionName", "Environment", "Code", "InlineCode")
"""What a function, an alias or a version of one says to the code that runs, or of the function that does."""


class Handing(NamedTuple):
    """A resource whose content no template of the review holds, and a value that it is handed."""

    resource: Resource
    branch: Branch
    value: Reference


class Handed:
    """What of a whole review is handed to such resources, as it is in the case at hand (see `Cases`)."""

    def __init__(self, templates: Sequence[Template], cases: Cases) -> None:
        """Look at ``templates`` when first asked."""
        self._templates = templates
        self._by_key = {template.key: template for template in templates}
        self._cases = cases

    def of(self, target: tuple[str, str]) -> Iterator[Handing]:
        """Yield who is handed what the resource ``target`` tells, see `Reference.target`."""
        for item in self._found.get(target, ()):
            if self._cases.holds(item.resource.template, item.branch.when):
                yield item

    @cached_property
    def _found(self) -> Mapping[tuple[str, str], Sequence[Handing]]:
        here = {id(branch) for template in self._templates for branch in template.made_by}
        found: dict[tuple[str, str], list[Handing]] = {}
        for template in self._templates:
            for resource in (item for kind in template.by_type if is_foreign(kind) for item in template.by_type[kind]):
                for branch in (item for item in resource.branches if id(item) not in here):
                    for value in self._told(branch):
                        found.setdefault(value.target, []).append(Handing(resource, branch, value))
        return found

    def _told(self, branch: Branch) -> Iterator[Reference]:
        """Yield what a resource is handed, and what the function behind its ``ServiceToken`` is, or those it calls."""
        yield from (value for _, value in unread_in(branch.properties, Reference))
        todo = [value for _, value in unread_in({_TOKEN: branch.properties.get(_TOKEN)}, Reference)]
        seen: set[tuple[str, str]] = set()
        while todo:
            one = todo.pop()
            if one.target not in seen:
                seen.add(one.target)
                more = list(self._read_by(one))
                yield from more
                todo += more

    def _read_by(self, function: Reference) -> Iterator[Reference]:
        home = self._by_key.get(function.template)
        resource = None if home is None else home.resources.get(function.logical_id)
        for branch in resource.branches if resource is not None and resource.type.startswith(_FUNCTIONS) else ():
            read = {name: branch.properties[name] for name in _READ if name in branch.properties}
            yield from (value for _, value in unread_in(read, Reference))


def is_foreign(kind: str) -> bool:
    """Return whether resources of type ``kind`` make what no template need show."""
    if kind in (STACK, STACK_SET, _CUSTOM) or is_made_elsewhere(kind):
        return True
    return kind != "" and kind not in _ADD_NONE and not kind.startswith(_OWN_TYPES)
