"""Reads the fenced blocks of a page and runs them in order, as its reader would."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```([\w{}-]*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = "end-of-command-7f3a"


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    language: str
    text: str

    @property
    def file(self) -> str:
        """Name of the file that the block is, empty where it is none."""
        first = self.text.split("\n", 1)[0]
        return first.removeprefix("# file: ").strip() if first.startswith("# file: ") else ""

    def commands(self) -> Iterator[tuple[str, str]]:
        """Yield each command of a console block with the output that the page shows."""
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in _FENCE.findall(page.read_text(encoding="utf-8"))]


def pages() -> list[Path]:
    """Every page that is written by hand; the others have tests of their own."""
    own = {DOCS / name for name in ("constructs.md", "preflight.md", "review.md", "sandbox.md")}
    return sorted(page for page in DOCS.rglob("*.md") if "generated" not in page.parts and page not in own)


def same(shown: str, said: str) -> bool:
    """Return whether ``said`` is what the page shows, where ``...`` stands for anything; nothing shown is no claim."""
    pattern = ".*".join(re.escape(part) for part in re.split(r"\.\.\.\n?", shown.strip("\n")))
    return not shown.strip() or re.fullmatch(pattern + r"\s*", said, re.DOTALL) is not None


class Shell:
    """One bash that keeps folder and variables from command to command."""

    def __init__(self, folder: Path, tools: Path) -> None:
        _tools(tools)
        path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "CDK_"))}
        own = {
            "PATH": path,
            "PYTHONPATH": str(ROOT / "constructs"),
            "TRNCTL_STATE_DIR": str(tools / "state"),
            "CDK_HOME": str(tools),
            "NO_COLOR": "1",
            "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        }
        self._bash = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env={**kept, **own},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def run(self, command: str) -> tuple[str, int]:
        """Return output and exit code."""
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        status = "status=$?; printf '\\n%s %s\\n' " + _MARK + ' "$status"; (exit "$status")'
        self._bash.stdin.write(f"{{ {command}\n}} </dev/null; {status}\n")
        self._bash.stdin.flush()
        said = []
        for line in self._bash.stdout:
            if line.startswith(_MARK):
                return "".join(said)[:-1], int(line.split()[1])
            said.append(line)
        raise AssertionError(f"the shell ended in {command}")

    def close(self) -> None:
        self.run("trnctl sandbox stop || true")
        self._bash.communicate("exit\n")


def _tools(folder: Path) -> None:
    """Write ``trnctl``, ``python3`` and ``cdk`` of this checkout."""
    folder.mkdir(parents=True)
    cli = ROOT / "node_modules" / ".bin" / "cdk"
    programs = {
        "trnctl": f"{sys.executable} -m cdk_trainium",
        "python3": sys.executable,
        "cdk": os.environ.get("CDK_CLI") or (str(cli) if cli.exists() else shutil.which("cdk") or "missing-cdk"),
    }
    for name, program in programs.items():
        (folder / name).write_text(f'#!/bin/sh\nexec {program} "$@"\n')
        (folder / name).chmod(0o755)
