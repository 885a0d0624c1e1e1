"""Growing a web from a seed, and what a good crawler must find on it."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle
from typing import Final

from pagemill.testing.rules import CLOSED, FILES
from pagemill.testing.traps import TRAPS
from pagemill.testing.web import Host, Kind, Page, Place, Web

_LONGEST: Final = 4_000
_RATES: Final = (0.0, 0.02, 1 / 7, 1.0, 5.0)
_FAULTY: Final = ("cut", "closed", "garbage", "hanging", "status 500", "status 404")
_PRIVATE: Final = (
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/admin",
    "http://{private}:{port}/",
    "http://0x7f630001:{port}/",
    "http://2137194497:{port}/",
    "http://127.99.1:{port}/",
    "http://[::ffff:127.99.0.1]:{port}/",
    "http://[::1]:{port}/",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How a web is to be.

    Attributes:
        hosts: how many.
        pages: good pages on each host.
        names_per_address: hosts that share one address.
        traps: hosts with traps, of each kind one.
        faults: whether some pages break.
        mirrors: hosts that repeat another.
        robots: kinds of robots.txt, given out in turn; the first host's is always open.
    """

    hosts: int = 24
    pages: int = 40
    names_per_address: int = 3
    traps: bool = True
    faults: bool = True
    mirrors: int = 2
    robots: Sequence[str] = field(default=tuple(FILES))


def grown(seed: int, growth: Growth | None = None) -> Web:
    """A web, the same for the same seed and growth.

    Args:
        seed: any number.
        growth: how it is to be.
    """
    asked = growth or Growth()
    draw = random.Random(seed)  # noqa: S311 - no secret
    hosts = _hosts(asked)
    for number, host in enumerate(hosts):
        _fill(host, number, asked, draw)
    for number, host in enumerate(hosts):
        _join(host, number, hosts, draw)
    _set_traps(hosts, asked)
    _break(hosts, asked)
    mirrors = [_mirror(hosts[number], number, asked) for number in range(asked.mirrors)]
    first = hosts[0].pages["/"]
    links = (*first.links, *((one.name, "/") for one in mirrors))
    hosts[0].pages["/"] = replace(first, links=links, private=_PRIVATE)
    return Web(seed=seed, hosts={host.name: host for host in [*hosts, *mirrors]})


def reachable(web: Web) -> set[Place]:
    """Good pages that a crawler can reach by what it may ask for, from the beginning.

    Links, redirects of plumbing, sitemaps and feeds count; hosts whose rules cannot be had, and
    what rules forbid, do not.
    """
    queue = deque([web.begin])
    met = {web.begin}
    found: set[Place] = set()
    while queue:
        place = queue.popleft()
        host = web.hosts[place[0]]
        page = host.pages.get(place[1])
        if page is None or not FILES[host.robots].allows(place[1]):
            continue
        if page.kind is Kind.GOOD:
            found.add(place)
        onward = [*page.links, *((host.name, path) for path in host.named)]
        for target in onward:
            if target not in met:
                met.add(target)
                queue.append(target)
    return found


def _hosts(asked: Growth) -> list[Host]:
    hosts: list[Host] = []
    for number, robots in zip(range(asked.hosts), cycle(asked.robots), strict=False):
        hosts.append(
            Host(
                name=f"h{number}.web.test",
                address=_address(number // asked.names_per_address),
                robots="open" if number == 0 else robots,
                has_soft_404=number % 5 == 2,
                has_dates=number % 4 != 3,
            )
        )
    return hosts


def _address(number: int) -> str:
    return f"127.77.{number // 200}.{1 + number % 200}"


def _fill(host: Host, number: int, asked: Growth, draw: random.Random) -> None:
    """Good pages in a tree, some that only a list names, one forbidden, one alias."""
    named: list[str] = []
    paths = ["/", *(_path(number, place) for place in range(1, asked.pages))]
    for place, path in enumerate(paths):
        children = [paths[one] for one in (3 * place + 1, 3 * place + 2, 3 * place + 3)
                    if one < len(paths) and not _is_named(one)]  # fmt: skip
        if _is_named(place):
            named.append(path)
        host.pages[path] = Page(
            path=path,
            kind=Kind.GOOD,
            links=tuple((host.name, child) for child in children),
            words=min(80 + int(draw.lognormvariate(5.0, 0.8)), _LONGEST),
            rate=_RATES[draw.randrange(len(_RATES))],
            behaviour="flaky" if place == 5 and number % 6 == 1 else "plain",
        )
    # What a named page leads to must be reachable even if only the sitemap is read.
    host.named = tuple(named)
    host.pages["/secret/page.html"] = Page(path="/secret/page.html", kind=Kind.GOOD)
    if not FILES[host.robots].allows("/secret/page.html"):
        forbidden = Page(path="/secret/page.html", kind=Kind.FORBIDDEN)
        host.pages["/secret/page.html"] = forbidden
    if asked.pages > 2:
        alias = f"{paths[1]}?ref=menu"
        host.pages[alias] = replace(host.pages[paths[1]], path=alias, kind=Kind.ALIAS)


def _path(number: int, place: int) -> str:
    form = number % 3
    if form == 0:
        return f"/p/{place}.html"
    return (
        f"/articles/{2000 + place}/{place}-of-host-{number}" if form == 1 else f"/?id={place}"
    )


def _is_named(place: int) -> bool:
    return place % 10 == 9


def _join(host: Host, number: int, hosts: list[Host], draw: random.Random) -> None:
    """Links between hosts: every host is linked from an earlier one that may be crawled."""
    first = host.pages["/"]
    links = [*first.links, (host.name, "/secret/page.html")]
    links += [(host.name, path) for path, page in host.pages.items() if page.kind is Kind.ALIAS]
    links += [(host.name, "/gone/for-good")]
    host.pages["/"] = replace(first, links=tuple(links))
    if number == 0:
        return
    from_one = hosts[(number - 1) // 2]
    if from_one.robots in CLOSED:
        from_one = hosts[0]
    source = from_one.pages["/"]
    from_one.pages["/"] = replace(source, links=(*source.links, (host.name, "/")))
    other = hosts[draw.randrange(len(hosts))]
    path = draw.choice([path for path, page in host.pages.items() if page.kind is Kind.GOOD])
    across = host.pages[path]
    host.pages[path] = replace(across, links=(*across.links, (other.name, "/")))


def _set_traps(hosts: list[Host], asked: Growth) -> None:
    if not asked.traps:
        return
    open_hosts = [host for host in hosts if host.robots not in CLOSED]
    for name, host in zip(TRAPS, cycle(open_hosts[1:] or open_hosts), strict=False):
        host.traps = (*host.traps, name)
        first = host.pages["/"]
        host.pages["/"] = replace(first, links=(*first.links, (host.name, TRAPS[name][0])))


def _break(hosts: list[Host], asked: Growth) -> None:
    if not asked.faults:
        return
    open_hosts = [host for host in reversed(hosts) if host.robots not in CLOSED]
    for behaviour, host in zip(_FAULTY, cycle(open_hosts), strict=False):
        path = f"/broken/{behaviour.replace(' ', '-')}"
        host.pages[path] = Page(path=path, kind=Kind.BROKEN, behaviour=behaviour)
        first = host.pages["/"]
        host.pages["/"] = replace(first, links=(*first.links, (host.name, path)))


def _mirror(original: Host, number: int, asked: Growth) -> Host:
    """A host that repeats another's good pages, links and all."""
    name = f"mirror{number}.web.test"
    pages = {
        path: replace(
            page,
            kind=Kind.MIRROR,
            private=(),
            behaviour="plain",
            links=tuple(
                (name if host == original.name else host, to) for host, to in page.links
            ),
        )
        for path, page in original.pages.items()
        if page.kind is Kind.GOOD
    }
    address = _address(asked.hosts + number)
    return Host(name=name, address=address, pages=pages, mirror_of=original.name)
