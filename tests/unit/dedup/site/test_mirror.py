from __future__ import annotations

from pagemill.dedup.site.mirror import Mirror, Page, mirrored, mirrors


def pages(host: str, count: int, *, folder: str = "", kept: bool, name: str = "") -> list[Page]:
    return [
        Page(
            host=host,
            path=f"{folder}/docs/page{n}.html",
            cluster=f"{name or host}-{n}",
            is_kept=kept,
        )
        for n in range(count)
    ]


def test_a_host_with_the_same_pages_at_the_same_paths_is_a_mirror():
    found = mirrors(
        [
            *pages("b.example", 20, kept=False, name="one"),
            *pages("a.example", 20, kept=True, name="one"),
            *pages("c.example", 20, kept=True),
        ]
    )
    assert found == [Mirror(kept="a.example", other="b.example", paths=20, equal=20)]


def test_the_same_paths_with_other_texts_are_no_mirror():
    same = pages("a.example", 20, kept=True, name="x")
    other = [*pages("b.example", 15, kept=True), *pages("b.example", 20, kept=True)[15:]]
    assert mirrors([*same, *other]) == []


def test_a_folder_may_mirror_a_host():
    found = mirrors(
        [
            *pages("a.example", 12, kept=True, name="one"),
            *pages("b.example", 12, folder="/mirror", kept=False, name="one"),
            *pages("b.example", 40, folder="/own", kept=True),
        ]
    )
    assert found == [Mirror(kept="a.example", other="b.example/mirror", paths=12, equal=12)]


def test_a_path_that_everybody_has_pairs_nobody():
    many = [
        Page(host=f"h{n}.example", path=f"/{name}", cluster=name, is_kept=n == 0)
        for n in range(60)
        for name in ("index.html", "a.html", "b.html", "c.html", "d.html", "e.html")
    ]
    assert mirrors(many) == []


def test_few_shared_paths_are_not_enough():
    assert (
        mirrors([*pages("a", 4, kept=True, name="x"), *pages("b", 4, kept=False, name="x")])
        == []
    )


def test_links_to_the_same_paths_are_counted():
    one = Page(host="a", path="/", cluster="x", is_kept=True, links="/p /q")
    left = [
        Page(host="a", path=f"/{n}/x", cluster=f"{n}", is_kept=True, links=one.links)
        for n in range(6)
    ]
    right = [
        Page(
            host="b", path=f"/{n}/x", cluster=f"{n}", is_kept=False, links="/p /q" if n else ""
        )
        for n in range(6)
    ]
    assert [mirror.links for mirror in mirrors([*left, *right])] == [5]


def test_a_removed_page_is_a_mirrors_if_the_rest_of_its_path_is_the_same():
    found = [Mirror(kept="a.example", other="b.example/mirror", paths=9, equal=9)]
    assert mirrored(found, "b.example/mirror/x?y=1", "a.example/x?y=1")
    assert mirrored(found, "a.example/x", "b.example/mirror/x")
    assert not mirrored(found, "b.example/mirror/x", "a.example/z")
    assert not mirrored(found, "b.example/mirrored/x", "a.example/ed/x")
    assert not mirrored(found, "c.example/x", "a.example/x")
