"""Synthesis beside an app of generated L1 classes: one group and 100, by ``python bench/synth_groups.py [runs]``.

The L1 app is written from our template of one group, in property classes (typed) and in dicts, and must synthesize to
the same template; only then is it timed. Beside our app, which reviews its templates, stands the same without review;
the floor, an L1 app that reads the cluster file and imports pydantic besides; how many requests each sends to CDK's
Node; and what the parts of ours cost to import, which no resource could save. For 100 groups the L1 app makes the
resources of that one group 100 times, in one stack, as a loop written by hand does; ours shares one launch template and
nests its stacks. CDK's own template engine is off in all of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
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
PLAIN = """
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
import cdk_trainium.cdk  # first, as in app.py
import aws_cdk as cdk
from stacks.cluster_stack import ClusterStack, clusters_of
app = cdk.App()
for cluster in clusters_of(app, default=Path()):
    ClusterStack(app, cluster)
app.synth()
"""
PARTS = {
    "Python": "pass",
    "aws_cdk and the services of both apps": "from aws_cdk import aws_autoscaling, aws_ec2, aws_iam, aws_logs",
    "pydantic, one model": "import pydantic; pydantic.create_model('M', x=(int, 1))",
    "specs and catalog": "import cdk_trainium.spec; cdk_trainium.spec.ClusterSpec.model_rebuild()",
    "constructs": "from cdk_trainium import TrainingCluster",
    "rules of the review": "from cdk_trainium.review import all_rules; all_rules()",
}
"""What each adds to the ones before it."""
FLOOR = """
import pydantic, yaml
pydantic.create_model("M", x=(int, 1))
with open({file!r}, encoding="utf-8") as file:
    yaml.load(file, Loader=yaml.CSafeLoader)
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
    module = name.split(maxsplit=1)[0].strip(":").lower()
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
    texts = {name: source(template, name=NAME, region=REGION, typed=typed) for name, typed in styles.items()}
    read = FLOOR.format(file=str(folder / "cluster.yaml"))
    texts["Floor: typed L1 classes, pydantic with one model, the file read"] = read + texts["Typed L1 classes"]
    apps = [_module(folder, name, text) for name, text in texts.items()]
    run(apps, runs=1)
    for app in apps:
        if _template(app.environment["CDK_OUTDIR"]) != template:
            sys.exit(f"error: {app.name} does not synthesize to our template")
    plain = _module(folder, "Plain cdk-trainium, without the review", PLAIN.format(root=str(ROOT)))
    plain = replace(plain, environment={**ours.environment, **_beside(plain), "CDK_OUTDIR": str(folder / "plain")})
    return [ours, plain, *apps, _module(folder, "Empty app", EMPTY)]


def _beside(command: Command) -> dict[str, str]:
    """Return a path that holds the modules of ``command`` and ours."""
    return {"PYTHONPATH": os.pathsep.join([command.environment["PYTHONPATH"], str(ROOT / "constructs")])}


def _measured(groups: int, runs: int) -> tuple[dict[str, Sample], dict[str, int], int]:
    """Return the samples, the requests to Node and the number of resources."""
    with tempfile.TemporaryDirectory() as folder:
        apps = _apps(Path(folder), groups)
        resources = len(_template(apps[2].environment["CDK_OUTDIR"])["Resources"])
        calls = {app.name: _calls(app, Path(folder, "calls")) for app in apps}
        return run(apps, runs), calls, resources


def _calls(app: Command, file: Path) -> int:
    """Return how many requests ``app`` sends to CDK's Node."""
    line = [sys.executable, str(ROOT / "bench" / "node_calls.py"), str(file), app.line[-1].removeprefix("import ")]
    environment = {**os.environ, **app.environment}
    subprocess.run(line, cwd=app.folder, env=environment, capture_output=True, check=True)
    return int(file.read_text(encoding="utf-8"))


def _parts(runs: int) -> list[str]:
    """Return a table of what the parts of our app cost to import, each on top of those above it."""
    code, commands, path = "", [], {"PYTHONPATH": str(ROOT / "constructs")}
    for name, line in PARTS.items():
        code += f"{line}\n"
        commands.append(Command(name, [sys.executable, "-c", code], path))
    run(commands, runs=1)
    samples, before, lines = run(commands, runs), 0.0, ["| imported | CPU s more |", "|---|---|"]
    for name, sample in samples.items():
        lines.append(f"| {name} | {sample.cpu - before:.3f} |")
        before = sample.cpu
    return lines


def main() -> None:
    """Measure both sizes and record them."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lines = ["| groups | resources | app | s | x typed L1 | CPU s | x typed L1 | requests to Node |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    notes = []
    for groups, target in TARGETS.items():
        samples, calls, resources = _measured(groups, runs)
        typed = samples["Typed L1 classes"]
        lines += [
            f"| {groups} | {resources} | {name} | {sample.seconds:.2f} | {sample.seconds / typed.seconds:.2f} "
            f"| {sample.cpu:.2f} | {sample.cpu / typed.cpu:.2f} | {calls[name]} |"
            for name, sample in samples.items()
        ]
        notes.append(f"{groups}: {samples['cdk-trainium'].seconds / typed.seconds:.2f}x typed L1 (target {target}x)")
    floor = ["What no synthesis can do without, and what ours adds to it:", "", *_parts(runs)]
    note = ["; ".join(notes) + ".", "", *floor]
    record("Synthesis: beside an L1 app of the same template", [*lines, "", *note], runs=runs)


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
