import pytest

from pagemill.html.tree import parsed
from pagemill.view.canonical import canonical_url
from pagemill.view.metadata import metadata


@pytest.mark.parametrize(
    ("html", "canonical"),
    [
        (
            '<base href="http://www.a.example/en/"><link rel=canonical href="2024/lamp">',
            "http://www.a.example/en/2024/lamp",
        ),
        ('<link rel="nofollow CANONICAL" href="/lamp#top">', "http://a.example/lamp"),
        ('<meta property="og:url" content="http://a.example/og">', "http://a.example/og"),
        (
            '<link rel=canonical href="/x"><meta property="og:url" content="/og">',
            "http://a.example/x",
        ),
        ('<link rel=canonical href="javascript:x">', ""),
        ("<link rel=canonical>", ""),
        ("", ""),
    ],
)
def test_canonical_addresses(html, canonical):
    tree = parsed(html)
    assert canonical_url(tree, metadata(tree), "http://a.example/de/page") == canonical


def test_a_relative_canonical_of_a_page_without_address_is_none():
    tree = parsed('<link rel=canonical href="/x">')
    assert canonical_url(tree, metadata(tree), "") == ""
