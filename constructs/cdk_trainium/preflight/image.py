"""Which image a group launches: written as an id, or found through an SSM parameter of the region."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence

from .plan import Plan
from .question import Answer, Question, Row, Trouble, UnansweredError, question
from .questions import existing, images

__all__ = ["IMAGE_ACTIONS", "families_said", "image_of", "parameters", "with_image"]

IMAGE_ACTIONS = ("ssm:GetParameters", "ec2:DescribeImages")
_BATCH = 10
_FAMILY = re.compile(r"\b(?:trn|inf)\d+[a-z]*", re.IGNORECASE)


def with_image(plan: Plan) -> Sequence[str]:
    """Return the groups that say which image they launch."""
    return [group.name for group in plan.demand.groups if group.image_id or group.image_parameter]


def parameters(
    plan: Plan,
) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[dict[str, str], frozenset[str]]]:
    """Return SSM parameter -> image id of those that exist, and those that do not."""
    names = plan.image_parameters
    batches = [names[at : at + _BATCH] for at in range(0, len(names), _BATCH)]
    answers, gone = yield from existing(_parameters, batches)
    found = {row.text("Name"): row.text("Value") for answer in answers for row in answer}
    lost = gone | {name for answer in answers for name in answer.row.texts("InvalidParameters")}
    return found, lost


def _parameters(names: tuple[str, ...]) -> Question:
    return question("ssm", "GetParameters", "Parameters", Names=names)


def image_of(plan: Plan, subject: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], Row | None]:
    """Return the image of one group; None when it does not exist or its parameter does not.

    Raises `UnansweredError` where SSM says nothing of its parameter.
    """
    group = plan.groups[subject]
    found, lost = yield from parameters(plan)
    if group.image_parameter and not group.image_id and group.image_parameter not in {*found, *lost}:
        text = f"nothing was said of {group.image_parameter}"
        raise UnansweredError("ssm:GetParameters", Trouble.NONSENSE, message=text)
    ids = tuple(sorted({*plan.image_ids, *found.values()}))
    wanted = group.image_id or found.get(group.image_parameter, "")
    if not wanted:
        return None
    answers, _ = yield from existing(images, [ids])
    return next((row for answer in answers for row in answer if row.text("ImageId") == wanted), None)


def families_said(image: Row) -> list[str]:
    """Return the families with Neuron chips that the image's name and description mention, as they write them."""
    said = f"{image.text('Name', '')} {image.text('Description', '')}"
    return list(dict.fromkeys(_FAMILY.findall(said)))
