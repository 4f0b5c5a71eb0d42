"""What the simulated account remembers beyond moto; lives in moto's backends, so that moto's reset forgets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.base_backend import BackendDict, BaseBackend
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.ec2.models import ec2_backends

from .settings import Settings

if TYPE_CHECKING:
    from .autoscaling.activities import Activity
    from .blocks.block import CapacityBlock, Offering
    from .ec2.placement_group import PlacementGroup
    from .ec2.reservation import CapacityReservation

__all__ = ["AccountState", "RegionState", "account_of", "region_of", "regions_of"]


class AccountState(BaseBackend):
    """One account: its clock, its settings, and the events that EventBridge would have carried."""

    def __init__(self, region_name: str, account_id: str) -> None:
        super().__init__(region_name, account_id)
        self.settings = Settings()
        self.events: list[dict[str, Any]] = []
        """EventBridge events in order: ``time``, ``source``, ``detail-type``, ``detail``, ``resources``, ``region``."""


class RegionState(BaseBackend):
    """One region of one account: placement groups, reservations, blocks."""

    def __init__(self, region_name: str, account_id: str) -> None:
        super().__init__(region_name, account_id)
        self.placement_groups: dict[str, PlacementGroup] = {}
        """By name."""
        self.reservations: dict[str, CapacityReservation] = {}
        """By ``cr-…``."""
        self.blocks: dict[str, CapacityBlock] = {}
        """By ``cb-…``."""
        self.extensions: list[dict[str, Any]] = []
        """Extensions of blocks that were bought, as the API shows them."""
        self.quota_requests: list[dict[str, Any]] = []
        """Requests for quota increases, as the API shows them."""
        self.buckets: dict[str, tuple[float, float]] = {}
        """Operation -> tokens left and when they were counted."""
        self.activities: list[Activity] = []
        """Of Auto Scaling groups, newest first."""
        self.offerings: dict[str, Offering] = {}
        """By id of the offering."""

    @property
    def ec2(self) -> Any:
        """Moto's EC2 of this account and region."""
        return ec2_backends[self.account_id][self.region_name]

    @property
    def account(self) -> AccountState:
        """The account this region belongs to."""
        return account_of(self.account_id)

    @property
    def settings(self) -> Settings:
        """What the account may do and hold."""
        return self.account.settings


_accounts: BackendDict[AccountState] = BackendDict(
    AccountState, "trainium-account", use_boto3_regions=False, additional_regions=["aws"]
)
_regions: BackendDict[RegionState] = BackendDict(RegionState, "ec2")


def regions_of(account_id: str) -> list[RegionState]:
    """Return the regions of an account that anything was asked of."""
    return list(_regions[account_id].values())


def account_of(account_id: str = DEFAULT_ACCOUNT_ID) -> AccountState:
    """Return the state of an account. Default: - moto's account."""
    return _accounts[account_id]["aws"]


def region_of(region: str, account_id: str = DEFAULT_ACCOUNT_ID) -> RegionState:
    """Return the state of one region of an account. Default: - moto's account."""
    return _regions[account_id][region]
