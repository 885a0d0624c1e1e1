from __future__ import annotations

from dataclasses import replace
from io import StringIO
from json import loads
from pathlib import Path

import numpy as np
import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.errors import CollectionError, UsageError
from pagemill.view.words.params import WordsParams
from pagemill.view.words.stage import Sample, docview, docviews, write_border

FIRST = "http://a.example/p0.html"


def learning(root: Path) -> Collection:
    """An empty collection whose builds learn words."""
    Collection.create(root)
    toml = root / "collection.toml"
    toml.write_text(toml.read_text().replace('# keywords = "page"', 'keywords = "relative"'))
    return Collection.open(root)


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Six pages of one site in one language, each about a lamp of its own."""
    root = tmp_path_factory.mktemp("words")
    names = ("amber", "bronze", "copper", "dark", "emerald", "faint")
    for number, name in enumerate(names):
        text = f"The keeper of the {name} lamp cleans the {name} lamp with the oil of the sea. "
        text += f"In the night the {name} light of the lamp was seen by the ships of "
        text += f"the {name}stone coast."
        page = root / "web" / "a.example" / f"p{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"<html lang=en><title>A lamp</title><p>{text}</p><p>{text}</p></html>")
    collection = learning(root / "c")
    collection.import_([root / "web"], mirror=True)
    collection.build(workers=1)
    return collection


def test_stop_words_are_learned_of_all_pages_of_a_language(lamps: Collection) -> None:
    (english,) = lamps.words().languages
    assert (english.language, english.pages) == ("en", 6)
    assert english.stop_words["the"] == 1.0
    assert "amber" not in lamps.words(share=0.2).languages[0].stop_words


def test_what_was_not_learned_by_a_build_is_counted_when_it_is_asked_for(
    lamps: Collection,
) -> None:
    alone = replace(lamps, config=Config(words=WordsParams(keywords="page")))
    assert alone.words(FIRST) == lamps.words(FIRST)


def test_keywords_are_what_tells_a_page_from_the_others(lamps: Collection) -> None:
    page = lamps.words(FIRST, beta=0.25, share=0.2).page
    assert page is not None
    assert page.absolute[0] == "amber"
    assert page.relative == ["amber"]
    assert page.weights["amber"] > 0


def test_alpha_caps_how_many(lamps: Collection) -> None:
    page = lamps.words(FIRST, alpha=1, share=0.2).page
    assert page is not None
    assert page.absolute == ["amber"]


def test_the_verb_shows_them(lamps: Collection, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(lamps.root)
    assert main(["words", where, "--url", FIRST, "--share", "0.2", "--beta", "0.25"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "relative: amber"


def test_wrong_questions_are_refused(lamps: Collection, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="alpha"):
        lamps.words(alpha=0)
    with pytest.raises(UsageError, match="no page"):
        lamps.words("http://a.example/none")
    with pytest.raises(CollectionError, match="nothing was built"):
        Collection.create(tmp_path / "c").words()


LAMPS = 24
SAID = "The keeper of the lamp told us how the lamp is lit when the night comes over the sea. "


def harbour(root: Path, numbers: range) -> Path:
    """Write pages that all speak of the lamp, each of a stone of its own as well."""
    for number in numbers:
        page = root / "a.example" / f"p{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        own = f"Beside it lies the granite{number} stone, and granite{number} is cold. "
        page.write_text(f"<html lang=en><title>A page</title><p>{SAID}{own}</p></html>")
    return root


def built(root: Path, *webs: Path, workers: int = 1) -> Collection:
    collection = learning(root)
    for web in webs:
        collection.import_([web], mirror=True)
        collection.build(workers=workers)
    return collection


def chosen(collection: Collection) -> dict[str, tuple[str, ...]]:
    return {view.url: view.keywords for view in collection.docviews()}


def test_a_build_chooses_keywords_by_what_all_pages_teach(tmp_path: Path) -> None:
    collection = built(tmp_path / "c", harbour(tmp_path / "web", range(LAMPS)))
    url = "http://a.example/p3.html"
    # The lamp stands on every page, so it tells nothing of this one.
    assert collection.docview(url).keywords == ("granite3",)
    assert chosen(collection)[url] == ("granite3",)
    stream = StringIO()
    collection.export("jsonl", stream)
    lines = {row["url"]: row["keywords"] for row in map(loads, stream.getvalue().splitlines())}
    assert lines[url] == ["granite3"]
    alone = replace(collection, config=Config(words=WordsParams(keywords="page")))
    assert "lamp" in alone.docview(url).keywords
    heavy = replace(collection, config=Config(words=WordsParams(keywords="absolute")))
    assert len(heavy.docview(url).keywords) > 1
    assert heavy.docview(url).keywords[0] == "granite3"


def test_neither_growth_nor_workers_change_what_is_chosen(tmp_path: Path) -> None:
    first = harbour(tmp_path / "first", range(20))
    second = harbour(tmp_path / "second", range(20, LAMPS))
    at_once = built(tmp_path / "c", harbour(tmp_path / "web", range(LAMPS)), workers=2)
    grown = built(tmp_path / "d", second, first)
    assert chosen(at_once) == chosen(grown)
    assert grown.status().stale == []


def test_of_a_few_pages_nothing_is_learned(tmp_path: Path) -> None:
    collection = built(tmp_path / "c", harbour(tmp_path / "web", range(5)))
    assert "lamp" in collection.docview("http://a.example/p3.html").keywords


def test_of_many_pages_a_sample_by_their_url_hashes_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagemill.view.words.stage.SAMPLE", 8)
    collection = built(tmp_path / "c", harbour(tmp_path / "web", range(LAMPS)))
    layout = Layout(collection.root)
    sample = Sample(tmp_path / "sample")
    write_border(layout, sample)
    border = int(np.load(sample.folder / "border.npy")[0])
    assert border == (1 << 62) - 1  # 24 pages, halved twice, are no more than 8


def test_one_page_and_all_pages_are_the_same_values(lamps: Collection) -> None:
    layout, words = Layout(lamps.root), WordsParams()
    views = list(docviews(layout, words))
    assert len(views) == 6
    assert [docview(layout, view.url, words) for view in views] == views
    assert docview(layout, "http://a.example/none", words) is None


def test_where_nothing_stands_out_the_heaviest_few_are_keywords(tmp_path: Path) -> None:
    for number in range(LAMPS):
        page = tmp_path / "web" / "a.example" / f"p{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        own = " ".join(f"{word}{number}" for word in ("amber", "basalt", "chalk", "dune"))
        page.write_text(
            f"<html lang=en><title>A page</title><p>{own} are of the sea.</p></html>"
        )
    collection = built(tmp_path / "c", tmp_path / "web")
    found = collection.docview("http://a.example/p5.html").keywords
    assert found == ("amber5", "basalt5", "chalk5")
