"""From what the user names (cluster file, assembly, templates, request) to demands."""

from __future__ import annotations

import codecs
import errno
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from ..catalog import Catalog
from ..errors import InputError, Problem, every, unreadable
from ..findings import NotReviewed
from ..plain_file import LARGEST, is_file, is_folder, read_plain, read_plain_text
from ..wording import as_written, nearest
from .model import Demand
from .quantity import quantity
from .request_ids import id_problems

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

__all__ = ["demands_of_paths", "demands_of_request", "in_region", "validated"]

_TEMPLATE = re.compile(
    r"""(?:^|[{,])[ \t]*["']?Resources["']?\s*:|["']?Type["']?\s*:\s*["']?AWS::\w+::\w""", re.MULTILINE
)
"""What a template has, and resources without one; no cluster file has either."""


def demands_of_paths(paths: Sequence[Path], *, region: str, catalog: Catalog) -> tuple[list[Demand], list[NotReviewed]]:
    """Return the demands of cluster files, ``cdk.out`` folders and templates, and what was not read.

    Raises:
        InputError: a path can be read as none of them.
    """
    absent = [(path, error) for path in paths if (error := _absence(path)) is not None]
    if absent:
        missing = [(path, unreadable("TRN901", "the plan", path, error)) for path, error in absent]
        raise InputError("plan", [replace(problem, prop=str(path)) for path, problem in missing])
    clusters = [path for path in paths if is_file(path) and not _is_template(path)]
    others = [path for path in paths if path not in clusters]
    reads = [partial(_of_cluster, path, catalog) for path in clusters]
    reads += [partial(_of_templates, others, region, catalog)] if others else []
    found = every(lambda read: read(), reads)
    demands = [demand for some, _ in found for demand in some]
    return every(lambda one: in_region(one, region), demands), [item for _, unread in found for item in unread]


def _absence(path: Path) -> OSError | None:
    """Return why ``path`` cannot be looked at, such as a folder above it that is closed; None where it can."""
    try:
        is_folder(path)
    except OSError as error:
        return error
    return None


def _is_template(path: Path) -> bool:
    try:
        content = read_plain(path)
        encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
        return bool(_TEMPLATE.search(content.decode(encoding, errors="replace")))
    except OSError as error:
        raise InputError(str(path), [unreadable("TRN063", "the plan", path, error)]) from None


_Read = tuple[list[Demand], list[NotReviewed]]


def _of_cluster(path: Path, catalog: Catalog) -> _Read:
    from ..spec import load_cluster
    from .from_spec import from_spec

    return [from_spec(load_cluster(path, types=catalog), catalog)], []


def _of_templates(paths: Sequence[Path], region: str, catalog: Catalog) -> _Read:
    from ..template import load
    from .from_templates import from_templates

    loaded = load(paths)
    if loaded.errors:
        problems = [replace(one, prop=error.where) for error in loaded.errors for one in error.problems]
        raise InputError("templates", problems)
    _refuse_unwritable(template.path for template in loaded.templates)
    unread = loaded.not_reviewed
    _refuse_bare(paths, unread)
    demands = list(from_templates(loaded.templates, region=region, catalog=catalog, unread=unread))
    return demands, [*unread, *loaded.others]


def _refuse_bare(paths: Sequence[Path], unread: Iterable[NotReviewed]) -> None:
    """Refuse what was named and is no plan: beside another one nobody would notice that it was not judged."""
    hint = "name a cluster file, a cdk.out folder or a template with resources"
    bare = [item for item in unread if Path(item.path) in paths and not item.logical_id]
    if bare:
        problems = [Problem("TRN066", f"no plan found: {item.why}", "PATH", item.path, hint=hint) for item in bare]
        raise InputError("plan", problems)


def _refuse_unwritable(paths: Iterable[str]) -> None:
    """Refuse names of files that are not UTF-8: a demand is JSON, and names its templates."""
    hint = "rename the file, or a folder above it"
    problems = [
        Problem("TRN901", "the name of the template is not UTF-8", prop=path, hint=hint)
        for path in paths
        if path.encode("utf-8", "replace").decode() != path
    ]
    if problems:
        raise InputError("templates", problems)


def in_region(demand: Demand, region: str) -> Demand:
    """Return ``demand`` asked of its own region, or of ``region`` when it names none.

    Raises:
        InputError: it names another region than ``region``.
    """
    if demand.region and region and demand.region != region:
        hint = "leave --region out, or change the plan"
        raise InputError(
            "plan", [Problem("TRN062", "the plan is for another region", "region", region, demand.region, hint)]
        )
    return demand if demand.region else demand.with_region(region)


def demands_of_request(path: Path) -> list[Demand]:
    """Return the demand that the JSON file ``path`` holds (``-`` is standard input), or those of a list.

    Raises:
        InputError: the file cannot be read, or every member that is wrong.
    """
    try:
        text = _standard_input() if str(path) == "-" else read_plain_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), [unreadable("TRN063", "the request", path, error)]) from None
    items = _listed(text)
    if items is None:
        return [_requested(str(path), text)]
    _refuse_twice(str(path), text)
    return every(lambda item: _requested(f"{path}[{item[0]}]", item[1]), list(enumerate(items)))


def _requested(where: str, text: str) -> Demand:
    demand = validated(where, text)
    problems = list(id_problems(demand))
    if problems:
        raise InputError(where, problems)
    return demand


def _listed(text: str) -> list[str] | None:
    """Return the items of a list as JSON; None of anything else, which is one demand or is told as none."""
    import json

    try:
        data = json.loads(text) if text.lstrip().startswith("[") else None
        return [json.dumps(item) for item in data] if data is not None else None
    except (ValueError, RecursionError):
        return None


def _standard_input() -> str:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    text = sys.stdin.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise OSError(errno.EFBIG, f"it is larger than {quantity(LARGEST)} characters")
    return text


def validated(where: str, data: str | dict[str, object]) -> Demand:
    """Return ``data`` (JSON text or an object) as a demand; raises `InputError` with every problem."""
    from pydantic import ValidationError

    if isinstance(data, str):
        _refuse_twice(where, data)
    try:
        return Demand.model_validate_json(data) if isinstance(data, str) else Demand.model_validate(data)
    except ValidationError as error:
        raise InputError(where, _problems(error)) from None


def _refuse_twice(where: str, data: str) -> None:
    twice = _given_twice(data)
    if twice:
        text, hint = "is given twice in one object", "leave one out; the other would be lost"
        raise InputError(where, [Problem("TRN075", text, key, hint=hint) for key in twice])


def _given_twice(text: str) -> list[str]:
    """Return the keys that an object of the JSON ``text`` has twice; none of what is no JSON, pydantic tells that."""
    import json

    found: list[str] = []

    def read(pairs: list[tuple[str, object]]) -> None:
        keys = [key for key, _ in pairs]
        found.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)

    try:
        json.loads(text, object_pairs_hook=read)
    except (ValueError, RecursionError):
        return []
    return list(dict.fromkeys(found))


def _problems(error: ValidationError) -> list[Problem]:
    return [_problem(item) for item in error.errors(include_url=False)]


def _problem(item: ErrorDetails) -> Problem:
    place, got = ".".join(map(str, item["loc"])), as_written(item["input"], 60)
    if item["type"] != "extra_forbidden":
        return Problem("TRN064", item["msg"].lower(), place, got)
    known = _known(item["loc"])
    return Problem("TRN064", "is not known here", place, got, ", ".join(known), nearest(str(item["loc"][-1]), known))


def _known(place: tuple[int | str, ...]) -> list[str]:
    """Return the keys beside ``place``, found by walking down the models of the demand."""
    model: type[BaseModel] = Demand
    for part in place[:-1]:
        if isinstance(part, str) and part in model.model_fields:
            model = next(iter(_models(model.model_fields[part].annotation)), model)
    return list(model.model_fields)


def _models(annotation: Any) -> list[type[BaseModel]]:
    from pydantic import BaseModel

    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for part in get_args(annotation) for found in _models(part)]
