"""Lazy clients of one session, paging, published rates, and errors turned into `UnansweredError`."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..wording import without_password
from .question import Answer, Question, Trouble, UnansweredError

if TYPE_CHECKING:
    import boto3
    import botocore.session
    from botocore.config import Config

    Session = boto3.Session | botocore.session.Session
    """Whose credentials ask; botocore's own is enough, boto3 imports its transfers of S3 objects as well."""

__all__ = ["Clients"]

_MAX_PAGES = 400
_DENIED = {
    "AccessDenied",
    "AccessDeniedException",
    "UnauthorizedOperation",
    "AuthorizationError",
    "UnauthorizedException",
}
_UNAUTHENTICATED = {
    "AuthFailure",
    "ExpiredToken",
    "ExpiredTokenException",
    "IncompleteSignature",
    "InvalidClientTokenId",
    "InvalidSignatureException",
    "OptInRequired",
    "RequestExpired",
    "SignatureDoesNotMatch",
    "UnrecognizedClientException",
}
_THROTTLED = {
    "RequestLimitExceeded",
    "SlowDown",
    "Throttling",
    "ThrottlingException",
    "TooManyRequestsException",
}
_UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What botocore's parsers raise, in Python's words, of an answer that has another form than the API documents."""
_INVALID_HEADER = "Invalid header value"
_NO_ANSWER = "a page that is no answer of AWS's"
"""Said in place of such a page, as a proxy or an endpoint of another program sends it."""
_TOKENS = (("NextToken", "NextToken"), ("nextToken", "nextToken"), ("Marker", "Marker"), ("NextMarker", "Marker"))


class _Pace:
    """A token bucket: ``rate`` calls a second, and as many again in one burst."""

    def __init__(self, rate: float) -> None:
        self._rate, self._most = rate, 2 * rate
        self._tokens, self._at, self._lock = self._most, time.monotonic(), threading.Lock()

    def wait(self) -> None:
        """Sleep until a call is within the rate."""
        with self._lock:
            now = time.monotonic()
            self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate) - 1
            self._at = now
            late = max(0.0, -self._tokens / self._rate)
        if late:
            time.sleep(late)


class Clients:
    """The clients of one run: one session, one client per service and region, made when first asked."""

    def __init__(self, session: Session, region: str, workers: int, attempts: int = 5) -> None:
        """Ask ``region`` unless a question names another.

        ``workers`` bounds the connections, ``attempts`` how often one call is sent: 1 for what writes.
        """
        self._attempts = attempts
        self._session, self._region, self._workers = session, region, workers
        self._clients: dict[tuple[str, str], Any] = {}
        self._making, self._counting = threading.Lock(), threading.Lock()
        self._paces: dict[tuple[str, str], _Pace] = {}
        self.calls = 0

    def ask(self, asked: Question) -> Answer:
        """Return the answer to ``asked``, all pages; every error becomes the answer's ``error``."""
        try:
            return Answer(asked, self._all_pages(asked))
        except UnansweredError as error:
            return Answer(asked, None, error)
        except Exception as error:
            return Answer(asked, None, _unanswered(asked, error))

    def _client(self, asked: Question) -> Any:
        key = (asked.service, asked.region or self._region)
        made = self._clients.get(key)  # without the lock: a call whose client is there waits for no other's
        return self._made(key) if made is None else made

    def _made(self, key: tuple[str, str]) -> Any:
        with self._making:
            if key not in self._clients:
                session: Any = self._session
                make = session.client if hasattr(session, "client") else session.create_client
                self._clients[key] = make(key[0], region_name=key[1], config=self._config)
            return self._clients[key]

    @cached_property
    def _config(self) -> Config:
        from botocore.config import Config

        return Config(
            retries={"mode": "standard", "total_max_attempts": self._attempts},
            connect_timeout=5,
            read_timeout=15,
            max_pool_connections=self._workers,
        )

    def _pace(self, asked: Question) -> _Pace:
        """Service Quotas publishes 5 Get and 10 List calls a second: per operation, account and region."""
        listing = asked.operation in ("ListServiceQuotas", "ListAWSDefaultServiceQuotas")
        with self._counting:
            return self._paces.setdefault((asked.region, asked.operation), _Pace(10 if listing else 5))

    def _call(self, asked: Question, params: Mapping[str, Any]) -> Mapping[str, Any]:
        from botocore import xform_name

        client = self._client(asked)
        if asked.service == "service-quotas":
            self._pace(asked).wait()
        with self._counting:
            self.calls += 1
        answer = getattr(client, xform_name(asked.operation))(**params)
        if not isinstance(answer, Mapping):
            raise UnansweredError(asked.name, Trouble.NONSENSE, message=f"got {type(answer).__name__}")
        if not answer.keys() - {"ResponseMetadata"}:  # what botocore makes of a page that is no JSON
            raise UnansweredError(asked.name, Trouble.NONSENSE, message="the answer is empty")
        return answer

    def _all_pages(self, asked: Question) -> Mapping[str, Any]:
        params = json.loads(asked.params)
        page = self._call(asked, params)
        if not asked.rows:
            return page
        rows, seen = _rows(asked, page), set[str]()
        while token := _token(asked, page):
            if token[1] in seen or len(seen) >= _MAX_PAGES:
                raise UnansweredError(asked.name, Trouble.NONSENSE, message="its pages do not end")
            seen.add(token[1])
            page = self._call(asked, {**params, token[0]: token[1]})
            rows = [*rows, *_rows(asked, page)]
        return {**page, asked.rows: rows}


def _rows(asked: Question, page: Mapping[str, Any]) -> list[Any]:
    rows = page.get(asked.rows)
    if not isinstance(rows, list):
        raise UnansweredError(
            asked.name, Trouble.NONSENSE, message=f"{asked.rows} is {type(rows).__name__}, not a list"
        )
    return rows


def _token(asked: Question, page: Mapping[str, Any]) -> tuple[str, str] | None:
    for key, param in _TOKENS:
        token = page.get(key)
        if token is not None and not isinstance(token, str):
            raise UnansweredError(asked.name, Trouble.NONSENSE, message=f"{key} is no token")
        if token:
            return param, token
    if page.get("IsTruncated") or page.get("Truncated"):
        raise UnansweredError(asked.name, Trouble.NONSENSE, message="truncated, without a token for the rest")
    return None


def _unanswered(asked: Question, error: Exception) -> UnansweredError:
    from botocore import exceptions as boto
    from botocore.parsers import ResponseParserError

    if isinstance(error, boto.ClientError):
        return _refused(asked, error.response)
    if isinstance(error, ResponseParserError):
        return UnansweredError(asked.name, Trouble.NONSENSE, message=_NO_ANSWER)
    text, trouble = without_password(str(error)), _trouble_of(error)
    if trouble is Trouble.BROKEN and isinstance(error, _UNREADABLE) and _INVALID_HEADER not in text:
        return UnansweredError(asked.name, Trouble.NONSENSE, message="the answer is not of the documented form")
    if _INVALID_HEADER in text:  # whose value follows: a credential's
        text = _INVALID_HEADER
    return UnansweredError(asked.name, trouble, type(error).__name__, text[:200] if trouble is Trouble.BROKEN else text)


def _trouble_of(error: Exception) -> Trouble:
    """Return what kept a request from its answer."""
    from botocore import exceptions as boto

    if isinstance(error, _credential_errors()):
        return Trouble.UNAUTHENTICATED
    if _is_no_connection(error):
        return Trouble.UNREACHABLE
    if isinstance(error, boto.ReadTimeoutError | TimeoutError):
        return Trouble.TIMED_OUT
    lost = isinstance(error, boto.HTTPClientError | boto.ConnectionError | boto.ResponseStreamingError)
    return Trouble.CUT_OFF if lost and _INVALID_HEADER not in str(error) else Trouble.BROKEN


def _refused(asked: Question, response: Mapping[str, Any]) -> UnansweredError:
    said = response.get("Error", {})
    code, message = str(said.get("Code", "")), str(said.get("Message", ""))
    status = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if message.lstrip().startswith("<"):  # a page, which botocore takes for the message
        return UnansweredError(asked.name, Trouble.NONSENSE, message=f"HTTP {status}, {_NO_ANSWER}", status=status)
    return UnansweredError(asked.name, _trouble(code, message), code, message, status)


def _is_no_connection(error: Exception) -> bool:
    """Whether the call never left: nothing listens there, or the endpoint is no address at all."""
    from botocore import exceptions as boto

    kinds = (boto.EndpointConnectionError, boto.ProxyConnectionError, boto.ConnectTimeoutError, boto.SSLError)
    return isinstance(error, kinds) or any(
        text in str(error) for text in ("Invalid endpoint", "Not supported URL scheme")
    )


def _credential_errors() -> tuple[type[Exception], ...]:
    """Return what botocore raises when the credentials cannot be had, such as after a sign-in that ran out."""
    from botocore import exceptions as boto

    return (
        boto.CredentialRetrievalError,
        boto.NoAuthTokenError,
        boto.NoCredentialsError,
        boto.PartialCredentialsError,
        boto.SSOError,
        boto.TokenRetrievalError,
    )


def _trouble(code: str, message: str) -> Trouble:
    # The code of a quota that has no applied value as well; only the message tells that the service code is wrong.
    if code == "NoSuchResourceException" and "service does not exist" in message:
        return Trouble.MISTAKEN
    for codes, trouble in (
        (_DENIED, Trouble.DENIED),
        (_UNAUTHENTICATED, Trouble.UNAUTHENTICATED),
        (_THROTTLED, Trouble.THROTTLED),
    ):
        if code in codes:
            return trouble
    return Trouble.REFUSED
