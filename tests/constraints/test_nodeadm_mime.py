"""What nodeadm reads of MIME documents: each expectation is what Go 1.27's own readers answered."""

from __future__ import annotations

import pytest

from cdk_trainium.constraints.media_type import read_media_type
from cdk_trainium.constraints.nodeadm_mime import nodeadm_parts

HEAD = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="B"\n\n'
CONFIG = "--B\nContent-Type: application/node.eks.aws\n\nkind: x\n"
SHELL = "--B\nContent-Type: text/x-shellscript\n\n#!/bin/sh\n"
TYPES = ("application/node.eks.aws", "text/x-shellscript")


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}{CONFIG}{SHELL}--B--\n",
        f"{HEAD}{CONFIG}{SHELL}--B--",
        f"{HEAD}a preamble\n{CONFIG}{SHELL}--B--  \nan epilogue\n--B\n",
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("\n", "\r\n"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("--B\n", "--B \t\n"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace('"B"', "B"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("multipart/mixed", "MULTIPART/alternative"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("; boundary", ";\n  boundary"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("shellscript", "shellscript;"),
        f"{HEAD}{CONFIG}{SHELL}--B\n",
        f"{HEAD}{CONFIG}{SHELL}--BB\n--B--\n",
        f"{HEAD}{CONFIG}{SHELL}--B\nContent-Type: text/x",
    ],
)
def test_parts_are_read(text: str) -> None:
    read = nodeadm_parts(text)
    assert read.fault == ""
    assert tuple(kind for kind, _ in read.parts) == TYPES
    assert read.parts[0][1].strip() == "kind: x"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#!/bin/sh\n",
        "apiVersion: x\nkind: y\n",
        f"\n{HEAD}{CONFIG}--B--\n",
        f" {HEAD}{CONFIG}--B--\n",
        f"{HEAD.rstrip()}\n{CONFIG}--B--\n",
        f"{HEAD}{CONFIG}".replace('; boundary="B"', ""),
        f"{HEAD}{CONFIG}--B--\n".replace('"B"', '""'),
        f"{HEAD}{CONFIG}--B--\n".replace('"B"', "//").replace("--B", "--//"),
        f"{HEAD}{CONFIG}--B--\n".replace('boundary="B"', 'boundary="B'),
        f"{HEAD}{CONFIG}--B--\n".replace("Content-Type: multi", "Content-Type : multi"),
        f"{HEAD}{CONFIG}--B--\n".replace("multipart/mixed", "text/plain"),
        f"{HEAD}{CONFIG}",
        f"{HEAD}{CONFIG}--B",
        f"{HEAD}{CONFIG}--B- \n",
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script\n"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script; charset\n\n"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script\nno name\n\n"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script\n: x\n\n"),
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script\na@b: x\n\n"),
        f"{HEAD}{CONFIG}--B\n#!/bin/sh\n--B--\n",
        f"{HEAD}{CONFIG}--B and more\n{SHELL}--B--\n",
        f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("--B\nContent-Type: t", "--B\n Content-Type: t"),
        f"{HEAD}{CONFIG}".replace("\n", "\r\n") + f"{SHELL}--B--\n",
    ],
)
def test_documents_are_given_up(text: str) -> None:
    assert nodeadm_parts(text).fault


def test_parts_within_a_part_are_text() -> None:
    inner = f'--B\nContent-Type: multipart/mixed; boundary="C"\n\n{CONFIG.replace("--B", "--C")}--C--\n'
    assert [kind for kind, _ in nodeadm_parts(f"{HEAD}{inner}--B--\n").parts] == ["multipart/mixed"]


def test_quoted_printable_is_decoded_and_base64_is_left_to_nodeadm() -> None:
    for encoding, body, read in (("quoted-printable", "a=3Db", "a=b"), ("base64", "YQ==", "YQ==")):
        part = f"--B\nContent-Type: text/x\nContent-Transfer-Encoding: {encoding}\n\n{body}\n"
        assert nodeadm_parts(f"{HEAD}{part}--B--\n").parts == (("text/x", read),)


def test_what_is_hidden_may_be_what_lacks() -> None:
    assert nodeadm_parts(f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script\n${Rest}\n")).certain is False
    assert nodeadm_parts(f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("script\n\n", "script\n")).certain is True


@pytest.mark.parametrize(
    ("value", "parameters"),
    [
        ("text/x", {}),
        ("TEXT/x ; A=1;", {"a": "1"}),
        ('multipart/mixed; boundary="a \\"b\\" \\c"', {"boundary": 'a "b" \\c'}),
        ("a; b=1; b=1", {"b": "1"}),
        ("a; b=1; b=2", None),
        ("a; b", None),
        ("a; b=", None),
        ("a; b==", None),
        ("a/b/c", None),
        ("", None),
        ("/b", None),
        ("a b", None),
    ],
)
def test_content_types(value: str, parameters: dict[str, str] | None) -> None:
    read = read_media_type(value)
    assert (None if read is None else read.parameters) == parameters
