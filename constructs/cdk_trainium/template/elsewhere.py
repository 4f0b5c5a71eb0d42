"""Resources whose content no file of a review holds: modules, applications, provisioned products."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import NotReviewed
from .resource import Resource
from .template import Template

__all__ = ["is_made_elsewhere", "made_elsewhere"]

_KINDS = {
    "AWS::Serverless::Application": "serverless application",
    "AWS::ServiceCatalog::CloudFormationProvisionedProduct": "provisioned product",
}
_MODULE = "::MODULE"


def made_elsewhere(template: Template) -> Iterator[NotReviewed]:
    """Yield what deploys resources from a template that a registry or a catalog holds."""
    for kind, resources in template.by_type.items():
        what = _what(kind)
        for resource in resources if what else ():
            yield NotReviewed(template.path, f"{what} {_name(resource)}: its template is not here", resource.id)


def is_made_elsewhere(kind: str) -> bool:
    """Return whether a resource of type ``kind`` deploys such a template."""
    return _what(kind) != ""


def _what(kind: str) -> str:
    return "module" if kind.endswith(_MODULE) else _KINDS.get(kind, "")


def _name(resource: Resource) -> str:
    return resource.construct_path or resource.id
