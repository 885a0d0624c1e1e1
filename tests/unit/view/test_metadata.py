import json

from pagemill.html.tree import parsed
from pagemill.view.metadata import Stated, metadata


def _page(head, body=""):
    return metadata(parsed(f"<html lang=en><head>{head}</head><body>{body}</body></html>"))


def _script(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="application/ld+json">{text}</script>'


def test_a_page_that_says_nothing_gives_empty_statements():
    found = metadata(parsed(""))
    assert found.title_element == found.canonical == found.language == ""
    assert found.titles == found.authors == found.published == ()


def test_json_ld_open_graph_and_dublin_core_are_read_together():
    found = _page(
        "<title>Lamp | Courier</title>"
        '<meta property="og:title" content="Lamp"><meta name="DC.title" content="The lamp">'
        '<meta property="og:site_name" content="Courier">'
        '<meta name="keywords" content="a, b,a">'
        '<meta property="og:type" content="article"><link rel="canonical" href="/x">'
        + _script(
            {
                "@graph": [
                    {"@type": "WebSite", "name": "The Courier"},
                    {
                        "@type": ["NewsArticle"],
                        "headline": "Lamp lit &amp; safe",
                        "datePublished": "2024-05-07",
                        "author": [{"@type": "Person", "name": "I. Vell"}],
                        "publisher": {"name": "Courier Ltd"},
                    },
                ]
            }
        )
    )
    assert found.title_element == "Lamp | Courier"
    assert found.titles == ("Lamp", "The lamp")
    assert found.headlines == ("Lamp lit & safe",)
    assert found.site_names == ("Courier", "The Courier", "Courier Ltd")
    assert found.keywords == ("a", "b")
    assert found.authors == (("I. Vell",),)
    assert found.published == ("2024-05-07",)
    assert found.kinds == ("WebSite", "NewsArticle", "Person", "article")
    assert found.canonical == "/x"
    assert found.language == "en"


def test_an_author_given_by_reference_is_found():
    found = _page(
        _script(
            {
                "@graph": [
                    {"@type": "Article", "headline": "x", "author": {"@id": "#p"}},
                    {"@type": "Person", "@id": "#p", "name": "I. Vell"},
                ]
            }
        )
    )
    assert found.authors == (("I. Vell",),)


def test_microdata_is_read():
    found = _page(
        "",
        '<h1 itemprop="headline">Lamp</h1><span itemprop="author">'
        '<b itemprop="name">I. Vell</b> writes</span>'
        '<time itemprop="datePublished" datetime="2024-05-07">May</time>',
    )
    assert found.headlines == ("Lamp",)
    assert found.authors == (("I. Vell",),)
    assert found.published == ("2024-05-07",)


def test_broken_json_gives_nothing():
    assert _page(_script('{"headline": ')).headlines == ()


def test_the_title_of_a_drawing_is_not_the_pages():
    assert _page("", "<svg><title>Logo</title></svg>").title_element == ""


def test_microdata_and_dublin_core_tell_types_dates_and_languages():
    found = metadata(
        parsed(
            """<meta name="DC.type" content="Text"><meta name="DC.language" content="de">
            <meta name="DC.date.issued" content="2024-05-06">
            <meta name="DC.publisher" content="C">
            <meta name="DCTERMS.modified" content="2024-05-09">
            <div itemscope itemtype="http://schema.org/BlogPosting">
            <p itemprop=headline>Lamp</p>
            <p itemprop=datePublished>2024-05-07</p><p itemprop=dateModified>2024-05-08</p>
            <p itemprop=author itemscope itemtype=http://schema.org/Person>
            <b itemprop=name>I. Vell</b></p></div>"""
        )
    )
    assert found.kinds == ("BlogPosting", "Text")
    assert found.published == ("2024-05-06", "2024-05-07")
    assert found.modified == ("2024-05-09", "2024-05-08")
    assert found.language == "de"
    assert found.headlines == ("Lamp",)
    assert found.authors == (("I. Vell",),)
    assert found.site_names == ("C",)


def test_json_ld_in_a_meta_element_is_read():
    found = _page(
        '<meta name="script:ld+json" content="{&quot;@type&quot;:&quot;Report&quot;}">'
    )
    assert found.kinds == ("Report",)


def test_what_the_choice_asks_is_read_alone_and_is_the_same():
    body = "The keeper climbed ninety steps with a lamp of oil. " * 5
    data = '{"@type": "NewsArticle", "headline": "x", "%s": "' + body + '"}'
    for key in ("articleBody", "article\\u0042ody", "text"):
        tree = parsed(
            "<title>Lamp | Courier</title><meta name=description content='Of a lamp.'>"
            f"<svg><title>Drawn</title></svg><script type=application/ld+json>{data % key}"
        )
        whole, asked = metadata(tree), Stated(tree)
        assert asked.title_element == whole.title_element == "Lamp | Courier"
        assert asked.body == whole.body == ("" if key == "text" else body.strip())
        assert asked.descriptions == whole.descriptions == ("Of a lamp.",)
