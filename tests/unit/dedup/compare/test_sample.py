import random

from pagemill.dedup.compare.sample import sample


def documents(groups=60, each=3):
    return [
        (f"{group}-{copy}", " ".join(f"w{group}x{number}" for number in range(50)) + f" {copy}")
        for group in range(groups)
        for copy in range(each)
    ]


def test_few_documents_are_all_taken():
    docs = documents(2)
    assert sample(docs, 100) == docs


def test_a_text_takes_along_what_resembles_it():
    chosen = sample(documents(), 30)
    groups = [name.partition("-")[0] for name, _ in chosen]
    assert len(chosen) == 30
    assert len(set(groups)) == 10  # ten whole groups of three


def test_the_sample_does_not_depend_on_the_order():
    docs = documents()
    shuffled = docs[:]
    random.Random(4).shuffle(shuffled)
    assert sorted(sample(shuffled, 25)) == sorted(sample(docs, 25))
