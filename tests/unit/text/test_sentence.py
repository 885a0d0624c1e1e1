import pytest

from pagemill.text.sentence import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("灯亮了。天黑了！真的？好", ["灯亮了。", "天黑了！", "真的？", "好"]),
        ("“灯亮了。”他说。", ["“灯亮了。”", "他说。"]),
        ("He met Dr. Vell. She left.", ["He met Dr. Vell.", "She left."]),
        ("J. K. Oar wrote it. It sold.", ["J. K. Oar wrote it.", "It sold."]),
        ("It costs 3.15 euros. Fine.", ["It costs 3.15 euros.", "Fine."]),
        ("A heading\nA paragraph.", ["A heading", "A paragraph."]),
        ("See e.g. the lamp. Then go.", ["See e.g. the lamp.", "Then go."]),
        ("यह है। वह है।", ["यह है।", "वह है।"]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences(text, expected):
    assert sentences(text) == expected


def test_nothing_is_lost_but_white_space():
    text = "One. Two (three!) four.\n\n五。六 seven? 8. Nine"
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
