from __future__ import annotations

import pytest

from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.forms.inline import InlineMarkup
from pagemill.view.forms.render import rendered
from pagemill.view.purify.blocks import cut, cut_in_python


def resolve(href: str) -> str | None:
    return f"http://h{href}" if href[0] == "/" else None


def forms(html: str) -> tuple[str, str, str]:
    tree = parsed_in_python(html)
    return InlineMarkup(tree, cut_in_python(tree), resolve).lines([0])[0]


def test_each_character_that_is_white_space_is_a_blank() -> None:
    spaces = [character for character in map(chr, range(0x11000)) if character.isspace()]
    html = "".join(f"<i>a{c}\u2019{c}b{c}{c}</i>" for c in [*spaces, "\u200b", "\ufeff"])
    text = "a \u2019 b " * (len(spaces) + 2)
    tree = parsed(html)
    assert forms(html)[0] == rendered(tree, cut(tree), [0], resolve).text == text.rstrip()


@pytest.mark.parametrize(
    ("html", "text", "markdown", "clean"),
    [
        ("<p> a\n b </p>", "a b", "a b", "a b"),
        ("<p>a <b> b </b>c</p>", "a b c", "a **b** c", "a <strong>b </strong>c"),
        (
            "<p><a href=/x>l <i>m</i></a></p>",
            "l m",
            "[l *m*](http://h/x)",
            '<a href="http://h/x">l <em>m</em></a>',
        ),
        ("<p>x <a href='javascript:y'>z</a></p>", "x z", "x z", "x z"),
        ("<p>a*b &lt;</p>", "a*b <", r"a\*b \<", "a*b &lt;"),
        (
            "<p>&amp;lt;b&amp;#62; AT&amp;T; Q&amp;A &amp;; &amp;<span>copy;</span></p>",
            "&lt;b&#62; AT&T; Q&A &; &copy;",
            r"\&lt;b\&#62; AT\&T; Q&A &; \&copy;",
            "&amp;lt;b&amp;#62; AT&amp;T; Q&amp;A &amp;; &amp;copy;",
        ),
        ("<p><code>&amp;lt;</code></p>", "&lt;", "`&lt;`", "<code>&amp;lt;</code>"),
        ("<p>f <code>a`b</code></p>", "f a`b", "f ``a`b``", "f <code>a`b</code>"),
        ("<p>T<small>HE</small>\u200b</p>", "THE", "THE", "THE"),
        (
            "<p><code>a*<b>b</b></code> <i> </i><b>c*</b></p>",
            "a*b c*",
            r"`a*b` **c\***",
            "<code>a*<strong>b</strong></code> <strong>c*</strong>",
        ),
        (
            "<p>p <a href='/a(b)'>q</a></p>",
            "p q",
            "p [q](http://h/a%28b%29)",
            'p <a href="http://h/a(b)">q</a>',
        ),
    ],
)
def test_all_forms_of_a_block_hold_the_same_words(
    html: str, text: str, markdown: str, clean: str
) -> None:
    assert forms(html) == (text, markdown, clean)
    tree = parsed(html)
    found = rendered(tree, cut(tree), [0], resolve)
    assert (found.text, found.markdown, found.html) == (text, markdown, f"<p>{clean}</p>")
