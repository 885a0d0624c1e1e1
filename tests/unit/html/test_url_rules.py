import pytest

from pagemill.errors import UsageError
from pagemill.html.url import normalized
from pagemill.html.url_rules import PROFILES, RULES, changes, normalized_by, profile

SAMPLES = (
    "http://a.example/%7Eu/../%e4?b=%41&a#f",
    "http://a.example/%%34%31",
    "http://A.example:80",
    "mailto:a@b.example",
    "no address",
)


@pytest.mark.parametrize("url", SAMPLES)
def test_the_default_profile_is_what_pages_are_kept_under(url):
    assert normalized_by(url, PROFILES["standard"]) == normalized(url)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("url", SAMPLES)
def test_a_normal_address_is_normal(name, url):
    once = normalized_by(url, PROFILES[name])
    assert once is None or normalized_by(once, PROFILES[name]) == once


def test_every_rule_and_profile_has_its_reason():
    assert all(rule.reason and rule.name == name for name, rule in RULES.items())
    assert all(found.reason and set(found.rules) <= set(RULES) for found in PROFILES.values())


@pytest.mark.parametrize(
    ("rule", "left", "right"),
    [
        ("no-user", "http://u:p@a.example/", "http://a.example/"),
        ("one-escape", "http://a.example/%2561?%2526", "http://a.example/a?%26"),
        ("plain-host", "http://a.example./", "http://a.example/"),
        ("single-slashes", "http://a.example//x///y", "http://a.example/x/y"),
        ("no-host-dot", "http://a.example./", "http://a.example/"),
        ("strict-escapes", "http://a.example/{?[", "http://a.example/%7B?%5B"),
        ("sorted-query", "http://a.example/?b&a=1", "http://a.example/?a=1&b"),
        ("no-empty-pairs", "http://a.example/?&a&&b&", "http://a.example/?a&b"),
        ("no-nameless-pairs", "http://a.example/?=1&b=&c=d=", "http://a.example/?b&c=d="),
        ("no-empty-query", "http://a.example/?", "http://a.example/"),
        ("http", "https://a.example/", "http://a.example/"),
        ("no-www", "http://www12.a.example/", "http://a.example/"),
        ("lower-case", "http://a.example/X?Y", "http://a.example/x?y"),
        ("no-session", "http://a.example/x;jsessionid=0A?sessionid=1&a", "http://a.example/x?a"),
        ("no-last-slash", "http://a.example/x//", "http://a.example/x"),
    ],
)  # fmt: skip
def test_each_rule_joins_what_it_says(rule, left, right):
    by = profile("standard", add=[rule])
    assert normalized_by(left, PROFILES["standard"]) != right
    assert normalized_by(left, by) == right
    assert normalized_by(left, profile("standard", add=[rule], drop=[rule])) != right


def test_each_change_is_told_with_its_rule():
    found = [
        (rule.name, url)
        for rule, url in changes("http://a.example/x?b&a#f", profile("crawler"))
    ]
    assert found == [
        ("no-fragment", "http://a.example/x?b&a"),
        ("sorted-query", "http://a.example/x?a&b"),
    ]
    assert list(changes("no address", PROFILES["standard"])) == []


def test_bytes_that_are_no_text_stay_what_they_are():
    assert normalized_by(b"http://a.example/\x91", PROFILES["semantic"]) == (
        "http://a.example/%91"
    )


def test_an_unknown_profile_or_rule_is_an_error_that_names_those_there_are():
    with pytest.raises(UsageError, match="aggressive"):
        profile("agressive")
    with pytest.raises(UsageError, match="no-www"):
        profile("standard", add=["no-ww"])


def test_a_host_without_a_domain_keeps_its_www():
    by = profile("standard", add=["no-www"])
    assert normalized_by("http://www.example/", by) == "http://www.example/"
