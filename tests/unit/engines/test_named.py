import pytest

from pagemill.engines.collection import CollectionEngine
from pagemill.engines.named import opened
from pagemill.engines.web import WebEngine
from pagemill.errors import UsageError


def test_a_name_is_a_collection_or_a_description(built, tmp_path):
    assert isinstance(opened(built.root), CollectionEngine)
    path = tmp_path / "x.toml"
    path.write_text('kind = "opensearch"\nurl = "http://127.0.0.1:9200"\nindex = "p"\n')
    assert isinstance(opened(path), WebEngine)
    path.write_text(
        'name = "x"\nsearch = "http://127.0.0.1/?q={query}"\nresults = "r"\naddress = "u"\n'
    )
    assert opened(path).name == "x"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('kind = "soap"', "kind is 'soap'"),
        ('kind = "fts5"', "database is missing"),
        ('kind = "fts5"\ncolour = 1', "colour: no such key"),
        (
            'kind = "fts5"\ndatabase = "d"\ntable = "t"\naddress = "a"\ntext = "x"\nlimit = 0',
            "limit is 0",
        ),
    ],
)
def test_slips_are_told(tmp_path, text, said):
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=said):
        opened(path)
    with pytest.raises(UsageError, match="no such collection"):
        opened(tmp_path / "none")
