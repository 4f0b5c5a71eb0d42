"""The sandbox of one demo, and the real CDK CLI pointed at it and at nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from account import Account

from cdk_trainium.sandbox.endpoint import ACCOUNT, require_loopback, steered
from cdk_trainium.sandbox.process import control, start, stop
from cdk_trainium.sandbox.state_file import Running

__all__ = ["REGION", "ROOT", "Stage", "failure", "say", "stage"]

ROOT = Path(__file__).resolve().parents[2]
REGION = "us-east-2"
LOG = ROOT / "demo.log"
"""The whole output of the call that failed."""
MOST_LINES = 12
WHY = re.compile(r"❌|error|failed|refused|exception", re.IGNORECASE)
SYNTHESIS = re.compile(r"Synthesis time: ([\d.]+)s")
SHOWN = re.compile(r"✅|no changes|ROLLBACK", re.IGNORECASE)


def failure(arguments: tuple[str, ...], code: int, output: str) -> str:
    """Return what to say of a failed call: the lines that tell why, or else the last ones, and where all are."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if WHY.search(line)] or lines
    shown = "\n".join(f"     {line}" for line in telling[-MOST_LINES:])
    return f"{shown}\nerror: cdk {' '.join(arguments[:2])} ended with {code}; all that it printed is in {LOG}"


def say(text: str) -> None:
    """Print a step's headline."""
    print(f"\n== {text}", flush=True)


@dataclass
class Stage:
    """A running sandbox with a folder for changed cluster files."""

    running: Running
    folder: Path
    account: Account
    cli_seconds: float = 0.0
    """Seconds spent in the CDK CLI, of which synthesis and the sandbox are a part."""
    synthesis_seconds: float = 0.0
    """Seconds of synthesis as the CDK CLI tells them: Python, Node, the constructs, CDK's own template engine."""

    def cdk(self, *arguments: str) -> None:
        """Run the real CDK CLI; print what matters of its output, and of a failure where the whole of it is."""
        cli = os.environ.get("CDK_CLI") or str(ROOT / "node_modules" / ".bin" / "cdk")
        env = steered(os.environ, self.running.url, REGION)
        line = [cli, "--no-notices", *arguments]
        began = time.perf_counter()
        done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - began
        self.cli_seconds += seconds
        self.synthesis_seconds += sum(map(float, SYNTHESIS.findall(done.stdout + done.stderr)))
        if done.returncode:
            LOG.write_text(f"$ cdk {' '.join(arguments)}\n{done.stdout}{done.stderr}", encoding="utf-8")
            sys.exit(failure(arguments, done.returncode, f"{done.stdout}{done.stderr}"))
        print(f"   $ cdk {' '.join(arguments[:2])} …   ({seconds:.0f} s)")
        for text in (done.stdout + done.stderr).splitlines():
            if SHOWN.search(text):
                print(f"     {text.strip()}")

    @property
    def sandbox_seconds(self) -> float:
        """Processor seconds of the sandbox."""
        return float(control(self.running, "health")["cpu_seconds"])

    def bootstrap(self) -> None:
        """Bootstrap the account."""
        self.cdk("bootstrap", f"aws://{ACCOUNT}/{REGION}")

    def deploy(self, cluster: Path) -> None:
        """Deploy ``cluster`` without asking, and show what exists then."""
        self.cdk("deploy", "--all", "--require-approval", "never", *self._app(cluster))
        self.account.show()

    def destroy(self, cluster: Path) -> None:
        """Destroy the stack of ``cluster`` and show what is left."""
        self.cdk("destroy", "--all", "--force", *self._app(cluster))
        self.account.show()

    def changed(self, cluster: Path, pattern: str, text: str) -> Path:
        """Return a copy of ``cluster`` in which ``text`` replaces ``pattern``."""
        content, count = re.subn(pattern, text, cluster.read_text(encoding="utf-8"))
        if not count:
            sys.exit(f"error: {cluster} has no {pattern}")
        copy = self.folder / cluster.name
        copy.write_text(content, encoding="utf-8")
        return copy

    def apply(self, scenario: dict[str, object]) -> None:
        """Put what ``scenario`` says into the account."""
        control(self.running, "scenario", scenario)

    def advance(self, by: str) -> None:
        """Move the account's clock and print the events on the way."""
        answer = control(self.running, "advance", {"by": by})
        print(f"   $ trnctl sandbox advance {by}   (now {answer['now']})")
        for event in answer["events"]:
            print(f"     {event['time']}  {event['detail-type']}")
        self.account.show()

    def _app(self, cluster: Path) -> tuple[str, ...]:
        return "--context", f"cluster={cluster}", "--output", str(self.folder / "cdk.out")


@contextmanager
def stage() -> Iterator[Stage]:
    """Start a sandbox of this demo's own; stop it whatever happens."""
    with tempfile.TemporaryDirectory() as folder:
        running = start(Path(folder))
        try:
            yield Stage(running, Path(folder), Account.at(require_loopback(running.url), REGION))
        finally:
            stop(Path(folder))
