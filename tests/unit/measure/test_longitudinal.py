import numpy as np
import pytest

from pagemill.errors import UsageError
from pagemill.measure.longitudinal import coverage


def test_coverage_and_survival_of_an_urn_are_found():
    chance = np.random.default_rng(1)
    there = list(range(20_000))
    born = 20_000
    crawls = []
    for _ in range(8):
        crawls.append({str(page) for page in there if chance.random() < 0.46})
        there = [page for page in there if chance.random() < 0.8]
        there += range(born, born + 4000)
        born += 4000
    found = coverage(crawls)
    assert found.coverage == pytest.approx(0.46, abs=0.02)
    assert found.survival == pytest.approx(0.80, abs=0.02)


def test_too_few_crawls_are_refused():
    with pytest.raises(UsageError, match="three"):
        coverage([{"a"}, {"a"}])
    with pytest.raises(UsageError, match="too little"):
        coverage([{"a"}, {"b"}, {"c"}])
