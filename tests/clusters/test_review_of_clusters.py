"""The review finds no error in what the cluster files synthesize, and no warning but floating images and designs."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import aws_cdk as cdk
import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Options, review
from cdk_trainium.spec import load_cluster
from cdk_trainium.template import Loaded, load
from stacks.cluster_stack import ClusterStack

ROOT = Path(__file__).parents[2]
CONTEXT = json.loads((ROOT / "cdk.json").read_text())["context"]
FLOATING_IMAGE, DESIGN = "TRN501", "TRN011"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    out = tmp_path_factory.mktemp("out")
    app = cdk.App(outdir=str(out), context=CONTEXT)
    for file in sorted((ROOT / "clusters").glob("*.yaml")):
        ClusterStack(app, load_cluster(file))
    app.synth()
    return load([out])


@pytest.mark.parametrize("today", [date(2026, 11, 30), date(2027, 6, 1), date(2028, 2, 29)])
def test_the_clusters_pass_their_review_on_any_day_near(loaded: Loaded, today: date) -> None:
    report = review(loaded, Options(today=today))
    serious = [item for item in report.findings if item.level is not Level.INFO]
    assert {(item.id, item.level) for item in serious} <= {(FLOATING_IMAGE, Level.WARNING), (DESIGN, Level.WARNING)}
    assert loaded.errors == []
    assert report.not_reviewed == ()
    assert len(report.reviewed) > len(list((ROOT / "clusters").glob("*.yaml")))
