"""``make demo``: a cluster's life in the simulated account, driven by the real CDK CLI.

Nothing here can reach a real account: the environment of every command is the sandbox's (dummy credentials, no
profile, no configuration file, an endpoint on this machine), and any other endpoint is refused.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3

from cdk_trainium.node import use_packaged_node
from cdk_trainium.sandbox.endpoint import ACCOUNT, REMOVED, environment, require_loopback
from cdk_trainium.sandbox.process import start, stop

ROOT = Path(__file__).resolve().parent.parent
REGION = "us-east-2"
CLUSTER = ROOT / "clusters" / "trn2-odcr.yaml"
MORE_NODES = 18
SHOWN = re.compile(r"✅|no changes|bootstrapped|destroyed|ROLLBACK|failed|error", re.IGNORECASE)


def say(text: str) -> None:
    """Print a step's headline."""
    print(f"\n== {text}", flush=True)


@contextmanager
def sandbox() -> Iterator[Mapping[str, str]]:
    """Start a sandbox of this demo's own; yield the environment that leads there."""
    with tempfile.TemporaryDirectory() as folder:
        running = start(Path(folder))
        try:
            kept = {name: value for name, value in os.environ.items() if name not in REMOVED}
            yield {**kept, **environment(require_loopback(running.url), REGION)}
        finally:
            stop(Path(folder))


def cdk(env: Mapping[str, str], *arguments: str) -> None:
    """Run the real CDK CLI and print what matters of its output; all of it when it fails."""
    cli = os.environ.get("CDK_CLI") or str(ROOT / "node_modules" / ".bin" / "cdk")
    started = time.perf_counter()
    done = subprocess.run([cli, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    output = done.stdout + done.stderr
    if done.returncode:
        sys.exit(f"{output}\nerror: cdk {' '.join(arguments)} ended with {done.returncode}")
    print(f"   $ cdk {' '.join(arguments[:2])}   ({time.perf_counter() - started:.0f} s)")
    for line in output.splitlines():
        if SHOWN.search(line):
            print(f"     {line.strip()}")


def deploy(env: Mapping[str, str], cluster: Path, out: str) -> None:
    """Deploy ``cluster`` without asking."""
    cdk(env, "deploy", "--all", "--require-approval", "never", "--context", f"cluster={cluster}", "--output", out)


def instances(session: boto3.Session) -> list[dict[str, Any]]:
    """Return the running instances, asked page by page."""
    pages = (
        session.client("ec2")
        .get_paginator("describe_instances")
        .paginate(Filters=[{"Name": "instance-state-name", "Values": ["pending", "running"]}])
    )
    return [dict(one) for page in pages for item in page["Reservations"] for one in item["Instances"]]


def show(env: Mapping[str, str]) -> None:
    """Ask the account back and print what exists."""
    session = boto3.Session(env["AWS_ACCESS_KEY_ID"], env["AWS_SECRET_ACCESS_KEY"], region_name=REGION)
    os.environ["AWS_ENDPOINT_URL"] = require_loopback(env["AWS_ENDPOINT_URL"])
    nodes = instances(session)
    for name, text in [*_nodes(nodes), *_placement(session, nodes), *_reservations(session), *_groups(session)]:
        print(f"     {name:<14}{text}")


def _nodes(nodes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    if not nodes:
        return [("nodes", "none")]
    types = Counter(one["InstanceType"] for one in nodes)
    cards = [one["Attachment"]["NetworkCardIndex"] for one in nodes[0]["NetworkInterfaces"]]
    kinds = Counter(one["InterfaceType"] for one in nodes[0]["NetworkInterfaces"])
    shown = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return [
        ("nodes", ", ".join(f"{count} x {name}" for name, count in types.items())),
        ("interfaces", f"{len(cards)} per node on {len(set(cards))} network cards ({shown})"),
        ("image", ", ".join(sorted({one["ImageId"] for one in nodes}))),
    ]


def _placement(session: boto3.Session, nodes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    groups = session.client("ec2").describe_placement_groups()["PlacementGroups"]
    inside = Counter(one["Placement"].get("GroupName", "") for one in nodes)
    return [("placement", f"{g['GroupName']} ({g['Strategy']}): {inside[g['GroupName']]} nodes") for g in groups]


def _reservations(session: boto3.Session) -> list[tuple[str, str]]:
    found = session.client("ec2").describe_capacity_reservations()["CapacityReservations"]
    return [("reservation", _used(one)) for one in found if one["State"] == "active"]


def _used(one: Mapping[str, Any]) -> str:
    total = one["TotalInstanceCount"]
    used = total - one["AvailableInstanceCount"]
    return f"{one['CapacityReservationId']}, {one['InstanceMatchCriteria']}: {used} of {total} in use"


def _groups(session: boto3.Session) -> list[tuple[str, str]]:
    found = session.client("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]
    return [("group", f"min {g['MinSize']}, desired {g['DesiredCapacity']}, max {g['MaxSize']}") for g in found]


def main() -> None:
    """Tell the story: bootstrap, deploy, deploy again, more nodes, destroy."""
    use_packaged_node()
    began = time.perf_counter()
    print("This account is SIMULATED. Nothing below reaches AWS; no real capacity, price or quota is involved.")
    with sandbox() as env, tempfile.TemporaryDirectory() as folder:
        out, larger = str(Path(folder, "cdk.out")), Path(folder, CLUSTER.name)
        larger.write_text(re.sub(r"node_count: \d+", f"node_count: {MORE_NODES}", CLUSTER.read_text("utf-8")), "utf-8")
        say("Bootstrap the account")
        cdk(env, "bootstrap", f"aws://{ACCOUNT}/{REGION}")
        say(f"Deploy {CLUSTER.relative_to(ROOT)}")
        deploy(env, CLUSTER, out)
        show(env)
        say("Deploy again: nothing changes")
        deploy(env, CLUSTER, out)
        say(f"Update the node count to {MORE_NODES}")
        deploy(env, larger, out)
        show(env)
        say("Destroy")
        cdk(env, "destroy", "--all", "--force", "--context", f"cluster={larger}", "--output", out)
        show(env)
    print(f"\nDone in {time.perf_counter() - began:.0f} s, all of it simulated.")


if __name__ == "__main__":
    main()
