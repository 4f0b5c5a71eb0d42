"""Reads CloudFormation: JSON, YAML with short forms, folders, ``cdk.out`` with stages and nested stacks.

    loaded = load(["cdk.out"])                     # never raises for a bad file: loaded.errors, loaded.not_reviewed
    for template in loaded.templates:
        for resource in template.by_type.get("AWS::EC2::LaunchTemplate", ()):
            for branch in resource.branches:       # one per combination of the conditions it depends on
                branch.properties                  # resolved: JSON values, Unknown(reason), Reference(logical_id) ...
                branch.when, branch.default        # {"IsProd": True}; whether the parameters' defaults lead here

A value is plain JSON as far as the template tells it. ``Unknown`` (with ``Blank``, ``SsmValue``, ``Mixed``,
``OneOf``, ``ZoneOf``) says why it is not, ``Reference`` names a resource (``template``, ``logical_id``, ``attribute``),
``Encoded`` is ``Fn::Base64``.
Parameters count with their defaults, with each value that a condition compares them with, and with each of a few
allowed ones; ``Fn::ImportValue`` and ``Fn::GetStackOutput`` are followed when the exporting stack was loaded too.
``resource.position(path, branch.when)`` gives line and column, worked out only then.
"""

from __future__ import annotations

from .assembly import outermost
from .branch import Branch
from .conditions import OTHER, PARAMETER, Truths, compatible, worded
from .environment import Environment
from .loading import Loaded, load, load_text
from .resource import Resource
from .strings import split
from .template import Template
from .text import may_hold
from .unknown import (
    Answer,
    AtDeployment,
    Blank,
    Malformed,
    MaybeAbsent,
    Mixed,
    NoSuchKey,
    OneId,
    OneOf,
    PinnedSsmValue,
    SsmValue,
    TooLong,
    Unknown,
    ZoneOf,
    Zones,
)
from .values import LOOP, Encoded, Reference, Value, known_text

__all__ = [
    "LOOP",
    "OTHER",
    "PARAMETER",
    "Answer",
    "AtDeployment",
    "Blank",
    "Branch",
    "Encoded",
    "Environment",
    "Loaded",
    "Malformed",
    "MaybeAbsent",
    "Mixed",
    "NoSuchKey",
    "OneId",
    "OneOf",
    "PinnedSsmValue",
    "Reference",
    "Resource",
    "SsmValue",
    "Template",
    "TooLong",
    "Truths",
    "Unknown",
    "Value",
    "ZoneOf",
    "Zones",
    "compatible",
    "known_text",
    "load",
    "load_text",
    "may_hold",
    "outermost",
    "split",
    "worded",
]
