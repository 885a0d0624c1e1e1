from hypothesis import given
from hypothesis import strategies as st

from pagemill.measure.graph.bow_tie import bow_tie, components, reached, sizes
from pagemill.measure.graph.links import Links


def test_every_part_of_a_drawn_bow_tie():
    core = [("a", "b"), ("b", "c"), ("c", "a")]
    others = [("in", "a"), ("c", "out"), ("in", "tube"), ("tube", "out")]
    tendrils = [("in", "t1"), ("t2", "out"), ("x", "y")]
    links = Links.of([*core, *others, *tendrils])
    found = dict(zip(links.pages, bow_tie(links), strict=True))
    assert {found[page] for page in "abc"} == {"core"}
    assert (found["in"], found["out"], found["tube"]) == ("in", "out", "tubes")
    assert found["t1"] == found["t2"] == "tendrils"
    assert found["x"] == found["y"] == "disconnected"
    assert sum(sizes(bow_tie(links)).values()) == len(links.pages)
    assert bow_tie(Links.of([])) == ()


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=30))
def test_components_agree_with_plain_reachability(pairs):
    neighbours = [sorted({b for a, b in pairs if a == page}) for page in range(9)]
    found = components(neighbours)
    reach = [reached([page], neighbours) for page in range(9)]
    for one in range(9):
        for two in range(9):
            both = two in reach[one] and one in reach[two]
            assert (found[one] == found[two]) == both


def test_a_long_chain_needs_no_recursion():
    assert len(set(components([[n + 1] for n in range(50_000)] + [[]]))) == 50_001
