import pytest

from pagemill.errors import UsageError
from pagemill.serve.safety.login import LIFE_S, Sessions, read_password

PASSWORD = "correct horse"


def kept(tmp_path, text, mode=0o600):
    path = tmp_path / "password"
    path.write_text(text, "utf-8")
    path.chmod(mode)
    return path


def test_the_first_line_is_the_password(tmp_path):
    assert read_password(kept(tmp_path, f" {PASSWORD} \nmore\n")) == PASSWORD


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606])
def test_a_file_that_others_may_open_is_refused(tmp_path, mode):
    with pytest.raises(UsageError, match="chmod 600"):
        read_password(kept(tmp_path, PASSWORD, mode))


def test_a_short_password_and_no_file_are_refused(tmp_path):
    with pytest.raises(UsageError, match="at least 12"):
        read_password(kept(tmp_path, "short"))
    with pytest.raises(UsageError, match="No such file"):
        read_password(tmp_path / "absent")
    with pytest.raises(UsageError, match="Is a directory"):
        read_password(tmp_path)


def test_who_gives_the_password_is_in_for_a_while():
    sessions = Sessions(PASSWORD)
    assert not sessions.enter("a", "wrong", 0.0)
    assert not sessions.is_in("a", 0.0)
    assert sessions.enter("a", PASSWORD, 0.0)
    assert sessions.is_in("a", LIFE_S - 1)
    assert not sessions.is_in("a", LIFE_S + 1)
    assert not sessions.is_in("b", 0.0)


def test_who_leaves_is_out():
    sessions = Sessions(PASSWORD)
    sessions.enter("a", PASSWORD, 0.0)
    sessions.leave("a")
    assert not sessions.is_in("a", 0.0)


def test_without_a_password_nobody_enters_with_an_empty_one():
    assert not Sessions("").enter("a", "", 0.0)
