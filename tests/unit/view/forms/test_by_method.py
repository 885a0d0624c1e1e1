from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pagemill.errors import UsageError
from pagemill.model.docview import DocView
from pagemill.view.assemble import docview, read_page, resolver
from pagemill.view.forms.by_method import by_method

STORY = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
PAGE = (
    f"<ul>{'<li><a href=/n>Home</a>' * 9}</ul><article><p>{STORY * 3}<a href=/k>Keeper</a></p>"
    f"<p>{STORY * 4}</p></article>"
).encode()


def chosen(
    view: DocView, page: bytes, kind: str, method: str, site: Sequence[bytes] = ()
) -> DocView:
    tree, encoding = read_page(page, kind)
    resolve = resolver(tree, view.url, encoding.name)
    return by_method(view, tree, resolve, method, (read_page(one, "")[0] for one in site))


@pytest.mark.parametrize("method", ["plateau", "lecture", "weights"])
def test_a_method_chooses_the_three_forms_and_nothing_else(method: str) -> None:
    view = docview(PAGE, "http://a.example/")
    found = chosen(view, PAGE, "", method)
    assert found.text.count("ninety steps") == 7
    assert "Home" not in found.text
    assert "[Keeper](http://a.example/k)" in found.markdown
    same = replace(found, text=view.text, markdown=view.markdown, html=view.html)
    assert same == view


def test_a_template_takes_out_what_other_pages_of_the_site_have() -> None:
    view = docview(PAGE)
    others = [PAGE.replace(b"oil", name) for name in (b"gas", b"wax", b"fat")]
    found = chosen(view, PAGE, "", "template", others)
    assert found.text.count("oil") == 7
    assert "Home" not in found.text


def test_sites_of_one_page_are_refused() -> None:
    view = docview(PAGE)
    with pytest.raises(UsageError, match="1 other pages of the site are known"):
        chosen(view, PAGE, "", "template", [PAGE])


@pytest.mark.parametrize("method", ["plateau", "lecture", "weights"])
def test_links_that_lead_to_no_web_page_are_none(method: str) -> None:
    for address in (b"javascript:alert(1)", b"data:text/html,x", b"mailto:k@a.example"):
        page = PAGE.replace(b"href=/k", b'href="' + address + b'"')
        found = chosen(docview(page, "http://a.example/"), page, "", method)
        assert "Keeper" in found.markdown
        assert address not in found.html.encode() + found.markdown.encode()


def test_plain_text_is_no_markup() -> None:
    page = b"The keeper climbed <b>ninety</b> steps with a lamp of oil, and the wind was up."
    view = docview(page, content_type="text/plain")
    found = chosen(view, page, "text/plain", "weights")
    assert found.text == page.decode()
