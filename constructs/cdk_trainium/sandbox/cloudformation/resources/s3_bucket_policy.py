"""``AWS::S3::BucketPolicy``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["BucketPolicy"]


class BucketPolicy(Handler):
    """Who may use a bucket."""

    type = "AWS::S3::BucketPolicy"
    known = frozenset({"Bucket", "PolicyDocument"})
    create_only = frozenset({"Bucket"})

    def create(self, context: Context, props: Props) -> None:
        """Put it."""
        bucket, document = self.required(props, "Bucket", "PolicyDocument")
        context.call("s3", "put_bucket_policy", Bucket=bucket, Policy=document)
        context.claim(bucket)

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Put it again."""
        context.call("s3", "put_bucket_policy", Bucket=context.physical_id, Policy=new["PolicyDocument"])

    def delete(self, context: Context, _props: Props) -> None:
        """Take it away."""
        context.call("s3", "delete_bucket_policy", Bucket=context.physical_id)
