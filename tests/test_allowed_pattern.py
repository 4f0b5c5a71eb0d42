"""AllowedPattern is a pattern of Java: it is tried only where the engine here gives it the same meaning."""

from __future__ import annotations

import time

import pytest

from cdk_trainium.allowed_pattern import matches

ADDRESS = r"(\d{1,3}\.){3}\d{1,3}/\d{1,2}"


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        ("^[a-z]+$", "ab", "a1"),
        ("[a-z~]+", "a~", "A"),
        ("[a-z-9]+", "a-9", "8"),
        ("[^^a]", "b", "^"),
        (r"[\[\]^]+", "[]^", "a"),
        (r"[\w.\-]+", "a-.", "/"),
        (r"\x41\u0042", "AB", "ab"),
        (r"[\x20-\x7e]{1,3}", "a b", "abcd"),
        (r"[\s\S]*\d\W", "a1.", "a1b"),
        (r"[~\W~]+\w", "~.a", "a~a"),
        (r"[^\S]\D[^-\d]", " ab", " a1"),
        (r"[\\d-f]\S", r"\e", "-a"),
        (r"^[\w+=,.@-]{1,128}$", "trn-role", "trn role"),
        (r"[\S\s]{1,1024}", "a b", ""),
        (rf"{ADDRESS}(,{ADDRESS}){{0,9}}", "10.0.0.0/16,10.1.0.0/16", "10.0.0.0/16,"),
        ("(a)(?:b|)", "a", "b"),
        ("a]}", "a]}", "a"),
        (".{1,4096}", "a" * 4096, ""),
        (r"([0-9]{1,3}\.){3}[0-9]{1,3}/[0-9]+", "10.0.0.0/16", "10.0.0/16"),
        ("|(ami|cr)-[0-9a-f]{17}", "cr-0123456789abcdef0", "cr-0123"),
    ],
)
def test_what_java_matches(pattern: str, right: str, wrong: str) -> None:
    assert (matches(pattern, right), matches(pattern, wrong)) == (True, False)


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"\b{1}", r"\b", r"\B", r"\h", r"\R", r"\G", r"\X", r"\v", r"\e", r"\cA", r"\01", r"\k<a>", r"(a)\11"),
        *(r"\p{javaLowerCase}", r"\p{L}", r"\PL", r"\Qa\E", r"\ud83d\ude00", r"\x{61}", r"\y", r"\N{DIGIT ONE}"),
        *("a*+", "a++", "a?+", "a{1}+", "(?>a)", "(?P<n>a)", "(?x) a", "(?m)^a", "(?u)a", "(?-i)a", "(?#a)", "(?i)a"),
        *("[a&&b]", "[a[b]]", "[[:alpha:]]", "[]a]", "[^]a]", r"[\b]", r"[a-\d]", r"[\Qa\E]", "[b-a]", "[", "[]"),
        *("a**", "a{,2}", "a{", "{1}", "*", "^*", "(", ")", "a)(b", "a|(?i)b", "a{2,1}", r"(a)\2", "\\"),
        *(
            r"\<a\>",
            "[+--]",
            "[a~~]",
            r"[\w-.]",
            r"\Aa\z",
            "(?<name>a)",
            r"(a)\1",
            "é.*",
            "a(?<!x)",
            "(?=a)a",
            "(?!b)a",
        ),
    ],
)
@pytest.mark.parametrize("text", ["a", "~"])
def test_what_another_engine_reads_in_another_way_is_unknown(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


@pytest.mark.parametrize("text", ["\u0660", "é", "\x1c", "\x85", "\u212a", "\r", "\u2028", "a\n", "\ud800"])
@pytest.mark.parametrize("pattern", [r"\d", r"\w", ".", "a$", "(a$)", "a"])
def test_letters_of_which_the_engines_think_otherwise_are_unknown(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


EMPTY_OR_DOMAIN = r"^$|(?=.{3,63}$)([a-z]+\.)*[a-z]+"
PASSWORD = r"(?=^.{6,255}$)((?=.*\d)(?=.*[A-Z])|(?=.*\d)(?=.*[a-z])|(?=.*[A-Z])(?=.*[a-z]))^.*"
BUCKET = r"(?=^.{3,63}$)(?!^(\d+\.)+\d+$)(^(([a-z0-9]|[a-z0-9][a-z0-9\-]*[a-z0-9])\.)*([a-z0-9][a-z0-9\-]*[a-z0-9])$)"
IPV6 = (
    "(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|" + "(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,5}|" * 5 + "::)"
)
HOSTILE = [
    "(?=a)(a|a)*b",
    "(?=a)((a?){9}){9}b",
    "(?=a)((a*)*)*b",
    "(?!b)(){1000000000}b",
    "(?!b)(()){99999}b",
    "(?=a)" + "(a|aa)" * 40 + "b",
    "(" * 3000 + "(?=a)" + ")" * 3000 + "b",
    "((?=a)|a)" * 60 + "b",
    "a(?=a)(a|a)*b",
    "(?:(?=(?!ab)a)|b)[a-z]*b",
]


@pytest.mark.parametrize("pattern", [EMPTY_OR_DOMAIN, PASSWORD, BUCKET, *HOSTILE])
@pytest.mark.parametrize("text", ["", "ab", "Pass@word1", "a" * 60])
def test_look_arounds_are_unknown(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


@pytest.mark.parametrize(
    "pattern",
    [
        *HOSTILE,
        *(pattern.removeprefix("(?=a)").removeprefix("(?!b)") for pattern in HOSTILE),
        *("(a?){60000}b", "([ab]?){1000}" * 40 + "b", "((a?){100}){100}b", "[a-z]?" * 3000 + "B", "(a*){9999}b"),
        *("((a?){60000}){0}(a?){60000}b", "a{999999999}", "a{" + "9" * 5000 + "}", "(.?.?.?){999}b"),
        *("(a|aa)*" * 1000 + "b", "[a]" * 100_000 + r"\p", "(" * 3000 + ")" * 3000 + "b"),
    ],
)
@pytest.mark.parametrize("length", [0, 8, 60, 4096, 10**6])
def test_a_hostile_pattern_ends_in_time(pattern: str, length: int) -> None:
    assert matches(pattern, "a" * length) is not True


@pytest.mark.parametrize("pattern", ["(a+)+b", "((a+))+b", "(a|a)*b", "(a|aa)+b", "(?:a?){30}B"])
def test_many_ways_are_tried_at_once(pattern: str) -> None:
    assert matches(pattern, "a" * 4096) is False


def test_a_long_number_is_no_count() -> None:
    digits = "9" * 4400
    assert [matches(f"{begin}{digits}", "{9") for begin in ("[{]", r"\{", "a{")] == [False, False, None]


@pytest.mark.parametrize("pattern", [r"^[\w+=,.@-]{1,64}$", r"[\w.-]+|([0-9]{1,3}\.){3}[0-9.]{1,512}", IPV6])
def test_what_real_patterns_need_is_allowed(pattern: str) -> None:
    assert matches(pattern, "Zone@1" * 6) is not None


@pytest.mark.parametrize("pattern", ["((a{1,30}){1,30}){1,30}", r"\W{1,200}", "([a-z]{1,99}a?){9}", "(a|aa){1,4096}"])
def test_200_parameters_end_in_seconds(pattern: str) -> None:
    begin = time.process_time()
    for number in range(200):
        matches(f"{pattern}{number}", "a" * 4096)
        matches(f"{pattern}{number}", "a" * 40, longest=4096)
    assert time.process_time() - begin < 10
