import pytest

from pagemill.errors import UsageError
from pagemill.measure.lexicon import Lexicon, is_usable, rarity

PAGES = (("a", "b"), ("a", "c"), ("a", "d"), ("b", "e"))


def test_a_sample_is_taken_in_one_pass_and_read_back_as_it_was():
    found = Lexicon.of((f"word{n} the" for n in range(100)), most=10, seed=3)
    assert len(found.pages) == 10
    assert Lexicon.read(found.lines()) == found
    assert Lexicon.of(["", "12 34", "one"]).pages == (("one",),)


@pytest.mark.parametrize("lines", [[], ["{}"], ["x"], ['{"lexicon": 9}']])
def test_what_is_no_lexicon_is_refused(lines):
    with pytest.raises(UsageError, match="not a lexicon"):
        Lexicon.read(lines)


def test_halves_share_no_page():
    one, two = Lexicon(PAGES).halves()
    assert one.pages + two.pages == (PAGES[0], PAGES[2], PAGES[1], PAGES[3])


def test_words_by_frequency():
    found = Lexicon(PAGES)
    assert found.between(2, 3) == ["a", "b"]
    assert set(found.spread(2, least=1)) & {"a", "b"}
    assert rarity(found, ["a", "z"]).tolist() == [3, 0]


def test_keys_and_numbers_are_not_asked_for():
    assert not is_usable("12345")
    assert not is_usable("x" * 31)
    assert is_usable("页净")
