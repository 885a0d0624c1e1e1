import pytest

from pagemill.dedup.methods.ngram import character_ngrams, without_integers, word_ngrams


def test_the_rose_has_five_windows_and_three_shingles():
    grams = word_ngrams(["a rose is a rose is a rose"])
    assert grams.hashes.size == 5
    assert grams.sets().counts.tolist() == [3]
    assert grams.hashes[0] == grams.hashes[3]  # "a rose is a", twice


def test_the_tropical_fish_sentence_has_sixteen_trigrams():
    text = (
        "Tropical fish include fish found in tropical environments around the world, "
        "including both freshwater and salt water species."
    )
    assert word_ngrams([text], 3).hashes.size == 16


def test_characters_are_folded_and_white_space_collapsed():
    one, two = "Harbour  mud\n goes", "harbour mud goes"
    grams = character_ngrams([one, two, "short"])
    sets = grams.sets()
    assert sets.counts.tolist() == [8, 8, 0]
    assert sets[0].tolist() == sets[1].tolist()


def test_counting_the_selected_does_not_change_the_ngrams():
    grams = word_ngrams(["one two three four five six"])
    before = grams.hashes.tolist()
    grams.sets()
    assert grams.hashes.tolist() == before


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("on 12 March 2024", "on   March  "),
        ("A380 and b2b stay", "A380 and b2b stay"),
        ("第12条,共3款", "第 条,共 款"),
        ("3.14", " . "),
        ("١٢ كتب", "  كتب"),
    ],
)
def test_whole_numbers_are_taken_out_and_parts_of_words_stay(text, without):
    assert without_integers(text) == without


def test_texts_that_differ_in_their_date_only_are_equal_without_integers():
    texts = [f"Seen {number} times until {number + 3} May by us all" for number in (1, 7)]
    sets = word_ngrams([without_integers(text) for text in texts]).sets()
    assert sets[0].tolist() == sets[1].tolist()
    plain = word_ngrams(texts).sets()
    assert plain[0].tolist() != plain[1].tolist()
