from pagemill.html import tree
from pagemill.view import microdata

PAGE = """<div itemscope itemtype="https://schema.org/NewsArticle http://a.example#B">
<h1 itemprop=headline> Lamp
 lit</h1><time itemprop=datePublished datetime=2024-05-07>May</time>
<span itemprop="author creator" itemscope itemtype=//schema.org/Person>
<a itemprop=name href=/v>I. Vell</a></span><b itemprop=author>A. B.</b>
<meta itemprop=wordCount content=12><img itemprop=image src=i.png></div>
<p itemprop=stray>x</p><i itemscope></i>"""


def items(html):
    page = tree.parsed(html)
    return microdata.items(page, microdata.marked_nodes(page))


def test_items_come_out_in_the_shape_of_json_ld():
    person = {"@type": ["Person"], "name": "I. Vell"}
    assert items(PAGE) == [
        {
            "@type": ["NewsArticle", "B"],
            "headline": "Lamp lit",
            "datePublished": "2024-05-07",
            "author": [person, "A. B."],
            "creator": person,
            "wordCount": "12",
            "image": "i.png",
        },
        {"@type": []},
    ]


def test_long_properties_are_cut():
    page = f"<div itemscope><p itemprop=text>{'x' * 9_000}</p></div>"
    assert items(page) == [{"@type": [], "text": "x" * 2_000}]


def test_a_page_without_microdata_has_no_items():
    assert items("<p>x") == []
