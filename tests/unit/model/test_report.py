import pytest

from pagemill.model.capture import Damage
from pagemill.model.report import (
    BuildReport,
    ExportReport,
    Funnel,
    ImportReport,
    is_sorting,
)
from pagemill.model.run import RunRecord

FUNNEL = Funnel(captures=0, pages=0, exact_duplicates=0, near_duplicates=0, kept=0)


def imported(**changes):
    return ImportReport(**{"captures": 1, "stored": 1, "rejects": {}, "damage": [], **changes})


def built(rejects):
    record = RunRecord(
        run="0",
        stage="docviews",
        version=1,
        params={},
        inputs={},
        rows_in=1,
        rows_out=0,
        rejects=rejects,
        written={},
        started_at="",
        took_s=0,
    )
    return BuildReport(records=[record], funnel=FUNNEL)


@pytest.mark.parametrize(
    "reason",
    ["superseded", "record type request", "status 404", "equal text on the same host"],
)
def test_sorting_does_not_make_a_result_unclean(reason):
    assert is_sorting(reason)
    assert imported(rejects={reason: 3}).is_clean
    assert built({reason: 3}).is_clean


def test_a_rejected_document_makes_a_result_unclean():
    assert not imported(rejects={"superseded": 1, "not a page": 1}).is_clean
    assert not built({"not a page": 1}).is_clean
    assert not ExportReport(rows=1, rejects={"no capture": 1}).is_clean


def test_damage_makes_an_import_unclean():
    assert not imported(damage=[Damage(file="f", offset=0, kind="truncated")]).is_clean


def test_an_empty_result_is_clean():
    assert imported().is_clean
    assert built({}).is_clean
    assert ExportReport(rows=0, rejects={}).is_clean
