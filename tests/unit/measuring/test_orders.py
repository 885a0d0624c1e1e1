import pytest

from pagemill.errors import UsageError
from pagemill.measure.engine import Query
from pagemill.measuring.orders import Order, asked


def test_a_journal_is_kept_and_replayed_without_the_engine(built, tmp_path):
    journal = tmp_path / "a.journal"
    with asked(built.root, Order(journal=journal), number=1) as asker:
        found = asker.search(Query(("word2x5",)))
    assert not journal.exists()
    with asked(tmp_path / "gone", Order(replay=journal), number=1) as asker:
        assert asker.search(Query(("word2x5",))) == found
    with (
        pytest.raises(UsageError, match="exists already"),
        asked(built.root, Order(journal=tmp_path / "a.journal.1")),
    ):
        pass
    with (
        pytest.raises(UsageError, match="no such journal"),
        asked(built.root, Order(replay=tmp_path / "none")),
    ):
        pass
