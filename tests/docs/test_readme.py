"""What the README shows works as shown."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import Shell, blocks

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _block(language: str) -> str:
    match = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert match is not None
    return match.group(1)


def test_blocks_that_name_a_file_are_that_file() -> None:
    named = re.findall(r"```\w+\n# ([\w./-]+/[\w.-]+)\n(.*?)```", README, re.DOTALL)
    assert [name for name, _ in named] == ["clusters/trn2-block.yaml"]
    for name, text in named:
        assert text == (ROOT / name).read_text(encoding="utf-8")


def test_the_embed_example_synthesizes(tmp_path: Path) -> None:
    script = "from cdk_trainium.node import use_packaged_node\nuse_packaged_node()\n" + _block("python")
    environment = {"PYTHONPATH": str(ROOT / "constructs"), "CDK_OUTDIR": str(tmp_path), "CDK_VALIDATION": "false"}
    subprocess.run([sys.executable, "-W", "error", "-c", script], env=environment, check=True, capture_output=True)
    template = json.loads((tmp_path / "Training.template.json").read_text(encoding="utf-8"))
    kinds = [item["Type"] for item in template["Resources"].values()]
    assert kinds.count("AWS::AutoScaling::AutoScalingGroup") == 1
    assert kinds.count("AWS::EC2::CapacityReservation") == 1


@pytest.mark.e2e
def test_the_commands_by_hand_work(tmp_path: Path) -> None:
    """In the README's order, from the checkout; the lines that put installed programs on PATH are the test's own."""
    texts = [block.text for block in blocks(ROOT / "README.md") if not block.language]
    (block,) = [text for text in texts if "trnctl sandbox start" in text]
    (plain,) = [text for text in texts if text.startswith("cdk synth")]
    lines = [line.split("  #")[0].strip() for line in block.splitlines() if not line.startswith((". .venv", "export"))]
    lines[lines.index("cdk bootstrap")] = "cdk bootstrap && " + plain.splitlines()[0]
    shell = Shell(ROOT, tmp_path / "bin")
    try:
        for line in lines:
            said, status = shell.run(line)
            assert status == 0, f"{line}\n{said}"
    finally:
        shell.close()


def test_the_targets_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^make (\w+)", README, re.MULTILINE))
    assert {"demo", "test"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
