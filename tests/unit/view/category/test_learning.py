import random

import pytest

from pagemill.view.category.learning import Example, learned

WORDS = {
    "science/physics": "quark boson photon lattice spin plasma laser".split(),
    "science/biology": "cell enzyme genome protein larva tissue spore".split(),
    "sport": "goal match league keeper striker penalty referee".split(),
}
COMMON = "year people place made water house".split()


def page(draw: random.Random, category: str, own: int = 6) -> dict[str, int]:
    words = draw.choices(WORDS[category], k=own) + draw.choices(COMMON, k=4)
    return {word: words.count(word) for word in words}


def examples(count: int = 12) -> list[Example]:
    draw = random.Random(7)
    return [
        Example(category, f"host-{number}.example", page(draw, category))
        for number in range(count)
        for category in WORDS
    ]


def test_what_was_learned_tells_the_category_of_a_new_page():
    taxonomy = learned(examples())
    draw = random.Random(8)
    for category in WORDS:
        found = taxonomy.category(page(draw, category))
        assert found.name == category
        assert found.confidence > 0.5


def test_figures_are_of_pages_of_unseen_hosts():
    card = learned(examples()).card
    assert card["examples"] == 36
    assert card["groups"] == 12
    assert card["accuracy"][card["method"]] == 1.0
    assert {one["category"]: one["recall"] for one in card["categories"]} == dict.fromkeys(
        WORDS, 1.0
    )


def test_labels_without_any_sense_are_shown_to_be_that():
    """Chance level is told as such: the figures are no praise of what was remembered."""
    draw = random.Random(3)
    names = ["a", "b"]
    found = [
        Example(draw.choice(names), f"host-{number}.example", page(draw, "sport"))
        for number in range(60)
    ]
    card = learned(found).card
    assert card["accuracy"][card["method"]] < 0.75


def test_the_order_of_examples_makes_no_difference_to_what_is_said():
    given = examples()
    one, other = learned(given), learned(given[::-1])
    counts = page(random.Random(9), "sport")
    assert one.category(counts) == other.category(counts)
    assert one.card == other.card


def test_only_so_many_terms_are_kept():
    taxonomy = learned(examples(), most_terms=10)
    assert len(taxonomy.vocabulary.terms) == 10
    assert not set(taxonomy.vocabulary.terms) & set(COMMON)


@pytest.mark.parametrize("method", ["linear", "centroid"])
def test_each_method_is_measured(method):
    assert 0 < learned(examples()).card["mean_f1"][method] <= 1
