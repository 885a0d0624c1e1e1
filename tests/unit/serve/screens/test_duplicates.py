import re

from material.browsing import COPY, FERRY


def test_clusters_stand_with_the_largest_first(browser, small_web):
    shown = browser.get("/duplicates").text
    sizes = [int(size) for size in re.findall(r">(\d+)</a></td><th scope", shown)]
    clusters = small_web.duplicates().clusters
    assert sizes == sorted((len(one.members) for one in clusters), reverse=True)
    assert "<svg" in shown
    assert f"in {len(clusters)} clusters" in shown


def test_a_cluster_marks_the_kept_page_and_says_how_alike_the_others_are(browser):
    for url in (FERRY, COPY):
        shown = browser.get("/duplicates/cluster", params={"of": url}).text
        assert "A cluster of 2 pages" in shown
        assert (
            shown.index(COPY) < shown.index('<span class="fate kept">kept') < shown.index(FERRY)
        )
        assert "0.991" in shown
    assert browser.get("/duplicates/cluster?of=http://nowhere.example/").status_code == 404


def test_two_texts_stand_side_by_side_with_what_differs(browser):
    shown = browser.get("/duplicates/compare", params={"left": COPY, "right": FERRY}).text
    assert "<del>MERRIN (Coast Wire) -</del>" in shown
    assert "1 passage differs; resemblance 0.991" in shown
    same = browser.get("/duplicates/compare", params={"left": COPY, "right": COPY}).text
    assert "equal, word for word" in same
    assert browser.get("/duplicates/compare?left=x&right=y").status_code == 404


def test_mirrors_and_templates_are_told(browser, small_web):
    shown = browser.get("/duplicates/sites").text
    share = small_web.sites().redundant
    assert f"in all {share:.1%} are copies" in shown
    for mirror in small_web.sites().mirrors:
        assert mirror.other in shown
