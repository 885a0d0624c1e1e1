from pagemill.cli.main import whole_parser


def test_a_url_or_a_host_is_taken():
    args = whole_parser("forget").parse_args(["forget", "folder", "example.org"])
    assert (args.dir.name, args.what, args.json) == ("folder", "example.org", False)
