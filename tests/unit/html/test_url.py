import pytest

from pagemill.html.url import ascii_host, host, hosts, joined, linked, normalized, url_hash


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("http://a.example", "http://a.example/"),
        ("http://A.example/Path", "http://a.example/Path"),
        ("http://a.example/x#sec2", "http://a.example/x"),
        ("http://a.example:80/x", "http://a.example/x"),
        ("http://a.example/%7Euser", "http://a.example/~user"),
        ("http://a.example/a/../b", "http://a.example/b"),
        ("http://a.example/%e4%bd%a0", "http://a.example/%E4%BD%A0"),
        ("http://u:secret@a.example/", "http://a.example/"),
        ("http://a.example/x#", "http://a.example/x"),
    ],
)
def test_spellings_of_one_address_are_one(left, right):
    assert normalized(left) == normalized(right) == right


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("http://a.example/Product/ABC", "http://a.example/product/abc"),
        ("http://a.example/?token=SeCr", "http://a.example/?token=secr"),
        ("http://a.example/about", "http://a.example/about/"),
        ("http://a.example/index.php?a", "http://a.example/index.php?a="),
        ("http://a.example/a%2Fb", "http://a.example/a/b"),
    ],
)
def test_addresses_that_a_server_may_tell_apart_stay_apart(left, right):
    assert normalized(left) != normalized(right)


def test_a_stray_per_cent_sign_does_not_grow_into_an_escape():
    assert normalized("http://a.example/%%34%31") == "http://a.example/%%34%31"


def test_a_sign_of_a_user_in_a_path_is_no_user():
    assert normalized("file:///a/me@home.txt") == "file:///a/me@home.txt"
    assert normalized("http://a.example/@me") == "http://a.example/@me"
    assert normalized("http://u:p@a.example/@me") == "http://a.example/@me"


@pytest.mark.parametrize("text", ["", "x", "/path", "http://", "http://[::1", "http://a b/"])
def test_what_is_no_address_gives_none(text):
    assert normalized(text) is None
    assert host(text) == ""


def test_references_are_followed_as_a_browser_does():
    assert joined("http://a.example/b/c", " ../d\n") == "http://a.example/d"
    assert joined("http://a.example/b", "//c.example") == "http://c.example/"
    assert joined("", "/only/a/path") is None
    assert joined("http://a.example/", "http://[bad") is None


def test_the_hosts_of_many_urls_are_those_of_each():
    urls = [
        *(
            "http://a.example/x//y",
            "http://a.example/z",
            "https://a.example:8080",
            "http:/a/b//c",
        ),
        *("http://u:p@h/", "file:///x/y", "urn:x//y/z", "mailto:x", "x", "", "//x/y"),
        *("http://[::1]/x", "http://h?x//y", "http:\\\\h/x//y", "data:text/html,//x/y"),
        *(
            "about:blank",
            "http://h#/x",
            "http:\n//h/x",
            "https://BÜCHER.example//",
            "http://a b/",
        ),
    ]
    assert hosts(urls) == [host(url) for url in urls]


def test_the_host_is_ascii_and_without_port():
    assert host("https://BÜCHER.example:8080/x") == "xn--bcher-kva.example"


def test_the_hash_is_eight_bytes_of_blake2b():
    assert url_hash("http://a.example/") == 0x3A87AEF1EC36EFC3


def test_a_link_of_a_page_carries_no_user_name_and_no_password():
    assert joined("http://a.example/", "http://u:secret@b.example/x") == (
        "http://u:secret@b.example/x"
    )
    assert linked("http://a.example/", "http://u:secret@b.example/x") == "http://b.example/x"
    assert linked("http://u:secret@a.example/", "/x") == "http://a.example/x"
    assert linked("", "mailto:u@b.example") == "mailto:u@b.example"
    assert linked("http://a.example/", "http://[bad") is None


@pytest.mark.parametrize(
    ("href", "encoding", "found"),
    [
        ("?\u4e2d#\u4e2d", "gbk", "http://a.example/x?%D6%D0#%E4%B8%AD"),
        ("?\u4e2d", "utf-16le", "http://a.example/x?%E4%B8%AD"),
        ("?\u4e2d", "windows-1252", "http://a.example/x?%26%2320013%3B"),
        ("\u4e2d?a=%D6", "gbk", "http://a.example/%E4%B8%AD?a=%D6"),
        (" ?\u4e2d\n\u4e2d ", "gbk", "http://a.example/x?%D6%D0%D6%D0"),
        ("wss://b.example/?\u4e2d", "gbk", "wss://b.example/?%E4%B8%AD"),
        ("mailto:a@b?\u4e2d", "gbk", "mailto:a@b?%E4%B8%AD"),
        ("http://[?\u4e2d", "gbk", None),
    ],
)
def test_a_query_is_written_in_the_encoding_of_its_page(href, encoding, found):
    assert joined("http://a.example/x", href, encoding) == found


@pytest.mark.parametrize(
    ("name", "found"),
    [("B\u00fccher.de", "xn--bcher-kva.de"), ("", ""), ("a b", None), ("1.2", "1.0.0.2")],
)
def test_hosts_have_an_ascii_form(name, found):
    assert ascii_host(name) == found
