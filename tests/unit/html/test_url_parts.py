import pytest

from pagemill.html.url_parts import cut


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/x?y#z",
        "http://u:p@a.example:81/x?y#z",
        "http://a.example/?#",
        "http://[::1]:81/",
        "mailto:a@b.example",
        "file:///a",
        "foo:///a",
        "foo://h",
        "urn:a:b",
        "sc://?",
    ],
)
def test_parts_make_the_address_again(url):
    assert str(cut(url)) == url


@pytest.mark.parametrize(
    ("url", "again"),
    [
        (" HTTP:a.example ", "http://a.example/"),
        ("http:\\\\a.example\\x", "http://a.example/x"),
        ("http:////a.example", "http://a.example/"),
        ("http://a.example:80/", "http://a.example/"),
        ("http://a@b@c/", "http://a@b@c/"),
        ("ht\ttp://a\n/", "http://a/"),
        ("file:a", "file:///a"),
    ],
)
def test_what_a_browser_forgives_is_forgiven(url, again):
    assert str(cut(url)) == again


def test_an_opaque_path_is_told():
    assert cut("mailto:a@b.example").is_opaque
    assert not cut("foo:/a").is_opaque
    assert not cut("http:a").is_opaque
