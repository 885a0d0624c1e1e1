from __future__ import annotations

from itertools import pairwise

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import Blocks, count_words, cut


def texts(html: str) -> list[str]:
    return [" ".join(text.split()) for text in cut(parsed(html)).text]


def test_block_elements_and_line_breaks_end_a_block_and_inline_ones_do_not() -> None:
    assert texts("<div>a <b>b</b><p>c</p>d<br>e <x-y>f</x-y></div>") == ["a b", "c", "d", "e f"]


def test_text_of_unknown_and_rare_inline_elements_stays_in_its_sentence() -> None:
    assert texts("<p>k<nobr>eep</nobr><wbr>er <acronym>48</acronym></p>") == ["keeper 48"]


def test_pre_is_one_block_whatever_is_inside() -> None:
    blocks = cut(parsed("<pre>a\n  b<br><div>c</div>\n</pre><p>d</p>"))
    assert blocks.text[0].startswith("a\n  b")
    assert len(blocks) == 2


def test_what_no_reader_sees_is_in_no_block() -> None:
    hidden = "<script>x</script><style>y</style><svg><text>z</text></svg><select><option>o"
    assert texts(f"<p>seen</p>{hidden}") == ["seen"]


def test_words_inside_links_are_counted_apart() -> None:
    blocks = cut(parsed("<p>two words <a href=/x>three more words</a></p>"))
    assert (blocks.words, blocks.link_words) == ([5], [3])


def test_a_chinese_character_counts_as_a_word() -> None:
    assert count_words("守闸人 opens 窗") == 5


def test_blocks_below_an_element_are_a_run_of_numbers() -> None:
    tree = parsed("<p>a</p><div><p>b</p><p>c</p></div><p>d</p>")
    assert cut(tree).within(tree, next(tree.find("div"))) == (1, 3)


def test_each_text_node_is_in_at_most_one_block() -> None:
    tree = parsed("<div>a<span>b<p>c</p>d</span>e<table>f<tr><td>g</table></div>")
    blocks = cut(tree)
    spans = list(zip(blocks.first, blocks.last, strict=True))
    assert all(last < first for (_, last), (first, _) in pairwise(spans))


def test_a_page_without_text_has_no_blocks() -> None:
    assert len(cut(parsed("<body><img src=x></body>"))) == 0
    assert len(Blocks()) == 0
