"""A function with an argument that it does not take."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Malformed
from ...model.names import macros_of
from ...model.unread import unread_in
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Described


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Search for what the resolver could not read; a macro, or AWS::LanguageExtensions, may read more than it.

    What such a transform makes of it stays unknown, and each rule that needs the value says so.
    """
    template = item.resource.template
    if template.holds_malformed and not template.is_extended and not macros_of(template):
        for path, found in unread_in(item.branch.properties, Malformed):
            yield Hit(found.reason, path)


RULE = Rule(
    id="TRN929",
    title="Functions have the arguments that they take",
    level=Level.ERROR,
    why="CloudFormation refuses the template; a review that cannot read the value cannot judge it.",
    source="CloudFormation Template Reference, intrinsic functions",
    on="described",
    check=check,
    fix="write it as the reference shows",
)
