"""What tests need from outside, and an honest count of what was left out without it."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.browsers import DRAWING, LIGHT, NOT_DRAWING, QUIET, Launch, make_patient
from tests.running import let_children_hear_signals

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A test is wrong or right, and not too slow because the machine is busy.
# By hand more of them: make test EXAMPLES=500.
settings.register_profile("any machine", deadline=None, max_examples=int(os.environ.get("EXAMPLES") or 50))
settings.load_profile("any machine")

NOTHING_LEFT_OUT = os.environ.get("BRICKYARD_NOTHING_LEFT_OUT", "") == "1"
# What tests may ask for, by fixture: the variable that names it, what it is, where its absence is explained.
OUTSIDE = {
    "library_root": ("BRICKYARD_TEST_LIBRARY", "the complete LDraw library", "library.why"),
    "browser_path": ("BRICKYARD_TEST_BROWSER", "a browser", "browser.why"),
    "checkers": ("BRICKYARD_TEST_CHECKERS", "axe-core, the glTF validator, pyodide and tsc", "checkers.why"),
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a third of the time tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Meshes that tests make are kept among themselves, not in the user's cache."""
    let_children_hear_signals()
    # Looked for as often as usual, garbage takes an eighth of the time: half of that in which Sphinx works.
    gc.set_threshold(50_000, 20, 20)
    if "BRICKYARD_MESHES" not in os.environ:
        folder = os.environ["BRICKYARD_MESHES"] = tempfile.mkdtemp(prefix="brickyard-meshes-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def _outside(fixture: str) -> Path:
    variable, what, _ = OUTSIDE[fixture]
    if not os.environ.get(variable):
        pytest.skip(f"needs {what}")
    return Path(os.environ[variable])


@pytest.fixture(scope="session", autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What brickyard remembers of its outputs isn't mixed with the user's."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def _stands_in_its_folder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that writes files stands in their folder, so that findings name them without it."""
    if "tmp_path" in request.fixturenames:
        monkeypatch.chdir(request.getfixturevalue("tmp_path"))


@pytest.fixture(scope="session")
def library_root() -> Path:
    """A complete LDraw library; tests that ask for it are left out, and counted, where there is none."""
    return _outside("library_root")


@pytest.fixture(scope="session")
def browser_path() -> Path:
    """A Chromium, for tests of pages."""
    return _outside("browser_path")


@pytest.fixture(scope="module")
def launch(browser_path: Path) -> Iterator[Launch]:
    """Opens further browsers, with flags of their own.

    Of a module, not of the session: while Playwright runs, a test can't run a loop of asyncio.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened: list[Browser] = []

        def open_browser(flags: list[str], is_light: bool = False) -> Browser:
            path = ((is_light or flags == NOT_DRAWING) and shutil.which(LIGHT)) or browser_path
            opened.append(make_patient(playwright.chromium.launch(executable_path=path, args=QUIET + flags)))
            return opened[-1]

        yield open_browser
        for one in opened:
            one.close()


@pytest.fixture(scope="module")
def browser(launch: Launch) -> Browser:
    """A browser without 3D, which is drawn without a graphics card and takes most of a test's time."""
    return launch(NOT_DRAWING)


@pytest.fixture(scope="module")
def drawing_browser(launch: Launch) -> Browser:
    """A browser that draws 3D without a graphics card."""
    return launch(DRAWING)


@pytest.fixture(scope="module")
def light_browser(launch: Launch) -> Browser:
    """Draws 3D too, in less time, and says so on the console: for pages whose 3D others look at."""
    return launch(DRAWING, is_light=True)


@pytest.fixture
def coarse_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few details, for who doesn't look at them."""
    from tests.coarse_pictures import draw_coarsely

    draw_coarsely(monkeypatch)


@pytest.fixture
def few_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    """For who has battles played and doesn't look at who wins."""
    from tests.few_battles import play_few

    play_few(monkeypatch)


@pytest.fixture(scope="session")
def checkers() -> Path:
    """The packages of scripts/checkers."""
    return _outside("checkers")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "library_root" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.library)


@pytest.fixture(scope="module", autouse=True)
def _what_lives_on_is_no_garbage() -> None:
    """What ten thousand tests keep lives to the end; who publishes looks for garbage at each page."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if not skipped:
        terminalreporter.write_line("left out: nothing")
        return
    reasons = [str(report.longrepr) for report in skipped]
    for variable, what, why in OUTSIDE.values():
        number = sum(f"needs {what}" in reason for reason in reasons)
        told = Path("build", why)
        said = told.read_text().strip().splitlines()[-1:] if told.is_file() else []
        if number:
            because = said[0] if said else f"{variable} names none"
            terminalreporter.write_line(f"left out: {number} tests that need {what} ({because})")
    others = [one for one in reasons if not any(f"needs {what}" in one for _, what, _ in OUTSIDE.values())]
    told_why = (one.partition("Skipped: ")[2].rstrip("')\"") or one for one in others)
    for reason, number in Counter(told_why).items():
        terminalreporter.write_line(f"left out: {number} tests ({reason})")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if NOTHING_LEFT_OUT and exitstatus == 0 and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
