"""Speed of the review beside peers and the floor, whole processes in turn.

    PYTHONPATH=. python bench/review_speed.py [templates [runs]]

JSON: 200 templates by default (4 clusters, 32 resources each), and as many resources in few large ones; YAML: as many,
and 13, of which the start is half; cold: one. The floors parse only: ``json.loads``, and libyaml with marks. Four rows
build the review up: the start, which imports every rule; the templates read; each resource resolved in each branch of
its conditions, by as many processes; every rule called on its subjects, and none of them looks. cfn-lint runs on a
tenth of the templates, its time counts tenfold. From 1 MB of templates on the review uses every core; a row shows it
on one.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import yaml
from measure import ROOT, Command, Sample, record, run

from tests.review.build import cluster

CLUSTERS_PER_TEMPLATE, FEW_YAML = 4, 13
EACH = len(cluster()["Resources"])
LARGEST = 62
"""Clusters that fill a template: CloudFormation takes 500 resources."""
ENVIRONMENT = {"PYTHONPATH": str(ROOT / "constructs"), "PYTHONDONTWRITEBYTECODE": ""}
JSON_FLOOR = "import json, pathlib, sys; [json.loads(p.read_bytes()) for p in pathlib.Path(sys.argv[1]).iterdir()]"
YAML_FLOOR = """
import pathlib, sys, yaml
for path in pathlib.Path(sys.argv[1]).iterdir():
    yaml.compose(path.read_bytes(), Loader=yaml.CSafeLoader)
"""
FLOOR = """
import gc, sys
from cdk_trainium.parallel import cores
from cdk_trainium.review import Options, all_rules, review
from cdk_trainium.template import load
gc.disable()
rules = [rule._replace(check=lambda *_: iter(())) for rule in all_rules()]
chosen = rules if sys.argv[2] == "blind" else [rules[0]._replace(on="resource")]
loaded = load(sys.argv[1:2] if sys.argv[2] != "start" else (), processes=cores())
if sys.argv[2] not in ("start", "read"):
    review(loaded, Options(), chosen, cores())
"""
ENGINE = """
import pathlib, sys
import cloudformation_validate as validate
engine = validate.CompositeEngine()
for path in pathlib.Path(sys.argv[1]).iterdir():
    engine.validate_template(validate.TemplateContent(path.read_text(), path.name), validate.ValidateConfig())
"""


def _template(clusters: int) -> dict[str, object]:
    """Return a template of several clusters, every logical id made unique."""
    resources: dict[str, object] = {}
    names = list(cluster()["Resources"])
    for at in range(clusters):
        text = json.dumps(cluster()["Resources"])
        for name in names:
            text = text.replace(f'"{name}"', f'"{name}{at}"')
        resources |= json.loads(text)
    return {"Resources": resources}


def _written(folder: Path, count: int, suffix: str, clusters: int = CLUSTERS_PER_TEMPLATE) -> Path:
    folder.mkdir()
    template = _template(clusters)
    text = json.dumps(template, indent=1) if suffix == "json" else yaml.safe_dump(template)
    for at in range(count):
        (folder / f"t{at}.{suffix}").write_text(text, encoding="utf-8")
    return folder


def _review(name: str, path: Path) -> Command:
    return Command(name, [sys.executable, "-m", "cdk_trainium", "review", str(path)], ENVIRONMENT)


def _on_one_core(command: Command) -> Command:
    """Return ``command`` as a machine with one core runs it (Linux)."""
    return replace(command, name=f"{command.name}, one core", line=["taskset", "-c", "0", *command.line])


def _python(name: str, code: str, path: Path, *more: str) -> Command:
    return Command(name, [sys.executable, "-c", code, str(path), *more], ENVIRONMENT if more else {})


def _cfn_lint(name: str, folder: Path) -> Command:
    tool = str(Path(sys.executable).with_name("cfn-lint"))
    paths = [str(path) for path in folder.iterdir()]
    return Command(name, [tool, "--non-zero-exit-code", "none", "--regions", "us-east-2", "--", *paths], {})


def _rows(samples: dict[str, Sample], scale: dict[str, int], ours: str) -> list[str]:
    seconds = {name: sample.seconds * scale.get(name, 1) for name, sample in samples.items()}
    return [f"| {name} | {value:.2f} | {value / seconds[ours]:.2f} |" for name, value in seconds.items()]


def main() -> None:
    """Write the templates, measure, record."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    tenth, runs = max(count // 10, 1), int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        many, few = _written(root / "json", count, "json"), _written(root / "few", tenth, "json")
        yamls, yaml13 = _written(root / "yaml", count, "yaml"), _written(root / "yaml13", FEW_YAML, "yaml")
        one = _written(root / "one", 1, "json")
        largest = max(count * CLUSTERS_PER_TEMPLATE // LARGEST, 1)
        large = _written(root / "large", largest, "json", LARGEST)
        samples = run(
            [
                _review("JSON: trnctl review", many),
                _on_one_core(_review("JSON: trnctl review", many)),
                _review(f"JSON: trnctl review, {largest} templates of {LARGEST * EACH} resources", large),
                _python("JSON: json.loads", JSON_FLOOR, many),
                _python("JSON: start, every rule imported", FLOOR, many, "start"),
                _python("JSON: templates read", FLOOR, many, "read"),
                _python("JSON: every resource resolved, no rule", FLOOR, many, "resolved"),
                _python("JSON: every rule called, none looks", FLOOR, many, "blind"),
                _python("JSON: cloudformation-validate", ENGINE, many),
                _cfn_lint("JSON: cfn-lint", few),
                _review("YAML: trnctl review", yamls),
                _on_one_core(_review("YAML: trnctl review", yamls)),
                _python("YAML: libyaml with marks", YAML_FLOOR, yamls),
                _python("YAML: templates read", FLOOR, yamls, "read"),
                _python("YAML: every resource resolved, no rule", FLOOR, yamls, "resolved"),
                _python("YAML: every rule called, none looks", FLOOR, yamls, "blind"),
                _review("13 YAML: trnctl review", yaml13),
                _python("13 YAML: libyaml with marks", YAML_FLOOR, yaml13),
                _review("one: trnctl review", one / "t0.json"),
                _cfn_lint("one: cfn-lint", one),
            ],
            runs,
        )
    lines = ["| work | s | x ours |", "|---|---|---|"]
    scale = {"JSON: cfn-lint": count // tenth}
    for work in ("JSON", "YAML", "13 YAML", "one"):
        part = {name: sample for name, sample in samples.items() if name.startswith(f"{work}:")}
        lines += _rows(part, scale, f"{work}: trnctl review")
    resources = count * CLUSTERS_PER_TEMPLATE * EACH
    rate = resources / samples["JSON: trnctl review"].seconds
    note = f"{resources} resources in {count} JSON templates: {rate:.0f} a second, on every core; the others use one. "
    note += "Rule sets differ in size and aim."
    record("Review: speed", [*lines, "", note], runs=runs)


if __name__ == "__main__":
    main()
