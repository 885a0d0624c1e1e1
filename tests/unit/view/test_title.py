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
