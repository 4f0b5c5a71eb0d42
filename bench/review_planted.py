"""Eight planted defects and their corrected twins: who tells them apart.

    PYTHONPATH=. python bench/review_planted.py

A tool finds a defect when one of its rules reports the faulty template and not the corrected twin.
Rule sets differ: the others check far more of CloudFormation in general than this package does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from measure import record

from cdk_trainium.findings import Level
from cdk_trainium.node import use_packaged_node
from cdk_trainium.review import review
from cdk_trainium.template import load
from tests.review.planted import PLANTED, TWINS

Found = set[tuple[str, str]]
APP = """
import sys
import aws_cdk as cdk
from aws_cdk import cloudformation_include as include
app = cdk.App(outdir=sys.argv[2])
stack = cdk.Stack(app, "S", env=cdk.Environment(region=sys.argv[3]))
include.CfnInclude(stack, "T", template_file=sys.argv[1])
{plugin}
app.synth()
"""
NAG = "from cdk_nag import AwsSolutionsChecks; cdk.Validations.of(app).add_plugins(AwsSolutionsChecks())"
PREFLIGHT = "from cdk_preflight import Preflight; Preflight.apply(app)"


def _ours(path: Path, region: str) -> Found:
    found = review(load([path], region)).findings
    return {(item.id, item.subject.logical_id) for item in found if item.level is not Level.INFO}


def _cfn_lint(path: Path, region: str) -> Found:
    tool = str(Path(sys.executable).with_name("cfn-lint"))
    command = [tool, "--format", "json", "--regions", region, "--", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.stderr:
        sys.exit(f"error: cfn-lint: {result.stderr}")
    found = json.loads(result.stdout)
    return {(item["Rule"]["Id"], str((item["Location"].get("Path") or ["", ""])[1:2])) for item in found}


def _cloudformation_validate(path: Path, _region: str) -> Found:
    import cloudformation_validate as validate

    content = validate.TemplateContent(path.read_text(encoding="utf-8"), path.name)
    report = validate.CompositeEngine().validate_template(content, validate.ValidateConfig())
    serious = (item for item in report.diagnostics if item.severity.name in ("FATAL", "ERROR", "WARN"))
    return {(item.rule_id, getattr(item.entity, "logical_id", "")) for item in serious}


def _cdk_nag(path: Path, region: str) -> Found:
    return _synthesized(path, region, NAG, "AwsSolutions")


@cache
def _preflight_folder() -> str:
    folder = tempfile.mkdtemp()
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        folder,
        "cdk-preflight==1.9.1",
    ]
    subprocess.run(command, check=True)
    return folder


def _cdk_preflight(path: Path, region: str) -> Found:
    """Its rules run inside CDK's own engine and are told apart by their prefix."""
    environment = {"PYTHONPATH": _preflight_folder(), "CDK_VALIDATION": "true"}
    found = _synthesized(path, region, PREFLIGHT, "CloudFormation Validate", **environment)
    return {(rule, place) for rule, place in found if rule.startswith("pf-")}


def _synthesized(path: Path, region: str, plugin: str, name: str, **environment: str) -> Found:
    """Synthesize an app that includes the template, with ``plugin``, and read what ``name`` reported."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-c", APP.format(plugin=plugin), str(path), out, region]
        run = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})
        report = Path(out, "validation-report.json")
        if not report.exists():
            if run.returncode:
                sys.exit(f"error: {name}: {run.stderr}")
            return set()
        plugins: list[dict[str, Any]] = json.loads(report.read_text())["pluginReports"]
    return {
        (item["ruleName"], place.get("constructPath", ""))
        for plugin_report in plugins
        if plugin_report["pluginName"] == name
        for item in plugin_report["violations"]
        for place in item["violatingConstructs"]
    }


TOOLS: dict[str, Callable[[Path, str], Found]] = {
    "trnctl review": _ours,
    "cfn-lint": _cfn_lint,
    "cloudformation-validate (CDK's engine)": _cloudformation_validate,
    "cdk-nag AwsSolutions": _cdk_nag,
    "cdk-preflight": _cdk_preflight,
}


def main() -> None:
    """Run every tool on every pair and record who told them apart."""
    use_packaged_node()
    lines = ["| defect | " + " | ".join(TOOLS) + " |", "|---" * (len(TOOLS) + 1) + "|"]
    totals = dict.fromkeys(TOOLS, 0)
    noise = dict.fromkeys(TOOLS, 0)
    with tempfile.TemporaryDirectory() as folder:
        for name, (data, region, _) in PLANTED.items():
            bad, good = Path(folder, "bad.json"), Path(folder, "good.json")
            bad.write_text(json.dumps(data), encoding="utf-8")
            good.write_text(json.dumps(TWINS[name][0]), encoding="utf-8")
            cells = []
            for tool, run in TOOLS.items():
                twin = run(good, TWINS[name][1])
                new = sorted({rule for rule, _ in run(bad, region)} - {rule for rule, _ in twin})
                totals[tool] += bool(new)
                noise[tool] += len(twin)
                cells.append(", ".join(new) or "-")
            lines.append(f"| {name} | {' | '.join(cells)} |")
            print(lines[-1], file=sys.stderr)
    lines.append("| **found of 8** | " + " | ".join(f"**{totals[tool]}**" for tool in TOOLS) + " |")
    lines.append(
        "| warnings and errors on the 8 corrected twins | " + " | ".join(str(noise[tool]) for tool in TOOLS) + " |"
    )
    note = "Found: a rule reports the faulty template and not its twin. The rule sets differ widely in size and aim."
    record("Review: eight planted defects", [*lines, "", note])


if __name__ == "__main__":
    main()
