"""What adds resources to a template at deployment."""

from __future__ import annotations

from ...template import Template, Unknown

__all__ = ["made_later"]


def made_later(template: Template) -> Unknown | None:
    """Return what may add a resource that is missed: a macro, or a loop that is not written out; None when nothing."""
    maker = template.added_to or next((str(path[-1]) for path in template.loops.hiding), "")
    return Unknown(f"{maker} may add one at deployment") if maker else None
