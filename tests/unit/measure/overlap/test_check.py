import numpy as np
import pytest

from pagemill.measure.overlap.check import Found, alike, check

PAGE = "http://toy.example/7"


@pytest.mark.parametrize("way", ["rarest", "several"])
def test_a_page_that_is_there_is_found_and_one_that_is_not_is_not(asking, world, lexicon, way):
    with_it, without = asking(), asking(held=np.arange(100, 400))
    assert check(with_it, PAGE, world.texts[7], lexicon, way) == Found(True, True)
    assert check(without, PAGE, world.texts[7], lexicon, way) == Found(False, False)


def test_the_same_text_under_another_address_is_content_only(asking, world, lexicon):
    found = check(asking(), "http://other.example/", world.texts[7], lexicon)
    assert found == Found(False, True)


def test_no_answer_is_unknown(asking, world, lexicon):
    found = check(asking(failing=1.0), PAGE, world.texts[7], lexicon)
    assert found == Found(None, None)


def test_an_engine_that_can_be_asked_by_address_is(asking, world, lexicon):
    asker = asking(has_lookup=True)
    assert check(asker, PAGE, world.texts[7], lexicon, "lookup") == Found(True, True)
    assert asker.cost.queries == 0


def test_refused_long_queries_are_unknown(asking, world, lexicon):
    asker = asking(refuses_long=5)
    assert check(asker, PAGE, world.texts[7], lexicon, "rarest").by_content is None


def test_nearly_equal_texts_are_alike():
    text = " ".join(f"word{n}" for n in range(100))
    assert alike(text, f"{text} more")
    assert not alike(text, text[: len(text) // 2])
    assert not alike(text, None)
