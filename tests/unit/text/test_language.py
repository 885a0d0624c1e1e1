import pytest

from pagemill.text.language import language, primary_tag

ENGLISH = "The keeper climbed the steps with a lamp of oil, and the ships were safe at last. "


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        (ENGLISH * 3, "en"),
        (
            "Der Wärter stieg mit einer Lampe die Stufen hinauf, und die Schiffe waren sicher.",
            "de",
        ),
        ("Le gardien monta les marches avec une lampe et les navires furent saufs.", "fr"),
        ("Смотритель поднялся по ступеням с лампой, и корабли были спасены.", "ru"),
        ("守闸人推开木窗，十二座旧桥逐一加固。", "zh"),
        ("灯台の守り人は階段を上った。", "ja"),
        ("등대지기는 계단을 올라갔다.", "ko"),
        ("ผู้ดูแลประภาคารขึ้นบันได", "th"),
        ("Ο φύλακας ανέβηκε τα σκαλιά.", "el"),
        ("שומר המגדלור עלה במדרגות", "he"),
    ],
)
def test_languages_are_told_by_the_text(text, tag):
    assert language(text) == tag


def test_a_template_that_says_english_does_not_make_german_english():
    text = "Der Wärter stieg mit einer Lampe die Stufen hinauf, und die Schiffe waren sicher."
    assert language(text, "en-US") == "de"


def test_the_declaration_decides_where_the_text_cannot():
    assert language("", "pt-BR") == "pt"
    assert language("1874 — 12", "zh_CN") == "zh"
    assert language("Lamp", "sv") == "sv"
    assert language("東京", "ja") == "ja"


def test_nothing_known_is_empty():
    assert language("") == ""
    assert language("123", "???") == ""


@pytest.mark.parametrize(
    ("declared", "tag"),
    [("en-GB", "en"), ("zh_Hans", "zh"), ("iw", "he"), ("nb", "no"), ("english", ""), ("", "")],
)
def test_declared_tags_are_reduced_to_the_primary_one(declared, tag):
    assert primary_tag(declared) == tag


def test_names_in_another_script_do_not_change_the_language():
    assert language(ENGLISH * 3 + "灯塔守护人") == "en"
