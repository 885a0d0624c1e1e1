from pagemill.serve.reading.source import Source


def test_a_source_knows_its_size():
    assert Source(payload=b"abc").size == 3
    assert Source(payload="äb").size == 2
