from pagemill.cli.intake.import_ import show
from pagemill.model.capture import Damage
from pagemill.model.report import ImportReport

REPORT = ImportReport(
    captures=1200,
    stored=1100,
    rejects={"forgotten": 100},
    damage=[Damage(file="a.warc.gz", offset=1234567, kind="truncated record")],
    faults={"a.warc.gz": {"forgotten": 100}},
)


def test_what_was_read_stored_and_damaged_is_told(desk):
    show(REPORT, desk.console())
    assert desk.out.getvalue().splitlines() == [
        "damage: a.warc.gz at byte 1234567: truncated record",
        "rejected: a.warc.gz: 100 not stored (100 forgotten)",
        "1,200 captures read, 1,100 stored",
        "  100 not stored: forgotten",
    ]


def test_json_has_the_fields_of_the_report(desk):
    show(REPORT, desk.console(is_json=True))
    assert desk.json() == {
        "captures": 1200,
        "stored": 1100,
        "beside": 0,
        "rejects": {"forgotten": 100},
        "damage": [{"file": "a.warc.gz", "offset": 1234567, "kind": "truncated record"}],
        "faults": {"a.warc.gz": {"forgotten": 100}},
    }
