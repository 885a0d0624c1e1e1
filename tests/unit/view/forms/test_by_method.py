from __future__ import annotations

from dataclasses import replace

import pytest

from pagemill.errors import UsageError
from pagemill.view.assemble import docview
from pagemill.view.forms.by_method import by_method

STORY = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
PAGE = (
    f"<ul>{'<li><a href=/n>Home</a>' * 9}</ul><article><p>{STORY * 3}<a href=/k>Keeper</a></p>"
    f"<p>{STORY * 4}</p></article>"
).encode()


@pytest.mark.parametrize("method", ["plateau", "lecture", "weights"])
def test_a_method_chooses_the_three_forms_and_nothing_else(method: str) -> None:
    view = docview(PAGE, "http://a.example/")
    found = by_method(view, PAGE, "", method)
    assert found.text.count("ninety steps") == 7
    assert "Home" not in found.text
    assert "[Keeper](http://a.example/k)" in found.markdown
    same = replace(found, text=view.text, markdown=view.markdown, html=view.html)
    assert same == view


def test_a_template_takes_out_what_other_pages_of_the_site_have() -> None:
    view = docview(PAGE)
    others = [PAGE.replace(b"oil", name) for name in (b"gas", b"wax", b"fat")]
    found = by_method(view, PAGE, "", "template", others)
    assert found.text.count("oil") == 7
    assert "Home" not in found.text


def test_documents_and_sites_of_one_page_are_refused() -> None:
    view = docview(PAGE)
    with pytest.raises(UsageError, match="1 other pages of the site are known"):
        by_method(view, PAGE, "", "template", [PAGE])
    with pytest.raises(UsageError, match="kept whole"):
        by_method(replace(view, converter="pdf"), PAGE, "", "plateau")
