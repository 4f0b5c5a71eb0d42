"""From paths to templates: files, folders, cloud assemblies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..errors import TemplateError, unreadable
from ..findings import NotReviewed
from ..plain_file import is_file, is_folder
from .assembly import Metadata, is_assembly, stacks_of, unfinished
from .codes import UNREADABLE
from .environment import Environment
from .nested import attach_nested
from .reading import Read, read_files
from .template import Template
from .text import FragmentError, parse
from .within import folders_of

__all__ = ["Loaded", "load", "load_text"]

_SUFFIXES = (".json", ".yaml", ".yml", ".template")
_CLAIMS = re.compile(rb"""(?m)AWSTemplateFormatVersion|^[ \t\r\f\v{]*["']?Resources["']?\s*:""")
"""What a file has that means to be a template; others in a folder belong to other tools and are only listed."""
_NO_METADATA = Metadata({}, {}, {})


class Loaded:
    """What was found at the paths that were asked for."""

    def __init__(self, templates: Iterable[Template] = ()) -> None:
        """Begin with ``templates``."""
        self.templates = list(templates)
        """Every template, a nested one after its parent; each file once per use."""
        self.empty: list[Template] = []
        """Templates without resources: nobody judges them, and what they acknowledge is still read."""
        self.not_reviewed: list[NotReviewed] = []
        """Templates that nobody judged: empty ones, nested ones that are not here."""
        self.others: list[NotReviewed] = []
        """Files of a folder that belong to other tools."""
        self.errors: list[TemplateError] = []
        """Files that should be templates and cannot be read; all of them, not the first."""


def load(paths: Iterable[str | Path], region: str = "", processes: int = 1) -> Loaded:
    """Read templates (JSON, YAML), folders of templates and ``cdk.out`` folders.

    Args:
        paths: files and folders. A folder with CDK's ``manifest.json`` is a cloud assembly, another is searched. What
            they nest is read from below these folders and those of the files, from nowhere else.
        region: where templates go whose assembly does not say. Default: - unknown.
        processes: how many may read many files at once, see `cores`. Default: - this one.
    """
    loaded = Loaded()
    trees: list[Loaded] = []
    given = [Path(path) for path in paths]
    found, folders = list(_Search(loaded, region, processes).at(given)), folders_of(given)
    in_assemblies = {Path(template.path).resolve() for template, metadata in found if metadata is not _NO_METADATA}
    for template, metadata in found:
        if metadata is _NO_METADATA and in_assemblies and Path(template.path).resolve() in in_assemblies:
            continue  # given by itself, too
        tree = Loaded([template])
        beside = folders | folders_of([Path(template.path)])  # a link of a folder may have led to it
        tree.templates += attach_nested(template, metadata, tree.not_reviewed, tree.errors, beside)
        trees.append(tree)
    for tree in _outermost(trees):
        loaded.templates += tree.templates
        loaded.not_reviewed += tree.not_reviewed
        loaded.errors += [error for error in tree.errors if str(error) not in map(str, loaded.errors)]
    _drop_empty(loaded)
    _share_outputs(loaded.templates)
    return loaded


def _outermost(trees: list[Loaded]) -> list[Loaded]:
    """Leave out each template that another one nests: it is judged there, with what its parent hands over."""
    if all(len(tree.templates) == 1 for tree in trees):
        return trees
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
    _share_outputs([template])
    return template


class _Search:
    """Finds the templates at paths; what is none, or cannot be read, goes to ``loaded``."""

    def __init__(self, loaded: Loaded, region: str, processes: int) -> None:
        self._loaded = loaded
        self._environment = Environment(region=region)
        self._processes = processes
        self._seen: set[Path] = set()
        """Files and folders that were read, whichever path or link led there: each is judged once."""

    def at(self, paths: Sequence[Path]) -> Iterator[tuple[Template, Metadata]]:
        """Yield the root templates of each path in order."""
        files = dict.fromkeys(path for path in paths if is_file(path))
        read = {item.path: item for item in read_files(list(files), self._processes)}
        for path in dict.fromkeys(paths):
            yield from self._given(read[path]) if path in read else self._in_folder(path)

    def _is_new(self, path: Path) -> bool:
        real = path.resolve()
        if real in self._seen:
            return False
        self._seen.add(real)
        return True

    def _given(self, read: Read) -> Iterator[tuple[Template, Metadata]]:
        if not self._is_new(read.path):
            return
        if read.text is not None:
            yield Template(str(read.path), read.text, self._environment), _NO_METADATA
        elif read.error is not None:
            self._loaded.errors.append(read.error)

    def _in_folder(self, path: Path) -> Iterator[tuple[Template, Metadata]]:
        """Yield what `_roots` finds; nobody may take a folder that holds nothing for one that was reviewed."""
        seen, told = len(self._seen), self._told()
        found = list(self._roots(path))
        yield from found
        if not found and len(self._seen) > seen and self._told() == told:
            self._loaded.not_reviewed.append(NotReviewed(str(path), "holds no template"))

    def _told(self) -> tuple[int, int]:
        return len(self._loaded.errors), len(self._loaded.not_reviewed)

    def _roots(self, path: Path) -> Iterator[tuple[Template, Metadata]]:
        try:
            if is_folder(path) and not self._is_new(path):
                return
            if is_assembly(path):
                yield from stacks_of(path, self._loaded.errors, self._loaded.not_reviewed, self._environment.region)
            else:
                self._loaded.not_reviewed += unfinished(path)
                yield from self._folder(path)
        except TemplateError as error:
            self._loaded.errors.append(error)
        except OSError as error:
            self._loaded.errors.append(TemplateError(str(path), [unreadable(UNREADABLE, "the template", path, error)]))

    def _folder(self, folder: Path) -> Iterator[tuple[Template, Metadata]]:
        entries = [path for path in sorted(folder.iterdir()) if not _is_passed_over(path)]
        files = [path for path in entries if path.suffix in _SUFFIXES and path.is_file()]
        read = {item.path: item for item in read_files(files, self._processes)}
        for path in entries:
            if path in read:
                yield from self._found(read[path])
            elif path.is_dir():
                yield from self._roots(path)

    def _found(self, read: Read) -> Iterator[tuple[Template, Metadata]]:
        error = read.error
        if error is None or isinstance(error, FragmentError) or _CLAIMS.search(read.content):
            yield from self._given(read)
        elif self._is_new(read.path):
            self._loaded.others.append(NotReviewed(str(read.path), error.problems[0].message))


def _is_passed_over(path: Path) -> bool:
    return path.name.startswith(".") or path.name in ("node_modules", "__pycache__")


def _drop_empty(loaded: Loaded) -> None:
    loaded.empty = [template for template in loaded.templates if not template.section("Resources")]
    loaded.not_reviewed += [NotReviewed(item.path, _no_resources(item)) for item in loaded.empty]
    loaded.templates = [template for template in loaded.templates if template.section("Resources")]


def _no_resources(template: Template) -> str:
    by_macro = template.transforms or "Fn::Transform" in template.text.data
    return "has no resources but those that a macro may add" if by_macro else "has no resources"


def _share_outputs(templates: list[Template]) -> None:
    exports: dict[str, tuple[Template, str]] = {}
    stacks: dict[str, list[Template]] = {}
    for template in templates:
        template.exports, template.stacks = exports, stacks
        if template.environment.stack and template.parent is None:
            stacks.setdefault(template.environment.stack, []).append(template)
        outputs = template.section("Outputs")
        for name, output in outputs.items() if isinstance(outputs, dict) else ():
            export = output.get("Export") if isinstance(output, dict) else None
            exported = template.resolve(export.get("Name")) if isinstance(export, dict) else None
            if isinstance(exported, str):
                exports[exported] = (template, name)
