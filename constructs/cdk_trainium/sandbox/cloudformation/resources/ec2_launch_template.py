"""``AWS::EC2::LaunchTemplate``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["LaunchTemplate"]


class LaunchTemplate(Handler):
    """How nodes start; an update adds a version and makes it the default one."""

    type = "AWS::EC2::LaunchTemplate"
    known = frozenset({"LaunchTemplateData", "LaunchTemplateName", "TagSpecifications", "VersionDescription"})
    create_only = frozenset({"LaunchTemplateName"})
    moving = frozenset({"LatestVersionNumber", "DefaultVersionNumber"})

    def create(self, context: Context, props: Props) -> None:
        """Create it with its first version."""
        answer = context.call(
            "ec2",
            "create_launch_template",
            LaunchTemplateName=props.get("LaunchTemplateName") or context.name(128),
            LaunchTemplateData=props.get("LaunchTemplateData"),
            VersionDescription=props.get("VersionDescription"),
            TagSpecifications=props.get("TagSpecifications"),
        )
        context.claim(answer["LaunchTemplate"]["LaunchTemplateId"])

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Add a version."""
        answer = context.call(
            "ec2",
            "create_launch_template_version",
            LaunchTemplateId=context.physical_id,
            LaunchTemplateData=new.get("LaunchTemplateData"),
            VersionDescription=new.get("VersionDescription"),
        )
        version = answer["LaunchTemplateVersion"]["VersionNumber"]
        context.call("ec2", "modify_launch_template", LaunchTemplateId=context.physical_id, DefaultVersion=str(version))

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it with all versions."""
        context.call("ec2", "delete_launch_template", LaunchTemplateId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its version numbers, as strings."""
        answer = context.call("ec2", "describe_launch_templates", LaunchTemplateIds=[context.physical_id])
        found = answer["LaunchTemplates"][0]
        return {
            "LaunchTemplateId": context.physical_id,
            "LatestVersionNumber": str(found["LatestVersionNumber"]),
            "DefaultVersionNumber": str(found["DefaultVersionNumber"]),
        }
