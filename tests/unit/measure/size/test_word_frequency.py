import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.audit import audit
from pagemill.measure.size.word_frequency import by_word_frequency


def test_true_totals_give_the_size(asking, lexicon):
    asker = asking()
    found = by_word_frequency(asker, lexicon, audit(asker, lexicon.spread(24)))
    assert found.point == pytest.approx(400, rel=0.2)
    assert "separate halves" in found.method


def test_totals_that_failed_the_audit_are_never_multiplied(asking, lexicon):
    asker = asking(total_factor=3)
    with pytest.raises(UsageError, match="failed the audit"):
        by_word_frequency(asker, lexicon, audit(asker, lexicon.spread(24)))
