import pytest

from pagemill.dedup.compare.catalogue import METHODS, method
from pagemill.dedup.methods.method import DEFAULT
from pagemill.errors import UsageError

OFTEN = [f"keel{number}" for number in range(20) for _ in range(30 - number)]
WORDS = [*OFTEN, *(f"harbour{number}" for number in range(400))]
ENTIRE = " ".join(WORDS)
NEAR = " ".join([*WORDS[:-2], "another", "ending"])
OTHER = " ".join(f"meadow{number % 350}" for number in range(400))
TEXTS = ["", ENTIRE, "漢字", OTHER, NEAR, ENTIRE, "—"]

EQUAL_ONLY = {"checksum", "crc", "sha", "digest"}


@pytest.mark.parametrize("known", METHODS, ids=lambda known: known.name)
def test_every_method_finds_an_equal_text_and_nothing_that_is_unlike(known):
    found = known.pairs(TEXTS, 0.8)
    pairs = set(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert (1, 5) in pairs
    assert pairs <= {(1, 5), (1, 4), (4, 5)}
    assert all(0 < similarity <= 1 for similarity in found.similarity.tolist())
    assert found.kept_bytes > 0
    if known.name not in EQUAL_ONLY:
        assert len(pairs) == 3


@pytest.mark.parametrize("known", METHODS, ids=lambda known: known.name)
@pytest.mark.parametrize("texts", [[], [""], ["one"]])
def test_every_method_bears_nothing_to_look_at(known, texts):
    assert len(known.pairs(texts, 0.8)) == 0


@pytest.mark.parametrize("known", METHODS, ids=lambda known: known.name)
def test_a_method_finds_the_same_among_the_same_texts_in_another_order(known):
    texts = TEXTS[::-1]
    last = len(texts) - 1
    there, back = known.pairs(TEXTS, 0.8), known.pairs(texts, 0.8)
    mirrored = {
        (last - right, last - left)
        for left, right in zip(back.left.tolist(), back.right.tolist(), strict=True)
    }
    assert set(zip(there.left.tolist(), there.right.tolist(), strict=True)) == mirrored


def test_formulas_rise_from_0_to_1():
    for known in METHODS:
        if known.p_found is not None:
            curve = [known.p_found(step / 20, 0.8) for step in range(21)]
            assert curve == sorted(curve)
            assert curve[0] < 0.001
            assert curve[-1] == pytest.approx(1)


def test_names_differ_and_lead_to_their_method():
    assert len({known.name for known in METHODS}) == len(METHODS)
    assert method(DEFAULT).name == "bands"
    with pytest.raises(UsageError, match="nonsense: no such method; choose one of checksum"):
        method("nonsense")
