"""``resolve:ssm:…`` as an image id must name a parameter that exists in the region."""

from __future__ import annotations

from ..refusal import Refusal, Rule

RULE = Rule(
    id="image-parameter",
    title="An image parameter that does not exist in the region is refused.",
    code="InvalidParameterValue",
    source="EC2 User Guide, Systems Manager parameter instead of an AMI id; no source publishes the code",
    sourced=False,
)


def refusal(image_id: str) -> Refusal:
    """Return the refusal for an ``image_id`` that cannot be resolved."""
    return RULE.refuse(f"The image parameter '{image_id}' could not be resolved in this Region.")
