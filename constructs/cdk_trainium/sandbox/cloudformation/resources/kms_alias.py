"""``AWS::KMS::Alias``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Alias"]


class Alias(Handler):
    """A name of a key."""

    type = "AWS::KMS::Alias"
    known = frozenset({"AliasName", "TargetKeyId"})
    create_only = frozenset({"AliasName"})

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        name, key = self.required(props, "AliasName", "TargetKeyId")
        context.call("kms", "create_alias", AliasName=name, TargetKeyId=key)
        context.claim(name)

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Point it at another key."""
        context.call("kms", "update_alias", AliasName=context.physical_id, TargetKeyId=new["TargetKeyId"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("kms", "delete_alias", AliasName=context.physical_id)
