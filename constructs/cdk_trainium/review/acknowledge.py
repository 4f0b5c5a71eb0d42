"""Acknowledgements: who accepted a finding, why, and until when. All of them are shown, none is silent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from ..constraints.offered import NOT_OFFERED
from ..findings import Finding, Level
from ..findings import Subject as Place
from ..template import Template, may_hold
from ..wording import kind_of, nearest
from .about import ACCEPTABLE, NEVER
from .options import Options
from .policy import DATE, Policy, is_date
from .rule import Rule

__all__ = ["EXPIRED", "MALFORMED", "NO_REASON", "PREFIX", "UNKNOWN_RULE", "UNUSED", "accepted", "acknowledged"]

UNKNOWN_RULE, NO_REASON, EXPIRED, UNUSED, MALFORMED = "TRN980", "TRN981", "TRN982", "TRN983", "TRN985"
PREFIX = "cdk-trainium"
"""Key of a resource's ``Metadata``, and prefix of acknowledged ids in CDK code: ``cdk-trainium::TRN204``."""
_LIST = "acknowledge"
_MARKS = {_LIST, "design_only"}
"""What the key holds; constructs mark designs there."""
_ANNOTATION = "Annotation::"
_BARE = f" (without {PREFIX}::)"
_OF_CONSTRUCTS = (NOT_OFFERED, "TRN613")
"""Doubts that the constructs add as annotations: acknowledged without the prefix, they are no rule's findings."""


_KEYS = ("id", "reason", "expires")


class _Acknowledgement(NamedTuple):
    rule: str
    reason: str
    expires: str
    template: str
    """Template file it is limited to, empty for all."""
    logical_id: str
    """Logical id it is limited to, empty for all."""
    origin: Place
    construct: str = ""
    """Path of the construct that holds it: it covers what is below. Default: - all."""
    pattern: str = ""
    """Name of what it covers, or a pattern of names. Default: - all."""
    wrong: str = ""
    """What is wrong with its keys or their values, and what is allowed. Default: - nothing."""

    def covers(self, finding: Finding) -> bool:
        """Return whether it is about ``finding``."""
        place = finding.subject
        if finding.id != self.rule or (self.template and place.template != self.template):
            return False
        if self.logical_id and place.logical_id != self.logical_id:
            return False
        return _is_in(self.construct, place) and (not self.pattern or _is_named(self.pattern, place))


def acknowledged(
    findings: Iterable[Finding], templates: Sequence[Template], rules: Sequence[Rule], options: Options
) -> list[Finding]:
    """Return ``findings``, those that somebody accepted marked with the reason, and what is wrong with acceptances."""
    known = {rule.id for rule in rules}
    faults = [_unknown_level(rule, known, options.policy) for rule in options.policy.levels or {} if rule not in known]
    valid, more = _judged(templates, known | set(ACCEPTABLE), options)
    marked, used = _marked(list(findings), valid)
    unused = [_unused(item) for item in valid if item not in used]
    return [*marked, *faults, *more, *unused]


def accepted(findings: Iterable[Finding], templates: Sequence[Template], options: Options) -> list[Finding]:
    """Return ``findings`` about the review itself, those that somebody accepted marked with the reason."""
    valid, _ = _judged(templates, set(ACCEPTABLE), options)
    return _marked(list(findings), valid)[0]


def _judged(
    templates: Sequence[Template], known: set[str], options: Options
) -> tuple[list[_Acknowledgement], list[Finding]]:
    """Return the acknowledgements that count, and what is wrong with the others."""
    items = dict.fromkeys([*_from_templates(templates), *_from_policy(options)])
    faults = {item: _fault(item, known, options.today) for item in items}
    valid = [item for item, fault in faults.items() if fault is None]
    return valid, [fault for fault in faults.values() if fault is not None]


def _unknown_level(rule: str, known: set[str], policy: Policy) -> Finding:
    line, column = policy.places.get(rule, (0, 0))
    text, hint = f"level for the unknown rule id {rule}", nearest(rule, known) or "ids look like TRN204"
    return Finding(UNKNOWN_RULE, Level.ERROR, text, hint, "", Place(template=policy.path, line=line, column=column))


def _marked(findings: list[Finding], valid: list[_Acknowledgement]) -> tuple[list[Finding], set[_Acknowledgement]]:
    used: set[_Acknowledgement] = set()
    marked: list[Finding] = []
    for finding in findings:
        covering = [item for item in valid if item.covers(finding)]
        used.update(covering)
        marked.append(finding._replace(acknowledged=covering[0].reason) if covering else finding)
    return marked, used


def _fault(item: _Acknowledgement, known: set[str], today: date) -> Finding | None:
    if item.rule not in known:
        return _of_no_rule(item, known)
    if item.wrong:
        text = f"acknowledgement of {item.rule} does not count: {item.wrong}"
        return Finding(MALFORMED, Level.ERROR, text, "correct it, or remove it", "", item.origin)
    if not item.reason.strip():
        text = f"acknowledgement of {item.rule} has no reason"
        return Finding(NO_REASON, Level.ERROR, text, "say why the finding is accepted", "", item.origin)
    if item.expires and date.fromisoformat(item.expires) < today:
        text = f"acknowledgement of {item.rule} expired on {item.expires}"
        hint = "fix the finding, or renew the acknowledgement with a date (YYYY-MM-DD) to come"
        return Finding(EXPIRED, Level.WARNING, text, hint, "", item.origin)
    return None


def _of_no_rule(item: _Acknowledgement, known: set[str]) -> Finding:
    if not item.rule:
        hint = f"write {PREFIX}: {{{_LIST}: [{{id: TRN204, reason: …}}]}}"
        text = f"an acknowledgement does not count: {item.wrong or 'it has no id'}"
        return Finding(MALFORMED, Level.ERROR, text, hint, "", item.origin)
    if item.rule.removesuffix(_BARE) in NEVER:
        text = f"{item.rule.removesuffix(_BARE)} cannot be accepted: it hides what nobody judged"
        return Finding(UNKNOWN_RULE, Level.ERROR, text, "mend what it tells, and remove this", "", item.origin)
    text = f"acknowledgement of the unknown rule id {item.rule}"
    meant = item.rule.removesuffix(_BARE)
    hint = nearest(item.rule, known) or f"ids look like TRN204; in CDK code {PREFIX}::TRN204"
    hint = f"write {PREFIX}::{meant}" if meant in known else hint
    return Finding(UNKNOWN_RULE, Level.ERROR, text, hint, "", item.origin)


def _unused(item: _Acknowledgement) -> Finding:
    text = f"acknowledgement of {item.rule} matched nothing"
    return Finding(UNUSED, Level.WARNING, text, "remove it: what it accepted is gone", "", item.origin)


def _from_templates(templates: Sequence[Template]) -> Iterator[_Acknowledgement]:
    for template in templates:
        whole = Place(template.construct_path, template.path)
        if may_hold(template.text, PREFIX):
            yield from _written(template, whole)
        for path, rules in template.acknowledged.items():
            for rule, reason in rules.items():
                if _is_ours(rule):
                    place = Place(whole.stack, template.path, "", path)
                    yield _Acknowledgement(_id(rule), str(reason or ""), "", "", "", place, construct=path)


def _written(template: Template, whole: Place) -> Iterator[_Acknowledgement]:
    """Yield what the metadata of the template and of its resources acknowledge."""
    yield from _entries(template.section("Metadata"), template.path, "", whole)
    for resource in template.resources.values():
        if PREFIX in resource.metadata:
            line, column = resource.position(("Metadata", PREFIX))
            place = Place(whole.stack, template.path, resource.id, resource.construct_path, "", line, column)
            yield from _entries(resource.metadata, template.path, resource.id, place)


def _is_ours(written: str) -> bool:
    """Return whether CDK code means a rule of the review; CDK writes an id without prefix as one of an annotation."""
    bare = written.removeprefix(_ANNOTATION)
    return written.startswith(f"{PREFIX}::") or (bare.startswith("TRN") and bare not in _OF_CONSTRUCTS)


def _id(written: str) -> str:
    # Without the prefix CDK hides a finding and keeps no record of it, so such an id counts as unknown.
    if written.startswith(PREFIX):
        return written.removeprefix(f"{PREFIX}::")
    return written.removeprefix(_ANNOTATION) + _BARE


def _entries(metadata: Any, template: str, logical_id: str, place: Place) -> Iterator[_Acknowledgement]:
    own = metadata.get(PREFIX) if isinstance(metadata, dict) else None
    items = own.get(_LIST, []) if isinstance(own, dict) else []
    if own is not None and (not isinstance(own, dict) or set(own) - _MARKS):
        yield _Acknowledgement("", "", "", template, logical_id, place, wrong=_not_understood(own))
    for item in items if isinstance(items, list) else [items]:
        data = item if isinstance(item, dict) else {"id": item}
        reason, expires = str(data.get("reason") or ""), str(data.get("expires") or "")
        wrong = "; ".join(_wrong(data))
        yield _Acknowledgement(str(data.get("id") or ""), reason, expires, template, logical_id, place, wrong=wrong)


def _not_understood(own: Any) -> str:
    got = ", ".join(map(str, set(own) - _MARKS)) if isinstance(own, dict) else kind_of(own)
    return f"Metadata.{PREFIX} holds {_LIST}, a list of {{id, reason, expires}}; got {got}"


def _wrong(data: Mapping[str, Any]) -> Iterator[str]:
    # A key that nobody reads is most often a misspelt `expires`, and would accept the finding for ever.
    for key in data:
        if key not in _KEYS:
            yield f"it has no key {key}; allowed: {', '.join(_KEYS)}"
    if not isinstance(data.get("reason", ""), str | None):
        yield f"its reason is no text; got {str(data['reason'])[:60]}"
    if "expires" in data and not is_date(data["expires"]):
        yield _no_date(data["expires"])


def _no_date(expires: Any) -> str:
    return f"its expires is no date; got {str(expires)[:60]}; allowed: {DATE}"


def _from_policy(options: Options) -> Iterator[_Acknowledgement]:
    for item in options.policy.acknowledge:
        place = Place(template=options.policy.path, line=item.place[0], column=item.place[1])
        wrong = "" if not item.expires or is_date(item.expires) else _no_date(item.expires)
        yield _Acknowledgement(item.id, item.reason, item.expires, "", "", place, pattern=item.resource, wrong=wrong)


def _is_in(construct: str, place: Place) -> bool:
    path = place.construct_path or place.stack
    return not construct or path == construct or path.startswith(f"{construct}/")


def _is_named(pattern: str, place: Place) -> bool:
    path = place.construct_path or place.stack
    names = (path, place.logical_id, place.template, place.name)
    return path.startswith(f"{pattern}/") or any(name == pattern or fnmatchcase(name, pattern) for name in names)
