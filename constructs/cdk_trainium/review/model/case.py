"""One combination of conditions that a subject is judged under, across all templates of a review."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

from ...template import OTHER, Resource, Template, Truths
from .family import possible

__all__ = ["MOST_CASES", "NO_CASE", "Case", "Cases", "absent", "case_of", "named", "unnamed"]

Case = Mapping[tuple[str, str], bool | str]
"""Key of a template and of one of its conditions, as in `Truths` -> what holds."""
NO_CASE: Case = {}
_Answer = TypeVar("_Answer")
_MOST_TRIED = 4096
"""Combinations that are looked at for whether they can be; what is left is run as if it could."""
MOST_CASES = 64
"""Combinations that one rule is run in for one subject; the rest differs in conditions that it may not even need."""


def case_of(template: Template, when: Truths) -> Case:
    """Return ``when`` of one template as a case."""
    return {(template.key, name): value for name, value in when.items()} if when else NO_CASE


class Cases:
    """What a rule takes for granted while it judges a subject.

    A rule that looks at another resource asks `holds` for it. What the case at hand leaves open is noted, and the rule
    is run again in every combination of it: so each rule judges each branch, and the engine can name the condition.
    """

    def __init__(self, templates: Sequence[Template]) -> None:
        """Begin with nothing taken for granted."""
        self._templates = {template.key: template for template in templates}
        self.taken: Case = NO_CASE
        self.open: set[tuple[str, str]] = set()
        """What was asked for and is not part of `taken`."""
        self._answers: dict[Hashable, Any] = {}

    def take(self, case: Case) -> None:
        """Take ``case`` for granted."""
        self.taken = case
        if self.open:
            self.open = set()
        if self._answers:
            self._answers = {}

    def once(self, question: Hashable, answer: Callable[[], _Answer]) -> _Answer:
        """Return ``answer``, worked out once in the case at hand: what it left open is noted until another is taken.

        ``question`` begins with the name of what asks; it holds objects, not their ``id``, unless an answer keeps them.
        """
        if question not in self._answers:
            self._answers[question] = answer()
        return self._answers[question]  # type: ignore[no-any-return]

    def holds(self, template: Template, when: Truths) -> bool:
        """Return whether ``when`` holds in ``template``; False, and noted, when the case leaves it open."""
        undecided = []
        for name, value in when.items():
            key = (template.key, name)
            known = self.taken.get(key)
            if known is None:
                undecided.append(key)
            elif known != value:
                return False
        self.open.update(undecided)
        return not undecided

    def of(self, template: Template) -> Truths:
        """Return what is taken for granted of ``template``."""
        return {name: value for (key, name), value in self.taken.items() if key == template.key} if self.taken else {}

    def split(self) -> list[Case]:
        """Return the taken case once per combination of what it left open, those of the defaults first."""
        wanted = self.open | set(self.taken)
        keys = sorted({key for key, _ in self.open})
        parts = [self._parts(key, {name for owner, name in wanted if owner == key}) for key in keys]
        made: list[Case] = []
        for tried, combination in enumerate(product(*parts)):
            case = {**self.taken, **{key: value for part in combination for key, value in part.items()}}
            if tried > _MOST_TRIED or self.possible(case):
                made.append(case)
            if len(made) > MOST_CASES:  # one more than is run, so that the engine sees that some are left
                break
        return made or [{**self.taken, **{key: value for part in parts for key, value in part[0].items()}}]

    def possible(self, case: Case) -> bool:
        """Return whether one deployment has ``case``, which may be about a parent and its nested stacks."""
        return possible(_by_template(case), self._templates)

    def _parts(self, key: str, names: set[str]) -> list[Case]:
        template = self._templates[key]
        cases = [case_of(template, item.truths) for item in template.conditions.scenarios(names)]
        fitting = [case for case in cases if all(self.taken.get(name, value) == value for name, value in case.items())]
        return fitting or [{(key, name): cases[0][key, name] for name in names if (key, name) not in self.taken}]

    def by_default(self, case: Case) -> bool:
        """Return whether the parameters' defaults lead to ``case``, or might."""
        return all(self._templates[key].conditions.by_default(when) for key, when in _by_template(case).items())


def _by_template(case: Case) -> dict[str, dict[str, bool | str]]:
    found: dict[str, dict[str, bool | str]] = {}
    for (key, name), value in case.items():
        found.setdefault(key, {})[name] = value
    return found


def absent(resources: Iterable[Resource]) -> list[Case]:
    """Return the cases in which one of ``resources`` does not exist."""
    return [case_of(item.template, when) for item in resources for when in item.absent]


def named(cases: Sequence[Case], others: Sequence[Case]) -> list[Case]:
    """Return the fewest conditions that tell each of ``cases`` from all ``others``; nothing when there is no need."""
    found: list[Case] = []
    for case in cases:
        short = _shortest(case, cases, others)
        if not short:
            return []
        if short not in found:
            found.append(short)
    return found


def _shortest(case: Case, cases: Sequence[Case], others: Sequence[Case]) -> Case:
    """Return the fewest conditions of ``case`` that none of ``others`` has; kept are those that most ``cases`` share.

    What differs from case to case tells them apart as well where not every combination was run, and means nothing.
    """
    kept = dict(case)
    for key in sorted(case, key=lambda key: (sum(one.get(key) == case[key] for one in cases), key)):
        fewer = {name: value for name, value in kept.items() if name != key}
        if not any(_fits(fewer, other) for other in others):
            kept = fewer
    return kept


def _fits(case: Case, other: Case) -> bool:
    return all(other.get(key, value) == value for key, value in case.items())


def unnamed(case: Case) -> set[str]:
    """Return the templates in which ``case`` gives a parameter a value that nobody names: too many are allowed."""
    return {key for (key, _), value in case.items() if value == OTHER}
