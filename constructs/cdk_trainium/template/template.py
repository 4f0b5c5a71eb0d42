"""A template as its reader sees it: resources, each resolved once per branch of its conditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from .any_value import is_any_value
from .branch import Branch
from .conditions import PARAMETER, Conditions, Scenario, Truths, worded
from .environment import Environment
from .loops import Loops
from .macros import adding, rewriting
from .names import Use, uses_of_entry
from .parameters import Parameters, as_text
from .resolver import Resolver
from .resource import Resource
from .text import Text, may_hold
from .unknown import AtDeployment, OneOf, Unknown
from .values import LOOP, NO_VALUE, Reference, Value, as_map

__all__ = ["Template"]

_NOWHERE = Environment()
_EXTENSIONS = "AWS::LanguageExtensions"


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
        self.stacks: Mapping[str, Sequence[Template]] = {}
        """Name of a stack -> its templates, one per place it goes to; shared by all templates of one review."""
        self.asked: dict[str, Template] = {}
        """Key -> template; those whose exports or outputs were asked for so far."""
        self.parameters = Parameters(text.data.get("Parameters"), environment.pseudo)
        self.loops = Loops(self.parameters)
        self.shapes: Mapping[str, Any] = {}
        """Resource type -> what its properties are, see `review.model.schema`. Default: - nobody has told."""
        self._open: set[str] = set()
        self._references: dict[tuple[str, str], Reference | Unknown] = {}

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

    def _mappings(self) -> Mapping[str, Any]:
        return as_map(self.section("Mappings"))

    def _text(self, node: Any, assigned: Mapping[str, str]) -> str | None:
        """Return what a condition compares ``node`` as, None when it cannot be told under ``assigned``."""
        resolver = Resolver(self, Scenario(parameters=assigned))
        value = resolver.value(node)
        decided = all(name.startswith(PARAMETER) for name in resolver.conditions)
        return as_text(value) if decided and isinstance(value, str | int | float) else None

    @cached_property
    def resources(self) -> Mapping[str, Resource]:
        """Logical id -> resource; functions, and entries that are no objects, are left out."""
        entries = self.section("Resources").items()
        written = ((name, data) for name, data in entries if isinstance(data, dict) and not _is_function(name))
        return {name: Resource(self, name, data) for name, data in written}

    @cached_property
    def uses(self) -> Mapping[str, set[Use]]:
        """Logical id -> every name that its entry uses, under whatever condition."""
        return {name: uses_of_entry("Resources", item.data) for name, item in self.resources.items()}

    @cached_property
    def by_type(self) -> Mapping[str, Sequence[Resource]]:
        """Resource type -> its resources in order."""
        found: dict[str, list[Resource]] = {}
        for resource in self.resources.values():
            found.setdefault(resource.type, []).append(resource)
        return found

    @cached_property
    def transforms(self) -> Sequence[str]:
        """Names of the transforms and macros of the whole template; ``?`` for one whose name is no text."""
        written = self.text.data.get("Transform")
        items = written if isinstance(written, list) else [] if written is None else [written]
        names = (as_map(item).get("Name", item) for item in items)
        return [name if isinstance(name, str) else "?" for name in names]

    @cached_property
    def is_extended(self) -> bool:
        """Whether AWS::LanguageExtensions, or a macro that may do the same, works on the template."""
        return any(name == _EXTENSIONS or not name.startswith("AWS::") for name in self.transforms)

    @cached_property
    def has_macros(self) -> bool:
        """Whether a macro may be called anywhere."""
        return may_hold(self.text, "Transform")

    @cached_property
    def rewritten(self) -> str:
        """What may rewrite every resource at deployment; empty when nothing does."""
        return rewriting(self) if self.has_macros else ""

    @cached_property
    def added_to(self) -> str:
        """Which macro, or what else but a loop, may add resources at deployment; empty when nothing does."""
        return adding(self)

    @property
    def region(self) -> str:
        """Region the template goes to, empty when unknown."""
        return self.environment.region

    def reference(self, logical_id: str, attribute: str = "") -> Reference | Unknown:
        """Return what ``Ref`` or ``Fn::GetAtt`` of a resource of this template gives, one object however often asked.

        Args:
            logical_id: of the resource.
            attribute: of ``Fn::GetAtt``. Default: - ``Ref``.
        """
        wanted = (logical_id, attribute)
        found = self._references.get(wanted)
        if found is None:
            found = self._references[wanted] = self._told(Reference(self.key, *wanted))
        return found

    def _told(self, reference: Reference) -> Reference | Unknown:
        resource = self.resources.get(reference.logical_id)
        if resource is None or not is_any_value(resource.type, reference.attribute):
            return reference
        return AtDeployment(f"{reference.logical_id} tells it at deployment", str(reference))

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
        if name not in self.exports:
            return None
        return self._asked(*self.exports[name])

    def read(self, stack: str, output: str, region: str) -> Value | None:
        """Return an output of another stack of this review, None when none of that name goes to ``region``, or several.

        Args:
            stack: its name; a stack of another account is never read.
            output: logical id of the output.
            region: where that stack is; empty where nothing tells, as nothing tells of this template.
        """
        here = (region, self.environment.account)
        found = [item for item in self.stacks.get(stack, ()) if item.environment[:2] == here]
        return self._asked(found[0], output) if len(found) == 1 else None

    def _asked(self, template: Template, output: str) -> Value:
        self.asked[template.key] = template
        return template.output(output)

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


def _is_function(name: object) -> bool:
    """Return whether an entry of ``Resources`` is a function, such as ``Fn::Transform``, in place of a resource."""
    return str(name).startswith("Fn::")


_ALWAYS: tuple[tuple[Truths, Mapping[str, str]], ...] = (({}, {}),)


def _one_of(reason: str, found: Mapping[str, Value]) -> Unknown:
    """Return what stands for one of ``found``: which is not known, but plain values can be looked at one by one."""
    plain = {words: value for words, value in found.items() if isinstance(value, str | int | float)}
    return OneOf(reason, "", tuple(plain.items())) if len(plain) == len(found) else Unknown(reason)
