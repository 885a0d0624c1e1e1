import pytest

from material.browsing import HERE, send, token_of
from pagemill.serve.app import routes
from pagemill.serve.safety.gate import BODY_BYTES

PASSWORD = "correct horse"


def test_every_answer_has_the_policy_and_nothing_is_cached(browser):
    for path in ("/", "/static/style.css", "/nothing", "/api/status"):
        headers = browser.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert browser.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", ""])
def test_a_browser_that_was_made_to_believe_in_another_name_is_refused(browser, host):
    assert browser.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8017", "127.0.0.1", "[::1]:8017"])
def test_this_machine_s_own_names_are_known(browser, host):
    assert browser.get("/", headers={"host": host}).status_code == 200


POSTS = [route.path for route in routes() if "POST" in (route.methods or ())]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}],
)
def test_nothing_is_taken_from_a_page_of_another_site(browser, path, headers):
    fields = {"token": token_of(browser), "html": "<p>x"}
    assert browser.post(path, data=fields, headers=headers).status_code == 403


@pytest.mark.parametrize("path", [path for path in POSTS if not path.startswith("/api/")])
def test_every_form_needs_its_token(browser, path):
    browser.get("/")
    assert browser.post(path, data={"html": "<p>x"}).status_code == 403
    assert browser.post(path, data={"token": "0" * 64}).status_code == 403


def test_a_token_of_one_visitor_is_of_no_use_to_another(clients):
    one, two = clients(), clients()
    two.get("/")
    taken = {"token": token_of(one), "html": "<p>x"}
    assert two.post("/look", data=taken).status_code == 403


def test_a_large_body_is_refused_whether_or_not_it_is_announced(browser):
    token = token_of(browser)
    announced = browser.post("/look", content=b"x", headers={"content-length": str(1 << 40)})
    assert announced.status_code == 413
    sent = browser.post(
        "/api/docview",
        content=(b"<p>x" * (1 << 20) for _ in range(BODY_BYTES // (4 << 20) + 1)),
        headers={"content-type": "text/html"},
    )
    assert sent.status_code == 413
    assert token


def test_without_the_password_nothing_is_shown(clients):
    browser = clients(host="0.0.0.0", password=PASSWORD)
    for path in ("/", "/search?q=ferry", "/captured?url=x", "/look/x/painted"):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["location"][:7]) == (303, "/login?")
    assert browser.get("/api/status").status_code == 401
    assert browser.get("/static/style.css").status_code == 200


def test_the_password_lets_a_visitor_in_under_a_new_name_and_out_again(clients):
    browser = clients(host="0.0.0.0", password=PASSWORD)
    token = token_of(browser, "/login")
    before = browser.cookies["pagemill"]
    wrong = browser.post("/login", data={"token": token, "password": "x"})
    assert wrong.status_code == 403
    right = browser.post("/login", data={"token": token, "password": PASSWORD, "next": "/look"})
    assert (right.status_code, right.headers["location"]) == (303, "/look")
    assert browser.cookies["pagemill"] != before
    assert browser.get("/").status_code == 200
    assert send(browser, "/logout").status_code == 303
    assert browser.get("/").status_code == 303


def test_passwords_cannot_be_tried_for_long(clients):
    browser = clients(host="0.0.0.0", password=PASSWORD)
    token = token_of(browser, "/login")
    codes = [
        browser.post("/login", data={"token": token, "password": "x"}).status_code
        for _ in range(7)
    ]
    assert codes == [403] * 5 + [429] * 2


def test_a_program_gives_the_password_with_each_request(clients):
    browser = clients(host="0.0.0.0", password=PASSWORD)
    given = {"authorization": f"Bearer {PASSWORD}"}
    assert all(browser.get("/api/status", headers=given).is_success for _ in range(8))
    wrong = {"authorization": "Bearer guess"}
    assert browser.get("/api/status", headers=wrong).status_code == 401
    for _ in range(6):
        browser.get("/api/status", headers=wrong)
    assert browser.get("/api/status", headers=given).status_code == 401  # not heard any more


def test_the_word_of_a_proxy_is_taken_from_a_proxy_only(clients):
    named = {"X-User": "ada"}
    inside = clients(host="0.0.0.0", user_header="X-User", proxies=("127.0.0.1",))
    assert (
        inside.get("/", headers=named).status_code == 401
    )  # the test client's name is no proxy
    behind = clients(host="0.0.0.0", user_header="X-User", proxies=("127.0.0.1",))
    behind._transport.client = ("127.0.0.1", 1)
    assert behind.get("/", headers=named).status_code == 200
    assert behind.get("/").status_code == 401
    assert HERE
