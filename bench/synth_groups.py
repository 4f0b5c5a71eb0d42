"""Synthesis beside an app of generated L1 classes: one group and 100, by ``python bench/synth_groups.py [runs]``.

The L1 app is written from our template of one group, in property classes (typed) and in dicts, and must synthesize to
the same template; only then is it timed. For one group, steps lead from it to ours, each with what the ones before it
have, so that each row tells what one part costs: the L1 app with pydantic, with our specs and the file read, with our
constructs imported; the constructs instead of the L1 classes; our app, which reviews its templates. Beside each stands
how many requests it sends to CDK's Node. For 100 groups the L1 app makes the resources of that one group 100 times, in
one stack, as a loop written by hand does; ours shares one launch template and nests its stacks. CDK's own template
engine is off in all of them.
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
TYPED, DICTS = "Typed L1 classes", "Dicts on L1 classes"
LOADED = """
from cdk_trainium.node import cdk_beside
with cdk_beside():
    {beside}
{after}
"""
"""Loads as app.py does, what can load while Node starts, and what needs the CDK."""
PYDANTIC = "import pydantic; pydantic.create_model('M', x=(int, 1))"
SPECS = "import cdk_trainium.spec; cdk_trainium.spec.load_cluster({file!r})"
CONSTRUCTS = "from cdk_trainium import TrainingCluster"
STEPS = {
    "L1 and pydantic with one model": (PYDANTIC, ""),
    "L1, pydantic, our specs and the file read": (SPECS, ""),
    "L1, pydantic, our specs, our constructs imported": (SPECS, CONSTRUCTS),
}
PLAIN = """
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
sys.path.insert(0, {root!r})
from cdk_trainium.node import cdk_beside
with cdk_beside():
    import_module("cdk_trainium.spec")
import aws_cdk as cdk
with ThreadPoolExecutor(max_workers=1) as beside:
    made = beside.submit(cdk.App)
    from stacks.cluster_stack import ClusterStack, clusters_of
app = made.result()
for cluster in clusters_of(app, default=Path()):
    ClusterStack(app, cluster)
app.synth()
"""
"""app.py without the review."""
EMPTY = "import os, aws_cdk as cdk\ncdk.App(outdir=os.environ['CDK_OUTDIR']).synth()\n"


def _ours(folder: Path, groups: int) -> Command:
    file = folder / "cluster.yaml"
    file.write_text(FILE.format(name=NAME, region=REGION, groups=groups), encoding="utf-8")
    context = json.dumps({"cluster": str(file), "aws:cdk:enable-path-metadata": False})
    return Command("cdk-trainium", [sys.executable, "app.py"], _environment(folder / "ours", context))


def _environment(out: Path, context: str = "{}") -> dict[str, str]:
    return {"CDK_OUTDIR": str(out), "CDK_CONTEXT_JSON": context, "CDK_VALIDATION": "false"}


def _module(folder: Path, module: str, name: str, text: str) -> Command:
    """Return the command of an app that is imported, so that its bytecode is cached as ours is."""
    (folder / f"{module}_app.py").write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(ROOT / "constructs")])
    line = [sys.executable, "-c", f"import {module}_app"]
    return Command(name, line, {**_environment(folder / module), "PYTHONPATH": path}, ROOT)


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
    texts = {name: source(template, name=NAME, region=REGION, typed=name == TYPED) for name in (DICTS, TYPED)}
    if groups == 1:
        texts |= _steps(folder, texts[TYPED])
    apps = [_module(folder, f"l1_{at}", name, text) for at, (name, text) in enumerate(texts.items())]
    run(apps, runs=1)
    for app in apps:
        if _template(app.environment["CDK_OUTDIR"]) != template:
            sys.exit(f"error: {app.name} does not synthesize to our template")
    plain = _module(folder, "plain", "cdk-trainium without the review", PLAIN.format(root=str(ROOT)))
    context = {"CDK_CONTEXT_JSON": ours.environment["CDK_CONTEXT_JSON"]}
    plain = replace(plain, environment={**plain.environment, **context})
    return [_module(folder, "empty", "Empty app", EMPTY), *apps, plain, ours]


def _steps(folder: Path, typed: str) -> dict[str, str]:
    """Return the sources of L1 apps that load more and more of what ours loads."""
    file = str(folder / "cluster.yaml")
    loaded = {
        name: LOADED.format(beside=beside.format(file=file), after=after) for name, (beside, after) in STEPS.items()
    }
    return {name: prelude + typed for name, prelude in loaded.items()}


def _measured(groups: int, runs: int) -> tuple[dict[str, Sample], dict[str, int], int]:
    """Return the samples, the requests to Node and the number of resources."""
    with tempfile.TemporaryDirectory() as folder:
        apps = _apps(Path(folder), groups)
        typed = next(app for app in apps if app.name == TYPED)
        resources = len(_template(typed.environment["CDK_OUTDIR"])["Resources"])
        calls = {app.name: _calls(app, Path(folder, "calls")) for app in apps}
        return run(apps, runs), calls, resources


def _calls(app: Command, file: Path) -> int:
    """Return how many requests ``app`` sends to CDK's Node."""
    line = [sys.executable, str(ROOT / "bench" / "node_calls.py"), str(file), app.line[-1].removeprefix("import ")]
    environment = {**os.environ, **app.environment}
    subprocess.run(line, cwd=app.folder, env=environment, capture_output=True, check=True)
    return int(file.read_text(encoding="utf-8"))


def main() -> None:
    """Measure both sizes and record them."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lines = ["| groups | resources | app | s | x typed L1 | CPU s | x typed L1 | requests to Node |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    notes = []
    for groups, target in TARGETS.items():
        samples, calls, resources = _measured(groups, runs)
        typed = samples[TYPED]
        lines += [
            f"| {groups} | {resources} | {name} | {sample.seconds:.2f} | {sample.seconds / typed.seconds:.2f} "
            f"| {sample.cpu:.2f} | {sample.cpu / typed.cpu:.2f} | {calls[name]} |"
            for name, sample in samples.items()
        ]
        notes.append(f"{groups}: {samples['cdk-trainium'].seconds / typed.seconds:.2f}x typed L1 (target {target}x)")
    steps = "Of one group each row from the typed L1 app on has what the row before it has, and one part more."
    note = f"{'; '.join(notes)}. {steps}"
    record("Synthesis: beside an L1 app of the same template", [*lines, "", note], runs=runs)


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
