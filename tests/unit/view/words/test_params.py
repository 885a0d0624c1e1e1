import pytest

from pagemill.view.words.params import WordsParams


def test_keywords_of_the_page_alone_are_the_default():
    assert WordsParams().keywords == "page"


@pytest.mark.parametrize("wrong", [{"keywords": "all"}, {"alpha": 0}, {"beta": -1.0}])
def test_what_cannot_be_meant_is_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        WordsParams(**wrong)
