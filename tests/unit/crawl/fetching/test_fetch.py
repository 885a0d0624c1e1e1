from pagemill.crawl.fetching.fetch import Answer


def test_header_fields_are_found_whatever_their_case_and_the_first_counts():
    answer = Answer(
        status=200,
        headers=(("Content-Type", "text/html"), ("content-type", "text/plain")),
        head=b"",
        body=b"",
        request_head=b"",
        address="",
        took=0.0,
    )
    assert answer.header("CONTENT-TYPE") == "text/html"
    assert answer.header("location") == ""
