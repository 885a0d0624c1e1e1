from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.errors import CollectionError, UsageError

FIRST = "http://a.example/p0.html"


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
    collection = Collection.create(root / "c")
    collection.import_([root / "web"], mirror=True)
    collection.build(workers=1)
    return collection


def test_stop_words_are_learned_of_all_pages_of_a_language(lamps: Collection) -> None:
    (english,) = lamps.words().languages
    assert (english.language, english.pages) == ("en", 6)
    assert english.stop_words["the"] == 1.0
    assert "amber" not in lamps.words(share=0.2).languages[0].stop_words


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
