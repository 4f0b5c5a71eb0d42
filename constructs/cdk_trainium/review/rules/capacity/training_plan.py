"""A training plan of HyperPod that is named by something that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....wording import as_written
from ...model.places import EACH, found_at
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched

_ARN = re.compile(r"arn:aws[a-z-]*:sagemaker:[a-z0-9-]*:[0-9]{12}:training-plan/.*")
_NAME = "TrainingPlanArn"


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Judge literals: a reservation or a block of EC2 is no training plan."""
    root = ("Properties", "InstanceGroups")
    for value, path in found_at(subject.branch.properties.get(root[1]), root, (EACH, _NAME)):
        if isinstance(value, str) and not _ARN.fullmatch(value):
            allowed = "arn:aws:sagemaker:REGION:ACCOUNT:training-plan/NAME"
            yield Hit(f"{_NAME} is no ARN of a training plan; got {as_written(value, 200)}; allowed: {allowed}", path)


RULE = Rule(
    id="TRN379",
    title="An instance group of HyperPod names a training plan by its ARN",
    level=Level.ERROR,
    why="SageMaker refuses the cluster; it uses no reservations and no Capacity Blocks of EC2.",
    source="SageMaker API of botocore 1.44.8, ClusterInstanceGroupSpecification",
    on="AWS::SageMaker::Cluster",
    check=check,
    fix="write the ARN that CreateTrainingPlan returned",
)
