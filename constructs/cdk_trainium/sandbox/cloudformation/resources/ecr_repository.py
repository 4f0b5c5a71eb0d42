"""``AWS::ECR::Repository``, which the CDK's bootstrap stack makes."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Repository"]


class Repository(Handler):
    """Where container images are kept."""

    type = "AWS::ECR::Repository"
    known = frozenset({"ImageTagMutability", "LifecyclePolicy", "RepositoryName", "RepositoryPolicyText", "Tags"})
    create_only = frozenset({"RepositoryName", "EncryptionConfiguration"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it with its policies."""
        name = props.get("RepositoryName") or context.name(256, lower=True)
        context.call(
            "ecr",
            "create_repository",
            repositoryName=name,
            imageTagMutability=props.get("ImageTagMutability"),
            tags=props.get("Tags"),
        )
        context.claim(name)
        self._set_policies(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change its policies, mutability and tags."""
        name = context.physical_id
        if old.get("ImageTagMutability") != new.get("ImageTagMutability"):
            mutability = new.get("ImageTagMutability", "MUTABLE")
            context.call("ecr", "put_image_tag_mutability", repositoryName=name, imageTagMutability=mutability)
        self._set_policies(context, old, new)
        arn = self.attributes(context, new)["Arn"]
        keys = {item["Key"] for item in new.get("Tags", [])}
        gone = [item["Key"] for item in old.get("Tags", []) if item["Key"] not in keys]
        if gone:
            context.call("ecr", "untag_resource", resourceArn=arn, tagKeys=gone)
        if new.get("Tags") and new["Tags"] != old.get("Tags"):
            context.call("ecr", "tag_resource", resourceArn=arn, tags=new["Tags"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ecr", "delete_repository", repositoryName=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and URI."""
        name = context.physical_id
        host = f"{context.account}.dkr.ecr.{context.region}.amazonaws.com"
        arn = f"arn:{context.partition}:ecr:{context.region}:{context.account}:repository/{name}"
        return {"Arn": arn, "RepositoryUri": f"{host}/{name}"}

    def _set_policies(self, context: Context, old: Props, new: Props) -> None:
        name = context.physical_id
        text = new.get("LifecyclePolicy", {}).get("LifecyclePolicyText")
        if text and text != old.get("LifecyclePolicy", {}).get("LifecyclePolicyText"):
            context.call("ecr", "put_lifecycle_policy", repositoryName=name, lifecyclePolicyText=text)
        policy = new.get("RepositoryPolicyText")
        if policy and policy != old.get("RepositoryPolicyText"):
            context.call("ecr", "set_repository_policy", repositoryName=name, policyText=policy)
