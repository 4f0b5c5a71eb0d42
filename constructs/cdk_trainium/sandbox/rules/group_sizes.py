"""A group's sizes: minimum <= desired <= maximum."""

from __future__ import annotations

from ..refusal import Rule

RULE = Rule(
    id="group-sizes",
    title="A minimum over the maximum, and a desired size outside both, are refused.",
    code="ValidationError",
    source="Auto Scaling's answer as quoted in public reports: 'Desired capacity:… must be between …'",
)


def check(least: int, most: int, desired: int | None) -> None:
    """Refuse sizes that contradict each other."""
    if least > most:
        raise RULE.refuse(f"Max bound, {most}, must be greater than or equal to min bound, {least}")
    if desired is not None and not least <= desired <= most:
        raise RULE.refuse(
            f"Desired capacity:{desired} must be between the specified min size:{least} and max size:{most}"
        )
