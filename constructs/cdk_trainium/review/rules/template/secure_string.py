"""A secure string of SSM where CloudFormation reads none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import OneOf, Unknown
from ...model.unread import unread_in
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Described

_SECURE = "{{resolve:ssm-secure:"


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Search the resources that rules judge, none of which the guide lists; what happens in Fn::Base64 it leaves open.

    The list is of passwords and tokens of directories, caches, users, streams, OpsWorks and data bases.
    """
    for path, value in unread_in(item.branch.properties, Unknown, encoded=False):
        if _SECURE in value.text:
            yield Hit(f"CloudFormation reads no secure string of SSM in {path[-1]}; got {value.text}", path)
        elif isinstance(value, OneOf) and any(_SECURE in _text(choice) for _, choice in value.choices):
            yield cannot_tell(f"whether {path[-1]} is a secure string of SSM", value, path)


def _text(value: object) -> str:
    return value.text if isinstance(value, Unknown) else ""


RULE = Rule(
    id="TRN541",
    title="A secure string of SSM stands where CloudFormation reads one",
    level=Level.ERROR,
    why="CloudFormation refuses the change set: SSM Secure reference is not supported in this property.",
    source="CloudFormation User Guide, ssm-secure dynamic references: resources that support them; "
    "cloudformation-coverage-roadmap issue 1821",
    on="described",
    check=check,
    fix="keep the value in a parameter of type String, and write {{resolve:ssm:NAME}}",
    texts=("ssm-secure",),
)
