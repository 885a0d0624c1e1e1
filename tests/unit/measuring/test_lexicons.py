import pytest

from pagemill.engines.collection import CollectionEngine
from pagemill.errors import UsageError
from pagemill.measuring import lexicons


def test_a_lexicon_is_made_written_and_read(built, tmp_path):
    (tmp_path / "t.jsonl").write_text('{"id": "1", "text": "alpha beta"}\n')
    out = tmp_path / "words.jsonl"
    found = lexicons.made([built.root, tmp_path / "t.jsonl"], out)
    assert found.frequencies["alpha"] == 1
    assert found.frequencies["word2x5"] == 1
    engine = CollectionEngine(built.root)
    assert lexicons.of(out, engine) == found
    assert "alpha" not in lexicons.of(None, engine).frequencies
    with pytest.raises(UsageError, match="exists already"):
        lexicons.made([built.root], out)
    with pytest.raises(UsageError, match="no such lexicon"):
        lexicons.of(tmp_path / "none", engine)


def test_sources_without_words_are_refused(tmp_path):
    (tmp_path / "t.txt").write_text("12 34")
    with pytest.raises(UsageError, match="no source has words"):
        lexicons.made([tmp_path / "t.txt"], tmp_path / "out")
