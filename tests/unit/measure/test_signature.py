from pagemill.measure.engine import Query
from pagemill.measure.signature import phrase, rarest, several, signature


def test_a_signature_has_a_repeated_word_where_there_is_one(lexicon):
    text = "alpha beta gamma delta epsilon common common"
    assert "common" in signature(text, lexicon)
    assert len(signature(text, lexicon)) == 5


def test_five_words_identify_nearly_all_pages(asking, world, lexicon):
    asker = asking(budget=400)
    found = [
        asker.search(Query(signature(world.texts[n], lexicon))).ids for n in range(0, 400, 4)
    ]
    right = sum(ids == (f"http://toy.example/{4 * n}",) for n, ids in enumerate(found))
    assert right >= 95


def test_strong_queries_take_rare_words(world, lexicon):
    text = world.texts[0]
    frequencies = lexicon.frequencies
    eight = rarest(text, lexicon)
    others = set(text.split()) - set(eight.words)
    assert max(frequencies[w] for w in eight.words) <= min(frequencies[w] for w in others)
    assert [len(query.words) for query in several(text, lexicon, seed=1)] == [6] * 5
    assert several("", lexicon, seed=1) == []


def test_a_phrase_stands_in_the_text(world, lexicon):
    found = phrase(world.texts[0], lexicon)
    assert found.is_phrase
    assert " ".join(found.words) in world.texts[0]
