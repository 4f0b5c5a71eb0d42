"""A baseline that is no report is refused whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.findings import Report
from cdk_trainium.review.baseline import without_known

SUBJECT = {"stack": "", "template": "t", "logical_id": "", "property": ""}


@pytest.mark.parametrize(
    "findings",
    [
        {},
        "",
        None,
        [None],
        [{"id": [], "subject": SUBJECT}],
        [{"id": 1, "subject": SUBJECT}],
        [{"id": "TRN1", "subject": []}],
        *([{"id": "TRN1", "subject": {**SUBJECT, name: []}}] for name in SUBJECT),
    ],
)
def test_what_is_no_report_is_no_baseline(tmp_path: Path, findings: object) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(json.dumps({"schema_version": 1, "findings": findings}))
    with pytest.raises(InputError) as refused:
        without_known(Report(), path)
    assert refused.value.codes == ["TRN893"]
