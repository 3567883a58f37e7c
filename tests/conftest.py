"""What tests need from outside, and an honest count of what was left out without it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

LIBRARY = os.environ.get("BRICKYARD_TEST_LIBRARY", "")
NOTHING_LEFT_OUT = os.environ.get("BRICKYARD_NOTHING_LEFT_OUT", "") == "1"
_WHY = Path("build/library.why")


@pytest.fixture(scope="session")
def library_root() -> Path:
    """A complete LDraw library; tests that ask for it are left out, and counted, where there is none."""
    if not LIBRARY:
        pytest.skip("no complete LDraw library")
    return Path(LIBRARY)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "library_root" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.library)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = len(terminalreporter.stats.get("skipped", []))
    if not skipped:
        terminalreporter.write_line("left out: nothing")
        return
    reason = _WHY.read_text().strip().splitlines()[-1:] if _WHY.is_file() else []
    why = reason[0] if reason else "BRICKYARD_TEST_LIBRARY names no LDraw library"
    terminalreporter.write_line(f"left out: {skipped} tests that need the complete LDraw library ({why})")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if NOTHING_LEFT_OUT and exitstatus == 0 and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
