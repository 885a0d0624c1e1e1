import pytest

from material.browsing import token_of

PASSWORD = "correct horse"


@pytest.mark.parametrize(
    "onward", ["//evil.example", "http://evil.example/", "/\\evil.example", ""]
)
def test_a_login_never_leads_to_another_site(clients, onward):
    browser = clients(password=PASSWORD)
    token = token_of(browser, "/login")
    fields = {"token": token, "password": PASSWORD, "next": onward}
    assert browser.post("/login", data=fields).headers["location"] == "/"


def test_the_form_says_where_it_goes_on_and_what_was_wrong(clients):
    browser = clients(password=PASSWORD)
    assert 'name="next" value="/pages"' in browser.get("/login?next=/pages").text
    token = token_of(browser, "/login")
    answer = browser.post("/login", data={"token": token, "password": "x", "next": "/pages"})
    assert "That is not the password." in answer.text
    assert PASSWORD not in answer.text
