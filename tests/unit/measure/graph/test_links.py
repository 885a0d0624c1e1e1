from pagemill.measure.graph.links import Links


def test_links_are_kept_once_and_none_to_itself():
    found = Links.of([("b", "a"), ("b", "a"), ("a", "a"), ("a", "c")], ["d"])
    assert found.pages == ("a", "b", "c", "d")
    assert found.neighbours() == [[2], [0], [], []]
    assert found.in_degrees.tolist() == [1, 0, 1, 0]
    assert found.turned().neighbours() == [[1], [], [0], []]
