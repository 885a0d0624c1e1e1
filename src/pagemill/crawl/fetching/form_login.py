"""Logging in by a form, as a person would: look at the page, fill the form in, send it."""

from __future__ import annotations

from urllib.parse import urlencode

from pagemill.crawl.fetching.access import Form
from pagemill.crawl.fetching.fetch import Answer, Fetcher, Request
from pagemill.html.encoding import decoded
from pagemill.html.tree import Tree, parsed
from pagemill.html.url import joined

_TYPE = ("Content-Type", "application/x-www-form-urlencoded")
_REDIRECTS = (301, 302, 303, 307, 308)
_MOST_REDIRECTS = 5
_NOT_SENT = frozenset(("submit", "button", "image", "reset", "file"))


async def log_in(fetcher: Fetcher, form: Form) -> str:
    """Fill in a form; the fetcher keeps the cookies that come of it.

    Returns:
        Why it did not work, or ``""``.
    """
    outcome = await fetcher.fetch(Request(url=form.url))
    if not isinstance(outcome, Answer) or outcome.status >= 400:
        return f"the page does not answer ({_told(outcome)})"
    tree = _tree(outcome)
    node = login_form(tree)
    if node is None:
        return "the page has no form with a field for a password"
    fields = filled(tree, node, dict(form.fields))
    target = joined(form.url, tree.attribute(node, "action") or form.url)
    if target is None:
        return "the form leads nowhere"
    body = urlencode(fields).encode()
    outcome = await fetcher.fetch(
        Request(url=target, method="POST", headers=(_TYPE,), body=body)
    )
    for _ in range(_MOST_REDIRECTS):
        if not isinstance(outcome, Answer) or outcome.status not in _REDIRECTS:
            break
        target = joined(target, outcome.header("location")) or target
        outcome = await fetcher.fetch(Request(url=target))
    if not isinstance(outcome, Answer) or outcome.status >= 400:
        return f"the form was refused ({_told(outcome)})"
    is_back = login_form(_tree(outcome)) is not None
    return "the form came back: name or password are wrong" if is_back else ""


def login_form(tree: Tree) -> int | None:
    """The form of a page that asks for a password; None where there is none."""
    for node in tree.nodes("form"):
        fields = tree.find("input", within=node)
        if any(tree.attribute(one, "type").lower() == "password" for one in fields):
            return node
    return None


def filled(tree: Tree, form: int, values: dict[str, str]) -> list[tuple[str, str]]:
    """Names and values that a browser would send for a form.

    Args:
        tree: the page.
        form: node of the form.
        values: by name, in place of those that stand in the form; a field that the form does
            not have is sent too, since programs may add it.
    """
    fields: dict[str, str] = {}
    for node in tree.find("input", within=form):
        name, kind = tree.attribute(node, "name"), tree.attribute(node, "type").lower()
        is_box = kind in ("checkbox", "radio")
        if not name or kind in _NOT_SENT:
            continue
        if is_box and "checked" not in tree.attributes[node]:
            continue
        fields[name] = tree.attribute(node, "value") or ("on" if is_box else "")
    return list({**fields, **values}.items())


def _tree(answer: Answer) -> Tree:
    return parsed(decoded(answer.body, answer.header("content-type"))[0])


def _told(outcome: object) -> str:
    if isinstance(outcome, Answer):
        return f"status {outcome.status}"
    return str(getattr(outcome, "reason", "no answer"))
