from pagemill.html.tree import parsed
from pagemill.serve.charts.tag_curve import curve, tag_curve
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.plateau import text_plateau


def test_the_curve_counts_every_token_and_every_tag(reading):
    points, starts = curve(reading.tree, reading.blocks)
    tags = 2 * sum(1 for text in reading.tree.texts if not text)
    assert points[-1] == (tags + sum(reading.blocks.words), tags)
    assert points == sorted(points)
    assert len(starts) == len(reading.blocks)


def test_words_are_flat_and_tags_are_steep():
    tree = parsed("<body><p>one two three</p></body>")
    points, starts = curve(tree, cut(tree))
    before, after = points[1], points[2]
    assert after[0] - before[0] == 3
    assert after[1] == before[1]
    assert starts == [before[0]]


def test_the_plateau_is_named_in_words(reading):
    chart = str(tag_curve(reading.tree, reading.blocks, reading.plateau))
    words = sum(reading.blocks.words[slice(*reading.plateau)])
    assert f"plateau: {words:,} words" in chart
    assert f"holds {words:,} of {sum(reading.blocks.words):,} words" in chart


def test_a_page_without_text_has_a_curve_too():
    tree = parsed("<body></body>")
    blocks = cut(tree)
    assert "<svg" in tag_curve(tree, blocks, text_plateau(tree, blocks))
