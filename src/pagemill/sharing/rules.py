"""Rule sets of quality as they were published; each tells why it refuses a text.

Source:
    gopher: Rae et al., Scaling Language Models, 2021, appendix A.1.1 (document rules).
    c4: Raffel et al., Exploring the Limits of Transfer Learning, 2020, section 2.2.
    fineweb: Penedo et al., The FineWeb Datasets, 2024, section 3.6 (custom filters).
    Deviates: c4 here refuses pages and never changes them: lines without a full stop at their
    end are left out of what is counted, not of the text; its language and word-list filters are
    not part of it. The stop words of gopher are English, so that rule is for English alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

_STOP_WORDS = frozenset(["the", "be", "to", "of", "and", "that", "have", "with"])
_END = re.compile(r"[.!?\"'”’…。！？]\s*$")
_SENTENCE = re.compile(r"[.!?。！？]+(?:\s|$|(?<=[。！？]))")
_BULLET = re.compile(r"\s*[•‣▪●○◦*-]\s")
_SHORT_LINE = 30


class Text(NamedTuple):
    """A text with what all rules count."""

    text: str
    language: str
    words: list[str]
    lines: list[str]

    @classmethod
    def of(cls, text: str, language: str) -> Text:
        """Count a text in a language, a primary tag."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return cls(text, language, text.split(), lines)

    def share(self, holds: Callable[[str], object]) -> float:
        """Share of the lines for which something holds."""
        return sum(bool(holds(line)) for line in self.lines) / max(len(self.lines), 1)


_GOPHER: tuple[tuple[str, Callable[[Text], bool]], ...] = (
    ("not 50 to 100,000 words", lambda text: not 50 <= len(text.words) <= 100_000),
    (
        "mean word length not 3 to 10",
        lambda text: not 3 <= sum(map(len, text.words)) / len(text.words) <= 10,
    ),
    (
        "more than one symbol to ten words",
        lambda text: sum(map(text.text.count, ("#", "…", "..."))) > 0.1 * len(text.words),
    ),
    (
        "more than 90 % of lines begin with a bullet",
        lambda text: text.share(_BULLET.match) > 0.9,
    ),
    (
        "more than 30 % of lines end with an ellipsis",
        lambda text: text.share(lambda line: line.endswith(("…", "..."))) > 0.3,
    ),
    (
        "less than 80 % of words with a letter",
        lambda text: (
            sum(any(map(str.isalpha, word)) for word in text.words) < 0.8 * len(text.words)
        ),
    ),
    (
        "less than two English stop words",
        lambda text: (
            text.language == "en"
            and len(_STOP_WORDS.intersection(map(str.lower, text.words))) < 2
        ),
    ),
)


def gopher(text: Text) -> str:
    """Why the text is refused, or ``""``."""
    return next((reason for reason, refuses in _GOPHER if refuses(text)), "")


def c4(text: Text) -> str:
    """Why the text is refused, or ``""``."""
    lowered = text.text.lower()
    if "lorem ipsum" in lowered:
        return "placeholder text"
    if "{" in text.text:
        return "a curly bracket"
    kept = [line for line in text.lines if _END.search(line) and len(line.split()) >= 5]
    kept = [line for line in kept if "javascript" not in line.lower()]
    if sum(len(_SENTENCE.findall(line)) or 1 for line in kept) < 3:
        return "less than three sentences"
    return ""


def fineweb(text: Text) -> str:
    """Why the text is refused, or ``""``."""
    if not text.lines or text.share(_END.search) <= 0.12:
        return "at most 12 % of lines end with punctuation"
    counts = Counter(text.lines)
    repeated = sum((times - 1) * len(line) for line, times in counts.items())
    if repeated >= 0.1 * sum(map(len, text.lines)):
        return "10 % or more of characters in repeated lines"
    if text.share(lambda line: len(line) < _SHORT_LINE) >= 0.67:
        return "67 % or more of lines are short"
    return ""


RULES: dict[str, Callable[[Text], str]] = {"gopher": gopher, "c4": c4, "fineweb": fineweb}
"""Rule sets by name."""
