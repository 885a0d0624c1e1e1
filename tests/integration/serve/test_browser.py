"""The browser's pages in a real browser: each task done, and hostile pages kept powerless."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from material.browsing import COPY, FERRY

HOSTILE = "http://hostile.example/"
PATHS = [
    "/",
    "/collection",
    "/pages?host=www.saltmarsh-courier.example",
    f"/page?url={quote(FERRY)}",
    "/duplicates",
    f"/duplicates/cluster?of={quote(COPY)}",
    f"/duplicates/compare?left={quote(COPY)}&right={quote(FERRY)}",
    "/duplicates/sites",
    "/search?q=night+ferry",
    "/crawl",
    "/nothing",
]


def look_at(page, url):
    page.fill("#url", url)
    page.get_by_role("button", name="Look at it").first.click()
    page.wait_for_url("**/look/*")


def test_a_page_is_looked_at_and_a_block_tells_its_reason(opened):
    page = opened("/")
    look_at(page, FERRY)
    assert page.get_by_role("heading", level=1).inner_text().startswith("The night ferry")
    frame = page.frame_locator("iframe.painted")
    kept = frame.locator(".kept").first
    kept.focus()
    said = kept.evaluate("e => getComputedStyle(e, '::after').content")
    assert "kept: chance" in said
    page.get_by_role("link", name="Lecture's rules").click()
    assert "in a " in frame.locator("#b0").get_attribute("data-why")
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown").click()
    assert download.value.suggested_filename == "docview.md"
    assert page.faults == []


def test_html_is_pasted_and_a_block_is_found_on_the_page(opened):
    page = opened("/")
    page.fill(
        "#html", "<title>Tides</title><nav><a href=x>Home</a></nav><p>The tide turns twice."
    )
    page.get_by_role("button", name="Look at it").last.click()
    page.wait_for_url("**/look/*")
    page.get_by_role("link", name="Show block 1 on the page").click()
    page.frame_locator("iframe.painted").locator("#b1:target").wait_for(state="attached")


def test_a_number_leads_to_its_pages_and_a_page_to_its_story(opened):
    page = opened("/collection")
    page.get_by_role("link", name="zh", exact=True).click()
    assert page.get_by_role("status").inner_text() == "5 pages"
    page.locator("tbody a").first.click()
    assert page.get_by_role("heading", name="What each stage decided").is_visible()


def test_a_search_is_refined_by_keyboard_alone(opened):
    page = opened("/search")
    page.focus("#q")
    page.keyboard.type("night ferry")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=night*")
    assert page.locator("mark").count() > 2
    page.get_by_role("link", name="copy").click()
    page.get_by_role("link", name="Compare").click()
    assert page.locator("del").count() == 1


def test_rules_of_robots_are_tried_out(opened):
    page = opened("/crawl")
    page.fill("#rules", "User-agent: *\nDisallow: /private/")
    page.fill("#address", "/private/x")
    page.get_by_role("button", name="Try").click()
    assert "Not allowed" in page.get_by_role("status").last.inner_text()


def test_the_figures_of_a_crawl_follow_it(opened, queued):
    page = opened("/crawl")
    count = page.locator("[data-count=queued]")
    assert count.inner_text() == "1"
    queued("http://a.example/2", "http://a.example/3")
    page.locator("[data-count=queued]", has_text="3").wait_for()
    assert page.faults == []


CHECKED = ["/collection", PATHS[3], PATHS[6], "/search?q=night+ferry", "/crawl"]


@pytest.mark.parametrize(
    ("scheme", "options"),
    [("light", {}), ("dark", {"runOnly": {"type": "rule", "values": ["color-contrast"]}})],
)
def test_no_page_has_a_serious_barrier(opened, scheme, options):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened("/", color_scheme=scheme)
    found = {"/": serious(axe, page, options)}
    look_at(page, FERRY)
    found["look"] = serious(axe, page, options)
    for path in CHECKED:
        page.goto(path)
        found[path] = serious(axe, page, options)
    assert {path: faults for path, faults in found.items() if faults} == {}
    assert page.faults == []


def serious(axe, page, options):
    """Return the rules broken seriously, with a place each."""
    answer = axe.run(page, options={"iframes": False, **options}).response
    return [
        (rule["id"], rule["nodes"][0]["target"])
        for rule in answer["violations"]
        if rule["impact"] in {"serious", "critical"}
    ]


def test_every_page_fits_a_phone(opened):
    page = opened("/", viewport={"width": 360, "height": 740})
    look_at(page, FERRY)
    wide = [] if fits(page) else ["look"]
    for path in PATHS:
        page.goto(path)
        wide += [] if fits(page) else [path]
    assert wide == []


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("shown", ["captured", "pasted"])
def test_a_hostile_page_can_do_nothing(opened, trap, shown):
    page = opened(f"/page?url={quote(HOSTILE)}")
    if shown == "pasted":
        page.goto("/")
        look_at(page, HOSTILE)
    title, address = page.title(), page.url
    page.locator("a[target=painted]").first.click()  # as it was received
    frame = page.frame_locator("iframe.painted")
    frame.locator("#away").wait_for(state="attached")
    for place in ("#send", "#away", "#blank", "#plain"):
        if frame.locator(place).count():
            frame.locator(place).click(force=True, no_wait_after=True, timeout=3_000)
            page.wait_for_timeout(150)
        page.locator("a[target=painted]").first.click()
        frame.locator("#away").wait_for(state="attached")
    page.wait_for_timeout(500)
    assert trap.asked == []
    assert (page.title(), page.url) == (title, address)
    assert len(page.context.pages) == 1


def test_the_painted_page_of_a_hostile_one_is_ours(opened, trap):
    page = opened(f"/page?url={quote(HOSTILE)}")
    frame = page.frame_locator("iframe.painted")
    frame.locator(".kept").first.wait_for(state="attached")
    assert frame.locator("script, form, input, iframe, object, embed, img, a").count() == 0
    assert trap.asked == []


def test_a_captured_page_is_not_shown_on_its_own(opened):
    page = opened("/")
    answer = page.goto(f"/captured?url={quote(HOSTILE)}&as=captured")
    assert answer.status == 403
