from pagemill.dedup.preference import Standing, preferred

BEST = Standing("https://a.example/x", "", 5, 100)


def order(*pages):
    return preferred(pages)


def test_a_page_that_names_another_address_as_its_own_comes_last():
    copy = Standing("https://a.example/x?print", "https://a.example/x", 1, 200)
    own = Standing("https://b.example/x", "https://b.example/x", 9, 1)
    assert order(copy, BEST, own) == [1, 2, 0]


def test_https_comes_before_http():
    assert order(Standing("http://a.example/x", "", 1, 200), BEST) == [1, 0]


def test_the_more_complete_text_then_the_earliest_capture_comes_first():
    longer = Standing("https://z.example/x", "", 9, 101)
    earlier = Standing("https://z.example/y", "", 4, 100)
    assert order(BEST, earlier, longer) == [2, 1, 0]


def test_the_shorter_url_then_the_order_of_urls_decides():
    longer = Standing("https://a.example/x/y", "", 5, 100)
    other = Standing("https://b.example/x", "", 5, 100)
    assert order(longer, other, BEST) == [2, 1, 0]
