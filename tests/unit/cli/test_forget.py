from pagemill.cli.forget import show
from pagemill.cli.main import whole_parser
from pagemill.model.report import ForgetReport


def test_a_url_or_a_host_is_taken():
    args = whole_parser("forget").parse_args(["forget", "folder", "example.org"])
    assert (args.dir.name, args.what, args.json) == ("folder", "example.org", False)


def test_how_much_went_is_told(desk):
    show(ForgetReport(captures=1200, pages=1), desk.console())
    assert desk.out.getvalue() == "forgotten: 1,200 captures, 1 pages\n"
    assert not desk.err.getvalue()


def test_an_order_without_effect_today_says_what_it_means(desk):
    show(ForgetReport(captures=0, pages=0), desk.console())
    assert "not taken in" in desk.err.getvalue()
