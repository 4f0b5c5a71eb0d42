"""``AWS::S3::Bucket``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .handler import Context, Handler, Props

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Bucket"]


def _encryption(value: Any) -> Props:
    rules = []
    for item in value["ServerSideEncryptionConfiguration"]:
        default = item["ServerSideEncryptionByDefault"]
        made = {("KMSMasterKeyID" if key == "KMSMasterKeyID" else key): given for key, given in default.items()}
        rules.append({**item, "ApplyServerSideEncryptionByDefault": made})
        rules[-1].pop("ServerSideEncryptionByDefault")
    return {"ServerSideEncryptionConfiguration": {"Rules": rules}}


def _lifecycle(value: Any) -> Props:
    return {"LifecycleConfiguration": {"Rules": [_lifecycle_rule(item) for item in value["Rules"]]}}


def _lifecycle_rule(rule: Props) -> Props:
    made = {"Filter": {"Prefix": rule.get("Prefix", "")}, **rule}
    made.pop("Prefix", None)
    if "Id" in made:
        made["ID"] = made.pop("Id")
    if "ExpirationInDays" in made:
        made["Expiration"] = {"Days": made.pop("ExpirationInDays")}
    if "NoncurrentVersionExpirationInDays" in made:
        made["NoncurrentVersionExpiration"] = {"NoncurrentDays": made.pop("NoncurrentVersionExpirationInDays")}
    return made


_SETTINGS: dict[str, tuple[str, str, Callable[[Any], Props]]] = {
    "VersioningConfiguration": (
        "put_bucket_versioning",
        "",
        lambda value: {"VersioningConfiguration": value},
    ),
    "BucketEncryption": ("put_bucket_encryption", "delete_bucket_encryption", _encryption),
    "PublicAccessBlockConfiguration": (
        "put_public_access_block",
        "delete_public_access_block",
        lambda value: {"PublicAccessBlockConfiguration": value},
    ),
    "LifecycleConfiguration": ("put_bucket_lifecycle_configuration", "delete_bucket_lifecycle", _lifecycle),
    "OwnershipControls": (
        "put_bucket_ownership_controls",
        "delete_bucket_ownership_controls",
        lambda value: {"OwnershipControls": value},
    ),
    "Tags": ("put_bucket_tagging", "delete_bucket_tagging", lambda value: {"Tagging": {"TagSet": value}}),
}
"""Property -> operation that sets it, operation that takes it away, and the operation's parameter."""


class Bucket(Handler):
    """A bucket; one that holds objects is not deleted, as in S3."""

    type = "AWS::S3::Bucket"
    known = frozenset({"BucketName", "AccessControl", *_SETTINGS})
    create_only = frozenset({"BucketName"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it and set what the template names."""
        name = props.get("BucketName") or context.name(63, lower=True)
        place = {"LocationConstraint": context.region} if context.region != "us-east-1" else None
        context.call("s3", "create_bucket", Bucket=name, CreateBucketConfiguration=place)
        context.claim(name)
        self.update(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Set what changed."""
        for name, (put, take, shape) in _SETTINGS.items():
            if old.get(name) == new.get(name):
                continue
            if name in new:
                context.call("s3", put, Bucket=context.physical_id, **shape(new[name]))
            elif take:
                context.call("s3", take, Bucket=context.physical_id)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("s3", "delete_bucket", Bucket=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and names."""
        name, suffix = context.physical_id, "amazonaws.com.cn" if context.partition == "aws-cn" else "amazonaws.com"
        return {
            "Arn": f"arn:{context.partition}:s3:::{name}",
            "DomainName": f"{name}.s3.{suffix}",
            "RegionalDomainName": f"{name}.s3.{context.region}.{suffix}",
            "DualStackDomainName": f"{name}.s3.dualstack.{context.region}.{suffix}",
            "WebsiteURL": f"http://{name}.s3-website-{context.region}.{suffix}",
        }
