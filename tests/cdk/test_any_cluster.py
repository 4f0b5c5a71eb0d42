"""Any cluster that its spec accepts synthesizes, and the review, which sees the template alone, finds no error."""

import json
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cdk_trainium import TrainingCluster
from cdk_trainium.catalog import default
from cdk_trainium.findings import Level
from cdk_trainium.review import review
from cdk_trainium.spec import parse_cluster
from cdk_trainium.template import load

TYPES = [name for name, info in default().types.items() if info.launchable and not name.startswith("trn2u")]
REGION_RULES = {"TRN604", "TRN605", "TRN607"}
"""A type that is not offered in the region of the test is the test's doing."""


def block(number: int) -> st.SearchStrategy[dict[str, Any]]:
    times = {"start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
    later = {"start": "2026-12-14T11:30:00Z", "end": "2026-12-21T11:30:00Z"}
    one = {"reservation_id": f"cr-{number:017x}", **times}
    two = {"reservation_id": f"cr-{number + 100:017x}", **later}
    return st.fixed_dictionaries(
        {
            "kind": st.just("capacity-block"),
            "blocks": st.sampled_from([[one], [one, two]]),
            "phase": st.sampled_from(["scheduled", "active", "expired"]),
            "drain_minutes": st.sampled_from([0, 15, 90]),
        }
    )


@st.composite
def a_group(draw: st.DrawFn, number: int) -> dict[str, Any]:
    info = default().types[draw(st.sampled_from(TYPES))]
    classes = info.usage_classes or ()
    ways: list[Any] = [st.just({"kind": "on-demand", "fail_fast": fast}) for fast in (True, False)]
    ways += [
        st.just({"kind": "reservation"}),
        st.just({"kind": "reservation", "reservation_id": f"cr-{number + 200:017x}"}),
    ]
    ways += [st.just({"kind": "spot"})] if "spot" in classes else []
    ways += [block(number)] if "capacity-block" in classes else []
    capacity = draw(st.one_of(ways))
    many = capacity["kind"] != "capacity-block" and "reservation_id" not in capacity
    layouts = [None, "interface", *(["efa", "efa-only"] if info.efa_count else [])]
    layout = draw(st.sampled_from(layouts))
    return {
        "name": f"g{number}",
        "instance_type": info.name,
        "node_count": draw(st.integers(1, 16)),
        "group_count": draw(st.sampled_from([1, 1, 3])) if many else 1,
        "capacity": capacity,
        **({} if layout is None else {"layout": layout}),
    }


@st.composite
def clusters(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "name": "any",
        "region": "us-east-2",
        "image": {"id": "ami-0123456789abcdef0"},
        "tags": {"project": "llama"},
        "placement": draw(st.sampled_from(["shared", "per-group"])),
        **draw(st.sampled_from([{"zone": "us-east-2b"}, {"zone_id": "use2-az3"}])),
        "groups": [draw(a_group(number)) for number in range(draw(st.integers(1, 3)))],
    }


@given(clusters())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_the_spec_accepts_passes_the_review(
    context: Any, tmp_path_factory: pytest.TempPathFactory, cluster: dict[str, Any]
) -> None:
    out = tmp_path_factory.mktemp("any")
    app = cdk.App(context=dict(context), outdir=str(out))
    stack = cdk.Stack(app, "Any", env=cdk.Environment(region="us-east-2"))
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(json.dumps(cluster), where="any"))
    app.synth()
    report = review(load([str(Path(out))]))
    assert report.reviewed
    wrong = [item for item in report.findings if item.level is Level.ERROR and item.id not in REGION_RULES]
    assert wrong == []
