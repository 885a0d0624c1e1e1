"""What the settings of a crawl ask for: which page first, a browser, under which name."""

from __future__ import annotations

from pagemill.collection.layout import Layout
from pagemill.crawl.fetching.browser import Browser, RenderLimits
from pagemill.crawl.ordering.importance import Importance
from pagemill.crawl.ordering.opic import Opic
from pagemill.crawl.ordering.scorer import Scorer, installed
from pagemill.crawl.ordering.topic import Topic
from pagemill.crawl.params import CrawlParams
from pagemill.crawl.store import Store
from pagemill.errors import UsageError
from pagemill.model.version import __version__


def scorer_of(layout: Layout, params: CrawlParams) -> Scorer | None:
    """What scores pages; None where none are scored.

    Raises:
        UsageError: a plug-in, a topic or its examples cannot be used.
    """
    if params.scorer:
        return installed(params.scorer)
    if params.examples:
        from pagemill.crawling.focus import focus  # noqa: PLC0415 - a twentieth of a start

        return focus(layout, params.examples, params.topic)
    try:
        return Topic(params.topic) if params.topic else None
    except ValueError as error:
        raise UsageError(f"[crawl] {error}") from None


def importance_of(store: Store) -> Importance | None:
    """What orders a crawl by importance; None where its store does not keep what that takes."""
    if store.accounts is None or store.quality is None:
        return None
    return Importance(Opic(store.accounts), store.quality)


def browser_of(params: CrawlParams) -> Browser:
    """The browser of a crawl that renders pages.

    Raises:
        UsageError: there is none on this machine.
    """
    limits = RenderLimits(
        seconds=params.render_seconds,
        requests=params.render_requests,
        size=params.max_answer_bytes,
    )
    return Browser(limits, agent_named(params))


def agent_named(params: CrawlParams) -> str:
    """``User-Agent`` of a crawl, with the address under which its owner can be reached."""
    contact = params.contact.strip()
    if contact and "://" not in contact and not contact.startswith("mailto:"):
        contact = f"mailto:{contact}"
    return f"{params.agent}/{__version__}" + (f" (+{contact})" if contact else "")
