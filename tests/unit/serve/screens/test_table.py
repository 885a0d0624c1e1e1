import re

import pytest

from material.browsing import COPY, FERRY


def listed(page):
    return re.findall(r'<br><span class="hint">(http[^<]+)</span></th>', page.text)


def test_pages_come_fifty_at_a_time_in_the_order_of_their_addresses(browser, small_web):
    first, second = browser.get("/pages"), browser.get("/pages?first=50")
    assert len(listed(first)) == 50
    every = sorted(view.url for view in small_web.docviews())
    assert listed(first) + listed(second) == every
    assert 'rel="next"' in first.text
    assert 'rel="prev"' in second.text


def test_filters_are_joined(browser):
    answer = browser.get("/pages", params={"fate": "near", "words": "NIGHT ferry"})
    assert listed(answer) == [FERRY]
    assert COPY in listed(browser.get("/pages?words=night+ferry&fate=kept"))
    assert "No page is like that." in browser.get("/pages?host=absent").text
    assert '<option value="near" selected>' in answer.text


def test_the_largest_come_first_if_asked(browser):
    sizes = re.findall(r'<td class="n">([\d,]+)</td>', browser.get("/pages?order=size").text)
    numbers = [int(size.replace(",", "")) for size in sizes]
    assert numbers == sorted(numbers, reverse=True)


@pytest.mark.parametrize("first", ["-1", "x", "1e9", "9" * 30])
def test_a_wrong_place_is_told(browser, first):
    assert browser.get("/pages", params={"first": first}).status_code == 400


def test_what_is_typed_comes_back_escaped(browser):
    assert "<script>" not in browser.get("/pages", params={"words": '"><script>'}).text
