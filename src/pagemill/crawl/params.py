"""Settings of a crawl."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from math import isfinite
from typing import Final

from pagemill.crawl.politeness import Window

ORDERS: Final = ("breadth", "importance")
SEARCH: Final = "search"
"""As ``examples``: learn the topic from what a search for its words finds."""

SCOPES: Final = ("host", "domain", "prefix", "page", "web")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlParams:
    """``[crawl]`` of ``collection.toml``.

    Attributes:
        contact: web or mail address under which the crawl's owner can be reached; sent with
            every request and obligatory as soon as a public host is asked.
        agent: product token by which robots.txt files name this crawler.
        scope: how far from the seeds: host, domain, prefix, page or web.
        depth: most links from a seed; 0 for any number.
        requisites: whether what pages are shown with is fetched too, wherever it lies:
            pictures, stylesheets, scripts, fonts.
        include: regular expression of addresses allowed besides; "" for none.
        exclude: regular expression of addresses refused whatever else is said; "" for none.
        ignore: patterns as in .gitignore, blanks between, of files that are left out below the
            folders with which a crawl begins; "" for none but those that stand in such files.
        order: which page comes first where no topic says so: "breadth" for the fewest links
            from a seed, "importance" for the worth by the links met so far, the quality of
            hosts and the signs of spam.
        topic: words that describe what pages should be about: what is found on pages that say
            them is asked for first; "" for breadth-first.
        examples: file of example pages from which a classifier learns the topic (JSON lines
            with "text" or "url", and "about": false for pages that are something else); or
            "search" to learn it from the pages of the collection that say the words of
            ``topic``; "" to go by these words alone.
        scorer: name of an installed plug-in that decides which page comes first; "" for none.
        forms: addresses that one form may bring whose fields are all given by the page (GET, no
            field to write into); 0 to leave forms alone.
        forms_per_host: addresses that all forms of one host together may bring.
        render: whether pages that say nothing without JavaScript are rendered in a browser.
        render_seconds: seconds that a page may take in it.
        render_requests: requests that a page may make there.
        delay: seconds between the end of an answer and the next request to the same host.
        delay_factor: the same as a multiple of the time that the last answer took.
        longest_delay: seconds that neither this multiple nor a robots.txt can exceed.
        connections: requests under way at a time, to different hosts.
        per_address: requests at a time to one IP address.
        max_pages: pages after which a crawl ends; 0 for no end.
        max_bytes: bytes received after which a crawl ends; 0 for no end.
        max_time: seconds after which a crawl ends; 0 for no end.
        max_answer_bytes: bytes that one answer may have.
        answer_seconds: seconds that one answer may take.
        free_disk_bytes: room on the disk below which a crawl waits until there is more.
        bandwidth: bytes a second that may be received; 0 for any number.
        window: hours of the day, in local time, in which to ask, such as "22:00-06:00"; "" for
            always.
        proxy: address of a proxy through which all is asked for, such as
            "http://127.0.0.1:3128"; "" for none.
        logins: file of passwords, header fields, cookies and login forms of private sites; ""
            for none. Only its owner may be able to read it.
        authorities: file of certificates (PEM) that are trusted in place of the system's; ""
            for none.
        metrics: where Prometheus may ask for the figures of a running crawl, such as
            "127.0.0.1:9108"; "" for nowhere.
        push: where hubs of feeds may tell of news, such as "9200" or "127.0.0.1:9200" (WebSub);
            "" to go without.
        push_address: address under which hubs reach that place, such as
            "https://crawler.example.org"; "" for the place itself.
        continuous: whether pages are visited again when they are due, without end.
        revisits_per_day: visits a day that may be spent on pages that were fetched before.
        revisit_after: seconds at least between two visits of a page.
        revisit_aim: what revisits are spent for: "fresh" for the largest share of pages that
            are up to date, "young" for the lowest mean age.
    """

    contact: str = ""
    agent: str = "pagemill"
    scope: str = "host"
    depth: int = 0
    requisites: bool = False
    include: str = ""
    exclude: str = ""
    ignore: str = ""
    order: str = "breadth"
    topic: str = ""
    examples: str = ""
    scorer: str = ""
    forms: int = 0
    forms_per_host: int = 200
    render: bool = False
    render_seconds: float = 20.0
    render_requests: int = 100
    delay: float = 2.0
    delay_factor: float = 10.0
    longest_delay: float = 60.0
    connections: int = 64
    per_address: int = 2
    max_pages: int = 0
    max_bytes: int = 0
    max_time: float = 0.0
    max_answer_bytes: int = 33_554_432
    answer_seconds: float = 120.0
    free_disk_bytes: int = 1_073_741_824
    bandwidth: int = 0
    window: str = ""
    proxy: str = ""
    logins: str = ""
    authorities: str = ""
    metrics: str = ""
    push: str = ""
    push_address: str = ""
    continuous: bool = False
    revisits_per_day: float = 5_000.0
    revisit_after: float = 3_600.0
    revisit_aim: str = "young"

    def __post_init__(self) -> None:
        """Check what no type can say.

        Raises:
            ValueError: a setting that cannot be meant; the message says which and why.
        """
        if self.scope not in SCOPES:
            raise ValueError(f"scope is '{self.scope}'; it is one of {', '.join(SCOPES)}")
        if self.connections < 1 or self.per_address < 1:
            raise ValueError("connections and per_address must be at least 1")
        if self.revisit_aim not in ("fresh", "young"):
            raise ValueError(f"revisit_aim is '{self.revisit_aim}'; it is fresh or young")
        if self.revisits_per_day <= 0 or self.revisit_after < 0:
            raise ValueError("revisits_per_day must be above 0, revisit_after not negative")
        if self.window:
            Window.parse(self.window)
        self._check_order()
        self._check_numbers()
        self._check_pauses()
        for name, text in (("include", self.include), ("exclude", self.exclude)):
            try:
                re.compile(text)
            except re.error as error:
                raise ValueError(f"{name} is no regular expression: {error}") from None

    def _check_numbers(self) -> None:
        for one in fields(self):
            value: object = getattr(self, one.name)
            if isinstance(value, float) and not isfinite(value):
                raise ValueError(f"{one.name} is {value}; it must be a number that ends")
            if isinstance(value, int | float) and value < 0:
                raise ValueError(f"{one.name} is {value}; it must not be negative")

    def _check_pauses(self) -> None:
        if self.delay > self.longest_delay:
            raise ValueError(
                f"delay is {self.delay:g}, more than longest_delay ({self.longest_delay:g}), "
                "so that no robots.txt could ask for more; raise longest_delay in [crawl] too"
            )

    def _check_order(self) -> None:
        if self.examples == SEARCH and not self.topic:
            raise ValueError("examples is 'search', which needs a topic to search for")
        if (self.topic or self.examples) and self.scorer:
            raise ValueError("topic and scorer both say what comes first; name one of them")
        if self.order not in ORDERS:
            raise ValueError(f"order is '{self.order}'; it is one of {', '.join(ORDERS)}")
        if self.order != "breadth" and self.is_scored:
            raise ValueError(
                f"order '{self.order}' and a topic or scorer both say what comes first; name "
                "one of them"
            )

    @property
    def is_scored(self) -> bool:
        """Whether what comes first is said by pages' scores."""
        return bool(self.topic or self.examples or self.scorer)

    @property
    def hours(self) -> Window | None:
        """Hours of the day in which to ask; None for always."""
        return Window.parse(self.window) if self.window else None
