from __future__ import annotations

from html.entities import html5

import pytest

from pagemill import native
from pagemill.html.tree import TEXT, Tree, parsed_in_python

compiled = pytest.mark.skipif(native.parse is None, reason="nothing was compiled")


def parse(html: str):
    assert native.parse is not None
    return native.parse(html, html5)


def page(*columns):
    assert native.page is not None
    return native.page(*columns)


def cut(*arguments):
    assert native.cut is not None
    return native.cut(*arguments)


def test_it_says_which_loops_are_in_use():
    assert ("compiled" in native.description()) == (native.parse is not None)
    assert (native.parse is None) == (native.cut is None) == (native.page is None)


@compiled
def test_html_becomes_a_page():
    read = parse('<!doctype html><p class="a&amp;b" HIDDEN>x&lt;y<br></p><!-- > -->')
    assert read.tags == ["html", "head", "body", "p", TEXT, "br"]
    assert read.parents == [-1, 0, 0, 2, 3, 3]
    assert read.ends == [6, 2, 6, 6, 5, 6]
    assert list(read.texts) == ["", "", "", "", "x<y", ""]
    assert read.attributes[3] == {"class": "a&b", "hidden": ""}
    assert read.nodes("br") == [5]


# One for each rule that moves, makes or leaves out something; the library's parser knows what.
RULES = r"""
<b>1<p>2</b>3</p>4
<b><i><u><p>1</b>2</i>3</u>4
<a>1<div>2<a>3</a></div>4
<a>1<table><tr><td><a>2</table>3
<b id=1><b id=1><b id=1><b id=1><p>x</b></b></b></b>y
<p>1<table><p>2
<!doctype html><p>1<table><p>2
<table>1<tr>2<td>3</td>4</tr>5</table>6
<table> <b>1</b> <tr><td>2
<table><input type=HIDDEN><input><form><caption>1<col><tr><th>2<tbody><td>3
<table><tr><td><table><tr><td>1</table>2</table>3
<ul><li>1<ul><li>2</ul><li>3<div><li>4
<dl><dt>1<dd>2<dt>3</dl><dd>4
<h1>1<h2>2</h3>3
<select><option>1<optgroup><option>2<hr><input>3
<select>1<select>2
<button>1<button>2<p>3</button>4
<nobr>1<nobr>2
<form><div><form></form></div>1</form>2
<pre>\n\n1</pre><textarea>\n\n<b>2</textarea><listing>\n3
<ruby>1<rb>2<rt>3<rtc>4<rp>5
<object>1<b>2</object>3
<head><noscript><link><p>1</noscript>2
<head><title>&lt;<b></title><style><b></style><script><!--<script></script>--></script>1
<script><!--</script>1<script>--></script>2
<script><!--><script></script>1
<template><td>1<template></template><b></template>2</template>3
<svg viewbox=1 a><title>1<b>2</title><p>3</svg>4
<svg><foreignObject><p>1</svg>2<math><mi>3<b>4<mglyph></mi><p>5
<math definitionurl=1><annotation-xml encoding=text/html><div>1</math>2
<math><annotation-xml><svg viewbox=1><desc><p>1</math>2
<svg><font>1<font color=2>3
<body a=1>1</body>2<body a=2 b=3>4</html> <!-- --> <html c=4>5
</p></br>1</p></br>2
<image src=1>2<isindex>3<keygen>4
<frame><caption><td>1
&amp&ampx&notit;&notin;&#x41&#128;&#0;&#xd800;&#13;&nGt;&bogus;&#;&#x;&
<p a=&amp b=&ampx c=&amp= d=&notit; e="&copy=1&copy;" f='&lt' f=2>1
1<!-->2<!--->3<!-- --!>4<!-- -- > -->5<!x>6<?y>7</ z>8</>9<
1\r2\r\n3<p a="\r\n4\r">5
<x-a/>1<br/>2<p/ b>3<p b=c/>4<p b="c"d>5
<p a=1 A=2 =3 ==4 "5>6
1<p 2
1<p a="2
1</p
<xmp><b>&lt;</xmp><iframe><b></iframe><noembed><b></noembed><noframes><b></noframes>1
""".strip().split("\n")


@compiled
@pytest.mark.parametrize(
    "html", [rule.replace("\\n", "\n").replace("\\r", "\r") for rule in RULES]
)
def test_each_rule_gives_the_tree_that_the_other_parser_gives(html):
    read = parse(html)
    assert read is not None
    assert Tree(read) == parsed_in_python(html)


@compiled
@pytest.mark.parametrize("filling", ["", "\u6c34", "\U0001f600"])
def test_characters_of_any_width_are_read(filling):
    read = parse(f"<p a={filling}>{filling}&nbsp;<b>{filling}</b>")
    node = read.nodes("p")[0]
    assert "".join(read.texts) == f"{filling}\u00a0{filling}"
    assert read.attributes[node] == {"a": filling}


@compiled
def test_what_is_no_content_is_left_out_but_scripts_of_data_are_read():
    read = parse(
        '<style>p{}</style><script>a<b</script><svg a=""><g></g></svg>'
        "<template><p>x</p></template>"
        '<script type="application/LD+JSON">{"<": 1}</script>'
    )
    assert [tag for tag in read.tags if tag not in ("html", "head", "body")] == [
        "style",
        "script",
        "svg",
        "template",
        "script",
        TEXT,
    ]
    assert read.texts[-1] == '{"<": 1}'


@compiled
@pytest.mark.parametrize(
    "html",
    [
        "",
        "a\0b",
        "<p\u00c9>",
        "<plaintext>x",
        "<frameset><frame>",
        "<svg><![CDATA[x]]>",
        "<select><selectedcontent>",
        "<table><image>",
        "<table><col><!doctype html>",
        "\ud800",
    ],
)
def test_what_is_rare_is_left_to_the_other_parser(html):
    assert parse(html) is None


@compiled
@pytest.mark.parametrize("arguments", [(), ("",), (1, {}), ("", None)])
def test_what_is_no_source_is_refused(arguments):
    assert native.parse is not None
    with pytest.raises(TypeError):
        native.parse(*arguments)


@compiled
@pytest.mark.parametrize("text", ["<p>x", "<p>\u00e9\u6c34\U0001f600\u07ff\uffff"])
def test_bytes_in_utf_8_are_read_as_their_characters_are(text):
    assert Tree(parse(text.encode())) == Tree(parse(text))


@compiled
@pytest.mark.parametrize(
    "payload",
    [
        b"\x80",
        b"<p>\xc3",
        b"\xc1\xbf",
        b"\xe0\x9f\xbf",
        b"\xe6\xb0",
        b"\xed\xa0\x80",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
        b"eight or more \xe6\xb0p",
    ],
)
def test_bytes_that_are_no_utf_8_are_left_alone(payload):
    assert parse(payload) is None
    with pytest.raises(UnicodeDecodeError):
        payload.decode()


@compiled
@pytest.mark.parametrize(
    "arguments", [(), ("", {}, 1), (1, {}, 1, 1), ("", {"a" * 32: 1}, 1, 1), ("", {}, "", 1)]
)
def test_nesting_is_asked_with_all_it_needs(arguments):
    assert native.nesting is not None
    with pytest.raises((TypeError, ValueError)):
        native.nesting(*arguments)


@compiled
@pytest.mark.parametrize(
    "ask",
    [
        lambda made: made.saying(0, 9, ("a",)),
        lambda made: made.saying(0, 1, ["a"]),
        lambda made: made.saying(0, 1, ("",)),
        lambda made: made.named(("class",), (1,)),
        lambda made: made.named(("class",)),
        lambda made: made.links(bytearray(1)),
        lambda made: made.data_tables(),
        lambda made: made.chosen(b"", b"", 1, ((1.0, 1.0),), True),
        lambda made: made.chosen(b"", b"", 1, (), True),
        lambda made: made.chosen(b"", b"", 1, ((1.0, "x"),), True),
        lambda made: made.makeup(["p"]),
        lambda made: made.makeup((1,)),
        lambda made: made.aims((), 1),
        lambda made: made.aims([""], ""),
        lambda made: made.signs([0], 1, (), ()),
        lambda made: made.signs([], 1, [], ()),
        lambda made: made.tallied([1], 1),
        lambda made: made.tallied([], "1"),
        lambda made: made.statements([], str, ""),
        lambda made: made.hubs([0], 1, bytearray()),
        lambda made: made.hubs([], "1", bytearray()),
        lambda made: made.forms([], {}, str),
        lambda made: made.forms([], {}, str, ()),
        lambda made: made.forms((0,), {}, str, ()),
        lambda made: made.forms([], 1, str, ()),
        lambda made: made.forms([], {}, str, []),
        lambda made: made.forms([], {}, str, ((1, "a"),)),
        lambda made: made.forms([], {}, str, ((1, "a", b"a"),)),
        lambda made: made.forms([], {}, str, (("1", "a", "a"),)),
        lambda made: made.having(1),
    ],
)
def test_a_page_refuses_questions_that_make_no_sense(ask):
    with pytest.raises((TypeError, ValueError, IndexError)):
        ask(page(*COLUMNS))


@compiled
def test_a_hundred_thousand_open_elements_are_no_danger():
    read = parse("<div>" * 100_000)
    assert read.parents[-1] == len(read) - 2


COLUMNS = (
    ["p", TEXT, "x-a", TEXT, TEXT],
    [-1, 0, 0, 2, 0],
    [5, 2, 4, 4, 5],
    ["", "Two  words", "", " linked\u6c34.", "\u2003\U0001f600 \n"],
    [{"class": "a\u00e9", "hidden": ""}, {}, {"href": "b"}, {}, {}],
)


@compiled
def test_a_page_gives_back_the_columns_it_was_made_of():
    made = page(*COLUMNS)
    assert len(made) == 5
    assert (made.tags, made.parents, made.ends) == COLUMNS[:3]
    assert list(made.texts) == COLUMNS[3]
    assert list(made.attributes) == COLUMNS[4]
    assert made.texts[3:] == COLUMNS[3][3:]
    assert made.texts[-1] == COLUMNS[3][-1]
    assert made.texts[1] is made.texts[1]
    assert made.attributes[0] is made.attributes[0]


@compiled
def test_a_page_answers_about_its_nodes():
    made = page(*COLUMNS)
    assert made.nodes(TEXT) == [1, 3, 4]
    assert made.nodes("x-a") == [2]
    assert made.nodes("p") is made.nodes("p")
    assert made.nodes("q") == []
    assert made.attribute(0, "class") == "a\u00e9"
    assert made.attribute(0, "hidden") == made.attribute(1, "class") == ""
    assert made.text(0) == "Two words linked\u6c34. \U0001f600"
    assert made.text(2) == "linked\u6c34."


@compiled
@pytest.mark.parametrize(
    "ask",
    [
        lambda made: made.texts[5],
        lambda made: made.attributes[-6],
        lambda made: made.text(5),
        lambda made: made.attribute(-1, "class"),
    ],
)
def test_nodes_that_are_none_are_refused(ask):
    with pytest.raises(IndexError):
        ask(page(*COLUMNS))


@compiled
def test_a_page_outlives_what_it_was_made_of_and_is_outlived_by_its_columns():
    made = page(*[list(column) for column in COLUMNS])
    texts = made.texts
    del made
    assert list(texts) == COLUMNS[3]


@compiled
def test_a_page_is_cut_into_blocks():
    kinds = {"p": 1, TEXT: 32, "a": 4}
    made = page(
        ["p", TEXT, "a", TEXT, TEXT],
        [-1, 0, 0, 2, 0],
        [5, 2, 4, 4, 5],
        ["", "Two words", "", " linked.", " "],
        [{}, {}, {}, {}, {}],
    )
    first, last, element, text, words, link_words, is_sentence, images, shown = cut(made, kinds)
    assert (first, last, element) == ([1], [3], [0])
    assert text == ["Two words linked."]
    assert (words, link_words, is_sentence) == ([3], [1], [True])
    assert images == []
    assert shown == bytearray([0, 1, 0, 1, 0])


@compiled
@pytest.mark.parametrize(
    "columns",
    [
        (["p"], [-1], [0], ["x"], [{}]),
        (["p"], [-1], [2], ["x"], [{}]),
        (["p"], [0], [1], ["x"], [{}]),
        (["p"], [-1], [1], [1], [{}]),
        (["p"], [-1], [1], ["\ud800"], [{}]),
        (["p"], [-1], [1], ["x"], [{"a": 1}]),
        (["p"], [-1], [1], ["x"], [None]),
        (["p"], [-1], [], ["x"], [{}]),
        (["p"], [-1], ["1"], ["x"], [{}]),
        ([[]], [-1], [1], ["x"], [{}]),
        (["p", "p"], [-1, -1], [1, 2], ["", ""], [{}, {}]),
        (["p", "p", "p"], [-1, 0, 0], [2, 2, 3], ["", "", ""], [{}, {}, {}]),
        (["p"], [-1], [1], ["x"]),
    ],
)
def test_what_are_no_columns_is_refused(columns):
    with pytest.raises((TypeError, ValueError, AttributeError)):
        page(*columns)


@compiled
@pytest.mark.parametrize("arguments", [([], {}), (None, {}), ()])
def test_what_is_no_page_is_not_cut(arguments):
    with pytest.raises(TypeError):
        cut(*arguments)


@compiled
def test_a_meaning_that_is_no_number_is_refused():
    with pytest.raises(TypeError):
        cut(page(*COLUMNS), {"p": "1"})


@compiled
@pytest.mark.parametrize(
    ("kept", "written", "error"),
    [
        ([1], {}, IndexError),
        ([-1], {}, IndexError),
        (["0"], {}, TypeError),
        ([0], {"b": 1}, TypeError),
        ([0], {1: "b"}, TypeError),
    ],
)
def test_what_is_no_block_or_no_name_is_not_rendered(kept, written, error):
    made = page(*COLUMNS)
    cut(made, {"p": 1, TEXT: 32})
    with pytest.raises(error):
        made.forms(kept, written, str, ())


@compiled
@pytest.mark.parametrize("node", [0, -1, 99, 1 << 80])
def test_an_image_that_is_no_node_is_not_rendered(node):
    made = page(*COLUMNS)
    cut(made, {"p": 1, TEXT: 32})
    with pytest.raises((IndexError, OverflowError)):
        made.forms([], {}, str, ((node, "a", "a"),))


@compiled
def test_a_page_that_is_cut_while_it_is_rendered_is_no_danger():
    columns = (
        ["p", "a", TEXT, "br", "a", TEXT],
        [-1, 0, 1, 0, 0, 4],
        [6, 3, 3, 4, 6, 6],
        ["", "", "one", "", "", "two"],
        [{}, {"href": "1"}, {}, {}, {"href": "2"}, {}],
    )
    kinds = {"p": 1, "br": 1, TEXT: 32}
    made = page(*columns)
    cut(made, kinds)
    kept = [0, 1]

    def resolve(href):
        cut(made, {})
        kept.clear()
        return href

    assert made.forms(kept, {"a": "a"}, resolve, ())[1] == "[one](1)"


@compiled
def test_what_is_said_of_a_name_has_to_be_a_name():
    read = parse("<meta name=author content=x>")
    assert read.statements({}, str.upper, "ld+json") == [("AUTHOR", "x")]
    assert read.statements({"author": ""}, str.upper, "ld+json") == []
    with pytest.raises(TypeError):
        read.statements({}, len, "ld+json")
    with pytest.raises(ZeroDivisionError):
        read.statements({}, lambda _: 1 // 0, "ld+json")


@compiled
@pytest.mark.parametrize(
    "arguments",
    [
        (0, b"", b"", b""),
        (1, b"", b"\0" * 8, b""),
        (1, b"", b"\1\0" * 4, b"\0\0"),
        (1, b"\1\0\0\0", b"\0" * 8, b"\0\0"),
    ],
)
def test_arrays_that_are_no_forest_are_refused(arguments):
    assert native.forest is not None
    assert native.scores is not None
    with pytest.raises(ValueError, match="not the arrays of a forest"):
        native.forest(*arguments)
    with pytest.raises(TypeError):
        native.forest(*arguments[1:])
    small = native.forest(2, b"\0\0\1\0", b"\0" * 8, b"\7\0")
    assert native.scores(b"\0" * 4, small) == b"\7\0\0\0"
    assert native.scores(b"\0" * 8, small) == b"\7\0\0\0" * 2
    with pytest.raises(ValueError, match="another number of columns"):
        native.scores(b"\0" * 6, small)
    with pytest.raises(TypeError):
        native.scores(b"", "forest")


@compiled
@pytest.mark.parametrize("source", ["", "<", "<<\u6c34<" * 400, "a" * 254 + "<" * 600])
def test_brackets_are_counted(source):
    assert native.brackets is not None
    assert native.brackets(source) == source.count("<")
    assert native.brackets(source.encode()) == source.count("<")
    assert native.brackets(b"\x80<") == 1
    assert native.brackets("\ud800<") is None
    with pytest.raises(TypeError):
        native.brackets(1)


@compiled
def test_half_of_a_pair_makes_no_plain_address():
    assert native.plain_joined is not None
    assert native.plain_joined("http://a.example/", "\ud800") is None
    assert native.plain_joined("http://a.example/b", "c") == "http://a.example/c"
    with pytest.raises(TypeError):
        native.plain_joined("http://a.example/", 1)


def test_a_page_is_seen_as_a_crawler_needs_it():
    assert native.shown is not None
    assert native.outgoing is not None
    assert native.plain_host is not None
    read = parse(
        "<title>t</title><p>one  two 2024<script>x</script><a href=b rel=nofollow>3</a>"
    )
    assert native.shown(read, ("script", "title")) == ("one two 2024 3", {"one", "two"})
    read = parse("<a href=/x>1</a><a href=/x>2</a><area href=y><a href='z z'>3</a><a href=#n>4")
    asked = []
    found = native.outgoing(read, "http://a.example/d/", asked.append)
    assert found == ["http://a.example/x", "http://a.example/d/y"]
    assert asked == ["z z"]
    assert native.plain_host("https://a.example/x?y") == "a.example"
    for odd in ("http://A.example/", "http://a.example", "http://a.example/%41", "\ud800"):
        assert native.plain_host(odd) is None
    with pytest.raises(TypeError):
        native.shown(read)
    with pytest.raises(TypeError):
        native.outgoing(read, "x")
    with pytest.raises(TypeError):
        native.shown("page", ())
