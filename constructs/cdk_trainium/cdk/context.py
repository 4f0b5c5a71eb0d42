"""What a construct takes from its place in the tree: the catalog and the region."""

from __future__ import annotations

import os
from functools import cache

from aws_cdk import Stack
from constructs import Construct

from .. import catalog
from ..catalog import Catalog
from ..catalog.overlay import ENVIRONMENT
from ..errors import Problem, PropsError
from ..spec import is_late

__all__ = ["CATALOG_CONTEXT", "catalog_at", "need_stack", "region_of"]

CATALOG_CONTEXT = "cdk-trainium:catalog"
"""CDK context key that names a catalog overlay file; wins over the environment variable."""


def catalog_at(scope: Construct) -> Catalog:
    """Return the catalog, with the overlay file that CDK context or the environment names."""
    path = scope.node.try_get_context(CATALOG_CONTEXT) or os.environ.get(ENVIRONMENT)
    return _overlaid(str(path)) if path else catalog.default()


@cache
def _overlaid(path: str) -> Catalog:
    return catalog.overlaid(catalog.default(), path)


def need_stack(scope: Construct) -> None:
    """Refuse a construct that stands in no stack, before a resource of it is made.

    Raises:
        PropsError: an app or a stage holds stacks, not resources.
    """
    try:
        Stack.of(scope)
    except RuntimeError:  # the CDK has no question that does not raise, and each costs a call to Node
        text = "resources stand in a stack, and an app or a stage holds stacks"
        problem = Problem("TRN003", text, "scope", allowed="a Stack, or a construct in one")
        raise PropsError(scope.node.path, [problem]) from None


def region_of(scope: Construct) -> str | None:
    """Return the region of the stack around ``scope``, None when it is known at deployment only."""
    region: str = Stack.of(scope).region
    return None if is_late(region) else region
