import re

import pytest

from pagemill.html.tree import parsed
from pagemill.serve.reading.fate import fates
from pagemill.serve.reading.painted import STYLE, painted
from pagemill.serve.reading.reading import read
from pagemill.serve.reading.source import Source

HOSTILE = """<base href=http://evil.example/>
<meta http-equiv=refresh content="0;url=http://evil.example/">
<link rel=stylesheet href=http://evil.example/s.css>
<style>p{background:url(http://evil.example/)}</style>
<script>alert(1)</script><svg onload=alert(1)><script>alert(2)</script></svg>
<p onclick=alert(1) style="background:url(http://evil.example/)" id="b0" data-why="x">
A paragraph, long enough. <a href="javascript:alert(1)">a link</a>
<img src=http://evil.example/x.png onerror=alert(1) alt='"><script>alert(3)</script>'>
<form action=http://evil.example/><button>Send</button>
<input name=a autofocus onfocus=alert(1)></form>
<iframe src=http://evil.example/></iframe><object data=x></object><embed src=x>
<math><mi xlink:href="javascript:alert(1)">m</mi></math><template><p>unseen</template>
<p title="</style><script>alert(4)</script>">&lt;script&gt;alert(5)&lt;/script&gt;</p>"""


def document_of(html):
    reading = read(Source(payload=html, url="http://a.example/"))
    return painted(reading, fates(reading, reading.main))


def test_nothing_of_a_hostile_page_can_act():
    document = document_of(HOSTILE)
    body = document.partition("</style>")[2]
    tree = parsed(document)
    acting = "script svg iframe object embed form input img a base link"
    assert not set(tree.tags) & set(acting.split())
    assert list(tree.find("meta")) == list(tree.find("meta"))[:2]
    names = {name for own in tree.attributes for name in own}
    assert names <= {
        "lang",
        "charset",
        "name",
        "content",
        "class",
        "id",
        "tabindex",
        "data-why",
    }
    assert "evil.example" not in body
    assert "&lt;script&gt;alert(5)" in body
    assert document.count("<style>") == 1
    assert f"<style>{STYLE}</style>" in document


def test_every_block_is_marked_once_with_its_fate_and_reason(reading):
    document = painted(reading, fates(reading, reading.main))
    numbers = [int(found) for found in re.findall(r'id="b(\d+)" tabindex="0"', document)]
    assert numbers == list(range(len(reading.blocks)))
    assert document.count("data-why=") == len(reading.blocks) + STYLE.count("data-why=")
    assert 'data-why="kept: chance' in document


def test_all_words_of_the_blocks_are_there_in_their_order(reading):
    shown = "".join(parsed(painted(reading, fates(reading, reading.main))).texts)
    at = 0
    for text in reading.blocks.text:
        at = shown.index(text.strip()[:20], at)


@pytest.mark.parametrize(
    "html", ["", "<table><tr><td>cell", "<ul><li>one<li>two", "x<br>y<hr>z"]
)
def test_any_page_gives_a_whole_document(html):
    document = document_of(html)
    assert document.startswith("<!doctype html>")
    assert document.endswith("</body></html>")
    for tag in ("table", "td", "ul", "li", "div", "span"):
        assert document.count(f"<{tag}") == document.count(f"</{tag}>")
