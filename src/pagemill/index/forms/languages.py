"""Languages whose words can be stemmed."""

from __future__ import annotations

LANGUAGES = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
"""Primary tag of each language whose words can be stemmed -> its name."""


def chosen(said: str) -> tuple[str, ...]:
    """The languages in a setting such as ``"en de"``, in order, each once.

    Raises:
        ValueError: one of them cannot be stemmed.
    """
    found = tuple(sorted(set(said.split())))
    for one in found:
        if one not in LANGUAGES:
            raise ValueError(
                f"stemming names {one!r}; choose of {', '.join(LANGUAGES)}, blanks between"
            )
    return found
