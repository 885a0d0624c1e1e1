from pagemill.html.links import base_url, outlinks
from pagemill.html.tree import parsed

PAGE = """<base href="/en/"><a href="lamp" rel="NoFollow tag"> The
 <b>lamp</b></a><a href="#top">up</a><a href="javascript:x()">no</a>
<a href="mailto:a@b.example">m</a>
<a href="http://other.example/x"><img src=i alt="a picture"></a>
<a href=" ">blank</a><a>none</a>
<map><area href="map" alt="corner"></map><a href="ftp://files.example/">f</a>"""


def test_links_are_absolute_and_carry_text_and_relation():
    links = outlinks(parsed(PAGE), "http://a.example/de/page.html")
    found = [(link.url, link.text, link.rel) for link in links]
    assert found[0] == ("http://a.example/en/lamp", "The lamp", ("nofollow", "tag"))
    assert ("http://other.example/x", "a picture", ()) in found
    assert ("http://a.example/en/map", "corner", ()) in found
    assert all(url.startswith("http") for url, _, _ in found)


def test_places_on_the_page_itself_are_no_links():
    page = parsed('<a href="http://a.example/p#x">x</a><a href="q#x">y</a>')
    assert [link.url for link in outlinks(page, "http://a.example/p#z")] == [
        "http://a.example/q#x"
    ]


def test_a_page_without_address_has_only_absolute_links():
    page = parsed('<a href="q">q</a><a href="http://b.example/">b</a>')
    assert [link.url for link in outlinks(page, "")] == ["http://b.example/"]


def test_a_base_that_is_no_web_address_is_ignored():
    assert base_url(parsed('<base href="data:,x">'), "http://a.example/") == "http://a.example/"
    assert base_url(parsed("<base>"), "http://a.example/") == "http://a.example/"
