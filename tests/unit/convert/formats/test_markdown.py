import pytest

from material.documents import MARKDOWN
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.markdown import MarkdownConverter
from pagemill.errors import DocumentError
from pagemill.media.types import MARKDOWN as KIND


def test_markdown_keeps_its_structure():
    html = check_converter(MarkdownConverter(), MARKDOWN, KIND)
    assert "<h1>Harbour tides</h1>" in html
    assert "<strong>twice a day</strong>" in html
    assert '<a href="https://harbour.example/tables">tables</a>' in html
    assert "<li>spring</li>" in html
    assert "<td>Monday</td>" in html


def test_front_matter_says_what_the_text_is_about():
    html = MarkdownConverter().convert(MARKDOWN, KIND)
    assert "<title>Harbour tides</title>" in html
    assert 'name="author" content="Harbour Office"' in html
    assert "title:" not in html


def test_a_rule_at_the_start_is_no_front_matter():
    html = MarkdownConverter().convert(b"---\n\ntext\n", KIND)
    assert "<hr />" in html
    assert "<p>text</p>" in html


def test_bytes_are_decoded_by_evidence():
    assert "für" in MarkdownConverter().convert("für\n".encode("utf-16"), KIND)


def nested(depth: int) -> bytes:
    lines = [f"{'  ' * level}- level{level}" for level in range(depth)]
    return ("\n".join(lines) + "\n\nafter\n").encode()


def test_deeply_nested_text_is_kept_or_refused():
    html = MarkdownConverter().convert(nested(90), KIND)
    assert all(f"level{level}\n" in html or f"level{level}<" in html for level in range(90))
    assert "after" in html
    assert "inmost" in MarkdownConverter().convert(b"> " * 150 + b"inmost\n", KIND)
    for deeper in (nested(150), b"> " * 5000 + b"inmost\n"):
        with pytest.raises(DocumentError, match="nested too deeply"):
            MarkdownConverter().convert(deeper, KIND)
