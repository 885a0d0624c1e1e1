from __future__ import annotations

from dataclasses import dataclass, fields, replace

from pagemill.crawl.store import Store


def test_what_a_crawl_knows_is_written_in_one_step_with_its_frontier() -> None:
    names = [one.name for one in fields(Store)]
    assert names[0] == "frontier"
    parts = {name: Part({name.encode(): b""}) for name in names}
    store = Store(**parts)
    assert [part.puts for part in store.besides] == [parts[name].puts for name in names[1:]]
    plain = replace(store, accounts=None, quality=None, forms=None)
    assert len(plain.besides) == len(names) - 4


@dataclass
class Part:
    """Something that is to be written."""

    puts: dict[bytes, bytes]
