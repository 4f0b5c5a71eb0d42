"""How long a command line takes to say something: ``python bench/startup.py [runs]``."""

from __future__ import annotations

import sys

from measure import ROOT, Command, record, run
from peers import program

ENVIRONMENT = {"PYTHONPATH": str(ROOT / "constructs"), "PYTHONDONTWRITEBYTECODE": ""}
HELLO = {
    "argparse hello": "import argparse; argparse.ArgumentParser(prog='hello').parse_args([])",
    "click hello": "import click; click.command()(lambda: click.echo('hello'))([], standalone_mode=False)",
    "import boto3": "import boto3",
    "import pydantic and build one model": "import pydantic; pydantic.create_model('M', x=(int, 1))",
}
VERBS = {
    "trnctl --help": ["--help"],
    "trnctl review --help": ["review", "--help"],
    "trnctl preflight --help": ["preflight", "--help"],
    "trnctl catalog trn2.48xlarge": ["catalog", "trn2.48xlarge"],
}
TARGET_SECONDS, TARGET_RATIO = 0.15, 1.3


def main() -> None:
    """Measure and record."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    commands = [
        Command(name, [sys.executable, "-m", "cdk_trainium", *line], ENVIRONMENT) for name, line in VERBS.items()
    ]
    commands += [Command(name, [sys.executable, "-c", code], {}) for name, code in HELLO.items()]
    commands += [
        Command("aws --version", [program("awscli", "aws"), "--version"], {"PYTHONPATH": ""}),
        Command("cfn-lint --version", [program("cfn-lint", "cfn-lint"), "--version"], {"PYTHONPATH": ""}),
    ]
    run(commands, runs=1)
    samples = run(commands, runs)
    hello = samples["click hello"].seconds
    lines = ["| command | s | CPU s | x click hello |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {one.seconds:.3f} | {one.cpu:.3f} | {one.seconds / hello:.2f} |" for name, one in samples.items()
    ]
    ours = samples["trnctl --help"].seconds
    note = f"`trnctl --help`: {ours:.2f} s, {ours / hello:.2f}x the hello of click, the CLI library that it uses"
    record("Start-up", [*lines, "", f"{note} (target {TARGET_SECONDS} s or {TARGET_RATIO}x)."], runs=runs)


if __name__ == "__main__":
    main()
