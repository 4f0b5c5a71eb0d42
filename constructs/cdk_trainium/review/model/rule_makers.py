"""What may add a rule to a security group beside what templates write: macros, loops, and what is made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...template import LOOP, Branch, Reference, Resource, Template, Value
from ...template.elsewhere import is_made_elsewhere
from ...template.nested import STACK, STACK_SET
from ...template.values import MACRO
from .case import Cases
from .later_group import is_id_of
from .security_group import rules_of
from .unread import unread_in
from .values import as_map

__all__ = ["RuleMakers"]

_OWN_TYPES = ("AWS::", "Alexa::")
"""Types of which AWS writes what they make; any other is somebody's own code."""
_CUSTOM = "AWS::CloudFormation::CustomResource"
_ADD_NONE = ("Custom::AWSCDK-EKS-Cluster", "Custom::VpcRestrictDefaultSG")
"""Custom resources of CDK that add no rule to a group that they are handed; seen with aws-cdk-lib 2.275.0."""


class _Handed(NamedTuple):
    """A resource whose content no template of the review holds, and a resource whose id it is handed."""

    resource: Resource
    branch: Branch
    value: Reference


class RuleMakers:
    """What of a whole review may add rules, as it is in the case at hand (see `Cases`)."""

    def __init__(self, templates: Sequence[Template], cases: Cases) -> None:
        """Look at ``templates`` when first asked."""
        self._templates = templates
        self._cases = cases

    def why(self, group: Value) -> str:
        """Return what may add a rule to ``group`` at deployment, as a clause; empty when nothing does."""
        if not isinstance(group, Reference):
            return ""
        seen = (why for value, why in self._seen.get(group.target, ()) if is_id_of(value, group))
        macro = self._rewritten.get(group.template) or next(seen, "")
        return macro or next(self._loops(group), "") or next(self._owners(group), "")

    def _owners(self, group: Reference) -> Iterator[str]:
        for item in self._handed.get(group.target, ()):
            if is_id_of(item.value, group) and self._cases.holds(item.resource.template, item.branch.when):
                yield f"{item.resource.id}, which is handed its id, may add a rule"

    def _loops(self, group: Reference) -> Iterator[str]:
        for resource in self._looped:
            if any(_may_add(resource, branch, group) for branch in resource.branches):
                yield "a loop that is not written out may add a rule"

    @cached_property
    def _rewritten(self) -> Mapping[str, str]:
        """Key of a template -> which macro may add a rule there, as a clause."""
        return {item.key: f"{item.added_to} may add a rule" for item in self._templates if item.added_to}

    @cached_property
    def _seen(self) -> Mapping[tuple[str, str], Sequence[tuple[Reference, str]]]:
        """What `Reference.target` says of a resource -> the values that such a template has of it."""
        found: dict[tuple[str, str], list[tuple[Reference, str]]] = {}
        for template in (item for item in self._templates if item.key in self._rewritten):
            for value in set(_known(template)):
                found.setdefault(value.target, []).append((value, self._rewritten[template.key]))
        return found

    @cached_property
    def _looped(self) -> list[Resource]:
        """Entries of the loops that are not written out, as they stand there; all have been tried by now."""
        loops = ((template, path) for template in self._templates for path in template.loops.hiding)
        found = ((template, _entries(_at(template.text.data, path))) for template, path in loops)
        return [Resource(template, name, entry) for template, entries in found for name, entry in entries]

    @cached_property
    def _handed(self) -> Mapping[tuple[str, str], Sequence[_Handed]]:
        """What `Reference.target` says of a resource -> who is handed its id, or what else it tells."""
        here = {id(branch) for template in self._templates for branch in template.made_by}
        found: dict[tuple[str, str], list[_Handed]] = {}
        for template in self._templates:
            for resource in (item for kind in template.by_type if _is_foreign(kind) for item in template.by_type[kind]):
                for branch in (item for item in resource.branches if id(item) not in here):
                    for _, value in unread_in(branch.properties, Reference):
                        found.setdefault(value.target, []).append(_Handed(resource, branch, value))
        return found


def _is_foreign(kind: str) -> bool:
    """Return whether resources of type ``kind`` make what no template need show."""
    if kind in (STACK, STACK_SET, _CUSTOM) or is_made_elsewhere(kind):
        return True
    return kind != "" and kind not in _ADD_NONE and not kind.startswith(_OWN_TYPES)


def _known(template: Template) -> Iterator[Reference]:
    """Yield what ``template`` is handed, and what it reads from a nested stack or an export."""
    given = [branch.properties for branch in template.made_by]
    own = [branch.properties for item in template.resources.values() for branch in item.branches]
    told = [{name: child.output(name) for name in child.section("Outputs")} for child in template.children.values()]
    yield from (value for item in (*given, *own, *told) for _, value in unread_in(item, Reference))


def _may_add(resource: Resource, branch: Branch, group: Reference) -> bool:
    """Return whether an entry of a loop may be a rule of ``group``, or be handed its id."""
    if "${" in resource.type or MACRO in resource.data:
        return True
    if _is_foreign(resource.type):
        return any(is_id_of(value, group) for _, value in unread_in(branch.properties, Reference))
    owner = branch.properties.get("GroupId")
    other = isinstance(owner, Reference) and owner.target != group.target
    return not other and any(rule.may_open for rule in rules_of(resource, branch))


def _at(node: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        node = node.get(step) if isinstance(node, dict) else node[int(step)]
    return node


def _entries(loop: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what a loop makes, or a section with loops, each with its name, which may have holes."""
    body = loop[2] if isinstance(loop, list) and len(loop) == 3 else loop
    for name, entry in as_map(body).items():
        if name.startswith(LOOP):
            yield from _entries(entry)
        elif isinstance(entry, dict):
            yield name, entry
