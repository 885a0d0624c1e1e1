import json

import pytest

import pagemill
from material import stages
from pagemill.collection.layout import Layout
from pagemill.convert.params import ConvertParams
from pagemill.engine.execute import Site, execute
from pagemill.engine.local import SerialRunner
from pagemill.html.url import url_hash
from pagemill.model.docview import Frame
from pagemill.view.frames.stage import outdated
from pagemill.view.stage import archive_shards, captures_stage

HERE = "http://a.example/"
TEXT = "{} is lit at dusk by the keeper, who climbs the stairs. He stays there until dawn. "


def article(name):
    return f"<h1>{name}</h1><p>{TEXT.format(name)}</p><p>{name} stands on its own rock.</p>"


@pytest.fixture
def built(tmp_path):
    """Return a function that imports pages and builds; each call adds to the last."""
    collection = pagemill.Collection.create(tmp_path / "c")

    def build(**pages):
        number = len(list(tmp_path.iterdir()))
        source = tmp_path / f"{number}.jsonl"
        at = f"2026-01-{number:02}T00:00:00Z"  # or two within one second have no order
        rows = [
            {"url": HERE + name, "html": html, "fetched_at": at} for name, html in pages.items()
        ]
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


def test_a_frame_that_changed_reaches_every_page_around_it(built):
    built(
        outer="<frameset><frame src=inner></frameset>",
        inner="<frameset><frame src=one></frameset>",
    )
    views = built(one=article("Vell"))
    assert views["outer"].text == views["inner"].text == views["one"].text
    views = built(one=article("Orrin"))
    assert "Orrin" in views["one"].text
    assert views["outer"].text == views["inner"].text == views["one"].text


def test_a_frame_that_turns_into_no_page_and_back_reaches_its_page(built):
    page = f"{article('Vell')}<iframe src=part></iframe>"
    views = built(page=page, part="\x01\x02\x03" * 900)
    assert [frame.fate for frame in views["page"].frames] == ["not a page"]
    views = built(part=article("Orrin"))
    assert [frame.fate for frame in views["page"].frames] == ["joined"]


PAGES = {
    "outer": "<frameset><frame src=inner></frameset>",
    "inner": "<frameset><frame src=one><frame src=never></frameset>",
    "one": "<p>The lamp of the harbour is lit at dusk by its keeper every day.</p>",
    "alone": "<p>Nothing is framed here.</p><iframe src=never></iframe>",
    "plain": "<p>The ferry leaves from the northern pier at noon.</p>",
}


@pytest.fixture
def grown(tmp_path):
    """Return a built collection and a function that takes in pages and orders the captures."""
    collection = pagemill.Collection.create(tmp_path / "c")

    def add(**pages):
        number = len(list(tmp_path.iterdir()))
        source = tmp_path / f"{number}.jsonl"
        at = f"2026-01-{number:02}T00:00:00Z"  # or two within one second have no order
        rows = [
            {"url": HERE + name, "html": html, "fetched_at": at} for name, html in pages.items()
        ]
        source.write_text("".join(json.dumps(row) + "\n" for row in rows))
        collection.import_([source])

    add(**PAGES)
    collection.build(workers=1)
    return collection, add


@pytest.fixture
def found(grown):
    """Return a function: add pages, build, and name the pages that were held to be outdated."""
    collection, add = grown
    layout = Layout(collection.root)
    site = Site(layout, SerialRunner(), [].append, lambda: stages.AT)

    def build(**pages):
        add(**pages)
        captures = captures_stage(ConvertParams())
        execute(captures, site, shards=archive_shards(layout.archive))
        names = {url_hash(HERE + name): name for name in PAGES}
        pages_found = sorted(names[page] for page in outdated(layout))
        collection.build(workers=1)
        assert outdated(layout) == frozenset()
        return pages_found

    return build


def test_a_page_that_nobody_frames_outdates_nothing(found):
    assert found(news="<p>A new page of the harbour office.</p>") == []


def test_a_frame_that_changed_outdates_the_pages_around_it_at_any_depth(found):
    assert found(one="<p>The lamp was put out for good last winter.</p>") == ["inner", "outer"]


def test_a_frame_that_is_captured_at_last_outdates_each_page_that_frames_it(found):
    assert found(never="<p>Here it is.</p>") == ["alone", "inner", "outer"]


def test_each_page_is_outdated_once_only(found):
    assert found(never="<p>Here it is.</p>") != []
    assert found(news="<p>A new page of the harbour office.</p>") == []


def test_a_frame_that_is_rejected_again_and_again_outdates_its_page_once(found):
    assert found(never="\x01\x02\x03" * 900) == ["alone", "inner", "outer"]
    assert found(news="<p>A new page of the harbour office.</p>") == []


def test_a_frame_that_is_forgotten_leaves_the_pages_around_it(grown):
    collection = grown[0]
    assert "lamp" in collection.docview(HERE + "outer").text
    collection.forget(HERE + "one")
    assert collection.docview(HERE + "outer").text == ""
    assert collection.docview(HERE + "inner").frames[0].fate == "not captured"
