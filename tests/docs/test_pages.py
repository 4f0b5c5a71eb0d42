"""Every block of the documentation is true: files are read, Python runs, commands print what the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
import yaml

from cdk_trainium.catalog import selected
from cdk_trainium.cli import root
from cdk_trainium.review import Policy, read_policy
from cdk_trainium.spec import load_cluster
from cdk_trainium.template import load_text

from .pages import DOCS, ROOT, Shell, blocks, pages, same

LANGUAGES = {"console", "python", "yaml", "shell", "text", "{toctree}", "{literalinclude}", "{include}"}


def slow(page: Path) -> bool:
    """Whether the page starts the simulated account and drives the CDK CLI."""
    return "$ trnctl sandbox start" in page.read_text(encoding="utf-8")


def parameters() -> list[object]:
    found = [
        page
        for page in [*pages(), ROOT / "README.md"]
        if any(block.language in ("console", "python") for block in blocks(page))
    ]
    return [
        pytest.param(page, id=page.relative_to(ROOT).as_posix(), marks=[pytest.mark.e2e] if slow(page) else [])
        for page in found
    ]


@pytest.mark.parametrize("page", parameters())
def test_the_page_is_true(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    shell = Shell(folder, tmp_path / "bin")
    try:
        for block in blocks(page):
            if block.file:
                place = Path(shell.run("pwd")[0].strip()) / block.file
                place.write_text(block.text, encoding="utf-8")
            elif block.language == "python":
                script = tmp_path / "snippet.py"
                prelude = "from cdk_trainium.node import use_packaged_node\nuse_packaged_node()\n"
                script.write_text(prelude + block.text, encoding="utf-8")
                said, status = shell.run(f"CDK_VALIDATION=false CDK_OUTDIR={tmp_path}/out python3 -W error {script}")
                assert status == 0, said
            elif block.language == "console":
                session(shell, list(block.commands()))
    finally:
        shell.close()


def session(shell: Shell, commands: list[tuple[str, str]]) -> None:
    for index, (command, shown) in enumerate(commands):
        said, status = shell.run(command)
        asked = index + 1 < len(commands) and commands[index + 1][0] == "echo $?"
        assert asked or status == 0, f"$ {command}\n{said}"
        assert same(shown, said), f"$ {command}\n--- the page shows\n{shown}--- it prints\n{said}"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_blocks_have_a_language_that_is_looked_at(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= LANGUAGES


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_yaml_files_are_what_they_seem(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.language == "yaml":
            place = tmp_path / "file.yaml"
            place.write_text(block.text, encoding="utf-8")
            assert read_as_it_seems(place, yaml.safe_load(block.text)), block.text


def read_as_it_seems(place: Path, data: dict[str, object]) -> object:
    """Read a cluster file, template, overlay or policy; each reader raises on what is none."""
    if "name" in data:
        cluster = load_cluster(place)
        return cluster.groups or cluster.ultraservers
    if "Resources" in data:
        return load_text(place.read_bytes(), place.name).resources
    overlay = isinstance(data.get("instance_types"), dict)
    return selected(place).types if overlay else read_policy(place) != Policy()


def commands_named(text: str) -> list[str]:
    fenced = re.findall(r"^(?:\$ |- run: |    - )?(trnctl [^\n|>]*)", text, re.MULTILINE)
    return [*fenced, *re.findall(r"`(trnctl [^`]*)`", text), *re.findall(r"\$\((trnctl [^)]*)\)", text)]


@pytest.mark.parametrize(
    "page",
    [
        *DOCS.glob("*.md"),
        *(page for page in pages() if page.parent != DOCS),
        *ROOT.glob("*.md"),
        *(DOCS / "ci").iterdir(),
    ],
    ids=lambda page: page.name,
)
def test_every_verb_and_option_that_is_named_exists(page: Path) -> None:
    for line in commands_named(page.read_text(encoding="utf-8")):
        words = line.split("#")[0].replace("|", " ").split()[1:]
        command: click.Command = root
        while isinstance(command, click.Group) and words and re.fullmatch(r"[a-z-]+", words[0]) and words[0][0] != "-":
            found = command.get_command(click.Context(command), words.pop(0))
            assert found is not None, line
            command = found
        known = {option for item in command.params for option in item.opts} | {"--help", "--version"}
        assert {word.split("=")[0] for word in words if word.startswith("--")} <= known, line


HAND_WRITTEN = sorted(
    page
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("bench/*.md"), *ROOT.glob("examples/*/*.md")]
    if "generated" not in page.parts
)


def anchors(page: Path) -> set[str]:
    """The anchors that a code host gives to the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_work_in_a_plain_clone(page: Path) -> None:
    """On a code host nothing has been generated and no directive is known: a link leads to a committed page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for path, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert "generated" not in target.relative_to(ROOT).parts, path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("index", sorted(DOCS.rglob("index.md")), ids=lambda page: page.parent.name)
def test_an_index_links_to_every_page_that_its_tree_names(index: Path) -> None:
    if "generated" in index.parts:
        return
    text = index.read_text(encoding="utf-8")
    tree = re.findall(r"```{toctree}\n(.*?)```", text, re.DOTALL)
    names = [line for block in tree for line in block.splitlines() if line and not line.startswith(":")]
    linked = re.findall(r"\]\(([^)#]+)\.md", text)
    assert names
    assert {name for name in names if "generated/" not in name} <= set(linked)


def test_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in [*pages(), ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"(?:^|`)make (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name}: make {target}"


def test_the_ci_jobs_run_their_review(tmp_path: Path) -> None:
    """The steps that synthesize and review, on an app that `trnctl init` wrote; installation is left out."""
    github = yaml.safe_load((DOCS / "ci" / "github-review.yml").read_text(encoding="utf-8"))
    gitlab = yaml.safe_load((DOCS / "ci" / "gitlab-review.yml").read_text(encoding="utf-8"))
    steps = [step["run"] for step in github["jobs"]["review"]["steps"] if "run" in step]
    folder = tmp_path / "work"
    folder.mkdir()
    shell = Shell(folder, tmp_path / "bin")
    try:
        shell.run("trnctl init app && cd app && export CDK_VALIDATION=false")
        for line in [*steps, *gitlab["review"]["script"]]:
            if not line.startswith("pip "):
                said, status = shell.run(line)
                assert status == 0, f"{line}\n{said}"
        assert json.loads((folder / "app" / "review.sarif").read_text())["version"] == "2.1.0"
        assert (folder / "app" / "review.xml").read_text().startswith("<?xml")
        props = '{"Strategy": "cluster", "PartitionCount": 2}'
        shell.run("rm -r cdk.out review.*")
        bad = f'cdk.CfnResource(stack, "Bad", type="AWS::EC2::PlacementGroup", properties={props})'
        app = folder / "app" / "app.py"
        app.write_text(app.read_text().replace("app.synth()", f"{bad}\napp.synth()"))
        for lines, report in ((steps, "review.sarif"), (gitlab["review"]["script"], "review.xml")):
            ended = [shell.run(line)[1] for line in lines if not line.startswith("pip ")]
            assert ended == [0, 1], "the review reports what failed synthesis"
            assert "TRN404" in (folder / "app" / report).read_text()
        app.write_text("raise SystemExit(1)\n")
        assert shell.run(f"rm -r cdk.out; {steps[1]}")[1] != 0
    finally:
        shell.close()
