"""The review inside ``cdk synth``, as a CDK validation plugin."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from os import PathLike
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import IPolicyValidationPlugin, PolicyValidationPluginReport, PolicyViolation

from .. import __version__
from ..constraints.identifiers import check_reservation_id
from ..errors import InputError, Problem, TrainiumError
from ..findings import Finding, Level, Report
from .above_stacks import acknowledged_above
from .violations import elsewhere, of_finding, of_input, waiting

if TYPE_CHECKING:
    from aws_cdk import IPolicyValidationContext

    from ..review import Options, Policy
    from ..template import Loaded

__all__ = ["TrainiumReview"]

_NAME = "cdk-trainium"
_NESTED = ".nested.template.json"
_STARTED_IN = Path.cwd()
_CLI = "CDK_CLI_ASM_VERSION"
"""Set by the CDK CLI for the app that it runs."""


@jsii.implements(IPolicyValidationPlugin)
class TrainiumReview:
    """Runs the rules of ``trnctl review`` at the end of synthesis: ``Validations.of(app).add_plugins(...)``.

    An error finding fails ``cdk synth`` with the finding's text; warnings and what is unknown are printed; info is left
    to ``trnctl review``. Added right before ``app.synth()`` it costs least: its rules load while CDK writes the
    templates. Accept a finding in code with an acknowledgement of ``cdk-trainium::TRN204`` and a reason; what
    nobody could judge is fatal, which CDK lets no acknowledgement hide.
    """

    def __init__(
        self,
        *,
        policy: str | PathLike[str] | None = None,
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
            InputError: the policy file cannot be used, an id has not the form of a reservation's, or it is given as
                both a block's and another's.
        """
        problems = [*_check_ids(blocks=blocks, reservations=reservations), *_check_flag("strict", strict)]
        problems = problems or list(_check_apart(blocks, reservations))
        if problems:
            _without_traceback()
            raise InputError("TrainiumReview", problems)
        self._given: dict[str, Any] = {
            "blocks": tuple(blocks),
            "reservations": tuple(reservations),
            "strict": strict,
        }
        if policy is not None:
            try:
                self._given["policy"] = _policy_of(policy)
            except InputError:
                _without_traceback()
                raise
        # Node writes the assembly meanwhile; read in sequence the rules would make synthesis several percent longer.
        Thread(target=_load_rules, daemon=True).start()

    def _options(self, context: IPolicyValidationContext) -> Options:
        """Return what the review of one app is told: its context may name a catalog overlay, as for constructs."""
        from ..review import Options
        from .context import catalog_at

        return Options(**self._given, catalog=catalog_at(context.app_construct))

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
        from ..template import outermost

        paths: list[str] = context.template_paths
        folders = sorted({outermost(_written_at(path).parent) for path in paths})
        missing = [name for folder in folders for name in _missing(folder)] if _CLI in os.environ else []
        try:
            success, violations = self._judged(folders, missing, context)
        except InputError as error:  # rules of one's own that the policy names and that cannot be used
            success, violations = False, of_input(error, paths)
        if not success:
            _without_traceback()
        return PolicyValidationPluginReport(success=success, violations=violations, plugin_version=__version__)

    def _judged(
        self, folders: Sequence[Path], missing: Sequence[str], context: IPolicyValidationContext
    ) -> tuple[bool, list[PolicyViolation]]:
        """Return whether the assemblies pass, and what to tell; nothing but that they wait when CDK looks things up."""
        from ..review import review

        paths = context.template_paths
        if missing:
            return True, [waiting(missing, paths)]
        loaded, options = _loaded(folders, context), self._options(context)
        report = review(loaded, options)
        broken = [violation for error in loaded.errors for violation in of_input(error, paths)]
        broken = broken or [elsewhere(path, paths) for path in _unseen(loaded, paths)]
        found = [*report.findings, *_unread(loaded, options)]
        told = (of_finding(finding, strict=options.strict) for finding in found)
        violations = broken + [violation for violation in told if violation is not None]
        return not broken and not _fails(report, strict=options.strict), violations


def _unread(loaded: Loaded, options: Options) -> list[Finding]:
    """Return what a review that is not strict leaves out of its findings, for synthesis shows no other list."""
    from ..review.acknowledge import accepted
    from ..review.missed import as_findings

    items = () if options.strict else (*loaded.not_reviewed, *loaded.others)
    return accepted(as_findings(items, loaded), [*loaded.templates, *loaded.empty], options)


def _fails(report: Report, *, strict: bool) -> bool:
    levels = (Level.ERROR, Level.UNKNOWN) if strict else (Level.ERROR,)
    return any(item.level in levels and not item.acknowledged for item in report.findings)


def _written_at(path: str) -> Path:
    """Return where Node wrote ``path``: it keeps the working directory in which the CDK was imported."""
    return Path(path) if Path.cwd() == _STARTED_IN else _STARTED_IN / path


def _unseen(loaded: Loaded, paths: Sequence[str]) -> list[str]:
    """Return the templates of ``paths`` that nobody judged: what was read is not what the app wrote.

    A nested one is also missing where its parent cannot tell its file, which is listed as not reviewed.
    """
    seen = {Path(item.path).resolve() for item in (*loaded.templates, *loaded.empty)}
    unseen = [path for path in paths if _written_at(path).resolve() not in seen]
    return [path for path in unseen if not (loaded.not_reviewed and path.endswith(_NESTED))]


def _loaded(folders: Sequence[Path], context: IPolicyValidationContext) -> Loaded:
    """Return the templates; the first of them has the acknowledgements that no file has, and which count for all."""
    from ..template import load

    loaded = load(folders)
    for template in [*loaded.templates, *loaded.empty][:1]:
        template.acknowledged = {**acknowledged_above(context.app_construct), **template.acknowledged}
    return loaded


@cache
def _load_rules() -> None:
    """Load them once in a process: each time would keep from collection whatever earlier apps left behind."""
    from ..lasting import lasting
    from ..review import all_rules

    with lasting():  # beside the CDK's classes, which a full collection walks
        all_rules()


def _check_ids(**given: Sequence[str]) -> Iterator[Problem]:
    for name, ids in given.items():
        if isinstance(ids, str) or not isinstance(ids, Sequence):
            hint = f"write [{ids!r}]" if isinstance(ids, str) else ""
            yield Problem("TRN001", "takes a list of ids", name, repr(ids)[:60], '["cr-…"]', hint)
            continue
        for at, text in enumerate(ids):
            if not isinstance(text, str):
                yield Problem("TRN001", "is no id", f"{name}[{at}]", repr(text)[:60], "cr-…")
                continue
            problem = check_reservation_id(text)
            if problem is not None:
                yield replace(problem, prop=f"{name}[{at}]")


def _check_apart(blocks: Sequence[str], reservations: Sequence[str]) -> Iterator[Problem]:
    for id_ in sorted({*blocks} & {*reservations}):
        yield Problem("TRN077", "a reservation is a Capacity Block's or it is none", "blocks, reservations", id_, "one")


def _check_flag(name: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem("TRN001", "is a switch", name, repr(value)[:60], "True, False")


def _policy_of(path: str | PathLike[str]) -> Policy:
    """Read the policy file.

    Raises:
        InputError: it is no path, or the file cannot be used.
    """
    from ..review import read_policy

    if not isinstance(path, str | PathLike):
        problem = Problem("TRN892", "takes the path of a file", "policy", repr(path)[:60])
        raise InputError("TrainiumReview", [problem])
    return read_policy(Path(path))


def _missing(assembly: Path) -> list[str]:
    """Return the look-ups that CDK has filled with placeholders, and that its CLI makes before it synthesizes again."""
    path = assembly / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return [str(item.get("key")) for item in manifest.get("missing", ())]


@cache
def _without_traceback() -> None:
    """End with the error alone: CDK has printed the findings when it raises ``ValidationFailed``, a mistake needs none.

    A Python traceback would bury both.
    """
    earlier = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, TrainiumError) or str(error).startswith("ValidationFailed"):
            sys.stderr.write(f"error: {str(error).removeprefix('ValidationFailed: ')}\n")
        else:
            earlier(kind, error, trace)

    sys.excepthook = hook
