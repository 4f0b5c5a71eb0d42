"""The launch template of a node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import Fn, ITaggable, TagManager, Tags, TagType, Validations
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..catalog import Catalog, InstanceTypeInfo
from ..constraints import Interface, Layout, interfaces_of
from ..constraints.image_path import read_image_path
from ..constraints.node_config import (
    NO_NODE_CONFIG,
    UNREAD_NODE_CONFIG,
    has_node_config,
    joins_by_script,
    unread_node_configs,
)
from ..constraints.offered import NOT_OFFERED, not_offered
from ..constraints.regional_images import REGION_WITHOUT_IMAGE, region_without
from ..errors import Problem, PropsError
from ..spec import BlockCapacity, CapacitySpec, ImageSpec, NodeSpec, is_late
from .context import Surroundings
from .design_only import mark_design
from .given import checked_with, key_of_region
from .image import NeuronImage
from .launch_data import METADATA_OPTIONS, market, network_interfaces, root_volume
from .node_tags import tag_specifications
from .place import one_subnet
from .role import node_role
from .security_group import EfaSecurityGroup, of_vpc
from .user_data import boot_script, check_size
from .volume_key import let_auto_scaling_use

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms

__all__ = ["NodeLaunchTemplate"]


@jsii.implements(ITaggable, ec2.IConnectable, iam.IGrantable)
class NodeLaunchTemplate(Construct):
    """A launch template for nodes of one type: network interfaces on every card, IMDSv2, encrypted root, capacity.

    It names neither placement group nor ODCR: both belong to the Auto Scaling group, so that identical groups can
    share it. A Capacity Block needs market type and target here.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        instance_type: str,
        security_group: EfaSecurityGroup,
        capacity: CapacitySpec | None = None,
        layout: str | None = None,
        image: NeuronImage | None = None,
        root_volume_gib: int | None = None,
        user_data: str | None = None,
        tags: Mapping[str, str] | None = None,
        role: iam.IRole | None = None,
        encryption_key: kms.IKey | None = None,
        further_security_groups: Sequence[ec2.ISecurityGroup] | None = None,
        subnet: ISubnetRef | None = None,
        design_only: bool | None = None,
    ) -> None:
        """Make the launch template.

        Args:
            scope: parent construct.
            id: construct id.
            instance_type: EC2 instance type; must be a literal, its network cards shape the template.
            security_group: group of every interface.
            capacity: how the nodes are bought; required, except for a design.
            layout: ``efa``, ``efa-only`` or ``interface``. Default: - the type's own
            image: machine image; required, except for a design.
            root_volume_gib: size of the root volume. Unit: GiB. Default: - what the image needs
            user_data: runs at first boot, after instance-store disks are mounted at ``/local_nvme``: shell lines, a
                script with its own ``#!``, or a MIME document, which stands alone. Default: - none
            tags: tags of instances, volumes and interfaces; ``Tags.of()`` reaches them too. Default: - a Name
            role: role of the nodes. Default: - one that allows Session Manager and nothing else
            encryption_key: customer key of the root volume. The key's policy must let the service-linked role
                AWSServiceRoleForAutoScaling use it: kms:Encrypt, Decrypt, ReEncrypt*, GenerateDataKey*, DescribeKey
                and CreateGrant (the last with kms:GrantIsForAWSResource). Without it every launch fails with
                Client.InternalError. A group of this library adds both statements to the policy of a key that the app
                makes; the policy of an imported key is nobody's to change here, nor to look at: write them there. The
                role must exist in the account before. Default: - the account's aws/ebs key
            further_security_groups: more groups of every interface. Default: - none
            subnet: subnet of every interface, for launches outside an Auto Scaling group. Default: - none
            design_only: synthesize what cannot be launched, never deploy it. Default: - false

        Raises:
            PropsError: names every bad prop; user data over 16 KiB.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        self._path, types = around.path, around.types
        node: dict[str, Any] = {
            "instance_type": instance_type,
            "capacity": capacity,
            "layout": layout,
            "root_volume_gib": root_volume_gib,
            "user_data": user_data,
            "tags": tags,
            "image": image,
            "role": role,
            "encryption_key": encryption_key,
            "design_only": design_only,
        }
        groups = {"efa_security_group": security_group, "further_security_groups": further_security_groups}
        where = {} if subnet is None else {"subnet": subnet}
        beside = [] if encryption_key is None else key_of_region(encryption_key, around.region)
        self.spec = checked_with(self._path, NodeSpec, {**node, **groups, **where}, types=types, beside=beside)
        self.info = _info(types, self.spec)
        self.role: iam.IRole = role or node_role(self, "Role")
        self._security_group, self._further = security_group, tuple(further_security_groups or ())
        of_vpc(self._path, security_group.vpc, "further_security_groups", self._further)
        self._key = encryption_key
        self._tags = self._tag_manager()
        ids = [security_group.security_group_id, *(item.security_group_id for item in self._further)]
        place = None if subnet is None else one_subnet(self._path, "subnet", *around.told([subnet]))
        data = {
            **self._machine(encryption_key),
            **market(self.spec.capacity, self._pool_arn()),
            "networkInterfaces": network_interfaces(self.interfaces, ids, place),
            "tagSpecifications": tag_specifications(self._tags),
        }
        self._resource = ec2.CfnLaunchTemplate(self, "Resource", launch_template_data=data)
        self._doubt_region(around)
        self._doubt_image(around)
        self._doubt_join()
        if self.spec.design_only:
            mark_design(self, self.spec.problems(types)[1])

    def launch_by_auto_scaling(self) -> None:
        """Let Auto Scaling use the customer key of the root volume; each group that launches from it asks for that."""
        key, self._key = self._key, None
        if key is not None:
            let_auto_scaling_use(key, self)

    def _doubt_region(self, around: Surroundings) -> None:
        """Warn of a region that did not offer the type; the catalog is dated, so it is no error."""
        doubt = not_offered(self.info, around.region, around.types) if around.region else ""
        if doubt:
            Validations.of(self).add_warning(NOT_OFFERED, f"{doubt}; trnctl preflight asks EC2 for today's answer")

    def _doubt_image(self, around: Surroundings) -> None:
        """Warn of a floating image whose parameter the region was seen without."""
        image = self.spec.image
        if not around.region or image is None or image.id is not None or image.ids is not None:
            return
        path = self._image().ssm_parameter
        without = region_without(around.types, path, around.region)
        if without is not None:
            text = f"{without.told(path, around.region)}; copy an image there and name its id"
            Validations.of(self).add_warning(REGION_WITHOUT_IMAGE, text)

    def _doubt_join(self) -> None:
        """Warn of an EKS image without NodeConfig; a pinned id tells no system, and what is added later is not seen."""
        image, script = self.spec.image, self.spec.user_data or ""
        if image is None or image.id is not None or image.ids is not None or is_late(script):
            return
        path = read_image_path(self._image().ssm_parameter)
        for fault in unread_node_configs(script) if path.joins_by_node_config else ():
            Validations.of(self).add_warning(UNREAD_NODE_CONFIG, f"the nodes never join: {fault.why}; {fault.fix}")
        if path.joins_by_node_config and not has_node_config(script) and not joins_by_script(script):
            text = f"{path.label} joins its cluster by a NodeConfig, and user_data holds none: the nodes never join"
            Validations.of(self).add_warning(NO_NODE_CONFIG, text)

    def _machine(self, key: kms.IKey | None) -> dict[str, Any]:
        image = self._image()
        size = self.spec.root_volume_gib or image.root_gib
        profile = iam.CfnInstanceProfile(self, "Profile", roles=[self.role.role_name])
        data: dict[str, Any] = {
            "instanceType": self.ec2_type,
            "iamInstanceProfile": {"arn": profile.attr_arn},
            "metadataOptions": METADATA_OPTIONS,
            "blockDeviceMappings": root_volume(image.root_device, size, key.key_arn if key else None),
        }
        if self.spec.image is not None:
            data["imageId"] = image.image_id(self)
        script = boot_script(nvme_disks=self.info.value("nvme_disks"), commands=self.spec.user_data)
        if script is not None:
            check_size(self._path, script)
            data["userData"] = Fn.base64(script)
        return data

    def _image(self) -> NeuronImage:
        """Return the image; a design without one gets the device and size of its family."""
        if self.spec.image is None and not self.spec.design_only:
            hint = "pin one: NeuronImage(id=…); or follow AWS's newest: NeuronImage(floating=True)"
            raise PropsError(self._path, [Problem("TRN501", "no machine image", "image", hint=hint)])
        return NeuronImage.of(self.spec.image or ImageSpec(floating=True), self.info)

    @property
    def interfaces(self) -> tuple[Interface, ...]:
        """The network interfaces of a node; the first is the primary one."""
        return interfaces_of(self.info, Layout(self.spec.layout) if self.spec.layout else None)

    def _pool_arn(self) -> str | None:
        capacity = self.spec.capacity
        if not isinstance(capacity, BlockCapacity) or len(capacity.blocks) == 1:
            return None
        from .block_pool import block_pool

        return block_pool(self, "Blocks", [block.reservation_id for block in capacity.blocks]).attr_arn

    def _tag_manager(self) -> TagManager:
        manager = TagManager(TagType.KEY_VALUE, "AWS::EC2::LaunchTemplate")
        manager.set_tag("Name", self._path.removesuffix("/LaunchTemplate")[:256], 0)
        for key, value in self.spec.tags.items():
            Tags.of(self).add(key, value)
        return manager

    @property
    def ec2_type(self) -> str:
        """EC2's name of the instance type; for a design without one, the catalog's."""
        return self.info.ec2_name or self.info.name

    @property
    def resource(self) -> ec2.CfnLaunchTemplate:
        """The launch template resource, for overrides."""
        return self._resource

    @cached_property
    def launch_template_id(self) -> str:
        """Id of the launch template."""
        made: str = self._resource.ref
        return made

    @cached_property
    def version(self) -> str:
        """Number of its newest version; a change of the template gives a new one."""
        newest: str = self._resource.attr_latest_version_number
        return newest

    def need_vpc(self, where: str, vpc: ec2.IVpc) -> None:
        """Refuse nodes in ``vpc`` where a security group is known to be made in another, for the construct ``where``.

        Raises:
            PropsError: ``TRN209``, of each such group.
        """
        of_vpc(where, vpc, "launch_template", [self._security_group, *self._further])

    @property
    def tags(self) -> TagManager:
        """Tags of what is launched; `ITaggable`."""
        return self._tags

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the nodes; `IConnectable`."""
        return self._security_group.connections

    @property
    def grant_principal(self) -> iam.IPrincipal:
        """The nodes' role; `IGrantable`."""
        return self.role.grant_principal


def _info(types: Catalog, spec: NodeSpec) -> InstanceTypeInfo:
    """Return the catalog entry of a checked spec."""
    info = types.find(spec.instance_type)
    if info is None:
        raise KeyError(spec.instance_type)
    return info
