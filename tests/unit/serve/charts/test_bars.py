from pagemill.serve.charts.bars import bar, bars


def test_bars_are_as_long_as_their_share():
    one, two = bars([("a", 4, "/a"), ("b", 1, "")])
    assert 'width="100.00"' in one.drawing
    assert 'width="25.00"' in two.drawing
    assert (one.name, one.value, one.href) == ("a", 4, "/a")
    assert 'width="40.00"' in bars([("a", 4, "")], 10)[0].drawing


def test_little_can_be_seen_and_nothing_cannot():
    assert 'width="0.50"' in bar(1, 1_000_000)
    assert 'width="0.00"' in bar(0, 10)
    assert bars([]) == []
    assert 'width="0.00"' in bar(0, 0)
