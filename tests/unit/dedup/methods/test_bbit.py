import numpy as np
import pytest

from pagemill.dedup.columns import numbers
from pagemill.dedup.methods.bbit import BbitScheme, BbitSketch, bbit_pairs
from pagemill.dedup.minhash import Scheme
from pagemill.errors import UsageError


def test_a_sketch_of_one_bit_takes_25_bytes():
    minima = numbers(1, 400).astype(np.uint32).reshape(2, 200)
    assert BbitScheme().cut(minima)[0].nbytes == 25
    assert BbitScheme(bits=8).cut(minima)[0].nbytes == 200


def test_chance_agreement_is_taken_out_of_the_estimate():
    scheme = BbitScheme()
    assert scheme.estimate(np.array([0.5, 0.9, 1.0])) == pytest.approx([0, 0.8, 1])
    assert BbitScheme(bits=2).p_agree(0.8) == pytest.approx(0.85)


@pytest.mark.parametrize("bits", [1, 2, 5])
def test_a_sketch_resembles_itself(bits):
    scheme = BbitScheme(bits=bits)
    planes = scheme.cut(numbers(1, 200).astype(np.uint32)[None])[0]
    assert BbitSketch(planes, scheme).resemblance(BbitSketch(planes, scheme)) == (1.0, 0.0)


@pytest.mark.parametrize(
    "other",
    [BbitScheme(bits=2), BbitScheme(minima=Scheme(seed=9)), BbitScheme(Scheme(width=5))],
)
def test_sketches_of_different_schemes_cannot_be_compared(other):
    planes = np.zeros((1, 25), np.uint8)
    with pytest.raises(UsageError, match="bbit1-v1-minhash-affine32-v2-k200-seed1-width4"):
        BbitSketch(planes, other).resemblance(BbitSketch(planes, BbitScheme()))


def test_equal_texts_are_found_and_others_are_not():
    texts = [" ".join(f"w{number}x{seed}" for number in range(60)) for seed in (1, 2, 1)]
    found = bbit_pairs(["short", *texts], 0.8)
    assert (found.left.tolist(), found.right.tolist()) == ([1], [3])
    assert len(bbit_pairs([], 0.8)) == 0
