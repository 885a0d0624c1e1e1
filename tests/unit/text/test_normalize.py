from pagemill.text.normalize import collapsed, composed, text_digest


def test_white_space_and_composition_make_no_difference():
    assert text_digest("Cre\u0300me  br\u00fbl\u00e9e\n") == text_digest(
        "Cr\u00e8me br\u00fbl\u00e9e"
    )


def test_case_and_words_do():
    assert len({text_digest(text) for text in ("lamp", "Lamp", "lamps")}) == 3


def test_a_digest_has_32_hex_digits_and_stays_the_same():
    assert text_digest("lamp") == text_digest("lamp")
    assert len(text_digest("灯塔")) == 32
    assert int(text_digest("7"), 16)


def test_text_without_letter_or_digit_has_no_digest():
    for text in ("", " \n", "...", "—|—", "_"):
        assert text_digest(text) == ""


def test_lone_surrogates_do_no_harm():
    assert text_digest("a\ud800")


def test_forms():
    assert collapsed("  a\t b\n") == "a b"
    assert composed("e\u0301") == "é"
