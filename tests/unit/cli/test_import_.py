from pagemill.cli.import_ import show
from pagemill.model.capture import Damage
from pagemill.model.report import ImportReport

REPORT = ImportReport(
    captures=1200,
    stored=1100,
    rejects={"forgotten": 100},
    damage=[Damage(file="a.warc.gz", offset=1234567, kind="truncated record")],
)


def test_what_was_read_stored_and_damaged_is_told(desk):
    show(REPORT, desk.console())
    assert desk.out.getvalue().splitlines() == [
        "damaged: a.warc.gz at byte 1,234,567: truncated record",
        "1,200 captures read, 1,100 stored",
        "  100 not stored: forgotten",
    ]


def test_json_has_the_fields_of_the_report(desk):
    show(REPORT, desk.console(is_json=True))
    assert desk.json() == {
        "captures": 1200,
        "stored": 1100,
        "rejects": {"forgotten": 100},
        "damage": [{"file": "a.warc.gz", "offset": 1234567, "kind": "truncated record"}],
    }
