"""From paths to templates: files, folders, cloud assemblies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import TemplateError, unreadable
from ..findings import NotReviewed
from ..plain_file import is_folder
from .assembly import Metadata, is_assembly, stacks_of
from .codes import UNREADABLE
from .model import Environment, Template
from .nested import attach_nested
from .text import FragmentError, parse, read_bytes

__all__ = ["Loaded", "load", "load_text"]

_SUFFIXES = (".json", ".yaml", ".yml", ".template")
_CLAIMS = re.compile(rb"""(?m)AWSTemplateFormatVersion|^[\s{]*["']?Resources["']?\s*:""")
"""What a file has that means to be a template; others in a folder belong to other tools and are only listed."""
_NO_METADATA = Metadata({}, {}, {})


@dataclass(slots=True)
class Loaded:
    """What was found at the paths that were asked for."""

    templates: list[Template] = field(default_factory=list)
    """Every template, a nested one after its parent; each file once per use."""
    not_reviewed: list[NotReviewed] = field(default_factory=list)
    """Templates that nobody judged: empty ones, nested ones that are not here."""
    others: list[NotReviewed] = field(default_factory=list)
    """Files of a folder that belong to other tools."""
    errors: list[TemplateError] = field(default_factory=list)
    """Files that should be templates and cannot be read; all of them, not the first."""


def load(paths: Iterable[str | Path], region: str = "") -> Loaded:
    """Read templates (JSON, YAML), folders of templates and ``cdk.out`` folders.

    Args:
        paths: files and folders. A folder with a ``manifest.json`` is a cloud assembly, another is searched.
        region: where templates go whose assembly does not say. Default: - unknown.
    """
    loaded = Loaded()
    trees: list[Loaded] = []
    for path in map(Path, paths):
        for template, metadata in _roots(path, loaded, region, set()):
            tree = Loaded([template])
            tree.templates += attach_nested(template, metadata, tree.not_reviewed, tree.errors)
            trees.append(tree)
    for tree in _outermost(trees):
        loaded.templates += tree.templates
        loaded.not_reviewed += tree.not_reviewed
        loaded.errors += [error for error in tree.errors if str(error) not in map(str, loaded.errors)]
    _drop_empty(loaded)
    _share_exports(loaded.templates)
    return loaded


def _outermost(trees: list[Loaded]) -> list[Loaded]:
    """Leave out each template that another one nests: it is judged there, with what its parent hands over."""
    paths = [[Path(item.path).resolve() for item in tree.templates] for tree in trees]
    kept = list(range(len(trees)))
    for at, (own, *_) in enumerate(paths):
        if any(own in paths[other][1:] for other in kept if other != at):  # of a circle the last one stays
            kept.remove(at)
    return [trees[at] for at in kept]


def load_text(content: str | bytes, path: str = "template", region: str = "") -> Template:
    """Return one template from its text; nested stacks stay unread.

    Raises:
        TemplateError: ``content`` is no template.
    """
    data = content.encode() if isinstance(content, str) else content
    template = Template(path, parse(path, data), Environment(region=region))
    _share_exports([template])
    return template


def _roots(path: Path, loaded: Loaded, region: str, seen: set[Path]) -> Iterator[tuple[Template, Metadata]]:
    """Yield the templates at ``path``; ``seen`` are the folders that were searched, whichever link led there."""
    try:
        folder = is_folder(path)
        if folder and is_assembly(path):
            yield from stacks_of(path, loaded.errors, region)
        elif folder:
            yield from _folder(path, loaded, region, seen)
        else:
            yield Template(str(path), parse(str(path), read_bytes(path)), Environment(region=region)), _NO_METADATA
    except TemplateError as error:
        loaded.errors.append(error)
    except OSError as error:
        loaded.errors.append(TemplateError(str(path), [unreadable(UNREADABLE, "the template", path, error)]))


def _folder(folder: Path, loaded: Loaded, region: str, seen: set[Path]) -> Iterator[tuple[Template, Metadata]]:
    real = folder.resolve()
    if real in seen:
        return
    seen.add(real)
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in ("node_modules", "__pycache__"):
            continue
        if path.is_dir():
            yield from _roots(path, loaded, region, seen)
        elif path.suffix in _SUFFIXES and path.is_file():
            yield from _file(path, loaded, region)


def _file(path: Path, loaded: Loaded, region: str) -> Iterator[tuple[Template, Metadata]]:
    content = b""
    try:
        content = read_bytes(path)
        yield Template(str(path), parse(str(path), content), Environment(region=region)), _NO_METADATA
    except TemplateError as error:
        if isinstance(error, FragmentError) or _CLAIMS.search(content):
            loaded.errors.append(error)
        else:
            loaded.others.append(NotReviewed(str(path), error.problems[0].message))


def _drop_empty(loaded: Loaded) -> None:
    empty = [template for template in loaded.templates if not template.section("Resources")]
    loaded.not_reviewed += [NotReviewed(template.path, "has no resources") for template in empty]
    loaded.templates = [template for template in loaded.templates if template.section("Resources")]


def _share_exports(templates: list[Template]) -> None:
    exports: dict[str, tuple[Template, str]] = {}
    for template in templates:
        template.exports = exports
        outputs = template.section("Outputs")
        for name, output in outputs.items() if isinstance(outputs, dict) else ():
            export = output.get("Export") if isinstance(output, dict) else None
            exported = template.resolve(export.get("Name")) if isinstance(export, dict) else None
            if isinstance(exported, str):
                exports[exported] = (template, name)
