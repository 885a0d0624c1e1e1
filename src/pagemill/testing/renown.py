"""A web in which some pages are known and most are not, about topics, with spam: and its truth.

Links go to whom many others link to already, mostly within one topic, so a few pages have most
of the renown. Spam hosts link to one another and to one page that they are there for; some
good pages were made to link to them. What each page is worth is known: its PageRank on the
whole graph, its topic, and by what trick it deceives.

Source: Barabasi, Albert 1999 for links that follow links; Gyongyi, Garcia-Molina 2005, "Web
spam taxonomy", for the tricks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pagemill.testing.web import Host, Kind, Page, Place, Web

_FOLLOWED: Final = 0.85
_ROUNDS: Final = 100
_NAMES_PER_ADDRESS: Final = 3
_DRAWN: Final = 8
TRICKS: Final = ("stuffed", "repeated", "linked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Renown:
    """How such a web is to be.

    Attributes:
        hosts: hosts of good pages; each is about one topic.
        pages: pages on each host.
        topics: how many.
        links: links of a page to others, besides those of its host's tree.
        inside: share of these that stay within the topic.
        farm: spam hosts.
        farm_pages: pages on each of them.
        duped: good pages that link to a spam host.
    """

    hosts: int = 30
    pages: int = 20
    topics: int = 5
    links: int = 6
    inside: float = 0.8
    farm: int = 0
    farm_pages: int = 12
    duped: int = 6


def renowned(seed: int, asked: Renown | None = None) -> Web:
    """A web, the same for the same seed and wishes.

    Args:
        seed: any number.
        asked: how it is to be.
    """
    wish = asked or Renown()
    draw = random.Random(seed)  # noqa: S311 - no secret
    # What is known best lies anywhere in its host's tree, and may be far from the beginning.
    places = [
        (f"r{host}.web.test", "/" if number == 0 else f"/{number}")
        for host in range(wish.hosts)
        for number in range(wish.pages)
    ]
    topic_of = {f"r{host}.web.test": f"topic{host % wish.topics}" for host in range(wish.hosts)}
    links = {place: _tree(place, wish) for place in places}
    for host in range(1, wish.hosts):
        links[f"r{(host - 1) // 2}.web.test", "/"].append((f"r{host}.web.test", "/"))
    _attach(places, topic_of, links, wish, draw)
    farm = _farm(wish, draw)
    for _ in range(wish.duped if wish.farm else 0):
        links[draw.choice(places)].append((f"farm{draw.randrange(wish.farm)}.web.test", "/"))
    hosts = {name: Host(name=name, address="") for name in topic_of}
    for place, onward in links.items():
        hosts[place[0]].pages[place[1]] = Page(
            path=place[1],
            kind=Kind.GOOD,
            links=tuple(dict.fromkeys(onward)),
            words=80 + draw.randrange(200),
            topic=topic_of[place[0]],
        )
    hosts.update({host.name: host for host in farm})
    for number, one in enumerate(hosts.values()):
        group = number // _NAMES_PER_ADDRESS
        one.address = f"127.77.{group // 200}.{1 + group % 200}"
    return Web(seed=seed, hosts=hosts)


def _tree(place: Place, wish: Renown) -> list[Place]:
    """A page leads to three further ones of its host, and home."""
    host, path = place
    number = int(path[1:] or 0)
    children = [3 * number + one for one in (1, 2, 3) if 3 * number + one < wish.pages]
    return [(host, "/"), *((host, f"/{child}") for child in children)]


def _attach(
    places: list[Place],
    topic_of: Mapping[str, str],
    links: dict[Place, list[Place]],
    wish: Renown,
    draw: random.Random,
) -> None:
    """Links to whom others link to already: each link drawn makes the next one likelier."""
    order = list(places)
    draw.shuffle(order)
    urns: dict[str, list[Place]] = {"": list(order)}
    for place in order:
        urns.setdefault(topic_of[place[0]], []).append(place)
    for place in order:
        for _ in range(wish.links):
            is_inside = draw.random() < wish.inside
            target = draw.choice(urns[topic_of[place[0]] if is_inside else ""])
            if target == place:
                continue
            links[place].append(target)
            urns[""] += [target] * _DRAWN
            urns[topic_of[target[0]]] += [target] * _DRAWN


def _farm(wish: Renown, draw: random.Random) -> list[Host]:
    """Hosts that all link to one another, and to one page that is to become known."""
    names = [f"farm{number}.web.test" for number in range(wish.farm)]
    made: list[Host] = []
    for number, name in enumerate(names):
        trick = TRICKS[number % len(TRICKS)]
        host = Host(name=name, address="")
        for page in range(wish.farm_pages):
            path = "/" if page == 0 else f"/{page}"
            others: list[Place] = [(one, "/") for one in names if one != name]
            inner = [(name, f"/{one}") for one in range(1, wish.farm_pages) if one != page]
            onward = [(names[0], "/"), *others, *inner]
            host.pages[path] = Page(
                path=path,
                kind=Kind.GOOD,
                links=tuple(dict.fromkeys(onward)),
                words=100 + draw.randrange(150),
                topic=f"topic{number % wish.topics}",
                spam=trick,
            )
        made.append(host)
    return made


def pagerank(web: Web) -> dict[Place, float]:
    """PageRank of every page on the whole graph; they add up to 1."""
    pages = {(host.name, page.path): page for host in web.hosts.values()
             for page in host.pages.values()}  # fmt: skip
    onward = {place: [one for one in page.links if one in pages and one != place]
              for place, page in pages.items()}  # fmt: skip
    rank = dict.fromkeys(pages, 1 / len(pages))
    for _ in range(_ROUNDS):
        after = dict.fromkeys(pages, 0.0)
        lost = sum(rank[place] for place, targets in onward.items() if not targets)
        for place, targets in onward.items():
            for target in targets:
                after[target] += _FOLLOWED * rank[place] / len(targets)
        even = (1 - _FOLLOWED + _FOLLOWED * lost) / len(pages)
        rank = {place: after[place] + even for place in pages}
    return rank
