from pagemill.crawl.deposit import Attempt, Tally


def test_counts_begin_with_nothing_and_are_not_shared():
    first, second = Tally(), Tally()
    first.refusals["robots.txt"] += 1
    assert not second.refusals


def test_an_attempt_without_answer_has_no_status_and_no_size():
    attempt = Attempt(url="http://a.example/", at=1.0, status=0, outcome="failed")
    assert (attempt.size, attempt.reason, attempt.target) == (0, "", "")
