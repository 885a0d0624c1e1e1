import pytest

from pagemill.html.encoding import decoded, label_name, prescanned
from pagemill.html.encoding_labels import STANDARD_LABELS

CHINESE = "守闸人推开木窗，十二座旧桥逐一加固。" * 4


@pytest.mark.parametrize(
    ("character", "utf8"),
    [
        ("\N{GREEK SMALL LETTER PI}", "CF 80"),
        ("\u4e2d", "E4 B8 AD"),
        ("\U00020000", "F0 A0 80 80"),
    ],
)
def test_utf8_packs_the_bits_of_a_code_point_as_worked_by_hand(character, utf8):
    payload = bytes.fromhex(utf8)
    assert character.encode("utf-8") == payload
    assert decoded(payload)[0] == character


def test_pi_is_960_and_splits_into_five_and_six_bits():
    assert ord("π") == 0b01111_000000
    assert bytes([0b110_00000 | 0b01111, 0b10_000000 | 0b000000]) == "π".encode()


@pytest.mark.parametrize(
    "payload", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe0\x80\xaf"]
)
def test_overlong_forms_and_surrogates_are_not_utf8(payload):
    text, guess = decoded(payload * 3)
    assert (guess.name, guess.evidence) != ("utf-8", "utf-8") or "\ufffd" in text


def test_plain_ascii_without_declaration_is_utf8():
    text, guess = decoded(b"<p>plain</p>")
    assert (text, guess.name, guess.evidence, guess.confidence) == (
        "<p>plain</p>",
        "utf-8",
        "utf-8",
        1.0,
    )


@pytest.mark.parametrize(
    ("codec", "mark", "name"),
    [
        ("utf-8", b"\xef\xbb\xbf", "utf-8"),
        ("utf-16-le", b"\xff\xfe", "utf-16le"),
        ("utf-16-be", b"\xfe\xff", "utf-16be"),
        ("utf-32-le", b"\xff\xfe\x00\x00", "utf-32le"),
        ("utf-32-be", b"\x00\x00\xfe\xff", "utf-32be"),
    ],
)
def test_a_byte_order_mark_outvotes_every_declaration(codec, mark, name):
    text, guess = decoded(mark + CHINESE.encode(codec), "text/html; charset=iso-8859-1")
    assert text == CHINESE
    assert (guess.name, guess.evidence) == (name, "bom")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_latin_text_without_a_mark_is_read(codec):
    page = "<html><p>The lamp was lit in winter.</p></html>"
    assert decoded(page.encode(codec))[0] == page


def test_the_http_header_counts_before_the_meta_element():
    page = '<meta charset="windows-1251"><p>žluťoučký kůň</p>'
    text, guess = decoded(page.encode("iso-8859-2"), "text/html; charset=ISO-8859-2")
    assert text == page
    assert (guess.name, guess.evidence) == ("iso-8859-2", "http")


def test_a_header_that_the_bytes_refute_gives_way_to_the_meta_element():
    page = f'<meta charset="gbk"><p>{CHINESE}</p>'
    text, guess = decoded(page.encode("gbk"), "text/html; charset=utf-8")
    assert text == page
    assert (guess.name, guess.evidence) == ("gbk", "meta")


def test_gb2312_is_read_with_the_characters_of_the_larger_sets():
    page = f'<meta charset="gb2312"><p>朱镕堃 喆 €30 {CHINESE}</p>'
    text, guess = decoded(page.encode("gb18030"))
    assert text == page
    assert guess.name == "gbk"


@pytest.mark.parametrize(
    "meta",
    [
        '<meta httpequiv="ContentType" content="text/html; charset=gbk">',
        '<meta http-equiv=Content-Type content="text/html;charset=gbk">',
        "<META CHARSET=GBK />",
        "<!-- " + "x" * 3000 + ' --><meta charset="gbk">',
    ],
)
def test_misspelt_and_late_declarations_count(meta):
    page = f"{meta}<p>{CHINESE}</p>"
    text, guess = decoded(page.encode("gbk"))
    assert text == page
    assert guess.evidence == "meta"


def test_an_xml_declaration_counts():
    page = f'<?xml version="1.0" encoding="gbk"?><p>{CHINESE}</p>'
    text, guess = decoded(page.encode("gbk"))
    assert text == page
    assert guess.evidence == "xml"


def test_damaged_utf8_stays_utf8():
    good = ("Crème brûlée costs four euros, says the señora. " * 20).encode()
    for media_type in ("text/html; charset=utf-8", "text/html"):
        text, guess = decoded(good + b"\xff\xe9" + good, media_type)
        assert "señora" in text
        assert text.count("\ufffd") == 2
        assert guess.name == "utf-8"


def test_valid_utf8_outvotes_a_wrong_declaration():
    page = "Crème brûlée, señora, “the usual”"
    text, guess = decoded(page.encode(), "text/html; charset=iso-8859-1")
    assert text == page
    assert (guess.name, guess.evidence) == ("utf-8", "utf-8")


def test_undeclared_legacy_text_is_left_to_the_detector():
    text, guess = decoded(CHINESE.encode("gbk"))
    assert text == CHINESE
    assert guess.evidence == "detector"


def test_iso_2022_jp_is_read_where_it_is_declared():
    page = "日本語のページです"
    text, guess = decoded(page.encode("iso2022_jp"), "text/html; charset=iso-2022-jp")
    assert (text, guess.name) == (page, "iso-2022-jp")


def test_undeclared_iso_2022_jp_has_the_name_that_links_are_written_by():
    page = "こんにちは <p>" * 3
    text, guess = decoded(page.encode("iso2022_jp"))
    assert (text, guess.name) == (page, "iso-2022-jp")


def test_bytes_that_windows_1252_leaves_open_become_control_characters():
    text, _ = decoded(b"caf\xe9 \x81", "text/html; charset=latin1")
    assert text == "café \x81"


def test_nothing_gives_nothing():
    assert decoded(b"")[0] == ""


def test_the_label_table_is_the_standards():
    assert len(STANDARD_LABELS) == 228
    assert len(set(STANDARD_LABELS.values())) == 40
    assert label_name(" GB2312\n") == "gbk"
    assert label_name("Latin1") == "windows-1252"
    assert label_name("klingon") == ""


def test_a_meta_element_in_a_comment_declares_nothing():
    assert prescanned(b'<!-- <meta charset="gbk"> -->') == ("", "")


def test_utf16_in_a_meta_element_means_utf8():
    assert prescanned(b'<meta charset="utf-16">') == ("utf-8", "meta")


def test_one_cut_character_does_not_hide_an_undeclared_encoding():
    payload = (CHINESE * 3).encode("gbk")
    text, guess = decoded(payload + b"\xff\xff<p>" + payload)
    assert text.count(CHINESE * 3) == 2
    assert (guess.name, guess.evidence) == ("gb18030", "detector")


def test_little_undeclared_utf8_with_damage_stays_utf8():
    text, guess = decoded(
        "Crème brûlée — “the usual”, señora.".encode() + b" \xff plain \xe9 end"
    )
    assert "señora" in text
    assert (guess.name, guess.evidence) == ("utf-8", "utf-8")
