import pytest

from pagemill.html.tree import parsed
from pagemill.view.metadata import metadata
from pagemill.view.title import page_title


def _title(html, url=""):
    tree = parsed(html)
    return page_title(tree, metadata(tree), url)


OG = '<meta property="og:title" content="{}">'
SITE = '<meta property="og:site_name" content="{}">'


@pytest.mark.parametrize(
    ("html", "url", "title"),
    [
        ("<title>Lamp - Courier</title><h1>Lamp</h1>", "", "Lamp"),
        (
            "<title>Courier: Lamps lit</title><h1>Courier</h1><h1>Lamps lit</h1>",
            "",
            "Lamps lit",
        ),
        ("<title>Lamp | The Courier</title>" + SITE.format("The Courier"), "", "Lamp"),
        ("<title>Lamp lit | Vell Courier</title>", "http://vellcourier.example/x", "Lamp lit"),
        ("<title>Lamp</title>", "", "Lamp"),
        ("<h1>Lamp</h1>", "", "Lamp"),
        ("<h1>Lamp ¶</h1><title>Lamp</title>", "", "Lamp"),
        (
            OG.format("The lamp of Vell") + "<title>x</title><h1>The old lamp of Vell</h1>",
            "",
            "The old lamp of Vell",
        ),
        ("<title>守闸人推开木窗_新闻网</title><h1>守闸人推开木窗</h1>", "", "守闸人推开木窗"),
        (
            "<title>Where lamps are lit - Harbour</title><h1>Harbour</h1>",
            "",
            "Where lamps are lit",
        ),
        ("<p>no title</p>", "", ""),
        ("", "", ""),
    ],
)
def test_titles(html, url, title):
    assert _title(html, url) == title


def test_a_slogan_in_json_ld_does_not_become_the_title():
    html = (
        "<title>Tide table - Vell Bay Wiki</title>"
        + OG.format("Tide table - Vell Bay Wiki")
        + SITE.format("Vell Bay Wiki")
        + '<script type="application/ld+json">{"@type":"Article","name":"Tide table",'
        '"headline":"list of predicted water heights"}</script><h1>Tide table</h1>'
    )
    assert _title(html) == "Tide table"


@pytest.mark.parametrize(
    ("html", "url", "title"),
    [
        (
            "<title>Oil lamps — Vell 2 Guide</title><h1>Vell 2 Guide</h1><h1>Oil lamps</h1>",
            "",
            "Oil lamps",
        ),
        (
            OG.format("How to trim a wick well")
            + "<title>Harbour notes: How to trim a wick well</title><h1>Harbour notes</h1>",
            "",
            "How to trim a wick well",
        ),
        ("<title>View topic - Wicks</title>", "", "Wicks"),
        ("<title>vell.example The old lamp</title>", "http://vell.example/", "The old lamp"),
        (
            "<title>Oil lamps - Overview | Vell Harbour Light Keepers</title>",
            "http://www.vhlk.example/",
            "Oil lamps - Overview",
        ),
        (
            OG.format("Why keepers trim the wick — or, at least, should")
            + "<title>Why keepers trim wicks - Courier</title>",
            "",
            "Why keepers trim the wick — or, at least, should",
        ),
        (
            "<title>Red Lamp | Brass</title><h1><b>Red Lamp</b><i>Burns all night</i></h1>",
            "",
            "Red Lamp",
        ),
        (
            OG.format("8 ways to trim a wick") + "<title>8 ways to trim a wick - Vell</title>"
            "<h1>ways to trim a wick</h1>",
            "http://vell.example/",
            "8 ways to trim a wick",
        ),
        (
            OG.format("A summary of two hundred letters and more. " * 5)
            + "<title>Lamp lit</title><h1>Letters and more</h1>",
            "",
            "Lamp lit",
        ),
    ],
)
def test_the_title_is_told_from_what_stands_around_it(html, url, title):
    assert _title(html, url) == title
