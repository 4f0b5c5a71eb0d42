"""The account is bootstrapped for CDK, with a version new enough for the assembly."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..question import question


def subjects(plan: Plan) -> Sequence[str]:
    """Return the plan where its templates ask for a bootstrap version."""
    return ("",) if plan.demand.bootstrap_parameter else ()


def examine(plan: Plan, _subject: str) -> Examination:
    """Read the version that the bootstrap stack wrote."""
    name = plan.demand.bootstrap_parameter
    answer = yield from ask(question("ssm", "GetParameters", "Parameters", Names=[name]))
    versions = {row.text("Name"): row.written_number("Value") for row in answer if row.text("Name") == name}
    account = plan.demand.account or "ACCOUNT"
    hint = f"cdk bootstrap aws://{account}/{plan.region}"
    if name not in versions:
        return fail(f"{plan.region} is not bootstrapped for CDK: no parameter {name}", hint)
    version = int(versions[name])
    if version < plan.demand.bootstrap_version:
        return fail(f"bootstrap version {version}, the assembly needs {plan.demand.bootstrap_version}", hint)
    return ok(f"bootstrap version {version}")


CHECK = Check(
    id="bootstrap-version",
    title="The region is bootstrapped for CDK",
    why="cdk deploy stops without the bootstrap stack, or when its version is too old.",
    passes="The parameter of the bootstrap stack holds the version that the assembly needs, or a newer one.",
    fails="It is missing or older.",
    command="aws ssm get-parameter --name /cdk-bootstrap/hnb659fds/version",
    source="https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html",
    inputs=("bootstrap_parameter", "bootstrap_version"),
    actions=("ssm:GetParameters",),
    subjects=subjects,
    examine=examine,
)
