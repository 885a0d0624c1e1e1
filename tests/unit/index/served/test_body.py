"""Pages and queries in the words of OpenSearch."""

from __future__ import annotations

from pagemill.index.document import IndexDocument
from pagemill.index.query import parse
from pagemill.index.rank import FieldWeights
from pagemill.index.served import body
from pagemill.index.tantivy import stemming_of

NONE = stemming_of(())


def test_a_page_is_sent_analysed_and_without_what_it_lacks():
    one = IndexDocument(
        url="http://www.a.org/x",
        host="www.a.org",
        title="Crème, 搜索引擎!",
        keywords=("Lime Blossom",),
        kinds=("fetched", "pdf"),
        category="Arts/Music",
        day=19_800,
    )
    found = body.page(one, NONE)
    assert found["title"] == ["crème 搜索 索引 引擎"]
    assert found["keywords"] == ["lime blossom"]
    assert found["host"] == ["www.a.org", "a.org", "org"]
    assert (found["site"], found["year"]) == ("www.a.org", "2024")
    assert found["kind"] == ["fetched", "pdf"]
    assert found["branch"] == ["arts", "arts/music"]
    assert found["id"] == body.name(one.url)
    assert not {"text", "abstract", "language", "called"} & found.keys()


def test_every_field_that_is_sent_is_in_the_mapping():
    one = IndexDocument(
        url="u",
        host="a.org",
        title="t",
        abstract="a",
        text="x",
        keywords=("k",),
        language="en",
        page_type="hub",
        anchors=("n",),
        emphasis=("e",),
        dropped="d",
        category="c",
        kinds=("unfetched",),
        day=1,
    )
    mapping = body.creation(())["mappings"]
    assert body.page(one, NONE).keys() == mapping["properties"].keys()
    assert {*body.KNOWN, "id", "digest"} == set(mapping["_source"]["includes"])


def test_words_are_stemmed_by_the_language_of_the_page():
    english = IndexDocument(url="u", text="running limes", language="en")
    assert body.page(english, stemming_of(("en",)))["text"] == ["run lime"]
    assert body.page(english, NONE)["text"] == ["running limes"]


def test_fields_without_weight_are_not_looked_in():
    found = body.wanted(parse("lime"), FieldWeights(anchor=0.0))
    [group] = found["bool"]["must"]
    fields = {field for one in group["bool"]["should"] for field in one["term"]}
    assert fields == {"title", "keywords", "abstract", "text", "emphasis"}


def test_the_boost_of_a_word_is_its_weight_times_that_of_the_field():
    typed = parse("lime")
    asked = type(typed)(required=typed.required, worths=((("lime",), 0.5),))
    [group] = body.wanted(asked, FieldWeights(title=4.0))["bool"]["must"]
    assert group["bool"]["should"][0] == {"term": {"title": {"value": "lime", "boost": 2.0}}}


def test_pages_that_must_not_be_shown_are_named_by_their_identifiers():
    typed = parse("lime")
    asked = type(typed)(required=typed.required, excluded_pages=frozenset({"u"}))
    assert {"ids": {"values": [body.name("u")]}} in body.wanted(asked, FieldWeights())["bool"][
        "must_not"
    ]


def test_a_date_is_asked_for_as_days_and_never_matches_pages_without():
    found = body.wanted(parse("before:1970-01-11"), FieldWeights())
    assert {"range": {"day": {"gte": 1, "lt": 10}}} in found["bool"]["filter"]
