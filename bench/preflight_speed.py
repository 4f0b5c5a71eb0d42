"""Preflight beside the same calls made one after the other: ``python bench/preflight_speed.py [runs [quick]]``.

Each call takes 100 ms (``slow_account.py``). The calls that preflight makes are recorded first and then repeated by
boto3 with one session, by boto3 with a session per call, and by the AWS CLI, which gives the same answers unread. The
account has opted in to no region, as a new one, which leaves 17; ``regions`` asks everything only of those that offer
the type, so a survey that asks every region everything is measured beside it.
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
from cdk_trainium.sandbox.process import control, start, stop

HERE, REGION = Path(__file__).parent, "us-east-2"
CODES = (0, 1, 3)
WORK = {
    "one region": ["preflight", str(ROOT / "clusters" / "trn2-odcr.yaml")],
    "all regions": ["regions", "--instance-type", "trn2.48xlarge"],
}
TARGETS = {"one region": 0.4, "all regions": 0.12}
CLI_TARGET = 0.12
OURS, SEQUENTIAL, CLI = "trnctl", "boto3, one after the other", "aws CLI, a command per call"
EVERYWHERE = "boto3, every question of every region"
CLIENTS = "boto3, import and clients alone"


@contextmanager
def _account(folder: Path) -> Iterator[dict[str, str]]:
    """Give the environment that leads to a slow account."""
    running = start(folder)
    control(running, "scenario", {"opted_in": []})
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


def _everywhere(file: Path, calls: list[dict[str, object]]) -> Path:
    """Write the questions of the region that was asked most, for every region."""
    regions = [call["region"] for call in calls]
    asked = [call for call in calls if call["region"] == max(regions, key=regions.count)]
    everywhere = file.with_suffix(".everywhere")
    everywhere.write_text(json.dumps([{**one, "region": region} for region in sorted(set(regions)) for one in asked]))
    return everywhere


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
    return Command(CLI, ["sh", str(script)], {**env, "PYTHONPATH": ""})


def _measured(folder: Path, name: str, env: dict[str, str], runs: int) -> tuple[dict[str, Sample], int]:
    file, calls = _recorded(folder, name, env)
    repeat = [sys.executable, str(HERE / "repeat_calls.py"), str(file)]
    commands = [
        Command(OURS, [sys.executable, "-m", "cdk_trainium", *WORK[name]], env, codes=CODES),
        Command(SEQUENTIAL, [*repeat, "once"], env),
        Command(CLIENTS, [*repeat, "clients"], env),
    ]
    if name == "all regions":
        commands.append(Command(EVERYWHERE, [*repeat[:-1], str(_everywhere(file, calls)), "once"], env))
    elif "quick" not in sys.argv:  # a command per call takes most of the time
        commands += [Command("boto3, a session per call", [*repeat, "each"], env), _aws_cli(file, calls, env)]
    run(commands, runs=1)  # every answer is known from here on
    return run(commands, runs), len(calls)


def _rows(name: str, calls: int, samples: dict[str, Sample]) -> list[str]:
    base = samples[SEQUENTIAL].seconds
    return [
        f"| {name} | {calls} | {peer} | {sample.seconds:.2f} | {sample.cpu:.2f} | {sample.seconds / base:.2f} |"
        for peer, sample in samples.items()
    ]


def _notes(name: str, samples: dict[str, Sample]) -> list[str]:
    """Return the ratios with their targets, and how much of ours no caller of boto3 can save."""
    ours, base, floor = samples[OURS], samples[SEQUENTIAL].seconds, samples[CLIENTS]
    every, target = samples.get(EVERYWHERE), f" (target {TARGETS[name]}x)"
    notes = [f"{name}: {ours.seconds / base:.2f}x the same calls in sequence{'' if every else target}"]
    notes.append(
        f"of its {ours.cpu:.2f} s of processor time {floor.cpu:.2f} are boto3's import and clients, "
        f"{floor.cpu / base:.2f}x the sequence before the first answer"
    )
    if every:  # the target was set for a survey that asks all of them
        notes.append(f"{ours.seconds / every.seconds:.2f}x every question of every region in sequence{target}")
    if cli := samples.get(CLI):
        notes.append(f"{ours.seconds / cli.seconds:.2f}x the aws CLI (target {CLI_TARGET}x)")
    return notes


def main() -> None:
    """Measure and record."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lines = ["| work | calls | who | s | CPU s | x sequential |", "|---|---|---|---|---|---|"]
    notes = []
    with tempfile.TemporaryDirectory() as temporary, _account(Path(temporary)) as env:
        for name in TARGETS:
            samples, calls = _measured(Path(temporary), name, env, runs)
            lines += _rows(name, calls, samples)
            notes += _notes(name, samples)
    record("Preflight: calls of 100 ms", [*lines, "", "; ".join(notes) + "."], runs=runs)


if __name__ == "__main__":
    main()
