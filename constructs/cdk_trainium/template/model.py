"""A template as its reader sees it: resources, each resolved once per branch of its conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from .conditions import PARAMETER, Conditions, Scenario, Truths, worded
from .loops import LOOP, Loops
from .names import Use, uses_of
from .parameters import Parameters, as_text
from .partitions import of_region
from .positions import raw_path
from .resolver import Resolver
from .text import Text, may_hold
from .values import NO_VALUE, OneOf, Reference, Unknown, Value

__all__ = ["Branch", "Environment", "Resource", "Template"]


class Branch(NamedTuple):
    """One resource under one combination of conditions."""

    when: Truths
    """What must hold for it; empty when the resource depends on nothing."""
    default: bool
    """Whether the parameters' defaults lead here."""
    properties: Mapping[str, Value]
    update_policy: Mapping[str, Value]
    unread: Value = None
    """What stands for the properties and is no object, or is not known. Default: - they are as read."""


class Environment(NamedTuple):
    """What is known of where a template goes."""

    region: str = ""
    account: str = ""
    stack: str = ""
    """Name of the stack. Default: - unknown, a plain file."""
    protected: bool | None = None
    """Termination protection. Default: - unknown, a plain file."""

    @property
    def pseudo(self) -> dict[str, str]:
        """The pseudo parameters that are known."""
        known = {"AWS::Region": self.region, "AWS::AccountId": self.account, "AWS::StackName": self.stack}
        known |= of_region(self.region) if self.region else {}
        return {name: value for name, value in known.items() if value}


_NOWHERE = Environment()
_IMPORT = "ImportValue"
"""Part of ``Fn::ImportValue`` and of its short form."""


class Resource:
    """One entry of ``Resources``."""

    def __init__(self, template: Template, logical_id: str, data: Mapping[str, Any]) -> None:
        """Keep the entry; its branches are resolved on first use."""
        self.template = template
        self.id = logical_id
        self.data = data
        self.type: str = data["Type"] if isinstance(data.get("Type"), str) else ""

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
        first = self._branch(collector, Scenario())
        needed = collector.conditions | self._own
        if not needed:
            return (first,)
        return tuple(
            self._branch(Resolver(self.template, scenario), scenario)
            for scenario in self.template.conditions.scenarios(needed)
            if self._exists(scenario)
        )

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
        properties = resolver.value(self.data.get("Properties"))
        policy = resolver.value(self.data.get("UpdatePolicy"))
        unread = None if properties is NO_VALUE or isinstance(properties, dict) else properties
        return Branch(scenario.truths, scenario.default, _mapping(properties), _mapping(policy), unread)

    def position(self, path: Sequence[str | int] = (), when: Truths | None = None) -> tuple[int, int]:
        """Return line and column of ``path`` below the resource, such as ``("Properties", "ImageId")``.

        ``path`` counts list items as they are resolved; ``when`` says in which branch.
        """
        raw = raw_path(self.data, path, when or {})
        own = self.template.loops.origins.get(self.id, (self.id,))
        return self.template.text.position(("Resources", *own, *raw))


class Template:
    """One CloudFormation template."""

    def __init__(self, path: str, text: Text, environment: Environment = _NOWHERE, key: str = "") -> None:
        """Wrap the parsed ``text`` of the file ``path``.

        Args:
            path: the file, as findings show it.
            text: the file's content.
            environment: where the template goes. Default: - unknown.
            key: unique in a review. Default: - ``path``; two nested stacks may share one file.
        """
        self.path = path
        self.key = key or path
        self.text = text
        self.environment = environment
        self.construct_paths: Mapping[str, str] = {}
        self.construct_path = ""
        """Path of the CDK stack. Default: - a plain file."""
        self.acknowledged: Mapping[str, Mapping[str, str]] = {}
        """Construct path -> id of a rule that CDK code acknowledged -> reason."""
        self.children: dict[str, Template] = {}
        """Logical id of ``AWS::CloudFormation::Stack`` -> its template, when that was found."""
        self.parent: tuple[Template, str] | None = None
        self.made_by: tuple[Branch, ...] = ()
        """Branches of the parent's resource that make this template. Default: - none, it is a root."""
        self.handed: tuple[tuple[Truths, Mapping[str, str]], ...] = ()
        """Per branch of the parent what holds there, and the values of the parameters that differ between them."""
        self.exports: dict[str, tuple[Template, str]] = {}
        """Name of an export -> template and output; shared by all templates of one review."""
        self.parameters = Parameters(text.data.get("Parameters"), environment.pseudo)
        self.loops = Loops(self.parameters)
        self._open: set[str] = set()
        self._references: dict[tuple[str, str], Reference] = {}

    def section(self, name: str) -> Any:
        """Return a top-level section, loops written out; an empty mapping when it is missing."""
        value = self._data.get(name)
        return {} if value is None else value

    @cached_property
    def _data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = self.text.data
        return self.loops.written_out(data) if may_hold(self.text, LOOP) else data

    @cached_property
    def conditions(self) -> Conditions:
        """The conditions, evaluated as they are asked for."""
        return Conditions(self.section("Conditions"), self.parameters, self._mappings, self._text)

    @property
    def cut(self) -> bool:
        """Whether combinations of the conditions were left out, as far as anybody has asked for some."""
        return "conditions" in self.__dict__ and self.conditions.cut

    @property
    def related(self) -> Iterator[Template]:
        """This template and those whose values it may ask for: around it, below it, and what it imports from."""
        above: Template | None = self
        while above is not None:
            yield above
            above = above.parent[0] if above.parent else None
        below = list(self.children.values())
        while below:
            child = below.pop()
            yield child
            below += child.children.values()
        if may_hold(self.text, _IMPORT):
            yield from (template for template, _ in self.exports.values())

    def _mappings(self) -> Mapping[str, Any]:
        return _mapping(self.section("Mappings"))

    def _text(self, node: Any, assigned: Mapping[str, str]) -> str | None:
        """Return what a condition compares ``node`` as, None when it cannot be told under ``assigned``."""
        resolver = Resolver(self, Scenario(parameters=assigned))
        value = resolver.value(node)
        decided = all(name.startswith(PARAMETER) for name in resolver.conditions)
        return as_text(value) if decided and isinstance(value, str | int | float) else None

    @cached_property
    def resources(self) -> Mapping[str, Resource]:
        """Logical id -> resource; entries that are no objects are left out."""
        section = self.section("Resources")
        return {name: Resource(self, name, data) for name, data in section.items() if isinstance(data, dict)}

    @cached_property
    def uses(self) -> Mapping[str, set[Use]]:
        """Logical id -> every name that its entry uses, under whatever condition."""
        return {name: uses_of("Resources", {name: item.data}) for name, item in self.resources.items()}

    @cached_property
    def by_type(self) -> Mapping[str, Sequence[Resource]]:
        """Resource type -> its resources in order."""
        found: dict[str, list[Resource]] = {}
        for resource in self.resources.values():
            found.setdefault(resource.type, []).append(resource)
        return found

    @property
    def region(self) -> str:
        """Region the template goes to, empty when unknown."""
        return self.environment.region

    def reference(self, logical_id: str, attribute: str = "") -> Reference:
        """Return the reference to a resource of this template, one object however often it is asked for."""
        wanted = (logical_id, attribute)
        found = self._references.get(wanted)
        if found is None:
            found = self._references[wanted] = Reference(self.key, *wanted)
        return found

    def output(self, name: str) -> Value:
        """Return the value of an output, an `Unknown` when there is no such output."""
        return self.output_for(name, {})[0]

    def output_for(self, name: str, truths: Truths) -> tuple[Value, set[str]]:
        """Return an output where ``truths`` hold in the parent, and the keys of `Truths` there that decide it."""
        values = [(when, self._output(name, assigned)) for when, assigned in self.handed or _ALWAYS]
        if all(value == values[0][1] for _, value in values):
            return values[0][1], set()
        fitting = (value for when, value in values if all(truths.get(key, held) == held for key, held in when.items()))
        return next(fitting, values[0][1]), {key for when, _ in values for key in when}

    def _output(self, name: str, assigned: Mapping[str, str]) -> Value:
        """Return an output when the parent hands over ``assigned``; one of several when a condition here decides."""
        entry = self.section("Outputs").get(name) if isinstance(self.section("Outputs"), dict) else None
        if not isinstance(entry, dict) or name in self._open:
            return Unknown(f"{self.path} has no output {name}" if name not in self._open else "outputs form a circle")
        self._open.add(name)
        try:
            found = self._resolved(entry.get("Value"), assigned)
        finally:
            self._open.discard(name)
        first = next(iter(found.values()))
        if any(value != first for value in found.values()):
            return _one_of(f"output {name} depends on a condition or a parameter of {self.path}", found)
        return Unknown(f"output {name} is empty") if first is NO_VALUE else first

    def imported(self, name: str) -> Value | None:
        """Return what another stack of this review exports as ``name``, None when none does."""
        found = self.exports.get(name)
        return None if found is None else found[0].output(found[1])

    def resolve(self, node: Any) -> Value:
        """Resolve ``node`` with the parameters' defaults."""
        return next(iter(self._resolved(node, {}).values()))

    def cases_of(self, node: Any, conditions: Iterable[str]) -> list[tuple[Scenario, Value]]:
        """Resolve ``node`` under every combination of what it depends on and of ``conditions``."""
        collector = Resolver(self, None)
        collector.value(node)
        found = self.conditions.scenarios(collector.conditions | set(conditions))
        return [(item, Resolver(self, item).value(node)) for item in found]

    def _resolved(self, node: Any, assigned: Mapping[str, str]) -> dict[str, Value]:
        """Resolve ``node`` under every combination of what it depends on, in words, the default first."""
        collector = Resolver(self, None)
        value = collector.value(node)
        if not collector.conditions:
            return {"": value}
        found = self.conditions.scenarios(collector.conditions, assigned)
        return {worded(item.truths): Resolver(self, item).value(node) for item in found}


_ALWAYS: tuple[tuple[Truths, Mapping[str, str]], ...] = (({}, {}),)


def _one_of(reason: str, found: Mapping[str, Value]) -> Unknown:
    """Return what stands for one of ``found``: which is not known, but plain values can be looked at one by one."""
    plain = {words: value for words, value in found.items() if isinstance(value, str | int | float)}
    return OneOf(reason, "", tuple(plain.items())) if len(plain) == len(found) else Unknown(reason)


def _mapping(value: Value) -> Mapping[str, Value]:
    return value if isinstance(value, dict) else {}
