"""Tag keys that begin with ``aws:`` are AWS's own."""

from __future__ import annotations

from typing import Any

from ..refusal import Rule

RULE = Rule(
    id="tag-key-reserved",
    title="A tag whose key begins with aws: is refused.",
    code="InvalidParameterValue",
    source="EC2 API, Tag: 'May not begin with aws:'; CreateTags and RunInstances as quoted in public reports: "
    "\"Tag keys starting with 'aws:' are reserved for internal use\"",
)


def check(request: Any) -> None:
    """Refuse the tags of a request of EC2, whether it is CreateTags or makes a resource with tags."""
    specified = [tag for one in request._get_param("TagSpecifications", []) for tag in one.get("Tags", [])]
    tags = [*specified, *(request._get_param("Tags", []) if request._get_action() == "CreateTags" else [])]
    own = [key for key in (str(tag.get("Key", "")) for tag in tags) if key.lower().startswith("aws:")]
    if own:
        said = "Tag keys starting with 'aws:' are reserved for internal use"
        raise RULE.refuse(f"Value ( {own[0]} ) for parameter key is invalid. {said}")
