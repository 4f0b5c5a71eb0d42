"""Preflight beside the same calls made one after the other: ``python bench/preflight_speed.py [runs [quick]]``.

Each call takes 100 ms (``slow_account.py``). The calls that preflight makes are recorded first and then repeated by
boto3 with one session, by boto3 with a session per call, and by the AWS CLI, which gives the same answers unread.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from botocore import xform_name
from measure import ROOT, Command, Sample, record, run
from peers import program

from cdk_trainium.sandbox.endpoint import environment
from cdk_trainium.sandbox.process import start, stop

HERE, REGION = Path(__file__).parent, "us-east-2"
CODES = (0, 1, 3)
WORK = {
    "one region": ["preflight", str(ROOT / "clusters" / "trn2-odcr.yaml")],
    "all regions": ["regions", "--instance-type", "trn2.48xlarge"],
}
TARGETS = {"one region": 0.4, "all regions": 0.12}
CLI_TARGET = 0.12


@contextmanager
def _account(folder: Path) -> Iterator[dict[str, str]]:
    """Give the environment that leads to a slow account."""
    running = start(folder)
    line = [sys.executable, str(HERE / "slow_account.py"), running.url]
    slow = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        port = slow.stdout.readline().strip() if slow.stdout else ""
        yield {**environment(f"http://localhost:{port}", REGION), "PYTHONPATH": str(ROOT / "constructs")}
    finally:
        slow.kill()
        stop(folder)


def _recorded(folder: Path, name: str, env: dict[str, str]) -> tuple[Path, list[dict[str, object]]]:
    file = folder / f"{name}.json"
    line = [sys.executable, str(HERE / "record_calls.py"), str(file), *WORK[name]]
    run([Command(f"recording {name}", line, env, codes=CODES)], runs=1)
    return file, json.loads(file.read_text(encoding="utf-8"))


def _aws_cli(file: Path, calls: list[dict[str, object]], env: dict[str, str]) -> Command:
    script = file.with_suffix(".sh")
    lines = ["#!/bin/sh"]
    for call in calls:
        params = json.dumps(call["params"]).replace("'", "'\\''")
        verb = xform_name(str(call["operation"]), "-")
        lines.append(
            f"{program('awscli', 'aws')} --region {call['region']} --no-paginate {call['service']} {verb} "
            f"--cli-input-json '{params}'"
        )
    script.write_text("\n".join([*lines, "exit 0"]), encoding="utf-8")
    return Command("aws CLI, a command per call", ["sh", str(script)], {**env, "PYTHONPATH": ""})


def _measured(folder: Path, name: str, env: dict[str, str], runs: int) -> tuple[dict[str, Sample], int]:
    file, calls = _recorded(folder, name, env)
    ours = Command("trnctl", [sys.executable, "-m", "cdk_trainium", *WORK[name]], env, codes=CODES)
    repeat = [sys.executable, str(HERE / "repeat_calls.py"), str(file)]
    peers = [Command("boto3, one after the other", [*repeat, "once"], env)]
    if name == "one region" and "quick" not in sys.argv:  # a command per call takes most of the time
        peers += [Command("boto3, a session per call", [*repeat, "each"], env), _aws_cli(file, calls, env)]
    run([ours, *peers], runs=1)  # every answer is known from here on
    return run([ours, *peers], runs), len(calls)


def _rows(name: str, calls: int, samples: dict[str, Sample]) -> list[str]:
    base = samples["boto3, one after the other"].seconds
    return [
        f"| {name} | {calls} | {peer} | {sample.seconds:.2f} | {sample.cpu:.2f} | {sample.seconds / base:.2f} |"
        for peer, sample in samples.items()
    ]


def main() -> None:
    """Measure and record."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lines = ["| work | calls | who | s | CPU s | x sequential |", "|---|---|---|---|---|---|"]
    notes = []
    with tempfile.TemporaryDirectory() as temporary, _account(Path(temporary)) as env:
        for name, target in TARGETS.items():
            samples, calls = _measured(Path(temporary), name, env, runs)
            lines += _rows(name, calls, samples)
            ours = samples["trnctl"].seconds
            ratio = ours / samples["boto3, one after the other"].seconds
            notes.append(f"{name}: {ratio:.2f}x sequential boto3 (target {target}x)")
            if cli := samples.get("aws CLI, a command per call"):
                notes.append(f"{ours / cli.seconds:.2f}x the aws CLI (target {CLI_TARGET}x)")
    record("Preflight: calls of 100 ms", [*lines, "", "; ".join(notes) + "."], runs=runs)


if __name__ == "__main__":
    main()
