"""What the review adds to ``cdk synth``, beside cdk-nag: ``python bench/review_synth.py [runs]``.

One stack of about 100 resources, five times: without a plugin, with one that judges nothing (CDK writes its report
as soon as there is any), with one that tells as many findings as ours and judges nothing (CDK's Node looks each up and
prints it), with ours, with cdk-nag's AwsSolutions; each is added last, as ``trnctl init`` writes it. CDK's own engine
is off in all of them. What is added is the median of the differences within each turn. Beside it stands what importing
our rules and judging the same templates takes in one process without Node. Rule sets differ in size and aim: cdk-nag
judges many services, ours what nodes need.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import ROOT, Command, record, run

APP = """
import sys
import aws_cdk as cdk
from cdk_trainium.spec import load_cluster
from stacks.cluster_stack import ClusterStack

app = cdk.App()
ClusterStack(app, load_cluster(sys.argv[1]))
{plugin}
app.synth()
"""
GROUPS = 20
ADD = "cdk.Validations.of(app).add_plugins({})"
NOTHING = """
import jsii

@jsii.implements(cdk.IPolicyValidationPlugin)
class Nothing:
    name, version, rule_ids = "nothing", "1", []

    def validate(self, context):
        return cdk.PolicyValidationPluginReport(success=True, violations=[])
"""
TELLING = """
@jsii.implements(cdk.IPolicyValidationPlugin)
class Telling(Nothing):
    def validate(self, context):
        told = [
            cdk.PolicyViolation(
                description="the image floats",
                rule_name="T1",
                severity="warning",
                fix="pin it",
                violating_resources=[
                    cdk.PolicyViolatingResource(
                        locations=["Properties"],
                        template_path=context.template_paths[0],
                        construct_path=f"bench/Cluster/q{at}/LaunchTemplate/Resource",
                    )
                ],
            )
            for at in range(GROUPS)
        ]
        return cdk.PolicyValidationPluginReport(success=True, violations=told)
"""
PLUGINS = {
    "no plugin": "",
    "a plugin that judges nothing": f"{NOTHING}\n{ADD.format('Nothing()')}",
    "a plugin that tells as many findings": f"{NOTHING}\nGROUPS = {GROUPS}\n{TELLING}\n{ADD.format('Telling()')}",
    "TrainiumReview": f"from cdk_trainium import TrainiumReview\n{ADD.format('TrainiumReview()')}",
    "cdk-nag": f"from cdk_nag import AwsSolutionsChecks\n{ADD.format('AwsSolutionsChecks()')}",
}
HEAD = "name: bench\nregion: us-east-2\nzone: us-east-2b\nimage: {family: neuron-base, floating: true}\ngroups:\n"
CAPACITY = "{{kind: on-demand, fail_fast: false}}"
GROUP = f"  - {{{{name: q{{at}}, instance_type: trn2.48xlarge, node_count: 2, capacity: {CAPACITY}}}}}\n"
ALONE = """
import sys, time
from pathlib import Path
from cdk_trainium.spec import load_cluster
load_cluster(sys.argv[1])
start = time.process_time()
from cdk_trainium.review import all_rules, review
from cdk_trainium.template import load
all_rules()
imported = time.process_time()
review(load([Path(sys.argv[2])]))
print(imported - start, time.process_time() - imported)
"""
"""Processor seconds of importing the rules, where the specs are imported, and of judging a cloud assembly."""
MOST_ADDED, MOST_OF_NAG = 0.05, 0.1


def _command(name: str, plugin: str, folder: Path, file: Path) -> Command:
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'constructs'}", "CDK_VALIDATION": "false"}
    environment["CDK_OUTDIR"] = str(folder / name.replace(" ", "-"))
    return Command(name, [sys.executable, "-c", APP.format(plugin=plugin), str(file)], environment, codes=(0, 1))


def _alone(folder: Path, file: Path, runs: int) -> tuple[float, float]:
    """Return the medians of what importing the rules and judging takes without Node."""
    line = [sys.executable, "-c", ALONE, str(file), str(folder / "no-plugin")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs")}
    texts = [subprocess.run(line, env=environment, capture_output=True, check=True, text=True) for _ in range(runs)]
    imported, judged = zip(*(map(float, text.stdout.split()) for text in texts), strict=True)
    return statistics.median(imported), statistics.median(judged)


def main() -> None:
    """Measure and record."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        file = folder / "cluster.yaml"
        file.write_text(HEAD + "".join(GROUP.format(at=at) for at in range(GROUPS)), encoding="utf-8")
        commands = [_command(name, plugin, folder, file) for name, plugin in PLUGINS.items()]
        run(commands, runs=1)
        samples = run(commands, runs)
        imported, judged = _alone(folder, file, runs)
        template = json.loads((folder / "no-plugin" / "bench.template.json").read_text(encoding="utf-8"))
    bare, nothing, telling, ours, nag = samples.values()
    lines = ["| app | s | CPU s | added s |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {one.seconds:.2f} | {one.cpu:.2f} | {one.added_to(bare):.2f} |" for name, one in samples.items()
    ]
    added, beside, told, floor = (one.added_to(bare) for one in (ours, nag, telling, nothing))
    note = f"{len(template['Resources'])} resources; ours adds {added / bare.seconds:.0%} (target {MOST_ADDED:.0%})"
    note += f", {added / beside:.2f}x of what cdk-nag adds (target {MOST_OF_NAG}x); a plugin that judges nothing adds "
    note += f"{floor / bare.seconds:.0%}, {floor / beside:.2f}x; one that tells as many findings "
    note += f"{told / bare.seconds:.0%}, {told / beside:.2f}x. In one process, without Node, importing our rules takes "
    note += f"{imported:.3f} s ({imported / bare.seconds:.0%}), judging {judged:.3f} s ({judged / bare.seconds:.0%})."
    record("Review: inside cdk synth", [*lines, "", note], runs=runs)


if __name__ == "__main__":
    main()
