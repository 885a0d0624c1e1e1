from pagemill.serve.safety.rate import Rate


def test_a_burst_is_allowed_and_then_one_has_to_wait():
    rate = Rate(per_second=0.5, burst=2)
    assert [rate.wait("a", 10.0) for _ in range(3)] == [0.0, 0.0, 2.0]
    assert rate.wait("b", 10.0) == 0.0
    assert rate.wait("a", 12.0) == 0.0


def test_a_long_rest_gives_no_more_than_the_burst():
    rate = Rate(per_second=1.0, burst=2)
    rate.wait("a", 0.0)
    assert [rate.wait("a", 1e6) > 0 for _ in range(3)] == [False, False, True]


def test_who_is_forgiven_begins_anew():
    rate = Rate(per_second=0.1, burst=1)
    rate.wait("a", 0.0)
    rate.forgive("a")
    assert rate.wait("a", 0.0) == 0.0


def test_memory_is_bounded_however_many_visitors_come():
    rate = Rate(per_second=1.0, burst=1)
    for number in range(10_050):
        rate.wait(str(number), 0.0)
    assert rate.wait("10049", 0.0) > 0  # the newest are remembered
    assert rate.wait("0", 0.0) == 0.0  # the oldest went
