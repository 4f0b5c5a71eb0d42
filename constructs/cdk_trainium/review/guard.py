"""An organization's CloudFormation Guard rules, run by AWS's own engine (extra ``guard``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem, unreadable
from ..findings import Level
from ..plain_file import read_plain_text
from ..template import Template
from ..wording import install_hint
from .options import Context
from .rule import Check, Hit, Rule, unknown

__all__ = ["GUARD_RULE", "guard_rule"]

GUARD_RULE = "TRN809"
_NOT_INSTALLED, _BROKEN = "TRN895", "TRN896"
_COMMENT = re.compile(r"#[^\n]*")
_LEVELS = {"WARN": Level.WARNING, "INFO": Level.INFO, "DEBUG": Level.INFO}
"""The engine's severities below error."""


def guard_rule(files: Sequence[Path]) -> Rule:
    """Return one rule that evaluates the Guard rules of ``files`` on each template.

    Raises:
        InputError: the engine is not installed, or a file cannot be read or parsed.
    """
    return Rule(
        id=GUARD_RULE,
        title="The organization's Guard rules hold",
        level=Level.ERROR,
        why="The same file in a CloudFormation Hook makes the reviewer's no binding at deployment.",
        source=", ".join(path.name for path in files),
        on="template",
        check=_check(_engine(files)),
        fix="see the Guard rule",
    )


def _engine(files: Sequence[Path]) -> Any:
    try:
        import cloudformation_validate as validate
    except ImportError:
        text = "Guard rules need AWS's engine, which is not installed"
        raise InputError(str(files[0]), [Problem(_NOT_INSTALLED, text, hint=install_hint("guard"))]) from None
    sources = [validate.ExternalRuleSource(name=str(path), content=text) for path, text in _texts(files).items()]
    try:
        return validate.CelEngine(validate.EngineConfig(guard_rules=sources))
    except validate.ValidationError as error:
        where = ", ".join(map(str, files))
        raise InputError(where, [Problem(_BROKEN, f"cannot be used as Guard rules: {error}")]) from None


def _texts(files: Sequence[Path]) -> dict[Path, str]:
    """Return the content of each file; all that cannot be used is told at once."""
    texts: dict[Path, str] = {}
    problems: list[Problem] = []
    for path in files:
        try:
            texts[path] = read_plain_text(path)
        except (OSError, UnicodeDecodeError) as error:
            problems.append(replace(unreadable(_BROKEN, "the Guard rules", path, error), prop=str(path)))
    empty = [path for path, text in texts.items() if not _COMMENT.sub("", text).strip()]
    problems += [Problem(_BROKEN, "holds no rule: it would pass everything", str(path)) for path in empty]
    if problems:
        raise InputError("guard", problems)
    return texts


def _check(engine: Any) -> Check:
    def check(template: Template, _context: Context) -> Iterator[Hit]:
        """Yield each violation that the engine reports; what it cannot evaluate is unknown."""
        import cloudformation_validate as validate

        content = validate.TemplateContent(template.text.raw, template.path)
        report = engine.validate_template(content, validate.ValidateConfig(disable_builtin_rules=True))
        if report.status != validate.ReportStatus.OK:
            yield unknown(f"the Guard engine could not read the template: {report.status}")
        for item in report.diagnostics:
            if item.source == validate.RuleOrigin.GUARD:
                yield _hit(template, item)

    return check


def _hit(template: Template, item: Any) -> Hit:
    entity = getattr(item, "entity", None)
    resource = template.resources.get(getattr(entity, "logical_id", ""))
    level = _LEVELS.get(getattr(item.severity, "name", ""), Level.ERROR)
    message = f"{item.rule_id}: {' '.join(item.message.split())}"
    return Hit(message, _path(item.property_path), level=level, resource=resource, evidence={"guard": item.rule_id})


def _path(written: str | None) -> tuple[str | int, ...]:
    parts = (written or "").replace("/", ".").split(".")
    steps = parts[parts.index("Properties") :] if "Properties" in parts else []
    return tuple(int(part) if re.fullmatch("[0-9]{1,9}", part) else part for part in steps)
