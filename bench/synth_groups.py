"""Synthesis beside an app of generated L1 classes: one group and 100, by ``python bench/synth_groups.py [runs]``.

The L1 app is written from our template of one group, in property classes (typed) and in dicts, and must synthesize to
the same template; only then is it timed. For 100 groups it makes the resources of that one group 100 times, in one
stack, as a loop written by hand does; ours shares one launch template and nests its stacks. CDK's own template engine
is off in all of them.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from l1_source import source
from measure import ROOT, Command, Sample, record, run

NAME, REGION, GROUP = "bench", "us-east-2", "Clustertrain"
TARGETS = {1: 1.15, 100: 0.75}
FILE = """
name: {name}
region: {region}
zone: us-east-2b
image: {{family: neuron-multi-framework, floating: true}}
groups:
  - {{name: train, instance_type: trn2.48xlarge, node_count: 2, group_count: {groups}, capacity: {{kind: reservation}}}}
"""
EMPTY = "import os, aws_cdk as cdk\ncdk.App(outdir=os.environ['CDK_OUTDIR']).synth()\n"


def _ours(folder: Path, groups: int) -> Command:
    file = folder / "cluster.yaml"
    file.write_text(FILE.format(name=NAME, region=REGION, groups=groups), encoding="utf-8")
    context = json.dumps({"cluster": str(file), "aws:cdk:enable-path-metadata": False})
    return Command("cdk-trainium", [sys.executable, "app.py"], _environment(folder / "ours", context))


def _environment(out: Path, context: str = "{}") -> dict[str, str]:
    return {"CDK_OUTDIR": str(out), "CDK_CONTEXT_JSON": context, "CDK_VALIDATION": "false"}


def _module(folder: Path, name: str, text: str) -> Command:
    """Return the command of an app that is imported, so that its bytecode is cached as ours is."""
    module = name.split(maxsplit=1)[0].lower()
    (folder / f"{module}_app.py").write_text(text, encoding="utf-8")
    line = [sys.executable, "-c", f"import {module}_app"]
    return Command(name, line, {**_environment(folder / module), "PYTHONPATH": str(folder)}, ROOT)


def _template(out: str) -> dict[str, Any]:
    """Return the template in ``out`` without the metadata that only says where a resource comes from."""
    text = Path(out, f"{NAME}.template.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    for body in found["Resources"].values():
        body.pop("Metadata", None)
    return found


def _one_group(folder: Path) -> dict[str, Any]:
    app = _ours(folder, 1)
    run([app], runs=1)
    return _template(app.environment["CDK_OUTDIR"])


def _repeated(template: dict[str, Any], groups: int) -> dict[str, Any]:
    """Return the template with the resources of its group made ``groups`` times."""
    own = {key: body for key, body in template["Resources"].items() if key.startswith(GROUP)}
    resources = {key: body for key, body in template["Resources"].items() if key not in own}
    text = json.dumps(own)
    for at in range(groups):
        resources |= json.loads(text.replace(GROUP, f"{GROUP}{at}" if at else GROUP))
    return {**template, "Resources": resources}


def _apps(folder: Path, groups: int) -> list[Command]:
    template = _repeated(_one_group(folder), groups)
    ours = _ours(folder, groups)
    styles = {"Typed L1 classes": True, "Dicts on L1 classes": False}
    apps = [
        _module(folder, name, source(template, name=NAME, region=REGION, typed=typed)) for name, typed in styles.items()
    ]
    run(apps, runs=1)
    for app in apps:
        if _template(app.environment["CDK_OUTDIR"]) != template:
            sys.exit(f"error: {app.name} does not synthesize to our template")
    return [ours, *apps, _module(folder, "Empty app", EMPTY)]


def _measured(groups: int, runs: int) -> tuple[dict[str, Sample], int]:
    with tempfile.TemporaryDirectory() as folder:
        apps = _apps(Path(folder), groups)
        resources = len(_template(apps[1].environment["CDK_OUTDIR"])["Resources"])
        return run(apps, runs), resources


def main() -> None:
    """Measure both sizes and record them."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lines = ["| groups | resources | app | s | x typed L1 |", "|---|---|---|---|---|"]
    notes = []
    for groups, target in TARGETS.items():
        samples, resources = _measured(groups, runs)
        typed = samples["Typed L1 classes"].seconds
        lines += [
            f"| {groups} | {resources} | {name} | {sample.seconds:.2f} | {sample.seconds / typed:.2f} |"
            for name, sample in samples.items()
        ]
        notes.append(f"{groups}: {samples['cdk-trainium'].seconds / typed:.2f}x typed L1 (target {target}x)")
    record("Synthesis: beside an L1 app of the same template", [*lines, "", "; ".join(notes) + "."], runs=runs)


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
