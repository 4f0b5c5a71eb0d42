"""Reads what launches nodes out of CloudFormation, once for the review and for the demand.

    for group in groups_in(template):      # each resource that launches nodes, once per branch of its conditions
        group.uses                         # the launch templates it names, with types and what it puts in their place
        group.purchase, group.sizes, group.subnets, group.placement_group, group.reservation

One file per service. Values are those of `template`: what it does not tell is an ``Unknown`` and stays one.
"""

from __future__ import annotations

from .described import DESCRIPTIONS, INSTANCE, LAUNCH_CONFIGURATION, LAUNCH_TEMPLATE, launch_template
from .group import Group, Share, Use
from .services import GROUP_TYPES, group_in, groups_in

__all__ = [
    "DESCRIPTIONS",
    "GROUP_TYPES",
    "INSTANCE",
    "LAUNCH_CONFIGURATION",
    "LAUNCH_TEMPLATE",
    "Group",
    "Share",
    "Use",
    "group_in",
    "groups_in",
    "launch_template",
]
