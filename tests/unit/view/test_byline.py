import pytest

from pagemill.html.tree import parsed
from pagemill.view.byline import author, published_at
from pagemill.view.metadata import metadata


def _published(html, url="", title=""):
    tree = parsed(html)
    return published_at(tree, metadata(tree), url, title)


def _author(html):
    tree = parsed(html)
    return author(tree, metadata(tree))


META_DATE = '<meta property="article:published_time" content="{}">'


@pytest.mark.parametrize(
    ("html", "day"),
    [
        (META_DATE.format("2024-05-07") + "<time>2001-01-01</time>", "2024-05-07"),
        (META_DATE.format("2024-02-30"), ""),
        ("<h1>Lamp</h1><time datetime=2024-05-07>May</time>", "2024-05-07"),
        ("<h1>Lamp</h1><p class=post-date>7 May 2024</p>", "2024-05-07"),
        ("<h1>Lamp</h1><p>发布时间：2024年5月7日</p>", "2024-05-07"),
        ("<h1>Lamp</h1><p class=date>Updated 7 May 2024</p>", ""),
        ("<h1>Lamp</h1><p>© 2001-01-01 Courier</p>", ""),
        ("<p>7 May 2024</p><p>9 May 2024</p><h6>x</h6>", "2024-05-07"),
        ("<p>no date</p>", ""),
    ],
)
def test_declared_before_shown_and_nothing_rather_than_a_wrong_day(html, day):
    assert _published(html) == day


def test_the_address_tells_where_the_page_does_not():
    assert _published("<h1>Lamp</h1>", "http://a.example/2024/05/07/lamp") == "2024-05-07"


def test_the_local_day_in_the_address_outvotes_the_day_in_utc():
    declared = META_DATE.format("2024-05-08T01:30:00Z")
    assert _published(declared, "http://a.example/2024/05/07/lamp") == "2024-05-07"
    assert (
        _published(declared, "http://a.example/2020/05/07/lamp") == "2024-05-08T01:30:00+00:00"
    )


def test_the_date_next_to_the_title_counts_where_several_stand():
    html = "<div>2001-01-01</div>" + "<p>x</p>" * 200 + "<h2>Lamp lit</h2><div>2024-05-07</div>"
    assert _published(html, title="Lamp lit") == "2024-05-07"


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<meta name=author content="By I. Vell">', "I. Vell"),
        ('<meta name=author content="http://a.example/vell">', ""),
        ('<meta name=author content="admin"><p class=byline>By I. Vell</p>', "I. Vell"),
        ('<a rel="author" href=x>I. Vell</a>', "I. Vell"),
        ("<p class=author-bio>I. Vell writes about lamps</p>", ""),
        ("<p>作者：I. Vell</p>", ""),
        ("", ""),
    ],
)
def test_authors(html, name):
    assert _author(html) == name


def test_several_authors_are_listed_once_each():
    html = (
        '<script type="application/ld+json">{"@type":"Article","headline":"x","author":'
        '[{"name":"I. Vell"},{"name":"O. Carrow"},{"name":"I. Vell"}]}</script>'
    )
    assert _author(html) == "I. Vell, O. Carrow"
