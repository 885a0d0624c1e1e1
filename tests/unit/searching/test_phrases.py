"""What came up lately."""

from __future__ import annotations

import json
import random

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.index.query import first_day
from pagemill.searching.phrases import phrase_report

FILLERS = "的了在是我有和人这中大为上个国到说们时要就出会可也你对生能而子那得于着下自之"


def page(number: int, year: int, phrase: str, word: str) -> dict[str, str]:
    chance = random.Random(number)
    vocabulary = [f"w{n}a" for n in range(50)]
    texts = []
    for _ in range(4):
        said = chance.choices(vocabulary, k=25)
        said.insert(chance.randrange(20), phrase)
        texts.append(f"<p>{' '.join(said)}.</p>")
        han = chance.choices(FILLERS, k=25)
        han.insert(chance.randrange(20), word)
        texts.append(f"<p>{''.join(han)}。</p>")
    return {
        "url": f"http://a.example/{number}",
        "html": f"<title>Page {number}</title><article>{''.join(texts)}</article>",
        "fetched_at": f"{year}-05-01T00:00:00Z",
    }


@pytest.fixture(scope="module")
def collection(tmp_path_factory) -> Collection:
    home = tmp_path_factory.mktemp("phrases")
    rows = [page(n, 2020, "old harbour", "网页") for n in range(12)]
    rows += [page(20 + n, 2024, "tidal mill", "净化") for n in range(12)]
    made = Collection.create(home / "c")
    (home / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    made.import_([home / "p.jsonl"])
    made.build(workers=1)
    return made


def test_what_only_later_pages_say_is_new(collection):
    report = phrase_report(Layout(collection.root), first_day("2024"))
    assert (report.early, report.late) == (12, 12)
    assert report.collocations[0].text == "tidal mill"
    assert report.collocations[0].early == 0
    texts = {one.text for one in report.new_words}
    assert "净化" in texts
    assert "网页" not in texts
    assert report.years == {"2020": 12, "2024": 12}


def test_without_a_day_the_pages_are_halved(collection):
    assert phrase_report(Layout(collection.root)).since == "2024-05-01"


def test_without_tables_the_remedy_is_told(tmp_path):
    with pytest.raises(CollectionError, match="pagemill build"):
        phrase_report(Layout(Collection.create(tmp_path / "c").root))
