import numpy as np

from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap.strong import random_hits


def test_random_hits_favour_long_pages(asking, world, lexicon):
    drawn = random_hits(asking(budget=2000), lexicon, 100)
    lengths = [world.lengths[int(page.rsplit("/", 1)[1])] for page in drawn.pages]
    assert len(drawn.pages) == 100
    assert np.mean(lengths) > 1.5 * world.lengths[:400].mean()


def test_no_words_no_hits(asking):
    assert random_hits(asking(), Lexicon(()), 10).pages == ()
