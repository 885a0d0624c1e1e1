from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.errors import ConfigError
from pagemill.view.words import segmenting
from pagemill.view.words.segmenting import by_kind, identity, words_by

SAID = "天网搜索引擎收集网页，然后分析网页的内容。研究人员认真研究搜索引擎。"


def test_chinese_is_cut_into_words_and_the_rest_as_ever() -> None:
    pytest.importorskip("jieba", exc_type=ImportError)
    found = words_by(f"{SAID} The crawler of Tianwang")
    assert {"搜索引擎", "网页", "crawler", "tianwang"} <= found.keys()
    assert found["网页"] == 2
    assert "索引" not in found


def test_nouns_go_before_verbs_and_adjectives() -> None:
    weights = by_kind({"网页": 2.0, "分析": 2.0, "unknown": 2.0}, SAID)
    assert weights == {"网页": 2.0, "分析": 1.0, "unknown": 2.0}


def test_a_segmenter_has_a_version_or_is_told_to_be_missing() -> None:
    assert identity("") == ""
    assert identity("jieba").startswith("jieba 0.")
    with pytest.raises(ValueError, match="not installed"):
        identity("no-such-segmenter")


def test_a_build_with_it_has_keywords_that_are_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        page = tmp_path / "web" / "a.example" / f"p{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        own = "灯塔照亮大海，渔民感谢灯塔。" if number == 3 else ""
        page.write_text(f"<html lang=zh><title>第{number}页</title><p>{SAID}{own}</p></html>")
    collection = Collection.create(tmp_path / "c")
    toml = tmp_path / "c" / "collection.toml"
    written = toml.read_text().replace('# segmenter = ""', 'segmenter = "jieba"')
    toml.write_text(written.replace('# keywords = "page"', 'keywords = "absolute"'))
    collection = Collection.open(tmp_path / "c")
    collection.import_([tmp_path / "web"], mirror=True)
    collection.build(workers=1)
    keywords = collection.docview("http://a.example/p3.html").keywords
    assert keywords[0] == "灯塔"
    assert not {"塔照", "照亮"} & set(keywords[:1])
    monkeypatch.setattr(segmenting, "version", _missing)
    with pytest.raises(ConfigError, match="segment"):
        collection.build(workers=1)


def _missing(name: str) -> str:
    raise segmenting.PackageNotFoundError(name)
