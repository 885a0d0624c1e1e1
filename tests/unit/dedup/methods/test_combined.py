from pagemill.dedup.methods.combined import combined_pairs
from pagemill.dedup.methods.super_shingle import super_shingle_pairs


def test_a_pair_needs_both_super_shingles_and_simhash():
    body = " ".join(f"word{number}" for number in range(900))
    # Nine tenths of the shingles, but one word that outweighs all others.
    loud = body + " shout" * 900
    texts = [body, loud, body + " end"]
    by_order = super_shingle_pairs(texts, 0.8)
    both = combined_pairs(texts, 0.8)
    assert (0, 1) in set(zip(by_order.left.tolist(), by_order.right.tolist(), strict=True))
    assert list(zip(both.left.tolist(), both.right.tolist(), strict=True)) == [(0, 2)]
    assert both.kept_bytes == 3 * (48 + 8)
