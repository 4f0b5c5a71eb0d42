"""Requests a quota increase; never twice while one is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ..catalog import default
from ..demand.quantity import quantity
from ..errors import InputError, Problem
from ..wording import nearest
from .clients import Clients
from .pool import DEADLINE, Deadline, Pool
from .question import Answer, Row, Trouble, UnansweredError, question
from .quota import CLOSED_REQUESTS, OPEN_REQUESTS
from .regions import unknown_region

if TYPE_CHECKING:
    from .clients import Session

__all__ = ["Increase", "UnclearError"]

_Read = TypeVar("_Read")


class UnclearError(InputError):
    """Nobody knows whether the request was filed: the connection ended, or the answer makes no sense."""


class Increase:
    """One quota of one account and region."""

    def __init__(self, session: Session, region: str, service: str, code: str, seconds: float = DEADLINE) -> None:
        """Look up the quota.

        Args:
            session: whose credentials ask.
            region: region of the quota; those of ``iam`` are in us-east-1.
            service: service code.
            code: quota code.
            seconds: how long each of look-up, history and request may take. Default: - `DEADLINE`.

        Raises:
            InputError: the quota does not exist, cannot be raised, or must not be read.
        """
        self.service, self.code, self._where = service, code, f"{service} {code} in {region}"
        self._region, self._seconds = "us-east-1" if service == "iam" else region, seconds
        self._session = session
        self._reading = Clients(session, self._region, 2)
        self._writing = Clients(session, self._region, 1, attempts=1)  # a second try could file a second request
        self.name, self.have, adjustable = self._understood("TRN070", self._read_quota)
        if not adjustable:
            raise InputError(self._where, [Problem("TRN071", "the quota is not adjustable", "--code", code)])

    def _ask(self, clients: Clients, operation: str, rows: str = "", **params: Any) -> Answer:
        asked = question("service-quotas", operation, rows, ServiceCode=self.service, QuotaCode=self.code, **params)
        end, pool = Deadline(self._seconds), Pool(1, "quota")
        try:
            return end.answer(asked, pool.submit(clients.ask, asked))
        finally:
            pool.close()

    def _understood(self, code: str, read: Callable[[], _Read]) -> _Read:
        """Return what ``read`` returns; an answer that makes no sense is told like one that is missing."""
        try:
            return read()
        except UnansweredError as error:
            raise InputError(self._where, [self._no_answer(code, error)]) from None

    def _read_quota(self) -> tuple[str, float, bool]:
        quota = self._quota()
        adjustable = not quota.has("Adjustable") or quota.flag("Adjustable")
        return quota.text("QuotaName", self.code), quota.number("Value"), adjustable

    def _quota(self) -> Row:
        answer = self._ask(self._reading, "GetServiceQuota")
        if answer.error is not None and answer.error.code == "NoSuchResourceException":
            answer = self._ask(self._reading, "GetAWSDefaultServiceQuota")
        if answer.error is not None:
            raise InputError(self._where, [self._no_answer("TRN070", answer.error)])
        return answer.row.row("Quota")

    def _no_answer(self, code: str, error: UnansweredError) -> Problem:
        """Return the problem of ``error``: service and code are to blame only where AWS says so."""
        if error.trouble is Trouble.MISTAKEN:
            hint = (
                nearest(self.service, {one.service for one in default().quotas})
                or "aws service-quotas list-services shows them"
            )
            return Problem(code, "Service Quotas knows no such service", "--service", self.service, hint=hint)
        if error.code == "NoSuchResourceException":
            return Problem(code, f"{self.service} has no such quota", "--code", self.code, hint=self._near_code())
        prop, got = ("--code", self.code) if error.trouble is Trouble.REFUSED else ("", "")
        return Problem(code, str(error), prop, got, hint=unknown_region(self._session, self._region))

    def _near_code(self) -> str:
        codes = [one.code for one in default().quotas if one.service == self.service and one.code]
        listing = f"aws service-quotas list-service-quotas --service-code {self.service} --region {self._region}"
        return nearest(self.code, codes) or f"{listing} shows the codes"

    def described(self) -> str:
        """Return the quota in words, with its value."""
        return f"{self._where} ({self.name}) is {quantity(self.have)}"

    def needless(self, value: float) -> str:
        """Return why no request is needed for ``value``; empty when one is."""
        if self.have >= value:
            return f"{self.described()}, no increase needed for {quantity(value)}"
        history = self._ask(self._reading, "ListRequestedServiceQuotaChangeHistoryByQuota", "RequestedQuotas")
        if history.error is not None:
            hint = "whether a request is open must be known, so that none is filed twice"
            raise InputError(self._where, [Problem("TRN072", str(history.error), hint=hint)])
        return self._understood("TRN072", lambda: self._open_request(history))

    def _open_request(self, history: Answer) -> str:
        states = [row.known("Status", (*OPEN_REQUESTS, *CLOSED_REQUESTS)) for row in history]
        for row, state in zip(history, states, strict=True):
            if state in OPEN_REQUESTS:
                wanted = quantity(row.number("DesiredValue"))
                return f"{self.described()}; a request for {wanted} is {state}, none was filed"
        return ""

    def file(self, value: float) -> str:
        """File the request for ``value``, sent once, and return its state in words.

        Raises:
            InputError: AWS refuses.
            UnclearError: whether it was filed is not known.
        """
        answer = self._ask(self._writing, "RequestServiceQuotaIncrease", DesiredValue=value)
        error = answer.error
        if error is not None and error.code == "ResourceAlreadyExistsException":
            return f"{self.described()}; a request is open already: {self._listing}"
        if error is not None and _is_refusal(error):
            raise InputError(self._where, [Problem("TRN073", str(error))])
        try:
            state = _state(answer.row.row("RequestedQuota"))
        except UnansweredError as unclear:
            raise self.unclear(str(unclear)) from None
        have = f"{self.name}, {quantity(self.have)} until then"
        return f"requested {quantity(value)} for {self._where} ({have}): {state}"

    def unclear(self, why: str) -> UnclearError:
        """Return what to say where nobody knows whether the request was filed."""
        text = f"the request may have been filed, look before you file another: {why}"
        return UnclearError(self._where, [Problem("TRN076", text, hint=self._listing)])

    @property
    def _listing(self) -> str:
        """The command that shows the requests for this quota."""
        verb = "aws service-quotas list-requested-service-quota-change-history-by-quota"
        return f"{verb} --service-code {self.service} --quota-code {self.code} --region {self._region}"


def _is_refusal(error: UnansweredError) -> bool:
    """Whether nothing was filed for certain: AWS told the mistake, or the call never left."""
    return 400 <= error.status < 500 or error.trouble in (Trouble.UNREACHABLE, Trouble.UNAUTHENTICATED)


def _state(row: Row) -> str:
    return f"{row.text('Status')}, id {row.text('Id', 'unknown')}"
