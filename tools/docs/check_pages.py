"""A page per preflight check."""

from __future__ import annotations

from collections.abc import Iterator

from page import Undocumented, missing, rows, table

from cdk_trainium.preflight.check import Check, all_checks

__all__ = ["pages"]


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield path and text of each page."""
    for check in all_checks():
        undocumented += missing(
            f"check {check.id}", title=check.title, why=check.why, passes=check.passes, fails=check.fails,
            command=check.command, source=check.source, inputs=check.inputs,
        )  # fmt: skip
        yield f"checks/{check.id}.md", _page(check)
    yield "checks/index.md", _index()


def _page(check: Check) -> str:
    opt_in = "It runs only with `--dry-run-launch`, or when `--checks` names it.\n\n" if check.opt_in else ""
    inputs = ", ".join(f"`{name}`" for name in check.inputs)
    actions = ", ".join(f"`{name}`" for name in check.actions)
    return f"""# {check.id}

{check.title}.

{opt_in}{rows(why=check.why, passes=check.passes, fails=check.fails, reads=inputs, IAM_actions=actions)}
unknown
: An answer that is denied, throttled or missing makes it `unknown`, which is no pass.

source
: <{check.source}>

## By hand

```text
{check.command}
```
"""


def _index() -> str:
    checks = all_checks()
    lines = [(f"[{check.id}]({check.id}.md)", check.title + (" (opt-in)" if check.opt_in else "")) for check in checks]
    listed = "\n".join(check.id for check in checks)
    return f"""# Preflight checks

{len(checks)} checks. `trnctl preflight` runs those that the plan concerns; `--print-iam-policy` prints the permissions
that they need, all of them reading ones.

{table(["check", "what holds when it passes"], lines)}
```{{toctree}}
:hidden:

{listed}
```
"""
