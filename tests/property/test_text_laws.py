from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill.html.encoding import decoded, prescanned
from pagemill.html.url import normalized
from pagemill.text.language import language
from pagemill.text.normalize import text_digest
from pagemill.text.sentence import sentences
from pagemill.text.tokenize import words
from pagemill.view.dates import iso_date

MEDIA_TYPES = st.sampled_from(
    [
        "",
        "text/html",
        "text/html; charset=gbk",
        "text/html;charset=utf-16le",
        "x; charset=nope",
        "text/html; charset=utf-8",
        "text/html; charset=shift_jis",
        "text/html; charset=x-user-defined",
        "text/html; charset=replacement",
        "text/html; charset=utf-32",
    ]
)
ADDRESSES = st.from_regex(
    r"https?://[a-z]{1,5}\.example(/[a-zA-Z0-9%.~]{0,8}){0,3}(\?[%a-f0-9=&]{0,8})?",
    fullmatch=True,
)


@given(st.binary(max_size=400), MEDIA_TYPES)
def test_decoding_never_raises(payload, media_type):
    text, guess = decoded(payload, media_type)
    assert isinstance(text, str)
    assert 0 <= guess.confidence <= 1
    assert guess.name


@given(st.text(max_size=200))
def test_utf8_is_read_back_whole(text):
    payload = text.encode("utf-8", "ignore")
    if (
        not payload.startswith((b"\xef\xbb\xbf",))
        and b"\x00" not in payload
        and b"\x1b" not in payload
    ):
        assert decoded(payload, "text/html; charset=utf-8")[0] == payload.decode()


@given(st.binary(max_size=300))
def test_the_prescan_never_raises(head):
    prescanned(b"<meta " + head)


@given(ADDRESSES)
def test_normalising_twice_changes_nothing(url):
    once = normalized(url)
    assert once is not None
    assert normalized(once) == once


@given(st.text(max_size=120))
def test_normalising_never_raises(url):
    normalized(url)


@given(st.text(max_size=200))
def test_sentences_keep_every_character_but_white_space(text):
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(st.text(max_size=200))
def test_words_are_words_of_themselves(text):
    for word in words(text):
        assert word
        assert not word.isspace()


@given(st.text(max_size=80))
def test_a_digest_ignores_the_width_of_white_space(text):
    assert text_digest(text) == text_digest(f" {text}\n")


@settings(deadline=None)  # the first text reads the model
@given(st.text(max_size=80), st.text(max_size=8))
def test_a_language_is_a_short_tag_or_empty(text, declared):
    tag = language(text, declared)
    assert tag == "" or (2 <= len(tag) <= 3 and tag.islower())


@given(
    st.dates(
        min_value=date(1980, 1, 1),
        max_value=date(2099, 12, 31),
    )
)
def test_a_day_is_read_as_it_was_written(day):
    for written in (
        day.isoformat(),
        f"{day:%d.%m.%Y}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%Y%m%d}",
    ):
        assert iso_date(written) == day.isoformat()


@given(st.text(max_size=60))
def test_reading_a_date_never_raises(text):
    iso_date(text)
