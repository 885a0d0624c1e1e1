import io
import json
import sys
from dataclasses import fields

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.model.docview import DocView

SENTENCE = "Sourdough needs time, flour, water and salt, and a warm place to rise overnight."
PAGE = f"<html><head><title>Bread</title></head><body>{f'<p>{SENTENCE}</p>' * 3}</body></html>"


def test_a_file_is_shown_as_json_with_every_field(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    assert main(["view", str(page), "--url", "https://example.org/bread"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert list(shown) == [field.name for field in fields(DocView)]
    assert shown["url"] == "https://example.org/bread"
    assert SENTENCE in shown["text"]


def test_blocks_are_shown_with_their_places_in_the_source(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    assert main(["view", str(page), "--spans"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [PAGE[slice(*span["source"])] for span in shown["spans"]] == [SENTENCE] * 3
    assert [shown["html"][slice(*span["html"])] for span in shown["spans"]] == [SENTENCE] * 3
    assert main(["view", str(page), "--spans", "--format", "text"]) == 2
    assert "--spans" in capsys.readouterr().err


def test_standard_input_is_shown_as_text(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert main(["view", "-", "--format", "text"]) == 0
    assert SENTENCE in capsys.readouterr().out


def test_a_page_is_described_in_the_terms_of_others(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    where = [str(page), "--url", "https://example.org/bread"]
    assert main(["view", *where, "--format", "dc"]) == 0
    assert '<meta name="DC.title" content="Bread">' in capsys.readouterr().out
    assert main(["view", *where, "--format", "schema.org"]) == 0
    assert json.loads(capsys.readouterr().out)["url"] == "https://example.org/bread"


def test_what_is_no_page_is_one_line_and_exit_code_1(tmp_path, capsys):
    picture = tmp_path / "picture.html"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    assert main(["view", str(picture)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_the_capture_of_a_time_is_shown(tmp_path, capsys):
    root = tmp_path / "c"
    collection = Collection.create(root)
    for at, words in (("2026-01-01T00:00:00", "early"), ("2026-02-01T00:00:00", "late")):
        row = {"url": "http://a.example/", "html": f"<p>The {words} one.</p>", "date": at}
        source = tmp_path / f"{words}.jsonl"
        source.write_text(json.dumps(row))
        collection.import_([source])
    verb = ["view", "http://a.example/", "--in", str(root), "--format", "text", "--at"]
    assert main([*verb, "2026-01-10"]) == 0
    assert "early" in capsys.readouterr().out
    assert main([*verb, "2026-01-30"]) == 0
    assert "late" in capsys.readouterr().out
    assert main(["view", str(source), "--at", "2026-01-30"]) == 2
    assert "add --in DIR" in capsys.readouterr().err


def test_an_address_that_is_none_is_refused(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    assert main(["view", str(page), "--url", "nonsense"]) == 2
    assert "--url nonsense: not a URL" in capsys.readouterr().err


def test_a_file_of_many_pages_is_sent_to_import(tmp_path, capsys):
    for name, text in (("x.warc", "WARC/1.0\r\n"), ("x.jsonl", '{"url": "http://a.org/"}\n')):
        (tmp_path / name).write_text(text)
        assert main(["view", str(tmp_path / name)]) == 2
        assert "pagemill import DIR" in capsys.readouterr().err


STORY = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
LINKS = "".join(f"<li><a href=/{n}>Part {n}</a>" for n in range(9))
SITE = "<ul>{links}</ul><p>Sold at the harbour since 1912, and never before.</p><p>{story}</p>"


def story(number: int) -> str:
    own = f"{STORY}It was the night number {number}, and the lamp was lit {number} times. "
    return SITE.format(links=LINKS, story=own * 3)


@pytest.mark.parametrize("method", ["plateau", "lecture", "weights", "template"])
def test_the_main_content_is_chosen_by_a_named_method(method, tmp_path, capsys):
    site = tmp_path / "site"
    site.mkdir()
    for number in range(4):
        (site / f"{number}.html").write_text(story(number))
    page = tmp_path / "page.html"
    page.write_text(story(77))
    asked = ["view", str(page), "--format", "text", "--method", method]
    assert main([*asked, *(["--site", str(site)] if method == "template" else [])]) == 0
    shown = capsys.readouterr().out
    assert "night number 77" in shown
    assert "Part 3" not in shown
    if method == "template":
        assert "Sold at the harbour" not in shown


def test_the_template_of_a_site_is_learned_from_a_collection(tmp_path, capsys):
    rows = [{"url": f"http://a.example/{n}", "html": story(n)} for n in range(6)]
    source = tmp_path / "pages.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    collection = Collection.create(tmp_path / "c")
    collection.import_([source])
    collection.build()
    asked = ["view", "http://a.example/3", "--in", str(tmp_path / "c"), "--format", "text"]
    assert main([*asked, "--method", "template"]) == 0
    shown = capsys.readouterr().out
    assert "night number 3" in shown
    assert "Sold at the harbour" not in shown
    assert "Part 3" not in shown


def test_what_is_no_page_says_nothing_of_a_site(tmp_path, capsys):
    site = tmp_path / "site"
    site.mkdir()
    for name, odd in (
        ("a", bytes(range(32)) * 99),
        ("b", b"<div>" * 99_999 + b"x"),
        ("c", b"%PDF-1.7 and so on"),
    ):
        (site / name).write_bytes(odd)
    page = tmp_path / "page.html"
    page.write_text(story(77))
    asked = ["view", str(page), "--format", "text", "--method", "template", "--site", str(site)]
    assert main(asked) == 2
    assert "0 other pages of the site are known" in capsys.readouterr().err
    for number in range(4):
        (site / f"{number}.html").write_text(story(number))
    assert main(asked) == 0
    assert "Sold at the harbour" not in capsys.readouterr().out


def test_a_document_has_no_other_method(tmp_path, capsys):
    letter = tmp_path / "letter.eml"
    letter.write_text("From: k@a.example\nSubject: Oil\n\nThe oil came on Monday at last.\n")
    assert main(["view", str(letter), "--method", "plateau"]) == 2
    assert "kept whole" in capsys.readouterr().err


def test_a_method_that_lacks_what_it_needs_says_so(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    for more, said in (
        (["--method", "template"], "0 other pages of the site are known"),
        (["--method", "template", "--site", str(page)], "no folder"),
        (["--method", "plateau", "--site", str(tmp_path)], "for --method template"),
        (["--method", "plateau", "--spans"], "leave out --method"),
    ):
        assert main(["view", str(page), *more]) == 2
        assert said in capsys.readouterr().err
