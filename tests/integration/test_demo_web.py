"""The demonstration web is what its truth file says, checked without the product."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

DEMO = Path(__file__).parents[2] / "examples"
TRUTH: dict[str, Any] = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))
PAGES: list[dict[str, Any]] = TRUTH["pages"]
CODECS = {"gbk": "gb18030", "shift_jis": "cp932", "utf-16le": "utf-16"}
FILES_NOT_SHIPPED = re.compile(r"\.(?:jpg|png|gif|js)$")


def payload(page: dict[str, Any]) -> bytes:
    return (DEMO / page["file"]).read_bytes()


def decoded(page: dict[str, Any]) -> str:
    encoding = page["encoding"]
    return payload(page).decode(CODECS.get(encoding, encoding))


def visible(markup: str) -> str:
    without_code = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", markup)
    text = html.unescape(re.sub(r"<[^>]*>", " ", without_code))
    return "".join(text.split())


def shingles(text: str) -> set[str]:
    return {text[start : start + 12] for start in range(len(text) - 11)}


def groups() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for page in PAGES:
        if page["group"]:
            found.setdefault(page["group"], []).append(page)
    return found


WITH_TEXT = [page for page in PAGES if page["encoding"]]
LEGACY = [page for page in WITH_TEXT if page["encoding"] != "utf-8"]


def by_url(page: dict[str, Any]) -> str:
    return str(page["url"])


def test_the_truth_names_every_file_once_and_no_other():
    on_disk = sorted(
        path.relative_to(DEMO).as_posix()
        for path in (DEMO / "web").rglob("*")
        if path.is_file()
    )
    assert sorted(page["file"] for page in PAGES) == on_disk
    assert all(page["url"] == "http://" + page["file"].removeprefix("web/") for page in PAGES)


def test_the_demonstration_stays_small():
    assert sum(path.stat().st_size for path in DEMO.rglob("*") if path.is_file()) < 700_000


@pytest.mark.parametrize("page", WITH_TEXT, ids=by_url)
def test_a_page_decodes_and_holds_the_sentences_that_the_truth_names(page: dict[str, Any]):
    text = visible(decoded(page))
    for key in ("text_has", "text_lacks"):
        assert page[key] is None or "".join(page[key].split()) in text, key


@pytest.mark.parametrize("page", LEGACY, ids=by_url)
def test_a_page_in_another_encoding_is_not_also_valid_utf_8(page: dict[str, Any]):
    with pytest.raises(UnicodeDecodeError):
        payload(page).decode("utf-8")


def test_the_declarations_that_mislead_are_still_there():
    declared = {
        "gazette.postcards.example/fr/moulin.html": b"charset=iso-8859-1",
        "gazette.postcards.example/cs/sklarna.html": b"charset=widnows-1250",
        "www.linhu-wanbao.example/news/2024/guqiao.htm": b"charset=gb2312",
    }
    for name, declaration in declared.items():
        assert declaration in (DEMO / "web" / name).read_bytes()
    german = (DEMO / "web/gazette.postcards.example/de/rathausuhr.html").read_bytes()
    assert german.startswith(b"\xff\xfe")
    bridge = (DEMO / "web/www.linhu-wanbao.example/news/2024/guqiao.htm").read_bytes()
    with pytest.raises(UnicodeDecodeError):
        bridge.decode("gb2312")


def test_mirrored_pages_are_equal_byte_for_byte_and_no_other_files_are():
    for members in groups().values():
        same = [payload(page) for page in members if page.get("same_bytes")]
        assert len(set(same)) <= 1
    times = Counter(payload(page) for page in PAGES)
    mirrored = sum(bool(page.get("same_bytes")) for page in PAGES)
    assert sum(count for count in times.values() if count > 1) == mirrored == 16


def test_duplicates_share_most_of_their_characters_and_other_pages_do_not():
    def resemblance(left: dict[str, Any], right: dict[str, Any]) -> float:
        one, other = shingles(visible(decoded(left))), shingles(visible(decoded(right)))
        return len(one & other) / min(len(one), len(other))

    for first, *others in groups().values():
        assert all(resemblance(first, other) > 0.6 for other in others), first["group"]
    topics = [page for page in WITH_TEXT if page["page_type"] == "topic"]
    kept = [page for page in topics if page["genre"] == "product" or "tide" in page["url"]]
    kept += [page for page in topics if "sea-level" in page["url"]]
    for position, left in enumerate(kept):
        for right in kept[position + 1 :]:
            if left["group"] is None or left["group"] != right["group"]:
                assert resemblance(left, right) < 0.6, (left["url"], right["url"])


def test_every_link_leads_into_the_web_or_to_a_declared_outside_host():
    inside = {page["url"] for page in PAGES}
    for page in WITH_TEXT:
        for link in re.findall(r"(?i)<a\s[^>]*?href=[\"']?([^\"'\s>]+)", decoded(page)):
            target = urlsplit(urljoin(page["url"], html.unescape(link)))
            if target.scheme == "mailto" or target.hostname in TRUTH["outside_hosts"]:
                continue
            address = target._replace(fragment="").geturl()
            shipped = address in inside or FILES_NOT_SHIPPED.search(address)
            assert shipped, (page["url"], link)


def test_the_funnel_follows_from_the_pages():
    removed = Counter[str]()
    for members in groups().values():
        assert len({page["relation"] for page in members}) == 1
        removed[members[0]["relation"]] += len(members) - 1
    rejected = sum(page["outcome"] == "rejected" for page in PAGES)
    assert TRUTH["funnel"] == {
        "captures": len(PAGES),
        "rejected": rejected,
        "pages": len(PAGES) - rejected,
        "exact_duplicates": removed["exact"],
        "near_duplicates": removed["near"],
        "kept": len(PAGES) - rejected - removed.total(),
    }
