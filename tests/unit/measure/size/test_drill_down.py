import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.engine import Answer
from pagemill.measure.size.drill_down import by_drill_down


class Shelves:
    """Pages with a year and a month; queries without words list up to 40."""

    name, limit = "shelves", 40

    def __init__(self, pages):
        self.filters = {"year": ("1", "2", "3"), "month": ("1", "2", "3", "4")}
        self.pages = pages

    def search(self, query):
        found = [
            f"p{number}"
            for number, page in enumerate(self.pages)
            if all(page[field] == value for field, value in query.filters)
        ]
        return Answer(tuple(found[:40]), None, "none", len(found) > 40)


def pages(count):
    years = "11111112223"
    return [
        {"year": years[number % 11], "month": str(1 + number * 7 % 4)}
        for number in range(count)
    ]


def test_a_capped_interface_with_filters_is_sized():
    asker = Asker(Shelves(pages(220)), Terms(budget=40))
    found = by_drill_down(asker)
    assert found.point == pytest.approx(220, rel=0.25)
    assert asker.cost.queries <= 40
    assert found.method == "drill-down by year, month"


def test_what_is_small_is_counted_exactly():
    assert by_drill_down(Asker(Shelves(pages(30)), Terms(budget=5))).point == 30


def test_filters_that_do_not_narrow_are_refused():
    with pytest.raises(UsageError, match="still overflow"):
        by_drill_down(Asker(Shelves(pages(20_000)), Terms(budget=50)))


def test_no_filters_no_drill_down(asking):
    with pytest.raises(UsageError, match="no filters"):
        by_drill_down(asking())
