"""Renders a report: text, json, sarif, junit, markdown. Review and preflight share them."""

from __future__ import annotations

import importlib

from ..findings import Report
from .about import About
from .visible import visible

__all__ = ["FORMATS", "About", "render"]

FORMATS = {"text": "text", "json": "json_report", "sarif": "sarif", "junit": "junit", "markdown": "markdown"}
"""Name of a format -> module that renders it."""
_ESCAPING = {"json", "sarif"}
"""Formats whose syntax holds every character."""


def render(report: Report, format: str, about: About | None = None) -> str:
    """Return ``report`` in one of `FORMATS`, ending with a line break.

    Args:
        report: what was found.
        format: one of `FORMATS`.
        about: what made the report. Default: - ``trnctl`` of this version, no titles.
    """
    module = importlib.import_module(f".{FORMATS[format]}", __name__)
    shown = report if format in _ESCAPING else visible(report)
    # A half of a surrogate pair cannot be encoded; as \ud800 it can, and is the same value in JSON.
    text: str = module.render(shown, about or About()).encode("utf-8", "backslashreplace").decode()
    return text if text.endswith("\n") else f"{text}\n"
