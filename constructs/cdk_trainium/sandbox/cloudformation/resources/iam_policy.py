"""``AWS::IAM::Policy``: an inline policy of roles, users and groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import is_missing
from .handler import Context, Handler, Props

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Policy"]

_KINDS = (("role", "Roles", "RoleName"), ("user", "Users", "UserName"), ("group", "Groups", "GroupName"))


class Policy(Handler):
    """The same policy put into each role, user and group that it names."""

    type = "AWS::IAM::Policy"
    known = frozenset({"Groups", "PolicyDocument", "PolicyName", "Roles", "Users"})
    create_only = frozenset({"PolicyName"})

    def create(self, context: Context, props: Props) -> None:
        """Put it into each."""
        context.claim(context.name(64))
        self._put(context, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Put it again and take it from those that it no longer names."""
        self._put(context, new)
        kept = list(_holders(new))
        self._take(context, old, [holder for holder in _holders(old) if holder not in kept])

    def delete(self, context: Context, props: Props) -> None:
        """Take it from each."""
        self._take(context, props, list(_holders(props)))

    def _put(self, context: Context, props: Props) -> None:
        name, document = self.required(props, "PolicyName", "PolicyDocument")
        for kind, key, holder in _holders(props):
            where = {key: holder}
            context.call("iam", f"put_{kind}_policy", PolicyName=name, PolicyDocument=document, **where)

    def _take(self, context: Context, props: Props, holders: list[tuple[str, str, str]]) -> None:
        from botocore.exceptions import ClientError

        for kind, key, holder in holders:
            where = {key: holder}
            try:
                context.call("iam", f"delete_{kind}_policy", PolicyName=props["PolicyName"], **where)
            except ClientError as error:
                if not is_missing(error):
                    raise


def _holders(props: Props) -> Iterator[tuple[str, str, str]]:
    for kind, list_name, key in _KINDS:
        for holder in props.get(list_name, []):
            yield kind, key, holder
