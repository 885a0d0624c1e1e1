"""Words -> stems, by the language of the page; an option, stored with the index.

    "The runners were running"  ->  the runner were run        (English)

The words of a page are stemmed by the rules of its own language, where these are among the
languages that the index stems; other pages keep their words as they are. Nobody says in which
language a query is, so each of its words stands for its *forms*: the word itself, and its stem
in each of the languages. A page matches if one of the forms is among its words. With ``lang:``
in the query only the forms of that language are looked for.

Pages and queries go through the same rules, so counts stay exact: they are the pages with one
of the forms, and a phrase is a phrase of forms of one language. What a script without spaces
became (pairs of characters) no rule touches.

Source:
    Porter, An algorithm for suffix stripping, 1980; Snowball, a language for stemming
    algorithms, 2001, whose rules the engine carries.
    Deviates: a word of which the rules leave nothing keeps its form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from pagemill.index.forms.languages import LANGUAGES
from pagemill.index.query import Query, Words

MOST_HELD = 500_000
"""Stems that are held for one language, so that frequent words are stemmed once."""

Stem = Callable[[str], str]
"""Gives the stem of one word, or ``""`` where nothing is left."""


class Held(dict[str, str]):
    """Word -> stem of one language; words are stemmed when they are first asked for."""

    def __init__(self, stem: Stem) -> None:
        super().__init__()
        self._stem = stem

    def __missing__(self, word: str) -> str:
        if len(self) >= MOST_HELD:
            self.clear()
        self[word] = found = self._stem(word) or word
        return found


class Stemming:
    """Stems words by the rules of some languages.

    Args:
        languages: primary tags, of :data:`LANGUAGES`.
        rules: gives the rules of a language by its name.
    """

    def __init__(self, languages: Sequence[str], rules: Callable[[str], Stem]) -> None:
        self.languages = tuple(languages)
        self._rules = rules

    @cached_property
    def _held(self) -> dict[str, Held]:
        return {one: Held(self._rules(LANGUAGES[one])) for one in self.languages}

    def stemmed(self, analysed: str, language: str) -> str:
        """An analysed text with its words stemmed, where its language is one of these."""
        if language not in self.languages:
            return analysed
        return " ".join(map(self._held[language].__getitem__, analysed.split()))

    def stem(self, word: str, language: str) -> str:
        """What a word of a page in this language becomes."""
        return self._held[language][word] if language in self.languages else word

    def forms(self, member: Words, languages: Sequence[str] = ()) -> tuple[Words, ...]:
        """What a word or phrase of a query stands for, as it is first.

        Args:
            member: words side by side.
            languages: those of the pages that are looked for; none for all.
        """
        if not self.languages:
            return (member,)
        found = [
            tuple(self.stem(word, one) for word in member)
            for one in languages or ("", *self.languages)
        ]
        return tuple(dict.fromkeys(found))

    def formed(self, query: Query) -> Query:
        """A query with the forms of its words in the place of the words."""
        if not self.languages:
            return query
        asked = query.languages
        worths: dict[Words, float] = {}
        given = dict(query.worths)
        for member in query.positive:
            for form in self.forms(member, asked):
                worths[form] = max(worths.get(form, 0.0), given.get(member, 1.0))
        return replace(
            query,
            required=tuple(dict.fromkeys(self._all(group, asked) for group in query.required)),
            excluded=self._all(query.excluded, asked),
            worths=tuple((form, worth) for form, worth in worths.items() if worth != 1.0),
        )

    def _all(self, members: Iterable[Words], languages: Sequence[str]) -> tuple[Words, ...]:
        every = (form for member in members for form in self.forms(member, languages))
        return tuple(dict.fromkeys(every))
