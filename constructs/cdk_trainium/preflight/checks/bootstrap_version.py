"""The account is bootstrapped for CDK, with a version new enough for the assembly."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..question import question

_PARAMETER = re.compile(r"/cdk-bootstrap/([a-zA-Z0-9]+)/version")
_DEFAULT = "hnb659fds"
"""The CDK's own qualifier."""


def subjects(plan: Plan) -> Sequence[str]:
    """Return the parameters of the bootstrap stacks that the templates ask for."""
    return tuple(one.parameter for one in plan.demand.bootstraps)


def examine(plan: Plan, name: str) -> Examination:
    """Read the version that the bootstrap stack wrote."""
    needed = next(one.version for one in plan.demand.bootstraps if one.parameter == name)
    answer = yield from ask(question("ssm", "GetParameters", "Parameters", Names=[name]))
    versions = {row.text("Name"): row.written_number("Value") for row in answer if row.text("Name") == name}
    hint = f"cdk bootstrap aws://{plan.demand.account or 'ACCOUNT'}/{plan.region}{_options(name)}"
    if name not in versions:
        return fail(f"{plan.region} is not bootstrapped for CDK: no parameter {name}", hint)
    version = int(versions[name])
    if version < needed:
        return fail(f"bootstrap version {version}, the assembly needs {needed}", hint)
    return ok(f"bootstrap version {version}")


def _options(parameter: str) -> str:
    """Return what ``cdk bootstrap`` is told of a qualifier; the stack of another one must keep its name."""
    found = _PARAMETER.fullmatch(parameter)
    qualifier = found[1] if found else _DEFAULT
    return "" if qualifier == _DEFAULT else f" --qualifier {qualifier} --toolkit-stack-name CDKToolkit-{qualifier}"


CHECK = Check(
    id="bootstrap-version",
    title="The region is bootstrapped for CDK",
    why="cdk deploy stops without the bootstrap stack, or when its version is too old.",
    passes="The parameter of the bootstrap stack holds the version that the assembly needs, or a newer one.",
    fails="It is missing or older.",
    command="aws ssm get-parameter --name /cdk-bootstrap/hnb659fds/version",
    source="https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html",
    inputs=("bootstraps",),
    actions=("ssm:GetParameters",),
    subjects=subjects,
    examine=examine,
)
