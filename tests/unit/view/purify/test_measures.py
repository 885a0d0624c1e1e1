from __future__ import annotations

import numpy as np
import pytest

from pagemill import native
from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.measures import in_body, measured, measured_in_python, names

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
MENU = "<ul>" + "<li><a href=/n>Home</a>" * 4 + "</ul>"
PAGES = [
    "a",
    f"{MENU}<article class=story><h1>Lamp</h1><p>{PROSE}</p><p>{PROSE * 2}</p></article>",
    f"<p>{PROSE}<table><tr><td>a<td>b<tr><td>c<td>d</table><img><div class=Ad-x>ad</div>",
    f"<div class=cookie-bar>We and our partners use cookies; our privacy notice</div>{PROSE}",
    f"<div style='Display : None'>{PROSE}</div><main>{PROSE}</main><b role=' Banner '>x</b>",
    "<h2>Über</h2><p itemprop=ArticleBody> 一二，三。</p><dl><dt>a<dd>b</dl><pre>x\n</pre>",
    f"<title>Oak ladder - Shop</title><h1>Oak ladder</h1><span>{PROSE}</span><br>x<hr>y",
    "<body><span>one<div>two</div>three</span><noscript>four</noscript>",
]


@pytest.mark.skipif(native.measure is None, reason="nothing was compiled")
@pytest.mark.parametrize("html", PAGES)
def test_the_compiled_loop_gives_the_numbers_of_the_python_one(html: str) -> None:
    tree = parsed(html)
    blocks = cut(tree)
    for body in ("", PROSE * 3):
        quick = measured(tree, blocks, "Oak ladder - Shop", body)
        slow = measured_in_python(tree, blocks, "Oak ladder - Shop", body)
        differing = np.flatnonzero((quick.rows != slow.rows).any(axis=0))
        assert not [names()[number] for number in differing]
        assert quick.marks.tolist() == slow.marks.tolist()
        assert quick.dropped.tolist() == slow.dropped.tolist()


def test_texts_are_sought_in_a_stated_body_whatever_the_white_space() -> None:
    body = "The keeper climbed ninety steps. The wind took his hat."
    texts = ["The keeper\n climbed ninety steps.", "Subscribe to our letter", "Home"]
    assert in_body(texts, body) == [3, 2, 1]
    assert in_body(texts, "") is None
