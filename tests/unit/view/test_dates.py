import pytest

from pagemill.view.dates import iso_date, url_date


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-05-07", "2024-05-07"),
        ("2005-5-7 21:23:57", "2005-05-07"),
        ("2016/6/29", "2016-06-29"),
        ("2021-11-01T10:52:50+0100", "2021-11-01T10:52:50+01:00"),
        ("2023-12-21T10:00:00.123Z", "2023-12-21T10:00:00+00:00"),
        ("2023-12-21T10:00-05:00", "2023-12-21T10:00:00-05:00"),
        ("2023-12-21T10:00:00", "2023-12-21"),
        ("Thu, 21 Dec 2023 10:00:00 GMT", "2023-12-21T10:00:00+00:00"),
        ("December 21, 2023", "2023-12-21"),
        ("Posted Dec 3rd, 2020 by the keeper", "2020-12-03"),
        ("21. Dezember 2023", "2023-12-21"),
        ("1er mai 2020", "2020-05-01"),
        ("1 de mayo de 2020", "2020-05-01"),
        ("7 мая 2020 г.", "2020-05-07"),
        ("03.04.2024", "2024-04-03"),
        ("2023年12月21日 10:00", "2023-12-21"),
        ("2023년 12월 21일", "2023-12-21"),
        ("20231221", "2023-12-21"),
        ("13/4/2024", "2024-04-13"),
        ("4/13/2024", "2024-04-13"),
        ("4/4/2024", "2024-04-04"),
    ],
)
def test_days_as_people_write_them(written, day):
    assert iso_date(written) == day


@pytest.mark.parametrize(
    "written",
    [
        "",
        "yesterday",
        "3/4/2024",
        "2024-02-30",
        "31 February 2024",
        "2024-13-01",
        "5/6/07",
        "0000-00-00",
        "1024-05-07",
        "Lamp 12, 2024",
        "202312211",
        "version 1.2024-05-07.3-12",
    ],
)
def test_what_is_no_certain_day_is_none(written):
    assert iso_date(written) == ""


def test_the_first_day_of_a_line_counts():
    assert iso_date("Published 2024-05-07, updated 2024-06-01") == "2024-05-07"


def test_days_in_addresses():
    assert url_date("http://a.example/2024/05/07/lamp") == "2024-05-07"
    assert url_date("http://a.example/news/20240507-lamp") == "2024-05-07"
    assert url_date("http://a.example/2024/13/07/lamp") == ""
    assert url_date("http://a.example/id/1202405073") == ""


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("http://a.example/2023/dec/21/lamp", "2023-12-21"),
        ("http://a.example/2023/october/3/", "2023-10-03"),
        ("http://a.example/2023/lamp/03/", ""),
    ],
)
def test_a_month_by_name_in_an_address_is_read(url, day):
    assert url_date(url) == day
