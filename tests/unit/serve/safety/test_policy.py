from base64 import b64encode
from hashlib import sha256

from pagemill.serve.safety import policy


def parts(text):
    return dict((one.strip() + " ").split(" ", 1) for one in text.split(";"))


def test_our_own_pages_take_everything_from_here_and_nothing_inline():
    own = parts(policy.OWN)
    assert own["default-src"].strip() == "'none'"
    assert "unsafe" not in policy.OWN
    assert own["frame-ancestors"].strip() == "'none'"


def test_a_captured_page_has_no_rights_at_all():
    for rules in (policy.RECEIVED, policy.painted("p{}")):
        held = parts(rules)
        assert held["sandbox"] == ""
        assert held["default-src"].strip() == "'none'"
        assert held["form-action"].strip() == "'none'"
        assert held["frame-ancestors"].strip() == "'self'"
        assert "http" not in rules
        assert "script" not in rules


def test_the_style_of_a_painted_page_is_the_one_that_was_meant():
    digest = b64encode(sha256(b"p{}").digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy.painted("p{}")
    assert policy.painted("p{}") != policy.painted("q{}")
