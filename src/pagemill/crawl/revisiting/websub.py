"""Being told of news instead of asking for it: subscriptions to feeds at their hubs.

A feed that names a hub is subscribed to there. The hub asks back whether that was meant; then
it sends what is new, signed with a secret that only it was told. Each subscription holds for a
time and is renewed before that ends. Nothing here reads a clock, opens a socket or draws a
number.

What is pushed is taken for a reason to visit the feed, not for its content: so a visit is made
under the rules that hold for all visits, and nothing is believed but that there is news.

Source: WebSub, W3C Recommendation 2018, sections 5 (subscribing, verification of intent), 7
    (content distribution) and 7.1 (validating signatures).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlencode

LEASE: Final = 10 * 86_400.0
"""Seconds that are asked for."""

MOST: Final = 10_000
"""Feeds that are subscribed to at most."""

_RENEWED: Final = 0.8  # share of a lease after which it is renewed
_SHORTEST: Final = 60.0
_FIRST_WAIT, _LONGEST_WAIT = 60.0, 86_400.0
_UNANSWERED: Final = 300.0
_HASHES: Final = ("sha1", "sha256", "sha384", "sha512")


@dataclass(slots=True)
class Subscription:
    """One feed at its hub.

    Attributes:
        name: part of the address that the hub is told; nobody else knows it.
        feed: address that is visited when there is news.
        topic: address under which the hub knows the feed.
        hub: address of the hub.
        secret: with which the hub signs.
        due_at: instant at which the hub is asked, for the first time or again.
        until: instant at which it ends; 0 while the hub has not confirmed it.
        failures: requests in a row that the hub did not accept.
    """

    name: str
    feed: str
    topic: str
    hub: str
    secret: str
    due_at: float = 0.0
    until: float = 0.0
    failures: int = 0


class Subscriptions:
    """All subscriptions of one run of a crawl.

    Args:
        callback: address under which hubs reach this crawl; ends with ``/``.
        drawn: gives a text that nobody can guess.
    """

    def __init__(self, callback: str, drawn: Callable[[], str]) -> None:
        self._callback = callback
        self._drawn = drawn
        self._of_feed: dict[str, Subscription] = {}
        self._of_name: dict[str, Subscription] = {}

    def want(self, feed: str, topic: str, hub: str, now: float) -> None:
        """A feed names a hub."""
        known = self._of_feed.get(feed)
        if known is not None and (known.topic, known.hub) == (topic or feed, hub):
            return
        if known is not None:
            del self._of_name[known.name]
        elif len(self._of_feed) >= MOST:
            return
        made = Subscription(self._drawn(), feed, topic or feed, hub, self._drawn(), now)
        self._of_feed[feed] = self._of_name[made.name] = made

    def due(self, now: float) -> list[Subscription]:
        """Subscriptions whose hub is to be asked now."""
        return [one for one in self._of_feed.values() if one.due_at <= now]

    def request(self, one: Subscription) -> bytes:
        """What the hub is sent, as a form."""
        fields = {
            "hub.callback": f"{self._callback}{one.name}",
            "hub.mode": "subscribe",
            "hub.topic": one.topic,
            "hub.lease_seconds": str(int(LEASE)),
            "hub.secret": one.secret,
        }
        return urlencode(fields).encode()

    def asked(self, one: Subscription, now: float, *, accepted: bool) -> None:
        """The hub was asked; one that did not accept is asked again later and later."""
        if accepted:
            one.failures = 0
            one.due_at = now + _UNANSWERED
            return
        wait = min(_FIRST_WAIT * 2.0**one.failures, _LONGEST_WAIT)
        one.failures += 1
        one.due_at = now + wait

    def confirmed(self, name: str, query: str, now: float) -> str | None:
        """A hub asks whether a subscription was meant.

        Args:
            name: the last part of the address that it came to.
            query: of that address.
            now: seconds since 1970.

        Returns:
            What it must be answered; None where nothing like it was meant.
        """
        said = {key: values[0] for key, values in parse_qs(query).items()}
        one = self._of_name.get(name)
        if one is None or said.get("hub.topic") != one.topic:
            return None
        if said.get("hub.mode") == "denied":
            self.asked(one, now, accepted=False)
            one.until = 0.0
            return ""
        lease = said.get("hub.lease_seconds", "")
        if said.get("hub.mode") != "subscribe" or "hub.challenge" not in said:
            return None
        if not lease.isdecimal() or len(lease) > 12:
            return None
        seconds = max(float(lease), _SHORTEST)
        one.until, one.due_at = now + seconds, now + _RENEWED * seconds
        return said["hub.challenge"]

    def pushed(
        self, name: str, fields: Mapping[str, str], body: bytes, now: float
    ) -> str | None:
        """Something was sent to an address of ours.

        Args:
            name: the last part of that address.
            fields: header fields, names in lower case.
            body: what was sent.
            now: seconds since 1970.

        Returns:
            The feed that has news; ``""`` for what must be answered but not believed (the
            signature is missing or wrong, or the subscription has ended); None where there is
            no such subscription.
        """
        one = self._of_name.get(name)
        if one is None:
            return None
        method, _, signature = fields.get("x-hub-signature", "").partition("=")
        if one.until <= now or method.lower() not in _HASHES:
            return ""
        right = hmac.new(one.secret.encode(), body, method.lower()).hexdigest()
        return one.feed if hmac.compare_digest(right, signature.strip().lower()) else ""

    @property
    def standing(self) -> int:
        """Subscriptions that a hub has confirmed."""
        return sum(one.until > 0 for one in self._of_feed.values())
