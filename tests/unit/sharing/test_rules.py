"""Published rules of quality."""

from __future__ import annotations

import pytest

from pagemill.sharing.rules import RULES, Text

GOOD = "\n".join(
    f"The baker of street {n} rises early and bakes the bread that the town will have with tea."
    for n in range(12)
)


def of(text: str, language: str = "en") -> Text:
    return Text.of(text, language)


@pytest.mark.parametrize("name", RULES)
def test_a_plain_text_passes(name):
    assert RULES[name](of(GOOD)) == ""


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("gopher", "Too short.", "50 to 100,000 words"),
        ("gopher", "", "50 to 100,000 words"),
        ("gopher", "a b " * 60, "mean word length"),
        ("gopher", "wordy # these and those often " * 30, "symbol"),
        ("gopher", "\n".join(["* the bread and butter"] * 40), "bullet"),
        (
            "gopher",
            "\n".join(
                ["read more about the fresh bread and the butter that we have here today ..."]
                * 30
            ),
            "ellipsis",
        ),
        ("gopher", "1234 12345 the and " * 30, "with a letter"),
        ("gopher", "bread butter cheese honey " * 30, "stop words"),
        ("c4", GOOD + "\nfunction() { return 1 }", "curly"),
        ("c4", "Lorem ipsum dolor sit amet. " * 9, "placeholder"),
        ("c4", "One sentence of five words.\nmenu\nhome\nfiles", "three sentences"),
        ("fineweb", "no stop at the end of this rather long line\n" * 9, "punctuation"),
        ("fineweb", "The same line stands here again and again.\n" * 9, "repeated"),
        ("fineweb", "\n".join(f"Short line {n}." for n in range(30)), "short"),
        ("fineweb", "", "punctuation"),
    ],
)
def test_each_rule_refuses_with_its_reason(name, text, reason):
    assert reason in RULES[name](of(text))


def test_english_stop_words_are_asked_of_english_alone():
    text = "Der Bäcker backt jeden Morgen frisches helles Brot für alle Leute. " * 9
    assert RULES["gopher"](of(text, "de")) == ""
    assert "stop words" in RULES["gopher"](of(text, "en"))
