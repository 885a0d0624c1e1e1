import pytest

from pagemill.html.tree import parsed
from pagemill.view.forms.picture import picture


def resolve(address: str) -> str | None:
    return None if address.startswith("data:") else f"http://a.example/{address}"


def shown(html: str) -> tuple[str, str]:
    tree = parsed(html)
    (node,) = tree.nodes("img")
    return picture(tree, node, resolve)


def test_an_image_has_its_address_and_its_name():
    assert shown('<img src=a.jpg alt="A  *lamp*">') == (
        r"![A \*lamp\*](http://a.example/a.jpg)",
        '<img src="http://a.example/a.jpg" alt="A *lamp*">',
    )


def test_an_image_inside_a_link_leads_where_the_link_does():
    markdown, html = shown("<a href=big><span><img src=a.jpg></span></a>")
    assert markdown == "[![](http://a.example/a.jpg)](http://a.example/big)"
    assert html == (
        '<a href="http://a.example/big"><img src="http://a.example/a.jpg" alt=""></a>'
    )


@pytest.mark.parametrize(
    "html",
    [
        "<img src=data:image/gif;x data-src=a.jpg>",
        "<img data-original=a.jpg>",
        "<img srcset='a.jpg 1x, b.jpg 2x'>",
        "<img src=data:image/gif;x data-srcset='a.jpg 400w'>",
        "<picture><source srcset='a.jpg 1x'><img alt=lamp></picture>",
    ],
)
def test_an_image_that_is_loaded_late_is_found(html: str):
    assert "http://a.example/a.jpg" in shown(html)[0]


def test_an_image_without_an_address_is_nothing():
    assert shown("<img alt=lamp>") == ("", "")


def test_a_name_or_an_address_cannot_break_out():
    markdown, html = shown('<img src="a) (b" alt="]( <script>&quot;">')
    assert "<script>" not in html
    assert markdown == r"![\]( \<script\>" + '"](http://a.example/a%29%20%28b)'


def test_a_caption_that_the_text_has_not_is_the_title():
    tree = parsed('<img src=a.jpg alt="A lamp">')
    (node,) = tree.nodes("img")
    markdown, html = picture(tree, node, resolve, 'Lit at "six" <night>')
    assert markdown == (r"![A lamp](http://a.example/a.jpg" + r' "Lit at \"six\" \<night\>")')
    assert html == (
        '<img src="http://a.example/a.jpg" alt="A lamp" '
        'title="Lit at &quot;six&quot; &lt;night&gt;">'
    )
    assert picture(tree, node, resolve, "A lamp") == picture(tree, node, resolve)


def test_what_reads_as_a_character_reference_stays_what_it_is():
    tree = parsed('<img src=a.jpg alt="&amp;lt;">')
    (node,) = tree.nodes("img")
    markdown, html = picture(tree, node, resolve, "Q&A &copy;")
    assert markdown == r'![\&lt;](http://a.example/a.jpg "Q&A \&copy;")'
    assert html == (
        '<img src="http://a.example/a.jpg" alt="&amp;lt;" title="Q&amp;A &amp;copy;">'
    )
