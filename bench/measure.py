"""Times commands as whole processes, in turn (A B C A B C), and gives medians and ratios."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

__all__ = ["ROOT", "Command", "Sample", "machine", "record", "run"]

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "RESULTS.md"


@dataclass(frozen=True)
class Command:
    """One variant: a command line with its folder and environment."""

    name: str
    line: Sequence[str]
    environment: Mapping[str, str]
    folder: Path = ROOT
    codes: tuple[int, ...] = (0,)
    """Exit codes that count as done: a verdict is an answer."""


@dataclass(frozen=True)
class Sample:
    """Medians over the runs of one variant."""

    seconds: float
    cpu: float
    """Processor seconds of the command and the children it waited for."""
    megabytes: float
    """Peak resident memory of the largest process of the command."""
    runs: int
    each: tuple[float, ...] = ()
    """Wall seconds of each run."""

    def added_to(self, bare: Sample) -> float:
        """Return the seconds that this takes longer than ``bare``: the median of the differences of each turn.

        A machine that is slow for a while is so for a whole turn.
        """
        return statistics.median(one - other for one, other in zip(self.each, bare.each, strict=True))


def run(commands: Sequence[Command], runs: int = 5) -> dict[str, Sample]:
    """Run the ``commands`` in turn, ``runs`` times each, and return the medians by name.

    Raises:
        SystemExit: a command failed; its output is shown.
    """
    seen: dict[str, list[tuple[float, float, float]]] = {command.name: [] for command in commands}
    for turn in range(runs):
        for command in commands:
            seen[command.name].append(_once(command))
            print(f"{turn + 1}/{runs} {command.name}: {seen[command.name][-1][0]:.2f} s", file=sys.stderr)
    return {name: _sample(found) for name, found in seen.items()}


def _sample(found: Sequence[tuple[float, float, float]]) -> Sample:
    seconds, cpu, megabytes = zip(*found, strict=True)
    medians = (statistics.median(seconds), statistics.median(cpu), statistics.median(megabytes))
    return Sample(*medians, runs=len(found), each=seconds)


def _once(command: Command) -> tuple[float, float, float]:
    """Return wall seconds, processor seconds and megabytes."""
    # Compiled modules are kept, as they are where a tool is installed; the warm-up run writes them.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **command.environment}
    start = time.perf_counter()
    process = subprocess.Popen(
        command.line, cwd=command.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    output = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in command.codes:
        sys.exit(f"error: {command.name} failed:\n{output}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def machine() -> str:
    """Return the machine and the versions that the numbers belong to, without names or paths."""
    packages = ("aws-cdk-lib", "boto3", "moto", "pydantic")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {versions}"


def record(title: str, lines: Sequence[str], *, runs: int | None = None) -> None:
    """Replace the section ``title`` of RESULTS.md by ``lines``, dated, with how many ``runs`` the medians are of."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Measured\n\nOnly ratios travel.\n"
    head, *sections = text.split("\n## ")
    kept = {section.partition("\n")[0]: section for section in sections}
    medians = f"; medians of {runs} runs" if runs else ""
    body = "\n".join([f"{datetime.now(UTC).date()}; {machine()}{medians}", "", *lines])
    kept[title] = f"{title}\n\n{body}\n"
    RESULTS.write_text("\n## ".join([head, *(kept[name] for name in sorted(kept))]), encoding="utf-8")
    print(json.dumps({"recorded": title}))
