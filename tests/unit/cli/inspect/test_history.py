from datetime import UTC, datetime

from pagemill.cli.inspect.history import show
from pagemill.model.history import Anchor, Attempt, History, Version

AT = datetime(2026, 3, 1, tzinfo=UTC)
VERSION = Version(
    at=AT,
    url="https://a.example/",
    kind="response",
    status=200,
    media_type="text/html",
    change="new",
    digest="sha1:X",
    payload_bytes=1234,
    etag='"v1"',
    last_modified="",
    file="00000.warc.gz",
    offset=5678,
    length=9,
)


def test_captures_links_and_places_are_shown(desk):
    found = History(
        url="https://a.example/",
        key="example,a)/ https",
        tablet=2,
        server="me",
        versions=(VERSION,),
        anchors=(Anchor(source="http://b.example/", at=AT, texts=("here", "there")),),
        rows={"docviews": "part-0:7"},
        attempts=(
            Attempt(
                at=AT,
                outcome="failed",
                status=0,
                reason="too slow",
                detail="120 s",
                took=120.0,
                target="",
            ),
        ),
    )
    show(found, desk.console())
    text = desk.out.getvalue()
    assert "1 captures, tablet 2" in text
    assert "2026-03-01T00:00:00Z" in text
    assert "00000.warc.gz at byte 5,678" in text
    assert 'linked from http://b.example/: "here", "there"' in text
    assert "docviews: part-0:7" in text
    assert "asked 2026-03-01T00:00:00Z: failed, too slow, 120 s" in text
