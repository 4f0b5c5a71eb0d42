"""Errors are told apart, pages are read to their end, and published rates are kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from botocore import exceptions as boto
from botocore.parsers import ResponseParserError

from cdk_trainium.preflight.clients import Clients
from cdk_trainium.preflight.question import Answer, Question, Trouble, question

PLAIN = question("ec2", "DescribeVpcs", "Vpcs")


class Session:
    """Hands out one client that answers from a list; counts the clients that are made."""

    def __init__(self, *answers: Any) -> None:
        self.answers: Iterator[Any] = iter(answers)
        self.made: list[tuple[str, str]] = []
        self.asked: list[dict[str, Any]] = []

    def client(self, service: str, *, region_name: str, config: Any) -> Any:
        self.made.append((service, region_name))
        return SimpleNamespace(describe_vpcs=self.answer, get_service_quota=self.answer)

    def answer(self, **params: Any) -> Any:
        self.asked.append(params)
        given = next(self.answers)
        if isinstance(given, Exception):
            raise given
        return given


def ask(*answers: Any, asked: Question = PLAIN) -> tuple[Answer, Session]:
    session = Session(*answers)
    clients: Any = Clients(session, "us-east-2", 4)  # type: ignore[arg-type]
    return clients.ask(asked), session


def trouble(*answers: Any) -> Trouble:
    answer, _ = ask(*answers)
    assert answer.error is not None
    return answer.error.trouble


def client_error(code: str) -> boto.ClientError:
    return boto.ClientError({"Error": {"Code": code, "Message": "said"}}, "DescribeVpcs")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (client_error("UnauthorizedOperation"), Trouble.DENIED),
        (client_error("AccessDeniedException"), Trouble.DENIED),
        (client_error("AuthFailure"), Trouble.UNAUTHENTICATED),
        (client_error("ExpiredToken"), Trouble.UNAUTHENTICATED),
        (boto.NoCredentialsError(), Trouble.UNAUTHENTICATED),
        (boto.UnauthorizedSSOTokenError(), Trouble.UNAUTHENTICATED),
        (client_error("RequestLimitExceeded"), Trouble.THROTTLED),
        (client_error("TooManyRequestsException"), Trouble.THROTTLED),
        (boto.ReadTimeoutError(endpoint_url="x"), Trouble.TIMED_OUT),
        (boto.ConnectionClosedError(endpoint_url="x"), Trouble.CUT_OFF),
        (boto.ResponseStreamingError(error="IncompleteRead"), Trouble.CUT_OFF),
        (AttributeError("'list' object has no attribute 'get'"), Trouble.NONSENSE),
        (ValueError("invalid literal for int() with base 10: 'x'"), Trouble.NONSENSE),
        (boto.EndpointConnectionError(endpoint_url="x"), Trouble.UNREACHABLE),
        (boto.ProxyConnectionError(proxy_url="x"), Trouble.UNREACHABLE),
        (boto.ConnectTimeoutError(endpoint_url="x"), Trouble.UNREACHABLE),
        (boto.SSLError(endpoint_url="x", error="x"), Trouble.UNREACHABLE),
        (ValueError("Invalid endpoint: x"), Trouble.UNREACHABLE),
        (boto.HTTPClientError(error="Not supported URL scheme ftp"), Trouble.UNREACHABLE),
        (boto.HTTPClientError(error="Invalid header value b'SECRET\\n'"), Trouble.BROKEN),
        (ResponseParserError("no xml"), Trouble.NONSENSE),
        (client_error("InvalidParameterValue"), Trouble.REFUSED),
        (NotImplementedError("not here"), Trouble.BROKEN),
    ],
)
def test_errors_are_told_apart(error: Exception, expected: Trouble) -> None:
    assert trouble(error) is expected


def test_all_pages_are_read_also_after_an_empty_one() -> None:
    answer, session = ask({"Vpcs": [], "NextToken": "two"}, {"Vpcs": [{"VpcId": "a"}], "NextToken": ""})
    assert [row.text("VpcId") for row in answer] == ["a"]
    assert session.asked == [{}, {"NextToken": "two"}]


@pytest.mark.parametrize(
    "pages",
    [
        ({"Vpcs": [], "NextToken": "same"}, {"Vpcs": [], "NextToken": "same"}),
        ({"Vpcs": [], "NextToken": 7},),
        ({"Vpcs": [], "IsTruncated": True},),
        ({"Vpcs": [], "Truncated": True},),
        ({"Vpcs": None},),
        ({},),
        ("text",),
        ({"Vpcs": [], "NextToken": "two"}, {}),
    ],
)
def test_pages_that_make_no_sense_are_no_answer(pages: tuple[Any, ...]) -> None:
    assert trouble(*pages) is Trouble.NONSENSE


def test_a_later_page_that_fails_leaves_no_half_answer() -> None:
    assert (
        trouble({"Vpcs": [{"VpcId": "a"}], "NextToken": "two"}, client_error("RequestLimitExceeded"))
        is Trouble.THROTTLED
    )


def test_a_client_is_made_once_per_service_and_region() -> None:
    session = Session(*({"Vpcs": []} for _ in range(3)))
    clients: Any = Clients(session, "us-east-2", 4)  # type: ignore[arg-type]
    assert session.made == []
    for asked in (PLAIN, PLAIN, question("ec2", "DescribeVpcs", "Vpcs", region="us-east-1")):
        clients.ask(asked)
    assert session.made == [("ec2", "us-east-2"), ("ec2", "us-east-1")]
    assert clients.calls == 3


def test_a_call_whose_client_is_there_does_not_wait_for_another_client() -> None:
    answered, making = threading.Event(), threading.Event()

    class Slow(Session):
        def client(self, service: str, *, region_name: str, config: Any) -> Any:
            if service == "iam":
                making.set()
                assert answered.wait(10)
            return super().client(service, region_name=region_name, config=config)

    clients: Any = Clients(Slow({"Vpcs": []}, {"Vpcs": []}, {"Vpcs": []}), "us-east-2", 4)  # type: ignore[arg-type]
    clients.ask(PLAIN)
    with ThreadPoolExecutor() as pool:
        other = pool.submit(clients.ask, question("iam", "DescribeVpcs", "Vpcs"))
        assert making.wait(10)
        assert pool.submit(clients.ask, PLAIN).result(5).error is None
        answered.set()
        assert other.result().error is None


def test_botocores_own_session_asks_as_well() -> None:
    made = SimpleNamespace(create_client=Session({"Vpcs": []}).client)
    assert Clients(made, "us-east-2", 4).ask(PLAIN).rows == ()  # type: ignore[arg-type]


def test_service_quotas_is_asked_within_its_published_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        now[0] += seconds

    monkeypatch.setattr("cdk_trainium.preflight.clients.time", SimpleNamespace(sleep=sleep, monotonic=lambda: now[0]))
    session = Session(*({"Quota": {}} for _ in range(30)))
    clients: Any = Clients(session, "us-east-2", 4)  # type: ignore[arg-type]
    for _ in range(30):
        clients.ask(question("service-quotas", "GetServiceQuota"))
    # 5 a second and 5 more in one burst: ten at once, the other twenty take four seconds.
    assert len(waits) == 20
    assert now[0] == pytest.approx(4.0)


@pytest.mark.parametrize(
    "error",
    [
        boto.ClientError({"Error": {"Code": "500", "Message": "<!doctype html>\n<h1>no</h1>"}}, "DescribeVpcs"),
        ResponseParserError("Unable to parse response, invalid XML received:\nb'<!doctype html>'"),
    ],
)
def test_a_page_is_no_answer_and_is_not_shown(error: Exception) -> None:
    answer, _ = ask(error)
    assert answer.error is not None
    assert answer.error.trouble is Trouble.NONSENSE
    assert not {"<", "\n"} & set(str(answer.error))
