"""Whether a fetcher keeps its contract: for those who write one, and for our own.

Example:
    ``asyncio.run(faults(MyFetcher(), Sample(present="my://a", absent="my://b")))`` gives an
    empty list, or says line by line what is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from pagemill.crawl.fetching.fetch import Answer, Failure, Fetcher, Outcome, Request

_AT_ONCE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What a fetcher is tried on.

    Attributes:
        present: an address that it can get, always with the same bytes.
        absent: an address in the same place where nothing is.
    """

    present: str
    absent: str


async def faults(fetcher: Fetcher, sample: Sample) -> list[str]:
    """What of the contract is broken; empty where nothing is. Closes the fetcher."""
    scheme = sample.present.partition(":")[0]
    found = list(_of_schemes(fetcher, scheme))
    requests = {
        "present": Request(url=sample.present),
        "absent": Request(url=sample.absent),
        "malformed": Request(url=f"{scheme}://[/"),
        "foreign": Request(url="nothing-speaks-this://a.example/"),
        "head": Request(url=sample.present, method="HEAD"),
    }
    outcomes: dict[str, Outcome] = {}
    for name, request in requests.items():
        try:
            outcomes[name] = await fetcher.fetch(request)
        except Exception as error:  # noqa: BLE001 - this is what must not happen
            found.append(f"{name}: raised {type(error).__name__}, which must be a Failure")
    found += _of_present(outcomes.get("present"))
    found += _of_absent(outcomes.get("absent"))
    for name in ("malformed", "foreign"):
        found += _of_hopeless(name, outcomes.get(name))
    head = outcomes.get("head")
    if isinstance(head, Answer) and head.body:
        found.append("head: an answer to HEAD has a body")
    found += await _at_once(fetcher, requests["present"], outcomes.get("present"))
    found += await _closed(fetcher)
    return found


def _of_schemes(fetcher: Fetcher, scheme: str) -> Iterator[str]:
    if scheme not in fetcher.schemes:
        yield f"schemes: {scheme} is not among them"
    for one in fetcher.schemes:
        if one != one.lower() or not one.isascii():
            yield f"schemes: {one} must be in lower case"


def _of_present(outcome: Outcome | None) -> Iterator[str]:
    if isinstance(outcome, Failure):
        yield f"present: failed with {outcome.reason}"
    if not isinstance(outcome, Answer):
        return
    if not 200 <= outcome.status < 300:
        yield f"present: status {outcome.status}, where 2xx was expected"
    if not outcome.head.startswith(b"HTTP/1.") or not outcome.head.endswith(b"\r\n\r\n"):
        yield "present: head is no head of HTTP/1 that ends with an empty line"
    if outcome.took < 0:
        yield "present: took is negative"
    if not outcome.body:
        yield "present: no body"


def _of_absent(outcome: Outcome | None) -> Iterator[str]:
    if isinstance(outcome, Answer) and outcome.status < 400:
        yield f"absent: status {outcome.status} for what does not exist"
    if isinstance(outcome, Failure) and not outcome.reason:
        yield "absent: a Failure without a reason"


def _of_hopeless(name: str, outcome: Outcome | None) -> Iterator[str]:
    if isinstance(outcome, Answer):
        yield f"{name}: answered, where no answer can be"
    elif outcome is not None and not (outcome.reason and outcome.is_lasting):
        yield f"{name}: must be a lasting Failure with a reason"


async def _at_once(fetcher: Fetcher, request: Request, first: Outcome | None) -> list[str]:
    if not isinstance(first, Answer):
        return []
    asked = [fetcher.fetch(request) for _ in range(_AT_ONCE)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    bodies = [one.body for one in outcomes if isinstance(one, Answer)]
    if bodies != [first.body] * _AT_ONCE:
        return [f"at once: {_AT_ONCE} requests at a time do not all give the same bytes"]
    return []


async def _closed(fetcher: Fetcher) -> list[str]:
    try:
        await fetcher.close()
        await fetcher.close()
    except Exception as error:  # noqa: BLE001 - this is what must not happen
        return [f"close: raised {type(error).__name__} when it was called twice"]
    return []
