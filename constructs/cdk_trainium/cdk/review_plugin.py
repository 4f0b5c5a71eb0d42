"""The review inside ``cdk synth``, as a CDK validation plugin."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import (
    IPolicyValidationPlugin,
    PolicyValidationPluginReport,
    PolicyViolatingResource,
    PolicyViolation,
)

from .. import __version__
from ..constraints.identifiers import check_reservation_id
from ..errors import InputError
from ..findings import Finding, Level, Report

if TYPE_CHECKING:
    from aws_cdk import IPolicyValidationContext

    from ..review import Options

__all__ = ["TrainiumReview"]

_NAME = "cdk-trainium"
_SEVERITY = {Level.ERROR: "error", Level.WARNING: "warning", Level.UNKNOWN: "warning"}


@jsii.implements(IPolicyValidationPlugin)
class TrainiumReview:
    """Runs the rules of ``trnctl review`` at the end of synthesis: ``Validations.of(app).add_plugins(...)``.

    An error finding fails ``cdk synth`` with the finding's text; warnings and what is unknown are printed; info is left
    to ``trnctl review``. Accept a finding in code with an acknowledgement of ``cdk-trainium::TRN204`` and a reason.
    """

    def __init__(
        self,
        *,
        policy: str | None = None,
        blocks: Sequence[str] = (),
        reservations: Sequence[str] = (),
        strict: bool = False,
    ) -> None:
        """Prepare the review; nothing is read but the policy.

        Args:
            policy: path of the organization's policy file. Default: - none.
            blocks: reservation ids (``cr-…``) that are Capacity Blocks. Default: - as the templates say.
            reservations: ids of targeted reservations that the nodes are meant to use. Default: - none.
            strict: a placement group on a block, and everything unknown, is an error. Default: False

        Raises:
            InputError: the policy file cannot be used, or an id has not the form of a reservation's.
        """
        _check_ids(blocks=blocks, reservations=reservations)
        self._given: dict[str, Any] = {
            "blocks": tuple(blocks),
            "reservations": tuple(reservations),
            "strict": strict,
        }
        if policy:
            from ..review import read_policy

            self._given["policy"] = read_policy(policy)
        # Node writes the assembly meanwhile; read in sequence the rules would make synthesis several percent longer.
        Thread(target=_load_rules, daemon=True).start()

    @cached_property
    def _options(self) -> Options:
        from ..review import Options

        return Options(**self._given)

    @property
    def name(self) -> str:
        """Name of the plugin: the prefix of ids in acknowledgements."""
        return _NAME

    @property
    def version(self) -> str:
        """Version of this package."""
        return __version__

    @property
    def rule_ids(self) -> list[str]:
        """Every rule that may report."""
        from ..review import all_rules

        return [rule.id for rule in all_rules()]

    def validate(self, context: IPolicyValidationContext) -> PolicyValidationPluginReport:
        """Judge the assembly that was just written."""
        from ..review import review
        from ..review.missed import as_findings
        from ..template import load

        folders = {_assembly_of(Path(path)) for path in context.template_paths}
        loaded = load(sorted(folders))
        report = review(loaded, self._options)
        broken = [_plain("TRN904", str(error), context.template_paths) for error in loaded.errors]
        unread = () if self._options.strict else as_findings([*loaded.not_reviewed, *loaded.others])
        violations = broken + [item for finding in (*report.findings, *unread) for item in self._violations(finding)]
        success = not broken and not self._fails(report)
        if not success:
            _silence_validation_traceback()
        return PolicyValidationPluginReport(success=success, violations=violations, plugin_version=__version__)

    def _fails(self, report: Report) -> bool:
        levels = (Level.ERROR, Level.UNKNOWN) if self._options.strict else (Level.ERROR,)
        return any(item.level in levels and not item.acknowledged for item in report.findings)

    def _violations(self, finding: Finding) -> list[PolicyViolation]:
        if finding.level is Level.INFO:
            return []
        severity = "info" if finding.acknowledged else _SEVERITY[finding.level]
        if self._options.strict and finding.level is Level.UNKNOWN and not finding.acknowledged:
            severity = "error"
        return [_violation(finding, severity)]


def _load_rules() -> None:
    from ..review import all_rules

    all_rules()


def _check_ids(**given: Sequence[str]) -> None:
    found = [
        replace(problem, prop=f"{name}[{at}]")
        for name, ids in given.items()
        for at, text in enumerate(ids)
        if (problem := check_reservation_id(text)) is not None
    ]
    if found:
        raise InputError("TrainiumReview", found)


def _assembly_of(template: Path) -> Path:
    """Return the outermost cloud assembly that holds ``template``: stages are folders inside it."""
    folder = template.parent
    while (folder.parent / "manifest.json").is_file():
        folder = folder.parent
    return folder


def _violation(finding: Finding, severity: str) -> PolicyViolation:
    place = finding.subject
    text = f"{finding.id} {finding.message}"
    if finding.acknowledged:
        text += f" (acknowledged: {finding.acknowledged})"
    resource = PolicyViolatingResource(
        locations=[place.property or "Resources"],
        construct_path=place.construct_path or place.stack or None,
        template_path=place.template,
    )
    return PolicyViolation(
        description=text,
        rule_name=finding.id,
        fix=finding.hint or None,
        severity=severity,
        violating_resources=[resource],
        rule_metadata={"source": finding.source} if finding.source else None,
    )


def _plain(rule: str, text: str, templates: Sequence[str]) -> PolicyViolation:
    resource = PolicyViolatingResource(locations=["Resources"], template_path=templates[0])
    return PolicyViolation(description=text, rule_name=rule, severity="error", violating_resources=[resource])


@cache
def _silence_validation_traceback() -> None:
    """CDK has printed the findings when it raises ``ValidationFailed``; a Python traceback would bury them."""
    earlier = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if str(error).startswith("ValidationFailed"):
            sys.stderr.write(f"error: {str(error).removeprefix('ValidationFailed: ')}\n")
        else:
            earlier(kind, error, trace)

    sys.excepthook = hook
