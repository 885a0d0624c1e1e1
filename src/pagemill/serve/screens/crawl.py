"""The crawl as it goes: counts, hosts, the last attempts; and robots rules with a tester."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from pagemill.crawl.robots import Robots, parsed
from pagemill.serve.workbench import Workbench, bench, form, text
from pagemill.survey.crawl_state import CrawlState, crawl_state

SHOWN = 40
EVERY_S = 2.0
LONGEST_S = 3600.0
MOST_WATCHERS = 20


def show(request: Request) -> Response:
    """The crawl at this moment; a script keeps the page up to date."""
    here = bench(request)
    return here.render(request, "crawl.html", **_shown(here))


def _shown(here: Workbench) -> dict[str, object]:
    state = crawl_state(here.layout)
    now = time.time()  # noqa: TID251 - beside the instants that the crawl wrote down
    return {
        "state": state,
        "hosts": [(one, _why(one.queued, one.next_at - now)) for one in state.hosts]
        if state
        else [],
        "recent": [(_clock(one.at), one) for one in state.recent[:SHOWN]] if state else [],
        "root": str(here.collection.root),
        "tested": None,
        "rules": "",
        "address": "",
        "agent": here.collection.config.crawl.agent,
    }


def _why(queued: int, wait: float) -> str:
    """Why a host is idle."""
    if not queued:
        return "nothing queued"
    return f"may be asked in {wait:,.0f} s" if wait > 0.5 else "its turn"


def _clock(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


async def tell(request: Request) -> Response:
    """The crawl's figures as server-sent events, until the visitor goes."""
    here = bench(request)
    if here.watchers >= MOST_WATCHERS:
        raise HTTPException(503, "Too many are watching the crawl; look at the page instead.")
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(
        _events(request, here), media_type="text/event-stream", headers=headers
    )


async def _events(request: Request, here: Workbench) -> AsyncIterator[str]:
    here.watchers += 1
    before = ""
    end = time.monotonic() + LONGEST_S
    try:
        while time.monotonic() < end and not await request.is_disconnected():
            state = await run_in_threadpool(crawl_state, here.layout)
            now = event(state)
            yield f"data: {now}\n\n" if now != before else ": still here\n\n"
            before = now
            await asyncio.sleep(EVERY_S)
    finally:
        here.watchers -= 1


def event(state: CrawlState | None) -> str:
    """What is told of a crawl at one moment, as JSON."""
    if state is None:
        return json.dumps({"running": False, "counts": {}, "recent": []})
    recent = [
        {
            "at": _clock(one.at),
            "url": one.url,
            "outcome": one.outcome,
            "status": one.status,
            "reason": one.reason,
        }
        for one in state.recent[:SHOWN]
    ]
    return json.dumps({"running": state.is_running, "counts": state.counts, "recent": recent})


async def test_rules(request: Request) -> Response:
    """Whether rules of a robots.txt allow an address, and which of them decides."""
    here = bench(request)
    sent = await form(request)
    rules, address = text(sent, "rules"), text(sent, "address").strip()
    agent = text(sent, "agent").strip() or here.collection.config.crawl.agent
    shown = await run_in_threadpool(_shown, here)
    tested = verdict(parsed(rules.encode("utf-8", "replace")), agent, address)
    return here.render(
        request,
        "crawl.html",
        **{**shown, "tested": tested, "rules": rules, "address": address, "agent": agent},
    )


def verdict(robots: Robots, agent: str, address: str) -> tuple[bool, str]:
    """Whether an address may be asked for, and why, in words."""
    rule = robots.deciding(agent, address or "/")
    if rule is None:
        return True, f"no rule for {agent} matches this address"
    word = "allow" if rule.allows else "disallow"
    return rule.allows, f"the rule that decides: {word}: {rule.pattern}"
