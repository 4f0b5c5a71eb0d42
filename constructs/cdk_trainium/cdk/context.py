"""What a construct takes from its place in the tree: its path, the stack, the region and the catalog."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from weakref import WeakSet

from aws_cdk import ArnFormat, Stack
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct, IConstruct, Node

from .. import catalog
from ..catalog import Catalog
from ..catalog.overlay import ENVIRONMENT
from ..errors import CatalogError, Problem, PropsError
from ..spec import is_late
from ..wording import nearest
from .told_subnet import ToldSubnet

__all__ = ["CATALOG_CONTEXT", "Surroundings", "catalog_at", "is_ours", "region_of", "stack_of"]

CATALOG_CONTEXT = "cdk-trainium:catalog"
"""CDK context key that names a catalog overlay file; wins over the environment variable."""
_PREFIX = re.compile(r"cdk[-_.]?trainium(?:[:/.]|[-_]?catalog|$)", re.IGNORECASE)
"""The package's name in the spellings that are likely, with what shows that it is a key of ours."""
_looked_at: WeakSet[Stack] = WeakSet()
"""Stacks whose context was searched for slips: the whole of it is much to ask Node for, so once for each."""


class Surroundings:
    """Where a construct stands. Each answer costs calls to Node, so it is asked for once.

    A construct of ours keeps them as ``_around``: what it makes stands in the same stack, a step further down.
    """

    def __init__(self, made: Construct, scope: Construct, id: str) -> None:
        """Look around ``made``, the new construct ``id`` below ``scope``, before a resource of it is made.

        Raises:
            PropsError: it stands in no stack.
        """
        self._above = _around(scope)
        self.scope = made
        self.stack: Stack = self._above.stack if self._above else _needed_stack(made)
        self.path: str = f"{self._above.path}/{id}" if self._above and "/" not in id else made.node.path
        """Construct path, for errors and names."""
        self._subnets: dict[int, ToldSubnet] = self._above._subnets if self._above else {}

    @cached_property
    def region(self) -> str | None:
        """Region of the stack, None when it is known at deployment only."""
        return self._above.region if self._above else _known(self.stack.region)

    @cached_property
    def placement_groups(self) -> str:
        """ARN of the stack's placement groups, without the slash and the name of one."""
        if self._above:
            return self._above.placement_groups
        arn: str = self.stack.format_arn(
            service="ec2", resource="placement-group", arn_format=ArnFormat.NO_RESOURCE_NAME
        )
        return arn

    @cached_property
    def types(self) -> Catalog:
        """The catalog, as `catalog_at` tells; context is fixed once a construct holds another."""
        if self._above:
            return self._above.types
        if self.stack not in _looked_at:
            _refuse_slips(self.stack.node.get_all_context())
            _looked_at.add(self.stack)
        return _catalog(self.scope.node)

    def told(self, subnets: Sequence[ISubnetRef]) -> list[ToldSubnet]:
        """Return what ``subnets`` tell."""
        return [self._subnets.setdefault(id(subnet), ToldSubnet(subnet)) for subnet in subnets]


def catalog_at(scope: IConstruct) -> Catalog:
    """Return the catalog, with the overlay file that CDK context or the environment names."""
    _refuse_slips(scope.node.get_all_context())
    return _catalog(scope.node)


def _catalog(node: Node) -> Catalog:
    given = node.try_get_context(CATALOG_CONTEXT)
    if given == "":
        hint = "is a shell variable unset? leave the key out where no overlay is meant"
        raise CatalogError("context", [Problem("TRN050", "names no catalog overlay", CATALOG_CONTEXT, "''", hint=hint)])
    path = given or os.environ.get(ENVIRONMENT)
    return _overlaid(str(path)) if path else catalog.default()


def is_ours(key: str) -> bool:
    """Return whether the context key ``key`` is meant for this package, however its prefix is written."""
    return _PREFIX.match(key) is not None


def _refuse_slips(context: Iterable[str]) -> None:
    """Refuse keys of ours that nothing reads: the overlay that one of them names would be passed over."""
    wrong = [key for key in context if key != CATALOG_CONTEXT and is_ours(key)]
    if wrong:
        raise CatalogError("context", [_no_key(key) for key in wrong])


def _no_key(key: str) -> Problem:
    hint = nearest(key, [CATALOG_CONTEXT])
    return Problem("TRN002", "is no context key of cdk-trainium", key, "", CATALOG_CONTEXT, hint)


@cache
def _overlaid(path: str) -> Catalog:
    return catalog.overlaid(catalog.default(), path)


def _needed_stack(scope: Construct) -> Stack:
    """Return the stack around ``scope``.

    Raises:
        PropsError: there is none: an app or a stage holds stacks, not resources.
    """
    try:
        return Stack.of(scope)
    except RuntimeError:  # the CDK has no question that does not raise, and each costs a call to Node
        text = "resources stand in a stack, and an app or a stage holds stacks"
        problem = Problem("TRN003", text, "scope", allowed="a Stack, or a construct in one")
        raise PropsError(scope.node.path, [problem]) from None


def _around(scope: Construct) -> Surroundings | None:
    found = getattr(scope, "_around", None)
    return found if isinstance(found, Surroundings) else None


def stack_of(scope: Construct) -> Stack:
    """Return the stack around ``scope``, which is in one."""
    around = _around(scope)
    return around.stack if around else Stack.of(scope)


def region_of(scope: Construct) -> str | None:
    """Return the region of the stack around ``scope``, None when it is known at deployment only."""
    around = _around(scope)
    return around.region if around else _known(Stack.of(scope).region)


def _known(region: str) -> str | None:
    return None if is_late(region) else region
