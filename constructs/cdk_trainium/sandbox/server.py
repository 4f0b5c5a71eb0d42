"""The sandbox's process: moto's services with our engine behind them, on loopback."""

from __future__ import annotations

import argparse
import json
import logging
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import Thread
from typing import Any

from ..errors import InputError, Problem
from ..wording import as_written, kind_of
from .endpoint import removed
from .state_file import Running, write

__all__ = ["CONTROL", "main", "serve"]

_LOG = logging.getLogger(__name__)
_FORCED = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    "AWS_EC2_METADATA_DISABLED": "true",
    "MOTO_IAM_LOAD_MANAGED_POLICIES": "true",
}
_Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
CONTROL: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Path under ``/_sandbox/`` -> function from the request's JSON to the answer's."""


def serve(port: int, state: Path) -> None:
    """Serve until SIGTERM; writes ``state`` once requests are answered. Port 0 takes a free one."""
    _force_environment()
    app = _application()
    from moto.moto_server.werkzeug_app import MotoRequestHandler
    from werkzeug.serving import make_server

    server = make_server("127.0.0.1", port, app, threaded=True, request_handler=MotoRequestHandler)
    token = secrets.token_hex(16)  # no secret, but nobody else's: so a state file is known to be of this process
    CONTROL["health"] = lambda _: {"pid": os.getpid(), "token": token, "cpu_seconds": time.process_time()}
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # open connections would keep their threads alive
    write(state, Running(os.getpid(), server.server_port, token))
    _LOG.info("serving on port %s", server.server_port)
    server.serve_forever()


def _force_environment() -> None:
    for name in [*removed(os.environ), "AWS_ENDPOINT_URL"]:
        os.environ.pop(name, None)
    os.environ.update(_FORCED)


def _application() -> _Wsgi:
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app

    from .cloudformation.clients import reach_backends
    from .cloudformation.engine.run import use_threads
    from .control.commands import COMMANDS
    from .extension import install

    install()
    CONTROL.update(COMMANDS)
    reach_backends()
    use_threads(on=True)
    services = DomainDispatcherApplication(create_backend_app)

    def _dispatch(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        if path.startswith("/_sandbox/"):
            return _control(path.removeprefix("/_sandbox/"), environ, start_response)
        try:
            answer: Iterable[bytes] = services(environ, start_response)
        except NotImplementedError as error:
            return _absent(str(error), environ, start_response)
        return answer

    return _dispatch


def _absent(message: str, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Refuse an operation that neither moto nor we have in a way that no client retries."""
    _LOG.warning("%s", message)
    start_response("400 Bad Request", [("Content-Type", "text/plain")])
    if "HTTP_X_AMZ_TARGET" in environ:
        return [json.dumps({"__type": "InvalidAction", "message": message}).encode()]
    return [
        f"<ErrorResponse><Error><Code>InvalidAction</Code><Message>{message}</Message></Error></ErrorResponse>".encode()
    ]


def _control(name: str, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    status, answer = _answer(name, environ)
    start_response(status, [("Content-Type", "application/json")])
    return [json.dumps(answer).encode()]


def _answer(name: str, environ: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return status and answer of a command; what the command cannot use is a refusal, all else our own fault."""
    if name not in CONTROL:
        return "404 Not Found", _refusal([Problem("TRN095", "there is no such command", got=name)])
    try:
        return "200 OK", CONTROL[name](_given(environ))
    except InputError as error:
        return "400 Bad Request", _refusal(error.problems)
    except Exception as error:
        _LOG.exception("the command %s failed", name)
        text = f"the sandbox failed at {name}: {type(error).__name__}: {error}"
        return "500 Internal Server Error", _refusal([Problem("TRN095", text, hint="read sandbox.log")])


def _given(environ: dict[str, Any]) -> dict[str, Any]:
    size = str(environ.get("CONTENT_LENGTH") or 0)
    if not (size.isascii() and size.isdigit()):
        raise InputError("request", [Problem("TRN095", "its Content-Length is none", got=as_written(size))])
    try:
        given = json.loads(environ["wsgi.input"].read(int(size))) if int(size) else {}
    except (ValueError, RecursionError) as error:
        raise InputError("request", [Problem("TRN095", f"the request is no JSON: {error}")]) from None
    if not isinstance(given, dict):
        raise InputError("request", [Problem("TRN095", "a request is an object", got=kind_of(given))])
    return given


def _refusal(problems: Iterable[Problem]) -> dict[str, Any]:
    return {"problems": [asdict(problem) for problem in problems]}


def _end_with_starter(state: Path) -> None:
    """End unless whoever started us says that the sandbox may outlive it: it may have been killed on the way."""
    if os.read(0, 1):
        return
    with suppress(OSError, ValueError):
        if json.loads(state.read_text()).get("pid") == os.getpid():
            state.unlink()
    os._exit(1)


def main() -> None:
    """Parse the arguments that ``trnctl sandbox start`` gives and serve."""
    parser = argparse.ArgumentParser(prog="cdk_trainium.sandbox.server")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--until-told", action="store_true", help="end with standard input unless a byte came before")
    given = parser.parse_args()
    if given.until_told:
        Thread(target=_end_with_starter, args=(given.state,), daemon=True).start()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    serve(given.port, given.state)


if __name__ == "__main__":
    main()
