"""40 groups of Trn2 with EFA and placement groups, beside ParallelCluster: ``python bench/synth_queues.py [runs]``.

ParallelCluster loads its configuration and builds its template, no more; the simulated account answers the questions
that it asks meanwhile. Its template holds a head node and a launch template per queue, ours a VPC and an Auto Scaling
group with launch template and placement group per group. Its validators, which it runs before, are not timed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import boto3
from measure import ROOT, Command, record, run
from peers import python

from cdk_trainium.sandbox.endpoint import environment
from cdk_trainium.sandbox.process import start, stop

QUEUES, REGION = 40, "us-east-2"
OFF, ON, PEER = "cdk-trainium, CDK's engine off", "cdk-trainium, CDK's default", "ParallelCluster"
TARGETS = {OFF: 0.3, ON: 0.6}
IMAGE = "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"
HEAD = "name: bench\nregion: us-east-2\nzone: us-east-2b\nimage: {family: neuron-base, floating: true}\ngroups:\n"
CAPACITY = "{{kind: on-demand, fail_fast: false}}"
GROUP = f"  - {{{{name: q{{at}}, instance_type: trn2.48xlarge, node_count: 2, capacity: {CAPACITY}}}}}\n"


def _ours(folder: Path, name: str, validation: bool) -> Command:
    file = folder / "cluster.yaml"
    file.write_text(HEAD + "".join(GROUP.format(at=at) for at in range(QUEUES)), encoding="utf-8")
    context = json.dumps({"cluster": str(file)})
    env = {"CDK_OUTDIR": str(folder / f"out{validation}"), "CDK_CONTEXT_JSON": context}
    return Command(name, [sys.executable, "app.py"], {**env, "CDK_VALIDATION": str(validation).lower()})


def _peer(url: str) -> Command:
    keys: dict[str, Any] = {"endpoint_url": url, "region_name": REGION}
    keys |= {"aws_access_key_id": "testing", "aws_secret_access_key": "testing"}
    subnet = boto3.client("ec2", **keys).describe_subnets()["Subnets"][0]["SubnetId"]
    image = boto3.client("ssm", **keys).get_parameter(Name=IMAGE)["Parameter"]["Value"]
    script = str(ROOT / "bench" / "parallelcluster_template.py")
    line = [str(python("parallelcluster")), script, str(QUEUES), subnet, image]
    env = {**environment(url, REGION), "PYTHONPATH": "", "JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION": "1"}
    return Command(PEER, line, env)


def main() -> None:
    """Measure and record."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        running = start(folder / "state")
        try:
            commands = [_ours(folder, OFF, False), _ours(folder, ON, True), _peer(running.url)]
            run(commands, runs=1)
            samples = run(commands, runs)
        finally:
            stop(folder / "state")
    peer = samples[PEER].seconds
    lines = ["| who | s | CPU s | x ParallelCluster |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {one.seconds:.2f} | {one.cpu:.2f} | {one.seconds / peer:.2f} |" for name, one in samples.items()
    ]
    notes = [f"{name}: {samples[name].seconds / peer:.2f}x (target {target}x)" for name, target in TARGETS.items()]
    record("Synthesis: 40 groups beside ParallelCluster", [*lines, "", "; ".join(notes) + "."], runs=runs)


if __name__ == "__main__":
    main()
