"""What every test may ask for: the shared data, and pagemill as a person runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from material import offline

REPOSITORY = Path(__file__).resolve().parents[1]
ABSENT = "the shared data folder is absent"
RunPagemill = Callable[..., "subprocess.CompletedProcess[str]"]

offline.forbid_network()

# No test is timed: machines differ, and a slow one is no fault.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("untimed")


def shared_folder() -> Path:
    """Return where the shared data should be, present or not."""
    return Path(os.environ.get("PAGEMILL_SHARED") or REPOSITORY.parent / "shared")


def is_shared_required() -> bool:
    """Tell whether a test that needs the shared data must run."""
    return os.environ.get("PAGEMILL_REQUIRE_SHARED") == "1"


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a run that requires the shared data where there is none."""
    del config
    if is_shared_required() and not (shared_folder() / "data").is_dir():
        raise pytest.UsageError(
            f"{shared_folder()}: {ABSENT}, but PAGEMILL_REQUIRE_SHARED=1; "
            "set PAGEMILL_SHARED to the folder that holds data/"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the shared data where there is none."""
    if (shared_folder() / "data").is_dir():
        return
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(pytest.mark.skip(reason=f"{ABSENT}: {shared_folder()}"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, Any, None]:
    """Turn a skip of an obligatory test into a failure."""
    del call
    outcome = yield
    report = outcome.get_result()
    is_skip = report.skipped and not hasattr(report, "wasxfail")
    if is_skip and is_shared_required() and item.get_closest_marker("shared"):
        report.outcome = "failed"
        report.longrepr = f"skipped although PAGEMILL_REQUIRE_SHARED=1: {report.longrepr}"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many tests the absent data cost."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(ABSENT in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.write_line(
            f"{count} tests skipped: {ABSENT} ({shared_folder()}); "
            "set PAGEMILL_SHARED to run them"
        )


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of the shared data (use with ``@pytest.mark.shared``)."""
    folder = shared_folder()
    if not (folder / "data").is_dir():
        pytest.skip(f"{ABSENT}: {folder}")
    return folder


@pytest.fixture(scope="session")
def pagemill_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a pagemill process: this source tree, no network, own home."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy")
        and name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    }
    paths = [REPOSITORY / "src", Path(offline.__file__).parent / "startup"]
    return kept | {
        "PYTHONPATH": os.pathsep.join(str(path) for path in paths),
        # Hundreds of processes are started: compile their modules once, and not beside them.
        "PYTHONPYCACHEPREFIX": str(tmp_path_factory.mktemp("compiled")),
        "HOME": str(tmp_path_factory.mktemp("home")),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "200",
    }


@pytest.fixture(scope="session")
def run_pagemill(
    pagemill_env: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> RunPagemill:
    """Return a function that runs ``pagemill ARGUMENTS...`` in a process of its own."""
    elsewhere = tmp_path_factory.mktemp("cwd")

    def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
        settings: dict[str, Any] = {
            "timeout": 180,
            "cwd": elsewhere,
            "env": pagemill_env,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "stdin": subprocess.DEVNULL,
            "encoding": "utf-8",
            "errors": "replace",
        }
        if "input" in options:
            del settings["stdin"]
        command = [sys.executable, "-m", "pagemill", *map(str, arguments)]
        return subprocess.run(command, check=False, **(settings | options))

    return run
