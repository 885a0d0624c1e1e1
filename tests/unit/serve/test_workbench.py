from pagemill.api import Collection
from pagemill.serve.safety.login import Sessions
from pagemill.serve.settings import Settings
from pagemill.serve.workbench import Workbench, count, link, pretty, share, size


def test_a_value_is_made_once_until_the_collection_is_built_anew(tmp_path):
    collection = Collection.create(tmp_path / "c")
    bench = Workbench(collection, Settings(), Sessions(""))
    made = []
    for _ in range(2):
        bench.once("a", lambda: made.append(1))
    assert len(made) == 1
    (tmp_path / "c" / "CURRENT.json").write_text('{"format": 1, "tables": {}} ')
    bench.once("a", lambda: made.append(2))
    assert made == [1, 2]
    (tmp_path / "c" / "CURRENT.json").unlink()
    bench.once("a", lambda: made.append(3))
    assert made == [1, 2, 3]


def test_an_address_holds_what_is_not_empty():
    assert link("/a", x="", y=None) == "/a"
    assert (
        link("/a", url="http://x/?a=1&b", first=0)
        == "/a?url=http%3A%2F%2Fx%2F%3Fa%3D1%26b&first=0"
    )


def test_numbers_for_people():
    assert (count(1234.4), share(1, 3), share(1, 0)) == ("1,234", "33%", "–")
    assert (size(12), size(2048), size(3 << 40)) == ("12 B", "2.0 KiB", "3.0 TiB")
    assert pretty({"a": "ä"}) == '{\n  "a": "ä"\n}'
