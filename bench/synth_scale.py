"""How synthesis grows with nodes: 16 nodes, and the Rainier size (31,250), by ``python bench/synth_scale.py``."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from measure import ROOT, Command, record, run

FILES = {"16 nodes": "clusters/trn2-block.yaml", "31,250 nodes": "clusters/rainier.yaml"}
MOST_RESOURCES, MOST_BYTES = 500, 1_000_000


def _command(name: str, file: str, out: str) -> Command:
    context = json.dumps({"cluster": str(ROOT / file)})
    environment = {"CDK_OUTDIR": out, "CDK_CONTEXT_JSON": context, "CDK_VALIDATION": "false"}
    return Command(name, [sys.executable, "app.py"], environment)


def _largest(folder: Path) -> tuple[int, int, int]:
    """Return templates, most resources and most bytes of one template in ``folder``."""
    paths = list(folder.rglob("*.template.json"))
    counts = [len(json.loads(path.read_text(encoding="utf-8")).get("Resources", {})) for path in paths]
    return len(paths), max(counts), max(path.stat().st_size for path in paths)


def main() -> None:
    """Measure, check the limits of CloudFormation, and record."""
    with tempfile.TemporaryDirectory() as folder:
        outs = {name: str(Path(folder, str(at))) for at, name in enumerate(FILES)}
        samples = run([_command(name, file, outs[name]) for name, file in FILES.items()])
        lines = ["| file | s | MB | templates | most resources | most bytes |", "|---|---|---|---|---|---|"]
        for name, sample in samples.items():
            templates, resources, size = _largest(Path(outs[name]))
            if resources > MOST_RESOURCES or size > MOST_BYTES:
                sys.exit(f"error: {name}: a template has {resources} resources and {size} bytes")
            lines.append(
                f"| {name} | {sample.seconds:.2f} | {sample.megabytes:.0f} | {templates} | {resources} | {size} |"
            )
    small, large = samples.values()
    ratio = f"{large.seconds / small.seconds:.2f}x the time and {large.megabytes / small.megabytes:.2f}x the memory"
    record(
        "Synthesis: 16 nodes to 31,250 nodes",
        [*lines, "", f"The Rainier file takes {ratio} (target: 3x and 2x)."],
        runs=5,
    )


if __name__ == "__main__":
    main()
