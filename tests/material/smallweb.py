"""A small web invented from a seed: articles in several templates, copies, hubs, Chinese.

The words and sentences are made here. Each article is drawn from its own numbers, so that two
articles share single words but hardly ever five in a row, unless one was made a copy.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from material import warcs

MTIME = 1_714_980_000
NOUNS = """harbour lantern orchard bridge ferry meadow kettle archive violin quarry windmill
glacier market compass barrel chimney tunnel garden ledger shepherd trumpet canal island
notebook railway cellar mirror ladder furnace valley carpet museum anchor basket tower
library needle pasture rudder saddle thimble umbrella vineyard workshop beacon candle""".split()
VERBS = """repairs carries measures follows paints weighs remembers crosses gathers borrows
counts opens lowers studies replaces inspects describes protects sketches unloads polishes
numbers restores teaches visits""".split()
ADJECTIVES = """narrow copper quiet northern brittle early wooden patient hollow bright salted
distant careful uneven ancient modest frozen crowded striped heavy gentle crooked""".split()
ADVERBS = "slowly|twice|before noon|in winter|at dusk|without help|every spring".split("|")
PEOPLE = (
    "The keeper|The engineer|An apprentice|The old miller|Our neighbour|A surveyor|The baker|"
    "Every sailor|The librarian|A young potter|The gardener|The clockmaker"
).split("|")
TAILS = (
    "before the rain arrives|because the road was closed|while the others were asleep|"
    "and nobody asked why|so that the children could see it|as her mother used to do|"
    "after a long discussion in the town hall|until the last boat had left|"
    "although the price had doubled|with tools that were older than the house|"
    "when the river is high enough|for the museum across the bay"
).split("|")
ZH_WHO = (
    "守门人 老船工 修桥的工程师 采茶人 说书人 小学教师 木匠 钟表匠 图书管理员 面包师".split()
)
ZH_DO = "检查 修理 搬运 测量 擦亮 记录 描画 清点 寻找 讲述 收集 打开".split()
ZH_WHAT = "水位尺 青石板 旧灯塔 铜钟 竹匾 航海图 木楼梯 账本 风车 石桥 茶锅 渡船 望远镜".split()
ZH_WHEN = (
    "清晨六点 谷雨之前 去年冬天 涨潮以后 每个星期日 天黑之前 集市散去时 下雪的夜里".split()
)
ZH_TAIL = (
    "没有人知道为什么 孩子们都跑来看 后来写进了县志 花了整整三个月 比预计的便宜 至今还在使用"
).split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One answer of the small web."""

    url: str
    payload: bytes
    date: str
    content_type: str = "text/html; charset=utf-8"
    status: str = "200 OK"
    kind: str = "article"

    def warc_record(self) -> bytes:
        """Return the page as a WARC response record."""
        block = warcs.http_answer(self.payload, self.content_type, self.status)
        return warcs.record("response", self.url, block, self.date)


def numbers(seed: int) -> Random:
    """Return the seeded source of every choice made here."""
    return Random(seed)


def sentence(pick: Random) -> str:
    """Return one English sentence."""
    return (
        f"{pick.choice(PEOPLE)} {pick.choice(VERBS)} the {pick.choice(ADJECTIVES)} "
        f"{pick.choice(NOUNS)} and the {pick.choice(NOUNS)} of the {pick.choice(ADJECTIVES)} "
        f"{pick.choice(NOUNS)} {pick.choice(ADVERBS).strip()}, {pick.choice(TAILS)}."
    )


def chinese_sentence(pick: Random) -> str:
    """Return one Chinese sentence."""
    return (
        f"{pick.choice(ZH_WHEN)}，{pick.choice(ZH_WHO)}{pick.choice(ZH_DO)}了"
        f"{pick.choice(ZH_WHAT)}和{pick.choice(ZH_WHAT)}，又替{pick.choice(ZH_WHO)}"
        f"{pick.choice(ZH_DO)}{pick.choice(ZH_WHAT)}，{pick.choice(ZH_TAIL)}。"
    )


def paragraphs(pick: Random, *, chinese: bool = False) -> list[str]:
    """Return the paragraphs of one article."""
    make, glue = (chinese_sentence, "") if chinese else (sentence, " ")
    return [
        glue.join(make(pick) for _ in range(pick.randint(3, 6)))
        for _ in range(pick.randint(3, 7))
    ]


def document(template: int, title: str, body: str, site: str, charset: str = "utf-8") -> str:
    """Dress a body in one of four site templates."""
    menu = "".join(
        f'<li><a href="/{word}/">{word.title()}</a></li>'
        for word in ("home", "news", "culture", "weather", "contact")
    )
    foot = f"<p>Published by {site}. All rights reserved. <a href='/imprint'>Imprint</a></p>"
    head = f'<head><meta charset="{charset}"><title>{title} - {site}</title></head>'
    tidy = (
        f"<nav><ul>{menu}</ul></nav><main><article><h1>{title}</h1>{body}</article></main>"
        f"<footer>{foot}</footer>"
    )
    columns = (
        f'<div id="top"><ul class="menu">{menu}</ul></div><div id="page"><div class="story">'
        f'<h1>{title}</h1>{body}</div><div class="side"><ul>{menu}</ul></div></div>'
        f'<div class="foot">{foot}</div>'
    )
    table = (
        f'<table width="100%"><tr><td><ul>{menu}</ul></td><td><h1>{title}</h1>{body}</td></tr>'
        f"<tr><td colspan=2>{foot}</td></tr></table>"
    )
    plain = (
        f"<header>{site}<ul>{menu}</ul></header><section><h2>{title}</h2>{body}</section>"
        f"<aside><h3>Most read</h3><ul>{menu}</ul></aside>{foot}"
    )
    shapes = (tidy, columns, table, plain)
    return f"<!DOCTYPE html><html>{head}<body>{shapes[template % 4]}</body></html>"


def _marked(texts: Iterable[str]) -> str:
    return "".join(f"<p>{text}</p>\n" for text in texts)


def _instant(number: int) -> str:
    return f"2024-05-{number // 1440 % 28 + 1:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"


def article(pick: Random, number: int, *, chinese: bool = False) -> Page:
    """Return one article that is no copy of another."""
    host = f"site{number % 6}.example"
    texts = paragraphs(pick, chinese=chinese)
    title = (
        f"{pick.choice(ZH_WHO)}与{pick.choice(ZH_WHAT)}{number}"
        if chinese
        else f"The {pick.choice(ADJECTIVES)} {pick.choice(NOUNS)} of number {number}"
    )
    charset = "gb18030" if chinese and number % 2 else "utf-8"
    source = document(number % 6, title, _marked(texts), f"The Site {number % 6}", charset)
    return Page(
        url=f"http://{host}/{number // 10}/story-{number}.html",
        payload=source.encode(charset),
        date=_instant(number * 7),
        content_type="text/html" if number % 3 else f"text/html; charset={charset}",
        kind="chinese" if chinese else "article",
    )


def mirror(page: Page) -> Page:
    """Return the same bytes under another host, captured later."""
    path = page.url.split("/", 3)[3]
    return replace(page, url=f"http://mirror.example/{path}", date=page.date[:-3] + "30Z")


def reprint(pick: Random, page: Page, number: int) -> Page:
    """Return the article with one sentence added, in another site's template."""
    source = page.payload.decode("utf-8")
    texts = [part.split("</p>")[0] for part in source.split("<p>")[1:]]
    texts = [text for text in texts if not text.startswith("Published by")]
    texts[-1] += " " + sentence(pick)
    title = source.split("<title>")[1].split(" - ")[0]
    html = document(number + 1, title, _marked(texts), "Daily Reprint")
    url = f"http://reprint.example/r/{number}"
    return Page(url=url, payload=html.encode(), date=_instant(number * 11), kind="reprint")


def hub(pick: Random, pages: Sequence[Page], number: int) -> Page:
    """Return a page that mostly links to others."""
    links = "".join(
        f'<li><a href="{page.url}">{sentence(pick)[:40]}</a></li>'
        for page in pick.sample(list(pages), 12)
    )
    html = document(number, "All stories", f"<ul>{links}</ul>", "The Hub")
    url = f"http://site{number % 6}.example/index-{number}.html"
    return Page(url=url, payload=html.encode(), date=_instant(number), kind="hub")


def oddities() -> list[Page]:
    """Return answers that no tidy web would give."""
    plain = (
        "<p>Le café crème brûlée coûte quatre francs, dit la señora, et le garçon rit.</p>" * 3
    )
    newer = document(1, "Second thoughts", f"<p>{sentence(numbers(77))}</p>" * 3, "Odd")
    older = document(1, "First thoughts", f"<p>{sentence(numbers(78))}</p>" * 3, "Odd")
    odd = "http://odd.example"
    return [
        Page(
            url=f"{odd}/latin",
            payload=document(0, "Café", plain, "Odd", "windows-1252").encode("cp1252"),
            date=_instant(1),
            content_type="text/html",
            kind="legacy",
        ),
        Page(
            url=f"{odd}/gone",
            payload=b"<h1>Gone</h1>",
            date=_instant(2),
            status="404 Not Found",
        ),
        Page(url=f"{odd}/moved", payload=b"", date=_instant(3), status="301 Moved Permanently"),
        Page(
            url=f"{odd}/picture.png",
            payload=b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
            date=_instant(4),
            content_type="image/png",
            kind="binary",
        ),
        Page(url=f"{odd}/empty", payload=b"", date=_instant(5)),
        Page(url=f"{odd}/blank", payload=b"<html><body></body></html>", date=_instant(6)),
        Page(url=f"{odd}/twice", payload=older.encode(), date=_instant(7)),
        Page(url=f"{odd}/twice", payload=newer.encode(), date=_instant(8000)),
        Page(url=f"{odd}/tie", payload=older.encode(), date=_instant(9)),
        Page(url=f"{odd}/tie", payload=newer.encode(), date=_instant(9)),
        Page(
            url=f"{odd}/broken",
            payload=b"<p>Unclosed <b>bold <i>both</b> ends</i><table><td>cell<p>"
            + plain.encode(),
            date=_instant(10),
        ),
    ]


def web(seed: int = 1, articles: int = 150) -> list[Page]:
    """Return a small web: so many articles, and a third as many copies, hubs and oddities."""
    pick = numbers(seed)
    pages = [article(pick, number, chinese=number % 7 == 3) for number in range(articles)]
    english = [page for page in pages if page.kind == "article"]
    copies = [mirror(page) for page in english[:: max(1, articles // 12)]]
    near = [
        reprint(pick, page, at) for at, page in enumerate(english[:: max(1, articles // 10)])
    ]
    hubs = [hub(pick, pages, number) for number in range(4)] if articles >= 12 else []
    return [*pages, *copies, *near, *hubs, *oddities()]


def write_warc(path: Path, pages: Iterable[Page]) -> Path:
    """Write the pages as a WARC file with a fixed modification time."""
    warcs.write(path, (page.warc_record() for page in pages))
    os.utime(path, (MTIME, MTIME))
    return path


def write_jsonl(path: Path, pages: Iterable[Page]) -> Path:
    """Write the pages as lines of ``url`` and ``html``."""
    lines = (
        json.dumps({"url": page.url, "html": page.payload.decode()}, ensure_ascii=False) + "\n"
        for page in pages
    )
    path.write_text("".join(lines), encoding="utf-8")
    os.utime(path, (MTIME, MTIME))
    return path


def write_folder(path: Path, pages: Iterable[Page]) -> Path:
    """Write the pages as HTML files of a folder."""
    path.mkdir()
    for number, page in enumerate(pages):
        file = path / f"page-{number:03}.html"
        file.write_bytes(page.payload)
        os.utime(file, (MTIME, MTIME))
    os.utime(path, (MTIME, MTIME))
    return path


def write_sources(folder: Path, seed: int = 1, articles: int = 150) -> list[Path]:
    """Write a small web as two WARC files, one JSONL file and one folder."""
    pages = web(seed, articles)
    extra = web(seed + 1000, 20)
    utf8 = [page for page in extra if page.kind in ("article", "reprint", "hub")]
    renamed = [replace(page, url=page.url.replace("http://", "http://lines.")) for page in utf8]
    half = len(pages) // 2
    again = pages[3]
    first = write_warc(folder / "first.warc.gz", pages[:half])
    second = write_warc(folder / "second.warc", [*pages[half:], again])
    lines = write_jsonl(folder / "lines.jsonl", renamed[:-6])
    return [first, second, lines, write_folder(folder / "files", renamed[-6:])]
