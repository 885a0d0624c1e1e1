"""The real application on a real collection: the small web of examples/, built once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from material.browsing import HERE, built_small_web, ferry
from pagemill.api import Collection
from pagemill.serve.app import application
from pagemill.serve.reading.reading import Reading, read
from pagemill.serve.settings import Settings

Clients = Callable[..., TestClient]


@pytest.fixture(scope="session")
def small_web(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Return the collection of the small web, to read from."""
    return built_small_web(tmp_path_factory.mktemp("serve") / "web")


@pytest.fixture
def clients(small_web: Collection) -> Clients:
    """Return a maker of browsers: ``clients(password="...")``."""

    def make(**settings: Any) -> TestClient:
        app = application(small_web, Settings(**settings))
        return TestClient(app, base_url=HERE, follow_redirects=False)

    return make


@pytest.fixture
def browser(clients: Clients) -> TestClient:
    """Return a browser on the small web."""
    return clients()


@pytest.fixture(scope="session")
def reading() -> Reading:
    """Return a page of the small web, looked at."""
    return read(ferry())
