import json

import pytest

import pagemill
from pagemill.model.docview import Frame

HERE = "http://a.example/"
TEXT = "{} is lit at dusk by the keeper, who climbs the stairs. He stays there until dawn. "


def article(name):
    return f"<h1>{name}</h1><p>{TEXT.format(name)}</p><p>{name} stands on its own rock.</p>"


@pytest.fixture
def built(tmp_path):
    """Return a function that imports pages and builds; each call adds to the last."""
    collection = pagemill.Collection.create(tmp_path / "c")

    def build(**pages):
        source = tmp_path / f"{len(list(tmp_path.iterdir()))}.jsonl"
        rows = [{"url": HERE + name, "html": html} for name, html in pages.items()]
        source.write_text("".join(json.dumps(row) + "\n" for row in rows))
        collection.import_([source])
        collection.build(workers=1)
        return {view.url.removeprefix(HERE): view for view in collection.docviews()}

    return build


def test_frames_are_joined_once_they_are_captured(built):
    views = built(
        set="<frameset><frame src=one><frame src=two></frameset>", one=article("Vell")
    )
    assert views["set"].text == views["one"].text
    assert views["set"].frames[1] == Frame(url=HERE + "two", fate="not captured")
    views = built(two=article("Orrin"))
    assert views["set"].text == f"{views['one'].text}\n{views['two'].text}"
    assert [frame.fate for frame in views["set"].frames] == ["joined", "joined"]


def test_frames_within_frames_are_joined_and_circles_are_not(built):
    views = built(
        set="<frameset><frame src=inner></frameset>",
        inner="<frameset><frame src=set><frame src=one></frameset>",
        one=article("Vell"),
    )
    assert views["set"].text == views["one"].text
    assert views["inner"].frames[0].fate == "only navigates"


def test_a_frame_that_is_no_page_is_told(built):
    views = built(set=f"{article('Vell')}<iframe src=bad></iframe>", bad="\x01\x02\x03" * 900)
    assert views["set"].frames == (Frame(url=HERE + "bad", fate="not a page"),)
