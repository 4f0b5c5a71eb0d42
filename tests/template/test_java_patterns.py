"""AllowedPattern is a pattern of Java: it is tried only where the engines here give it the same meaning."""

from __future__ import annotations

import pytest

from cdk_trainium.template.java_patterns import matches


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        (r"\<[a-z]+\>", "<abc>", "abc"),
        ("[+--]+", "+,-", "*"),
        ("[a-z~~]+", "a~", "A"),
        (r"[\d--]+", "1-", "a"),
        ("[--/]+", "-./", "0"),
        (r"[\w-.]+", "a-.", "/"),
        ("[a-z-9]+", "a-9", "8"),
        ("[^^a]", "b", "^"),
        (r"[\[\]^]+", "[]^", "a"),
        (r"\x41\u0042\t", "AB\t", "AB"),
        (r"\A[a-z]+\z", "ab", "a1"),
        (r"(?<name>a)(?:b)", "ab", "a"),
        (r"(?i)[a-z]+", "aB", "1"),
        (r"(a|b)\1", "aa", "ab"),
        ("a]}", "a]}", "a"),
        ("é.*", "éa", "a"),
        (r"[a-z]+(?<!x)", "ab", "ax"),
    ],
)
def test_what_java_matches(pattern: str, right: str, wrong: str) -> None:
    assert (matches(pattern, right), matches(pattern, wrong)) == (True, False)


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            r"\b{1}",
            r"\B",
            r"\h",
            r"\R",
            r"\G",
            r"\X",
            r"\v",
            r"\e",
            r"\cA",
            r"\01",
            r"\k<a>",
            r"\11",
            r"\N{DIGIT ONE}",
        ),
        *(r"\p{javaLowerCase}", r"\p{L}", r"\PL", r"\Qa\E", r"\ud83d\ude00", r"\x{61}", r"\y"),
        *("a*+", "a++", "a?+", "a{1}+", "(?>a)", "(?P<n>a)", "(?x) a", "(?m)^a", "(?u)a", "(?-i)a", "(?#a)"),
        *("[a&&b]", "[a[b]]", "[[:alpha:]]", "[]a]", "[^]a]", r"[\b]", r"[a-\d]", r"[\Qa\E]", "[b-a]", "[", "[]"),
        *("a**", "a{,2}", "a{", "{1}", "*", "^*", "(", ")", "a)(b", "a|(?i)b", "a{2,1}", r"(a)\2", "\\"),
    ],
)
@pytest.mark.parametrize("text", ["a", "~"])
def test_what_another_engine_reads_in_another_way_is_unknown(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        *((r"\d", "\u0660"), (r"\w", "é"), (r"\s", "\x1c"), (r"\S", "\x85"), ("(?i)k", "\u212a"), (r"a\b.", "aé")),
        *((".", "\r"), (".", "\u2028"), ("a$.", "a\n"), ("(a$)", "a\n"), ("a", "\ud800"), (".", "\ud800")),
    ],
)
def test_letters_of_which_the_engines_think_otherwise_are_unknown(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


def test_the_end_of_all_needs_no_sign() -> None:
    assert matches("^[a-z]+$", "a\n") is False


EMPTY_OR_DOMAIN = r"^$|(?=.{3,63}$)([a-z]+\.)*[a-z]+"


@pytest.mark.parametrize(("text", "expected"), [("", True), ("a.bc", True), ("a.", False), ("ab", False)])
def test_a_short_text_is_tried_whatever_the_pattern_repeats(text: str, expected: bool) -> None:
    assert matches(EMPTY_OR_DOMAIN, text) is expected


PASSWORD = r"(?=^.{6,255}$)((?=.*\d)(?=.*[A-Z])|(?=.*\d)(?=.*[a-z])|(?=.*[A-Z])(?=.*[a-z]))^.*"
BUCKET = r"(?=^.{3,63}$)(?!^(\d+\.)+\d+$)(^(([a-z0-9]|[a-z0-9][a-z0-9\-]*[a-z0-9])\.)*([a-z0-9][a-z0-9\-]*[a-z0-9])$)"


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (EMPTY_OR_DOMAIN, "corp.example.com", True),
        (EMPTY_OR_DOMAIN, "corp.example." + "c" * 64, False),
        (EMPTY_OR_DOMAIN, "corp.example.", False),
        *((PASSWORD, "Pass@word1", True), (PASSWORD, "password", False), (PASSWORD, "Pa1", False)),
        *((BUCKET, "a-bucket-of-many-letters-and-words", True), (BUCKET, "192.168.100.100", False)),
        ("(?=a)(a|a)*b", "a" * 60, False),
        ("(?:(?=(?!ab)a)|b)[a-z]*", "ac" * 30, True),
        ("(?:(?=(?!ab)a)|b)[a-z]*", "ab" * 30, False),
        ("(?!b)^(?=a)^a*", "a" * 60, True),
        (r"(?=a)(a|a)*(b)\2", "a" * 60, None),
        ("(?i)(?=a)(a|a)*b", "a" * 60, None),
        ("((?=a)|a)" * 60 + "b", "a" * 60, None),
        ("a(?=a)(a|a)*b", "a" * 60, None),
    ],
)
def test_look_aheads_at_the_begin_are_tried_one_by_one(pattern: str, text: str, expected: bool | None) -> None:
    assert matches(pattern, text) is expected


@pytest.mark.parametrize(
    "pattern",
    [
        "(?=a)(a|a)*b",
        "(?=a)((a?){9}){9}b",
        "(?=a)((a*)*)*b",
        "(?!b)(){1000000000}b",
        "(?!b)(()){99999}b",
        "(?=a)" + "(a|aa)" * 40 + "b",
        "(" * 3000 + "(?=a)" + ")" * 3000 + "b",
    ],
)
@pytest.mark.parametrize("length", [0, 8, 60, 4096])
def test_a_hostile_pattern_ends_in_time(pattern: str, length: int) -> None:
    assert matches(pattern, "a" * length) is not True
