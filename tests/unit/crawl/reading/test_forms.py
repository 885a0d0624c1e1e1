from __future__ import annotations

import pytest

from pagemill.crawl.reading.forms import MOST_OPTIONS, choices
from pagemill.html.tree import parsed

BASE = "http://a.example/search?old=1"


def found(inner: str, most: int = 20, attributes: str = "action=/f") -> list[str]:
    html = f"<form {attributes}>{inner}</form>"
    return [url.removeprefix("http://a.example") for url in choices(parsed(html), BASE, most)]


LIST = "<select name=y><option value=''>any<option selected>2024<option value=5>five</select>"


def test_each_choice_is_tried_once_what_the_page_chose_first() -> None:
    assert found(LIST) == ["/f?y=2024", "/f?y=", "/f?y=5"]


def test_boxes_and_hidden_fields_are_sent_as_a_browser_would() -> None:
    boxes = (
        "<input type=hidden name=h value='a b'><input type=checkbox name=c value=1>"
        "<input type=radio name=r value=x><input type=radio name=r value=y checked>"
        "<input type=submit name=go value=Go>"
    )
    assert found(boxes) == [
        "/f?h=a+b&r=y",
        "/f?h=a+b&c=1&r=y",
        "/f?h=a+b&r=x",
        "/f?h=a+b&c=1&r=x",
    ]


def test_pairs_come_last_and_the_number_is_bounded() -> None:
    two = "<select name=a><option>1<option>2</select><select name=b><option>3<option>4</select>"
    assert found(two) == ["/f?a=1&b=3", "/f?a=2&b=3", "/f?a=1&b=4", "/f?a=2&b=4"]
    assert found(two, most=2) == ["/f?a=1&b=3", "/f?a=2&b=3"]
    lists = [f"<select name=s{one}><option>1<option>2</select>" for one in range(90)]
    many = "".join(lists)
    assert len(found(many, most=50)) == 50


@pytest.mark.parametrize(
    "inner",
    [
        f"{LIST}<input name=q>",
        f"{LIST}<input type=search name=q>",
        f"{LIST}<input type=password name=p>",
        f"{LIST}<input type=file name=p>",
        f"{LIST}<textarea name=t></textarea>",
        "<select name=y><option>only</select>",
        f"<select name=y>{'<option>x' * (MOST_OPTIONS + 1)}</select>",
        "<input type=submit>",
    ],
)
def test_a_form_that_wants_to_be_written_into_or_offers_nothing_is_left_alone(
    inner: str,
) -> None:
    assert found(inner) == []


@pytest.mark.parametrize(
    "attributes",
    ["method=post action=/f", "action=/cart/add", "action=/logout", "action=mailto:a@b.example",
     "action=/f id=delete-form"],
)  # fmt: skip
def test_a_form_that_does_something_is_never_sent(attributes: str) -> None:
    assert found(LIST, attributes=attributes) == []


def test_without_action_it_leads_to_its_own_page() -> None:
    assert found(LIST, attributes="method=GET")[0] == "/search?y=2024"
