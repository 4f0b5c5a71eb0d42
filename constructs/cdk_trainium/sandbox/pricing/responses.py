"""GetProducts."""

from __future__ import annotations

import json
from typing import Any

from moto.core.responses import ActionResult, BaseResponse

from ..paging import page
from ..refusal import Rule
from .products import products

__all__ = ["NOT_FOUND", "PricingResponse"]

NOT_FOUND = Rule(
    id="pricing-service",
    title="A service without a price list is refused.",
    code="NotFoundException",
    source="Price List API: NotFoundException",
)


class PricingResponse(BaseResponse):
    """Answers the Price List service's requests."""

    OPERATIONS = ("GetProducts", "DescribeServices")

    def __init__(self) -> None:
        super().__init__(service_name="pricing")

    def get_products(self) -> ActionResult:
        """List the products that pass every filter."""
        if self._get_param("ServiceCode") != "AmazonEC2":
            raise NOT_FOUND.refuse("The requested service has no products in the simulated price list.")
        filters = self._get_param("Filters", []) or []
        found = [item for item in products() if all(_passes(item, one) for one in filters)]
        shown, token = page(self, found, default=100)
        return ActionResult(
            {"FormatVersion": "aws_v1", "PriceList": [json.dumps(item) for item in shown], "NextToken": token}
        )

    def describe_services(self) -> ActionResult:
        """List the one service and what its products can be filtered by."""
        names = sorted(products()[0]["product"]["attributes"])
        services = [{"ServiceCode": "AmazonEC2", "AttributeNames": names}]
        return ActionResult({"Services": services, "FormatVersion": "aws_v1"})


def _passes(item: dict[str, Any], one: dict[str, str]) -> bool:
    value = str(item["product"]["attributes"].get(one["Field"], ""))
    wanted, listed = one["Value"], one["Value"].split(",")
    verdicts = {"CONTAINS": wanted in value, "ANY_OF": value in listed, "NONE_OF": value not in listed}
    return verdicts.get(one.get("Type", "TERM_MATCH"), value.lower() == wanted.lower())
