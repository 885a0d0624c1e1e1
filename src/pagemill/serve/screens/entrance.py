"""Logging in and out."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pagemill.serve.safety import tokens
from pagemill.serve.safety.gate import COOKIE, VISITOR
from pagemill.serve.workbench import form, limited, text, whole_bench


def show(request: Request) -> Response:
    """The form that asks for the password."""
    onward = _inside(request.query_params.get("next", ""))
    return whole_bench(request).render(request, "login.html", onward=onward, fault="")


async def enter(request: Request) -> Response:
    """Let a visitor in who gives the password."""
    here = whole_bench(request)
    sent = await form(request)
    limited(request, here.logins, "anyone")
    onward = _inside(text(sent, "next"))
    name = tokens.new_name()  # a name that was known before the login may be somebody else's
    if not here.sessions.enter(name, text(sent, "password"), time.monotonic()):
        fault = "That is not the password."
        return here.render(request, "login.html", 403, onward=onward, fault=fault)
    answer = RedirectResponse(onward, 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, name, httponly=True, samesite="strict", secure=secure)
    return answer


async def leave(request: Request) -> Response:
    """Let a visitor out."""
    await form(request)
    whole_bench(request).sessions.leave(request.scope[VISITOR])
    return RedirectResponse("/login", 303)


def _inside(path: str) -> str:
    """Where to go on: never to another site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
