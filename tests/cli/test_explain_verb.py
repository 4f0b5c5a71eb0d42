"""``trnctl explain``: every code, check and type has an explanation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.catalog import default
from cdk_trainium.cli import root
from cdk_trainium.cli.codes import CODES
from cdk_trainium.cli.fact_text import confidence
from cdk_trainium.errors import InputError
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.review import all_rules

SOURCE = Path(__file__).resolve().parents[2] / "constructs" / "cdk_trainium"
RULES = {rule.id for rule in all_rules()}


def explain(*names: str) -> Result:
    return CliRunner().invoke(root, ["explain", *names])


def used_codes() -> set[str]:
    files = [path for path in SOURCE.rglob("*.py") if path.parent.name != "cli" or path.name != "codes.py"]
    quoted = re.compile(r'"(TRN\d{3})"')
    return {code for path in files for code in quoted.findall(path.read_text(encoding="utf-8"))}


def test_every_code_of_the_source_is_a_rule_or_has_a_meaning() -> None:
    assert used_codes() - RULES - set(CODES) == set()


def test_no_meaning_outlives_its_code_or_repeats_a_rule() -> None:
    assert set(CODES) - used_codes() == set()
    assert set(CODES) & RULES == set()


def test_every_code_check_and_type_is_explained() -> None:
    names = [*CODES, *RULES, *(check.id for check in all_checks()), *default().types, *default().ultraservers]
    result = explain(*names)
    assert result.exit_code == 0, result.output
    heads = {line.split()[0] for line in result.output.splitlines() if line and not line.startswith(" ")}
    assert heads == set(names)


def test_a_rule_says_why_how_to_fix_it_and_its_source() -> None:
    rule = next(item for item in all_rules() if item.id == "TRN309")
    output = explain("trn309").output
    assert all(text in output for text in (rule.title, rule.why, rule.fix, rule.source, rule.level))


def test_a_check_says_what_it_needs_and_how_to_ask_by_hand() -> None:
    check = next(item for item in all_checks() if item.id == "quota-on-demand")
    output = explain("quota-on-demand").output
    assert all(text in output for text in (check.why, check.passes, check.fails, check.command, *check.actions))


def test_a_type_shows_the_source_of_a_fact() -> None:
    fact = default().types["trn2.48xlarge"].facts["efa_count"]
    lines = explain("trn2.48xlarge").output.splitlines()
    (line,) = [line for line in lines if line.startswith("  EFA count:")]
    found = re.fullmatch(r"  EFA count: (\S+)  \((\[\d+\]), (\S+), (.+)\)", line)
    assert found
    assert found.group(1, 3, 4) == (str(fact.value), fact.date, confidence(fact))
    (source,) = [line for line in lines if line.startswith(f"  {found.group(2)} ")]
    assert default().sources[fact.source[0]]["title"] in source


def test_without_a_name_it_lists_everything_once() -> None:
    listed = [line.split()[0] for line in explain().output.splitlines() if line.startswith("  ")]
    names = [*CODES, *RULES, *(check.id for check in all_checks()), *default().types, *default().ultraservers]
    names += [quota.code for quota in default().quotas if quota.code is not None]
    assert sorted(listed) == sorted(names)


def test_the_list_has_headings_that_count_what_is_below() -> None:
    first, *sections = explain().output.rstrip().split("\n\n")
    counts = []
    for section in sections:
        heading, *lines = section.splitlines()
        counted = re.search(r"\((\d+)\)$", heading)
        assert counted, heading
        assert int(counted[1]) == len(lines) > 0
        counts.append(len(lines))
    assert first.startswith(f"{sum(counts)} names")
    assert max(counts) < 60, "a longer section wants headings of its own"


@pytest.mark.parametrize(
    ("name", "near"), [("TRN3099", "TRN309"), ("quota-ondemand", "quota-on-demand"), ("xyzzy", "")]
)
def test_an_unknown_name_is_refused_with_its_neighbours(name: str, near: str) -> None:
    result = explain("TRN309", name)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN030"]
    assert near in result.exception.problems[0].hint
    assert result.stdout == ""


def test_the_beginning_of_a_type_brings_the_types() -> None:
    result = CliRunner().invoke(root, ["explain", "trn2"])
    assert isinstance(result.exception, InputError)
    hint = result.exception.problems[0].hint
    assert "trn2.48xlarge" in hint
    assert "TRN" not in hint


def test_every_quota_with_a_code_is_explained() -> None:
    codes = [quota.code for quota in default().quotas if quota.code is not None]
    assert len(codes) == len(set(codes))
    for code in codes:
        assert explain(code).exit_code == 0
    assert "0 vCPU" in explain("L-2C3B7624").output
    assert "unknown" in explain("L-7212CCBC").output


def test_what_moves_a_terminal_is_not_shown_as_it_is() -> None:
    result = explain("\x1b[31mX")
    assert isinstance(result.exception, InputError)
    assert "\x1b" not in str(result.exception)
