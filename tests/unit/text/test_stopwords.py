from pagemill.text.stopwords import is_stop_word, learned


def test_a_word_that_is_frequent_in_many_documents_is_learned():
    documents = [["the", "the", f"w{i}", f"w{i}", "once"] for i in range(100)]
    found = learned(documents)
    assert found.words == ("the",)
    assert found.document_frequency == (100,)
    assert found.documents == 100


def test_many_is_more_than_the_share_and_high_is_at_least_twice():
    documents = [["at", "at"]] * 2 + [["near", "near"]] * 3 + [["x"]] * 95
    assert learned(documents).words == ("near",)
    assert learned([["a"]] * 10).words == ()


def test_equal_counts_are_ordered_by_the_alphabet():
    assert learned([["b", "a", "b", "a"]] * 3, share=0.5).words == ("a", "b")


def test_nothing_teaches_nothing():
    assert learned([]).words == ()


def test_a_few_languages_are_known_without_learning():
    assert is_stop_word("the")
    assert is_stop_word("und")
    assert not is_stop_word("lighthouse")
