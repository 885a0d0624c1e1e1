import inspect
import pickle

import pytest

from pagemill import errors
from pagemill.errors import (
    CollectionError,
    ConfigError,
    DocumentError,
    PagemillError,
    SurroundingsError,
    UsageError,
)


def test_every_exception_is_one_of_pagemills():
    classes = [c for _, c in inspect.getmembers(errors, inspect.isclass)]
    assert len(classes) == 6
    assert all(issubclass(one, PagemillError) for one in classes)


def test_the_tree_in_the_docstring_names_every_exception():
    names = [name for name, _ in inspect.getmembers(errors, inspect.isclass)]
    assert all(name in (errors.__doc__ or "") for name in names)


@pytest.mark.parametrize(
    ("kind", "code"),
    [(UsageError, 2), (ConfigError, 2), (SurroundingsError, 3), (CollectionError, 3)],
)
def test_who_has_to_act_decides_the_exit_code(kind, code):
    assert kind("x").exit_code == code


@pytest.mark.parametrize("detail", ["", "starts with %PDF"])
def test_a_document_error_crosses_a_process_border_whole(detail):
    error = pickle.loads(pickle.dumps(DocumentError("not a page", detail)))  # noqa: S301
    assert (error.reason, error.detail) == ("not a page", detail)
    assert str(error) == ("not a page: starts with %PDF" if detail else "not a page")
