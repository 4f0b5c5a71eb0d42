"""Patterns that hostile input meets end in time: in proportion to the text, or nearly so."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

LONG = 200_000


@pytest.mark.parametrize(
    ("where", "how", "text"),
    [
        ("allowed_pattern._PATTERN", "fullmatch", "[" * LONG),
        ("allowed_pattern._PATTERN", "fullmatch", "[a" * LONG),
        ("allowed_pattern._PATTERN", "fullmatch", "a{1" * LONG),
        ("template.strings._SSM", "fullmatch", "{{resolve:ssm:" + "${${}" * 9_000 + ":x"),
        ("template.strings._SSM", "fullmatch", "{{resolve:ssm:" + "$" * LONG + ":x"),
        ("constraints.node_config._CONFIG", "match", "---\n\n" * 9_000 + "x"),
        ("review.rules.images.node_config._WHOLE_LINE", "search", "\n" * LONG + "x"),
        ("review.rules.security.bad_tags._HOLE", "search", "${" * LONG),
        ("review.rules.template.unknown_property._LAST_WORD", "search", "A" * LONG + "-"),
        ("demand.sources._TEMPLATE", "search", "\n" * LONG + "x"),
        ("template.yaml_text._IN_TAG", "search", "!" * LONG + "%"),
        ("sandbox.cloudformation.template.parameters._NUMBER", "fullmatch", "1" * LONG + "x"),
        ("sandbox.cloudformation.template.evaluate._VARIABLE", "search", "${" * LONG),
        ("sandbox.cloudformation.template.references._VARIABLE", "search", "${" * LONG),
    ],
)
def test_a_pattern_gives_up_in_time(where: str, how: str, text: str) -> None:
    module, _, name = where.rpartition(".")
    pattern = getattr(import_module(f"cdk_trainium.{module}"), name)
    assert isinstance(pattern, re.Pattern)
    assert getattr(pattern, how)(text) is None


def test_bytes_of_a_file_that_may_be_a_template_are_searched_in_time() -> None:
    assert import_module("cdk_trainium.template.loading")._CLAIMS.search(b"\n" * LONG + b"x") is None
