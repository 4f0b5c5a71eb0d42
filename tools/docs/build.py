"""``make docs``: write the reference from the code, then build the site; a warning or a gap fails it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import catalog_page
import check_pages
import construct_pages
import rule_pages
import schema_page
import verb_page

from cdk_trainium.node import use_packaged_node

__all__ = ["generate", "main"]

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ROOT / "docs" / "reference" / "generated"
MAKERS = (rule_pages, check_pages, construct_pages, schema_page, verb_page, catalog_page)


def generate(folder: Path) -> list[str]:
    """Write every generated page into ``folder`` and return what has no documentation."""
    undocumented: list[str] = []
    shutil.rmtree(folder, ignore_errors=True)
    for maker in MAKERS:
        for path, text in maker.pages(undocumented):
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    return undocumented


def main() -> None:
    """Generate and build."""
    use_packaged_node()
    undocumented = generate(GENERATED)
    if undocumented:
        sys.exit("error: without documentation:\n  " + "\n  ".join(undocumented))
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--keep-going", "--nitpicky"]
    sys.exit(subprocess.run([*command, "--quiet", "docs", "site"], cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
