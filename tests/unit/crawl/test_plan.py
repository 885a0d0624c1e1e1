from pagemill.crawl.plan import Ends


def test_a_crawl_has_no_end_of_its_own_but_patience():
    assert (Ends().pages, Ends().size, Ends().seconds) == (0, 0, 0.0)
    assert Ends().unreachable > 0
