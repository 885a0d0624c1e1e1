from __future__ import annotations

import pytest

from pagemill.crawl.reading.needs_script import needs_script
from pagemill.crawl.reading.page import page
from pagemill.html.tree import parsed

SAYS_SO = "<noscript>You need to enable JavaScript to run this app.</noscript>"


@pytest.mark.parametrize(
    ("html", "needed"),
    [
        ("<div id=root></div><script src=/app.js></script>", True),
        (f"<a href=/home>home</a>{SAYS_SO}<div id=app></div><script>run()</script>", True),
        ("<a href=/home>home</a><script>count()</script>", False),
        (f"<p>{'words enough to read ' * 20}</p>{SAYS_SO}<script>run()</script>", False),
        ("<p>short</p>", False),
        ("<form><input type=password></form><script>x</script>", False),
    ],
)
def test_only_what_says_nothing_without_is_rendered(html: str, needed: bool) -> None:
    facts = page(parsed(html), "http://a.example/", (), "pagemill")
    assert needs_script(html.encode(), facts) is needed


def test_what_is_no_page_is_not_rendered() -> None:
    assert not needs_script(b"%PDF", None)
