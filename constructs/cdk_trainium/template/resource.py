"""An entry of ``Resources``, resolved once per branch of its conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .branch import Branch
from .conditions import PARAMETER, Scenario, Truths
from .macros import INCLUDE, rewrites
from .one_text import is_one_text
from .opened import opened
from .positions import raw_path, written_at
from .resolver import Resolver
from .values import MACRO, NO_VALUE, HiddenMap, Value, as_map

if TYPE_CHECKING:
    from .template import Template

__all__ = ["Resource"]


_ANYWHERE = Scenario()
_PARTS = ("Properties", "UpdatePolicy", "CreationPolicy")


class Resource:
    """One entry of ``Resources``."""

    def __init__(self, template: Template, logical_id: str, data: Mapping[str, Any]) -> None:
        """Keep the entry; its branches are resolved on first use."""
        self.template = template
        self.id = logical_id
        self.data = data
        self.type: str = data["Type"] if isinstance(data.get("Type"), str) else ""
        self._refined: dict[tuple[tuple[str, bool | str], ...], Branch] = {}

    @cached_property
    def metadata(self) -> Mapping[str, Any]:
        """``Metadata``, as written."""
        metadata = self.data.get("Metadata")
        return metadata if isinstance(metadata, dict) else {}

    @property
    def construct_path(self) -> str:
        """Path of the CDK construct, or below the nested stack it is in; empty when neither made it."""
        path = self.metadata.get("aws:cdk:path")
        own = path if isinstance(path, str) else self.template.construct_paths.get(self.id, "")
        return own or (f"{self.template.construct_path}/{self.id}" if self.template.parent else "")

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """The resource resolved under every combination of the conditions it depends on, the default first."""
        collector = Resolver(self.template, None)
        first = self._branch(collector, _ANYWHERE)
        needed = collector.conditions | self._own
        if not needed:
            return (first,)
        return tuple(
            self._branch(Resolver(self.template, scenario), scenario)
            for scenario in self.template.conditions.scenarios(needed)
            if self._exists(scenario)
        )

    def refined(self, branch: Branch, truths: Truths) -> Branch:
        """Return ``branch`` as it is where ``truths`` hold too: what they compare has another value there.

        A parameter without a list of values that a condition compares has its default in `branches`, also beside a
        resource that is there under that condition only.
        """
        more = {name: value for name, value in truths.items() if self._hangs_on(name) and name not in branch.when}
        if not more:
            return branch
        both = {**branch.when, **more}
        key = tuple(sorted(both.items()))
        if key not in self._refined:
            found = (item for item in self.template.conditions.scenarios(both) if item.truths == both)
            self._refined[key] = next((self._branch(Resolver(self.template, item), item) for item in found), branch)
        return self._refined[key]

    def _hangs_on(self, name: str) -> bool:
        return bool(self._tested and self._tested & self.template.conditions.decided_by(name))

    @cached_property
    def _tested(self) -> frozenset[str]:
        """Parameters that it reads and that a condition compares."""
        tested = self.template.conditions.tested
        return tested & {name for _, name, _ in self.template.uses.get(self.id, ())} if tested else tested

    @property
    def by_default(self) -> Branch | None:
        """The resource as the parameters' defaults make it, unknown where there is none; None: they leave it out."""
        first = self.branches[0] if self.branches and self.branches[0].default else None
        names = [] if first is None else [name for name in first.when if name.startswith(PARAMETER)]
        open_ = {name for name in names if self.template.parameters.default(name.removeprefix(PARAMETER)) is None}
        if first is None or not open_:
            return first
        whole = self.template.conditions.scenarios(first.when)[0]
        truths = {name: value for name, value in whole.truths.items() if name not in open_}
        assigned = {name: value for name, value in whole.parameters.items() if PARAMETER + name not in open_}
        scenario = Scenario(truths, assigned)
        return self._branch(Resolver(self.template, scenario), scenario)

    @property
    def absent(self) -> tuple[Truths, ...]:
        """Combinations of conditions under which the template does not make the resource."""
        scenarios = self.template.conditions.scenarios(self._own) if self._own else ()
        return tuple(item.truths for item in scenarios if not self._exists(item))

    @property
    def _own(self) -> set[str]:
        condition = self.data.get("Condition")
        return {condition} if isinstance(condition, str) else set()

    def _exists(self, scenario: Scenario) -> bool:
        return all(scenario.truths.get(name, True) for name in self._own)

    def _branch(self, resolver: Resolver, scenario: Scenario) -> Branch:
        parts = [resolver.value(self.data.get(name)) for name in _PARTS]
        properties, update, creation = map(self._opened, _PARTS, parts) if self.template.has_macros else parts
        unread = None if properties is NO_VALUE or isinstance(properties, dict) else properties
        return Branch(scenario.truths, scenario.default, as_map(properties), as_map(update), as_map(creation), unread)

    def _opened(self, name: str, value: Value) -> Value:
        """Return one part of the resource, with what a macro may add to it as members that nobody sees."""
        macro = self.template.rewritten or (MACRO if rewrites(self.data) else "")
        if value is None or value is NO_VALUE:
            if MACRO in self.data and not macro:  # it inserts beside the type, and into nothing that is written there
                return HiddenMap(f"{INCLUDE} may add it at deployment")
            value = {} if macro else value
        return opened(value, self.template.shapes.get(self.type) if name == _PARTS[0] else None, macro)

    def is_one_text(self, path: Sequence[str | int], when: Truths) -> bool:
        """Return whether what stands at ``path`` makes one text in the branch ``when``, hidden or not, and no list."""
        return is_one_text(written_at(self.data, path, when), self.template)

    def position(self, path: Sequence[str | int] = (), when: Truths | None = None) -> tuple[int, int]:
        """Return line and column of ``path`` below the resource, such as ``("Properties", "ImageId")``.

        ``path`` counts list items as they are resolved; ``when`` says in which branch.
        """
        raw = raw_path(self.data, path, when or {})
        own = self.template.loops.origins.get(self.id, (self.id,))
        return self.template.text.position(("Resources", *own, *raw))
