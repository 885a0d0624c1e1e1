"""Which filters ``access.toml`` gives a user."""

from __future__ import annotations

import pytest

from pagemill.errors import ConfigError, UsageError
from pagemill.excerpts.access import users, visible
from pagemill.index.query import Query


def test_a_user_who_is_not_named_sees_nothing(tmp_path):
    with pytest.raises(UsageError, match="no such user"):
        visible(tmp_path / "none.toml", "ann")
    assert users(tmp_path / "none.toml") == {}


@pytest.mark.parametrize(
    "text", ["[users]\nann = 'tide'", "[users]\nann = ''", "[users", "x = 1", "users = 3"]
)
def test_a_list_that_cannot_be_meant_is_refused(tmp_path, text):
    (tmp_path / "access.toml").write_text(text)
    with pytest.raises(ConfigError, match=r"access\.toml"):
        visible(tmp_path / "access.toml", "ann")


def test_filters_are_those_of_a_query(tmp_path):
    (tmp_path / "access.toml").write_text('[users]\nann = "site:a.org -type:hub"')
    found = visible(tmp_path / "access.toml", "ann")
    assert found == Query(hosts=("a.org",), excluded_types=("hub",))
    assert users(tmp_path / "access.toml") == {"ann": "site:a.org -type:hub"}
