"""No function of the constructs has a body of 40 lines or more, its signature and docstring not counted."""

import ast
from pathlib import Path

import pytest

import cdk_trainium

FILES = sorted(Path(cdk_trainium.__file__).parent.joinpath("cdk").glob("*.py"))


def bodies(path: Path) -> dict[str, int]:
    """Return the lines of each function's body."""
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    kept = {one.name: one.body[bool(ast.get_docstring(one)) :] for one in functions}
    return {name: (body[-1].end_lineno or 0) - body[0].lineno + 1 for name, body in kept.items() if body}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bodies_are_short(path: Path) -> None:
    assert {name: lines for name, lines in bodies(path).items() if lines >= 40} == {}
