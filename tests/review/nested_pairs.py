"""The pairs of the rules that judge a parent and its nested stack together: one template alone shows nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, Data

CHILD_FILE = "child.json"


@dataclass(frozen=True)
class NestedPair:
    """A nested template, and a parent for which the rule reports beside one for which it does not."""

    level: Level
    child: Data
    bad: Data
    good: Data


def parent(**parameters: Any) -> Data:
    """Return a parent that hands ``parameters`` to the nested stack."""
    props = {"TemplateURL": CHILD_FILE, "Parameters": parameters}
    return {"Resources": {"Nested": {"Type": "AWS::CloudFormation::Stack", "Properties": props}}}


NESTED = {
    "TRN922": NestedPair(
        Level.ERROR,
        {
            "Parameters": {"Topic": {"Type": "String"}},
            "Resources": {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Ref": "Topic"}}}},
        },
        parent(Topik="events"),
        parent(Topic="events"),
    ),
}


def judged_together(parent: Data, child: Data) -> Sequence[Finding]:
    """Return what the review finds in ``parent`` and the nested template beside it."""
    with TemporaryDirectory() as folder:
        (Path(folder) / CHILD_FILE).write_text(json.dumps(child), encoding="utf-8")
        (Path(folder) / "parent.json").write_text(json.dumps(parent), encoding="utf-8")
        return review(load([Path(folder) / "parent.json"]), Options(today=TODAY)).findings
