"""What EC2's resource types have in common: tags at creation and after."""

from __future__ import annotations

from typing import Any, ClassVar

from moto.ec2.models import ec2_backends

from .handler import Context, Handler, Props

__all__ = ["Ec2Handler", "pick"]


def pick(props: Props, *names: str) -> Props:
    """Return the named properties that are there."""
    return {name: props[name] for name in names if name in props}


class Ec2Handler(Handler):
    """A type whose tags are set by TagSpecifications and changed by CreateTags and DeleteTags."""

    tags: ClassVar[str | None] = "list"
    kind: ClassVar[str]
    """EC2's word for the resource in a TagSpecification."""

    def tagged(self, props: Props) -> list[dict[str, Any]] | None:
        """Return the TagSpecifications of a creation."""
        return [{"ResourceType": self.kind, "Tags": props["Tags"]}] if props.get("Tags") else None

    def mark(self, context: Context) -> None:
        """Set CloudFormation's own tags, past the API: CreateTags takes no key that begins with ``aws:``."""
        ec2_backends[context.account][context.region].create_tags([self.tagged_id(context)], context.own_tags)

    def tagged_id(self, context: Context) -> str:
        """Return the id that tags hang on. Default: - the physical id."""
        return context.physical_id

    def retag(self, context: Context, old: Props, new: Props) -> None:
        """Change the tags of what is there."""
        before = {item["Key"]: item["Value"] for item in old.get("Tags", [])}
        after = {item["Key"]: item["Value"] for item in new.get("Tags", [])}
        gone = [{"Key": key} for key in before if key not in after]
        changed = [{"Key": key, "Value": value} for key, value in after.items() if before.get(key) != value]
        if gone:
            context.call("ec2", "delete_tags", Resources=[self.tagged_id(context)], Tags=gone)
        if changed:
            context.call("ec2", "create_tags", Resources=[self.tagged_id(context)], Tags=changed)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change the tags; types with more to change say so."""
        self.retag(context, old, new)
