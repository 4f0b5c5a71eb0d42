"""What may add a rule to a security group beside what templates write: macros, loops, and what is made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...template import LOOP, Branch, Reference, Resource, Template, Unknown, Value
from ...template.macros import becomes_any, has_call, rewrites
from ...template.values import MACRO
from .handed import Handed, is_foreign
from .later_group import is_id_of
from .security_group import GroupRule, rules_of
from .unread import unread_in
from .values import as_map

__all__ = ["RuleMakers"]


class RuleMakers:
    """What of a whole review may add rules, as it is in the case at hand, see `Handed`."""

    def __init__(self, templates: Sequence[Template], handed: Handed) -> None:
        """Look at ``templates``, and at what others are ``handed``, when first asked."""
        self._templates = templates
        self._handed = handed

    def why(self, group: Value, to_itself: bool = True) -> str:
        """Return what may add a rule to ``group`` at deployment, as a clause; empty when nothing does.

        Args:
            group: a security group.
            to_itself: whether the rule is to let all traffic to or from itself pass. Default: - else egress to others.
        """
        if not isinstance(group, Reference):
            return ""
        seen = (why for value, why in self._seen.get(group.target, ()) if is_id_of(value, group))
        macro = self._rewritten.get(group.template) or next(seen, "")
        return macro or next(self._loops(group, to_itself), "") or next(self._owners(group), "")

    def _owners(self, group: Reference) -> Iterator[str]:
        for item in self._handed.of(group.target):
            if is_id_of(item.value, group):
                yield f"{item.resource.id}, which is handed its id, may add a rule"

    def _loops(self, group: Reference, to_itself: bool) -> Iterator[str]:
        for resource in self._looped:
            if any(_may_add(resource, branch, group, to_itself) for branch in resource.branches):
                yield "a loop that is not written out may add a rule"

    @cached_property
    def _rewritten(self) -> Mapping[str, str]:
        """Key of a template -> which macro may add a rule there, as a clause."""
        makers = ((item.key, item.added_to or _completed_owner(item)) for item in self._templates)
        return {key: f"{maker} may add a rule" for key, maker in makers if maker}

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


def _known(template: Template) -> Iterator[Reference]:
    """Yield what ``template`` is handed, and what it reads from a nested stack or an export."""
    given = [branch.properties for branch in template.made_by]
    own = [branch.properties for item in template.resources.values() for branch in item.branches]
    told = [{name: child.output(name) for name in child.section("Outputs")} for child in template.children.values()]
    yield from (value for item in (*given, *own, *told) for _, value in unread_in(item, Reference))


def _completed_owner(template: Template) -> str:
    """Return what a macro may hand the id of a group; empty when there is none."""
    kinds = filter(is_foreign, template.by_type) if template.has_macros else ()
    own = (resource for kind in kinds for resource in template.by_type[kind])
    return next((f"{one.id}, which {MACRO} completes," for one in own if _is_completed(one)), "")


def _is_completed(resource: Resource) -> bool:
    """Return whether a macro adds to what ``resource`` is handed."""
    beside = rewrites(resource.data) or (MACRO in resource.data and "Properties" not in resource.data)
    return beside or has_call(resource.data.get("Properties"))


def _may_add(resource: Resource, branch: Branch, group: Reference, to_itself: bool) -> bool:
    """Return whether an entry of a loop may be such a rule of ``group`` (see `RuleMakers.why`), or be handed its id."""
    if "${" in resource.type or becomes_any(resource.data):
        return True
    if is_foreign(resource.type):
        handed = (is_id_of(value, group) for _, value in unread_in(branch.properties, Reference))
        return _is_completed(resource) or any(handed)
    owner = branch.properties.get("GroupId")
    other = isinstance(owner, Reference) and owner.target != group.target
    fits = _may_pass_to_itself if to_itself else _may_lead_out
    return not other and any(fits(rule, group) for rule in rules_of(resource, branch))


def _may_pass_to_itself(rule: GroupRule, group: Reference) -> bool:
    return rule.may_open and (isinstance(rule.peer, Unknown) or rule.peer_is(group))


def _may_lead_out(rule: GroupRule, group: Reference) -> bool:
    return rule.side == "egress" and not rule.peer_is(group)


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
            yield name, _unnamed(entry)


def _unnamed(node: Any) -> Any:
    """Return part of a loop's body with `LOOP` for the members whose names a round fills in, or a loop inside makes."""
    if isinstance(node, list):
        return [_unnamed(item) for item in node]
    if not isinstance(node, dict):
        return node
    hidden = [name for name in node if name.startswith(LOOP) or "${" in name]
    made = {name: _unnamed(item) for name, item in node.items() if name not in hidden}
    return {**made, LOOP: [_unnamed(node[name]) for name in hidden]} if hidden else made
