"""What a URL is to a collection: four addresses that are kept apart.

A link leads to an address that is *sent*; the server may redirect it to a *final* one; the page
found there may declare a *canonical* one; and the crawler has a *key* under which it remembers
what it has asked for. Each answers another question. Where one stands in for another, pages are
fetched for ever, or lost: a key is not fit to be sent (servers tell addresses apart that it
joins), and what a page declares is only a claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import ada_url

from pagemill.html.url import normalized
from pagemill.html.url_rules import PROFILES, Profile, normalized_by

STANDARD: Final = PROFILES["standard"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The four addresses of one page.

    Attributes:
        key: under which a frontier knows it; made by a profile, never sent.
        sent: what is asked for: the reference as resolved, without its fragment.
        final: where redirects ended; equal to ``sent`` where there were none.
        canonical: what the page declares, or ``""``; a claim, and no reason to skip it.
    """

    key: str
    sent: str
    final: str
    canonical: str


def identified(
    url: str, *, final: str = "", canonical: str = "", by: Profile = STANDARD
) -> Identity | None:
    """The four addresses of a page, or None where its URL is none.

    Args:
        url: as found, absolute.
        final: address of the answer, or ``""`` where it was not redirected.
        canonical: resolved address that the page declares, or ``""``.
        by: profile that makes the key.
    """
    sent = sendable(url)
    if sent is None:
        return None
    return Identity(
        key=frontier_key(sent, by) or sent,
        sent=sent,
        final=(sendable(final) if final else None) or sent,
        canonical=(normalized(canonical) if canonical else None) or "",
    )


def sendable(url: str) -> str | None:
    """Address as it is asked for: only the fragment, which is never sent, is left out."""
    try:
        return ada_url.normalize_url(url).partition("#")[0]
    except (ValueError, UnicodeError):
        return None


def frontier_key(url: str, by: Profile = STANDARD) -> str | None:
    """Key under which a frontier knows an address, or None where it is none."""
    return normalized_by(url, by)
