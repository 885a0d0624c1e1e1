import pytest

from pagemill.errors import CollectionError
from pagemill.model.run import RunRecord


def record(**changes):
    return RunRecord(
        **{
            "run": "0",
            "stage": "docviews",
            "version": 1,
            "params": {},
            "inputs": {},
            "rows_in": 10,
            "rows_out": 7,
            "rejects": {"superseded": 2, "not a page": 1},
            "written": {"docviews": 7},
            "started_at": "",
            "took_s": 0.0,
            **changes,
        }
    )


def test_accounts_that_balance_pass():
    record().check()


@pytest.mark.parametrize("rows_in", [9, 11])
def test_a_row_too_few_or_too_many_is_an_error_that_names_the_stage(rows_in):
    with pytest.raises(CollectionError, match="stage docviews"):
        record(rows_in=rows_in).check()
