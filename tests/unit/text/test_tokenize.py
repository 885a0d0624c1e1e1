import pytest

from pagemill.text.tokenize import is_unspaced, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The lamp, lit in 1874!", ["the", "lamp", "lit", "in", "1874"]),
        ("灯塔1874年", ["灯", "塔", "1874", "年"]),
        ("カタカナとひら", ["カ", "タ", "カ", "ナ", "と", "ひ", "ら"]),
        ("등대는 높다", ["등대는", "높다"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ภาษาไทย", ["ภ", "า", "ษ", "า", "ไ", "ท", "ย"]),
        ("น้ำ", ["น้ํ", "า"]),
        ("ＡＢＣ ﬁn", ["abc", "fin"]),
        ("ŞÜkrü STRASSE straße", ["şükrü", "strasse", "strasse"]),
        ("snake_case", ["snake", "case"]),
        ("𠀀𠀁", ["𠀀", "𠀁"]),
        ("", []),
        ("—…!", []),
    ],
)
def test_words_of_many_scripts(text, expected):
    assert words(text) == expected


def test_only_scripts_without_spaces_are_unspaced():
    assert is_unspaced("灯")
    assert is_unspaced("ก")
    assert not is_unspaced("lamp")
    assert not is_unspaced("등대")
    assert not is_unspaced("")
