"""What a simulated account may do and hold; a scenario sets it, a test may change it at any time."""

from __future__ import annotations

from dataclasses import dataclass, field

from .clock import Clock

__all__ = ["Failure", "Settings"]


@dataclass(slots=True)
class Failure:
    """An error to answer instead of the operation's result."""

    operation: str
    """AWS's name of the operation, such as ``RunInstances``."""
    code: str
    message: str = "Injected by the scenario"
    http_status: int = 400
    times: int = 0
    """How many calls fail before it works. Default: - every call."""


@dataclass(slots=True)
class Settings:
    """Defaults are generous: quotas granted, capacity without end, every region opted in, UltraServers allowed."""

    clock: Clock = field(default_factory=Clock)
    quotas: dict[str, float] = field(default_factory=dict)
    """Applied value by code, or by ``region:code``. Default: - `granted_vcpus` for vCPU quotas, else AWS's default."""
    granted_vcpus: float | None = 100_000
    """Applied value of every other vCPU quota; None takes AWS's true defaults, which are 0 for Trn."""
    no_applied_value: set[str] = field(default_factory=set)
    """Codes without an applied value: GetServiceQuota answers NoSuchResourceException, the default is all there is."""
    capacity: dict[tuple[str, str], int] = field(default_factory=dict)
    """(instance type, zone name) -> nodes that EC2 can still supply in all. Default: - without end."""
    opted_in: set[str] | None = None
    """Regions opted in beyond those that need no opt-in. Default: - all."""
    ultraservers_allowed: bool = True
    """Whether AWS put the account on the list for UltraServer blocks."""
    denied: dict[str, str] = field(default_factory=dict)
    """Operation -> message of the AccessDenied answer; an empty message takes the service's own."""
    failures: list[Failure] = field(default_factory=list)
    empty_first_page: set[str] = field(default_factory=set)
    """Operations whose first page is empty but has a NextToken, as EC2 sometimes answers."""
    quota_decision: str = "APPROVED"
    """How AWS decides requests for quota increases: APPROVED, CASE_OPENED, DENIED, NOT_APPROVED."""
    quota_decision_minutes: int | None = 0
    """Minutes until it decides; None: never."""
    throttle_service_quotas: bool = True
    """Service Quotas' 5 and 10 requests per second, in real time."""
    standing_offers: bool = True
    """Whether a search for blocks always finds some; False leaves what the scenario put on offer."""
    block_price_per_node_hour: float = 35.76
    """USD per node and hour of blocks whose price the catalog does not know."""
    payment_minutes: int = 0
    """Minutes until the payment of a bought block clears (AWS: up to 12 hours)."""
    payment_fails: bool = False
    """Whether the payment of bought blocks fails."""
    slot_reuse_minutes: int = 5
    """Minutes until the slot of a terminated node of a Capacity Block is free again."""
    regions_without_neuron_images: set[str] = field(default_factory=lambda: {"ap-south-2"})
    """Regions without public parameters of the Neuron DLAMI (ap-south-2 on 2026-10-03)."""
