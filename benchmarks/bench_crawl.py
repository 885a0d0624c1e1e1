"""Pages per second of processor time of a crawl, next to Scrapy and wget2 following links.

A web of its own on loopback: many addresses 127.0.x.y, pages of about 13 KB with 46 links. Both
crawl the same pages, in turns, without a pause between requests. pagemill does all that it
always does: robots.txt, text seen before, parsing, archive, durable frontier; Scrapy parses,
follows links and keeps nothing; wget2, if it is installed (``apt-get install wget2``), parses,
follows links and writes each page to a file of its own. The server is a process of its own and
not counted.

    python benchmarks/bench_crawl.py --pages 2000 --rounds 2
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS = [
    "harbour",
    "tide",
    "ferry",
    "lamp",
    "stone",
    "river",
    "market",
    "bread",
    "window",
    "garden",
    "winter",
    "letter",
    "bridge",
    "station",
    "morning",
    "captain",
]
LINKS, WORDS_OF_PAGE = 46, 1_500
PORT = 8123
SPIDER = """
import resource, sys
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
class Spider(scrapy.Spider):
    name = "links"
    start_urls = [sys.argv[1]]
    extractor = LinkExtractor()
    count = 0
    def parse(self, response):
        Spider.count += 1
        for link in self.extractor.extract_links(response):
            yield scrapy.Request(link.url)
    async def start(self):
        for url in self.start_urls:
            yield scrapy.Request(url)
process = CrawlerProcess({"LOG_ENABLED": False, "ROBOTSTXT_OBEY": True, "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS": 64, "TELNETCONSOLE_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1})
process.crawl(Spider)
process.start()
print(Spider.count)
"""
OWN = """
import sys
from pagemill.api import Collection
collection = Collection.create(sys.argv[2])
report = collection.crawl([sys.argv[1]], allow_networks=["127.0.0.0/8"], scope="web", delay=0.0,
    delay_factor=0.0, contact="bench@example.org")
print(report.fetched)
"""


def address(number: int, hosts: int) -> str:
    """Where a page of the web lies."""
    host = number % hosts
    return f"http://127.0.{1 + host // 250}.{1 + host % 250}:{PORT}/{number // hosts}.html"


def page(number: int, pages: int, hosts: int) -> bytes:
    """A page of the web, the same for the same number."""
    draw = random.Random(number)  # noqa: S311 - no secret
    targets = [2 * number + 1, 2 * number + 2, *draw.choices(range(pages), k=LINKS - 2)]
    links = [f'<a href="{address(one % pages, hosts)}">link {one}</a>' for one in targets]
    words = draw.choices(WORDS, k=WORDS_OF_PAGE)
    pieces = [
        f"<p>Page {number} {' '.join(words[at : at + 30])}</p>" for at in range(0, 1500, 30)
    ]
    body = "\n".join(
        piece + (links[at] if at < LINKS else "") for at, piece in enumerate(pieces)
    )
    return f"<!doctype html><title>Page {number}</title><body>{body}</body>".encode()


async def serve(pages: int, hosts: int) -> None:
    """Answer until the process is ended."""
    answers = [page(number, pages, hosts) for number in range(pages)]

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        third, fourth = writer.get_extra_info("sockname")[0].split(".")[2:]
        host = (int(third) - 1) * 250 + int(fourth) - 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1]
                status, body = b"404 Not Found", b""
                if path.endswith(b".html") and path[1:-5].isdigit():
                    number = int(path[1:-5]) * hosts + host
                    if number < pages:
                        status, body = b"200 OK", answers[number]
                fields = b"Content-Type: text/html; charset=utf-8\r\nContent-Length: %d" % len(
                    body
                )
                writer.write(b"HTTP/1.1 " + status + b"\r\n" + fields + b"\r\n\r\n" + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    own = [address(number, hosts).split("/")[2].partition(":")[0] for number in range(hosts)]
    server = await asyncio.start_server(talk, own, PORT)
    print("ready", flush=True)
    async with server:
        await server.serve_forever()


def by_wget2(begin: str, folder: Path) -> list[str]:
    """The command that follows links from an address with wget2, all hosts at a time."""
    words = ["--recursive", "--level=inf", "--span-hosts", "--max-threads=64", "--no-verbose"]
    return ["wget2", *words, "--tries=1", "--no-compression", "-P", str(folder), begin]


def measured(command: list[str], files: Path | None = None) -> tuple[int, float]:
    """Pages that a command fetched, and seconds of processor time that it took.

    Args:
        command: the command; what it says last is the number of its pages.
        files: where it writes pages, if they are to be counted there.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=not files)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if files is not None:
        return sum(1 for one in files.rglob("*.html") if one.is_file()), spent
    return int(done.stdout.split()[-1]), spent


def turn(name: str, begin: str, folder: Path) -> tuple[int, float]:
    """Have one of them crawl; its pages, and seconds of processor time."""
    if name == "wget2":
        return measured(by_wget2(begin, folder / "w"), folder / "w")
    script = OWN if name == "pagemill" else SPIDER
    return measured([sys.executable, "-c", script, begin, str(folder / "c")])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--hosts", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", choices=("pagemill", "scrapy", "wget2"))
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        asyncio.run(serve(args.pages, args.hosts))
        return
    sizes = ["--pages", str(args.pages), "--hosts", str(args.hosts)]
    server = subprocess.Popen(
        [sys.executable, __file__, "--serve", *sizes], stdout=subprocess.PIPE, text=True
    )
    try:
        if server.stdout is None or server.stdout.readline() != "ready\n":
            raise SystemExit("the server did not start")
        for _ in range(args.rounds):
            with tempfile.TemporaryDirectory() as folder:
                for name in ("pagemill", "scrapy", "wget2"):
                    if args.only in (None, name) and (name != "wget2" or shutil.which(name)):
                        found, spent = turn(name, address(0, args.hosts), Path(folder))
                        rate = round(found / spent, 1)
                        print(json.dumps({"who": name, "pages": found, "per_cpu_s": rate}))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
