from pagemill.html.identity import frontier_key, identified, sendable
from pagemill.html.url_rules import profile


def test_the_four_addresses_are_kept_apart():
    found = identified(
        "http://A.example/%7Eu?b&a#top",
        final="https://www.a.example/u/#x",
        canonical="https://www.a.example/u",
        by=profile("crawler"),
    )
    assert found is not None
    assert found.key == "http://a.example/~u?a&b"
    assert found.sent == "http://a.example/%7Eu?b&a"
    assert found.final == "https://www.a.example/u/"
    assert found.canonical == "https://www.a.example/u"


def test_without_redirects_the_address_sent_is_the_final_one():
    found = identified("http://a.example/x#y")
    assert found is not None
    assert (found.final, found.canonical) == ("http://a.example/x", "")


def test_what_is_no_address_has_none():
    assert identified("x y") is None
    assert sendable("x y") is None
    assert frontier_key("x y") is None


def test_what_cannot_be_read_leaves_the_others_standing():
    found = identified("http://a.example/", final="http://[", canonical="http://[")
    assert found is not None
    assert (found.final, found.canonical) == ("http://a.example/", "")
