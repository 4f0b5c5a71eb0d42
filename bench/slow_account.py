"""An account that answers each question after 100 ms, from memory: ``python bench/slow_account.py UPSTREAM``.

The first time that a question comes, the sandbox at ``UPSTREAM`` answers it; later, and in every measured run, the
answer is repeated, so that what is timed is the caller and not the sandbox. Prints its port.
"""

from __future__ import annotations

import sys
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

DELAY_SECONDS = 0.1
SIGNED = ("Authorization", "X-Amz-Target")
Answer = tuple[int, dict[str, str], bytes]


class Handler(BaseHTTPRequestHandler):
    """Forwards once, remembers, waits."""

    protocol_version = "HTTP/1.1"
    upstream = ""
    answers: ClassVar[dict[tuple[object, ...], Answer]] = {}

    def do_POST(self) -> None:
        """Answer one call."""
        began = time.perf_counter()
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, content = self._answer(body)
        time.sleep(max(DELAY_SECONDS - (time.perf_counter() - began), 0))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST  # noqa: N815

    def _answer(self, body: bytes) -> Answer:
        scope = self.headers.get("Authorization", "").partition("Credential=")[2].split("/")[2:4]
        key = (self.command, self.path, body, self.headers.get("X-Amz-Target"), *scope)
        if key not in self.answers:
            self.answers[key] = self._ask(body)
        return self.answers[key]

    def _ask(self, body: bytes) -> Answer:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "expect")}
        request = urllib.request.Request(self.upstream + self.path, body or None, headers, method=self.command)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, {"Content-Type": answer.headers.get("Content-Type", "")}, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, {"Content-Type": refused.headers.get("Content-Type", "")}, refused.read()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """As many callers at once as come."""

    daemon_threads = True
    request_queue_size = 512


def main() -> None:
    """Serve until killed."""
    Handler.upstream = sys.argv[1]
    server = Server(("localhost", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
