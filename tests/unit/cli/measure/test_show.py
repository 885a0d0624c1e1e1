from pagemill.cli.measure import show
from pagemill.measure.estimate import Cost, Estimate
from pagemill.measure.overlap.digests import Differences
from pagemill.measure.power_law import PowerLaw


def test_no_number_without_interval_method_visible_share_and_cost(desk):
    found = Estimate(
        what="pages",
        point=1234.5,
        se=10,
        low=1200,
        high=1300,
        method="m",
        cost=Cost(3, 4, 1),
        warnings=("odd",),
    )
    show.estimate(found, desk.console())
    out = desk.out.getvalue()
    assert "pages: 1,234" in out
    assert "1,200 to 1,300" in out
    assert "visible share: unknown" in out
    assert "method: m" in out
    assert "3 searches, 4 texts, 1 unanswered" in out
    assert desk.err.getvalue() == "warning: odd\n"


def test_long_lists_are_cut_in_text_alone(desk):
    pages = tuple(f"p{number:02}" for number in range(30))
    found = Differences(
        left=30, right=0, only_left=pages, only_right=(), changed=(), buckets=8, differing=8
    )
    show.differences(found, desk.console())
    assert "10 more; --json lists all" in desk.out.getvalue()


def test_a_power_law_in_words():
    assert "exponent 2.10 (2.00 to 2.20)" in show.law(PowerLaw(2.1, 2.0, 2.2, 1, 99, 0.01))
    assert "too few" in show.law(None)
