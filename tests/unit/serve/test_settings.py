import pytest

from pagemill.errors import UsageError
from pagemill.serve.settings import Settings, is_loopback


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "::1", "localhost"])
def test_an_address_of_this_machine_needs_no_login(host):
    assert is_loopback(host)
    assert not Settings(host=host).needs_login


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4"])
def test_an_address_that_others_reach_needs_one(host):
    with pytest.raises(UsageError, match="--password-file"):
        Settings(host=host)
    assert Settings(host=host, password="a long password").needs_login
    assert Settings(host=host, user_header="X-User").needs_login


@pytest.mark.parametrize("wrong", [{"host": "example.org"}, {"proxies": ("gate",)}])
def test_a_name_is_no_address(wrong):
    with pytest.raises(UsageError, match="no IP address"):
        Settings(**wrong)
