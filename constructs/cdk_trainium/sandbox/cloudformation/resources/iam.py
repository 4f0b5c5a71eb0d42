"""What IAM's resource types have in common: attached and inline policies, tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["attach", "retag", "set_policies"]


def attach(context: Context, kind: str, where: Props, old: list[str], new: list[str]) -> None:
    """Attach and detach managed policies."""
    for arn in old:
        if arn not in new:
            context.call("iam", f"detach_{kind}_policy", PolicyArn=arn, **where)
    for arn in new:
        if arn not in old:
            context.call("iam", f"attach_{kind}_policy", PolicyArn=arn, **where)


def set_policies(context: Context, kind: str, where: Props, old: list[Any], new: list[Any]) -> None:
    """Put and delete inline policies."""
    before = {item["PolicyName"]: item["PolicyDocument"] for item in old}
    after = {item["PolicyName"]: item["PolicyDocument"] for item in new}
    for name in before:
        if name not in after:
            context.call("iam", f"delete_{kind}_policy", PolicyName=name, **where)
    for name, document in after.items():
        if before.get(name) != document:
            context.call("iam", f"put_{kind}_policy", PolicyName=name, PolicyDocument=document, **where)


def retag(context: Context, kind: str, where: Props, old: Props, new: Props) -> None:
    """Change tags."""
    keys = {item["Key"] for item in new.get("Tags", [])}
    gone = [item["Key"] for item in old.get("Tags", []) if item["Key"] not in keys]
    if gone:
        context.call("iam", f"untag_{kind}", TagKeys=gone, **where)
    if new.get("Tags") and new.get("Tags") != old.get("Tags"):
        context.call("iam", f"tag_{kind}", Tags=new["Tags"], **where)
