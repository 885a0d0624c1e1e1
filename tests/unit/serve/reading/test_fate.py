from pagemill.serve.reading.fate import FATES, fates
from pagemill.serve.reading.reading import read
from pagemill.serve.reading.source import Source

PAGE = """<title>The tide at Merrin</title><body>
<nav><a href=a>Front page</a> <a href=b>News of today</a></nav><h1>The tide at Merrin</h1>
<article><p>The tide turns twice a day, and twice it turns back, said the harbour master,
who has watched it for thirty years and never once been late for it, as he tells everyone.</p>
<p>Nobody else in the village has seen it turn so often, because nobody else is awake, he said,
when the water stands still for a moment under the pier, and boats rest.</p></article>
<div hidden>Nobody sees this line at all.</div>
<div><img src=a><img src=b><img src=c> Pictures</div></body>"""


def by_text(method):
    reading = read(Source(payload=PAGE))
    return {
        " ".join(text.split())[:12]: fate
        for text, fate in zip(reading.blocks.text, fates(reading, method), strict=True)
    }


def test_each_block_has_its_fate():
    found = by_text("learned")
    assert found["The tide tur"].kind == "kept"
    assert found["The tide at "].kind == "title"
    assert found["Front page N"].kind == "hub"
    assert found["Nobody sees "].kind == "noise"
    assert found["Pictures"].kind == "image"
    assert {fate.kind for fate in found.values()} <= FATES.keys()


def test_the_reason_is_the_method_s_own():
    assert by_text("learned")["The tide tur"].reason.startswith("chance ")
    assert by_text("weights")["The tide tur"].reason.startswith("weight ")
    assert by_text("plateau")["The tide tur"].reason == "on the plateau"
    assert by_text("lecture")["The tide tur"].reason == "in a topic block of the layout"
    assert by_text("plateau")["Nobody sees "].reason == "out for certain"


def test_the_facts_are_what_speaks_for_or_against():
    found = by_text("learned")
    assert found["Front page N"].facts.startswith("5 words, 100% in links; in a navigation")
    assert "hidden" in found["Nobody sees "].facts
    assert "in an article" in found["The tide tur"].facts


def test_there_is_one_fate_for_each_block(reading):
    for method in reading.choices:
        found = fates(reading, method)
        kept = [number for number, fate in enumerate(found) if fate.kind == "kept"]
        assert kept == reading.choices[method].kept
