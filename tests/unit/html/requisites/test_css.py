import time

import pytest

from pagemill.html.requisites.css import elements, references


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a { background: url(one.png) }", ["one.png"]),
        ("a { background: URL( 'two.png' ) , url(\"three.png\") }", ["two.png", "three.png"]),
        ("@import 'base.css' screen; @import url(more.css);", ["base.css", "more.css"]),
        ('@font-face { src: local("Lamp"), url(f.woff2) format("woff2") }', ["f.woff2"]),
        ('p { background: image-set("a.png" 1x, url(b.png) 2x type("image/png")) }',
         ["a.png", "b.png"]),
        ("p { background: -webkit-image-set(url('c.png') 1x) }", ["c.png"]),
        ("/* url(no.png) */ p { content: 'url(no.png)' }", []),
        ("@namespace svg url(http://www.w3.org/2000/svg); a { b: url(yes.png) }", ["yes.png"]),
        ("a { fill: url(#gradient); b: url(data:image/png;base64,xx) }", []),
        (r"a { b: url(a\ b.png); c: url('\26 amp\.png') }", ["a b.png", "&amp.png"]),
        ("a { b: url(one.png); c: url(one.png) }", ["one.png"]),
        ("a { b: url('never closed", ["never closed"]),
        ("/* never closed url(x.png)", []),
        ("a { b: url() ; c: url('') }", []),
        (r"a { b: url('\0\d800\110000') }", ["\ufffd\ufffd\ufffd"]),
    ],
)  # fmt: skip
def test_a_stylesheet_refers_to_what_a_browser_would_ask_for(text, found):
    assert references(text) == found


def test_stylesheets_stand_in_style_elements():
    html = "<style>one</style><p>x<STYLE media=print>two</STYLE ><styles>no</styles><style>end"
    assert list(elements(html)) == ["one", "two", "end"]


@pytest.mark.parametrize(
    "piece", ["/*", "url(", "url('", "image-set((", "'", '"\\', "@import "]
)
def test_time_grows_with_length_alone(piece):
    began = time.process_time()
    references(piece * 200_000)
    list(elements("<style" * 200_000))
    assert time.process_time() - began < 2.0
