"""500 simulated nodes in 31 groups, deployed by the real CDK CLI: ``python bench/sandbox_scale.py``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import ROOT, record

from cdk_trainium.sandbox.endpoint import ACCOUNT, steered
from cdk_trainium.sandbox.process import start, stop

REGION, RUNS, TARGET = "us-east-2", 3, 60
CLUSTER = """
name: scale
region: us-east-2
zone_id: use2-az3
image: {family: neuron-multi-framework, floating: true}
groups:
  - {name: small, instance_type: trn2.48xlarge, node_count: 16, group_count: 27, capacity: {kind: reservation}}
  - {name: large, instance_type: trn2.48xlarge, node_count: 17, group_count: 4, capacity: {kind: reservation}}
"""


def _cdk(env: dict[str, str], *arguments: str) -> float:
    cli = os.environ.get("CDK_CLI") or str(ROOT / "node_modules" / ".bin" / "cdk")
    began = time.perf_counter()
    line = [cli, "--no-notices", *arguments]
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nerror: cdk {arguments[0]} failed")
    return time.perf_counter() - began


def main() -> None:
    """Deploy and destroy, several times; record the median."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "scale.yaml")
        file.write_text(CLUSTER, encoding="utf-8")
        running = start(Path(folder))
        try:
            env = steered(os.environ, running.url, REGION)
            _cdk(env, "bootstrap", f"aws://{ACCOUNT}/{REGION}")
            app = ("--context", f"cluster={file}", "--output", str(Path(folder, "out")))
            times = []
            for _ in range(RUNS):
                times.append(_cdk(env, "deploy", "--all", "--require-approval", "never", *app))
                _cdk(env, "destroy", "--all", "--force", *app)
        finally:
            stop(Path(folder))
    median = sorted(times)[len(times) // 2]
    text = f"{median:.1f} s by `cdk deploy`, synthesis included (median of {RUNS}; target {TARGET} s)."
    record("Sandbox: 500 nodes in 31 groups", [text])


if __name__ == "__main__":
    main()
