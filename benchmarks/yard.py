"""The workbench's first screen: how soon all verdicts of the examples are shown, and all pictures."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.cases import Bench
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread, run_quietly
from benchmarks.viewing import find_browser

VERDICTS_BAR, PICTURES_BAR = 3.0, 1.0
_COMMAND = (sys.executable, "-m", "brickyard")
_SECONDS = 180
# The page itself notes when it shows what: asking it again and again would take its time.
_NOTE = """
  window.noted = { pictures: 0 };
  const all = (what) => document.querySelectorAll(".gallery " + what);
  const isJudged = (card) => card.querySelector(".stamp, .bad");
  const look = () => {
    const links = "a[href^='/design'], a[href^='/company']";
    const cards = [...all("li")].filter((one) => one.querySelector(links));
    const [judged, drawn] = [cards.filter(isJudged).length, all("img.image:not(.loading)").length];
    if (cards.length && judged === cards.length) noted.verdicts ??= performance.now();
    if (drawn > noted.pictures) [noted.pictures, noted.last] = [drawn, performance.now()];
    noted.waiting = all("img.image.loading").length;
  };
  let due = 0;
  const soon = () => (due ||= setTimeout(() => ((due = 0), look()), 20));
  const seen = { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(soon).observe(document, seen);
"""


def yard(bench: Bench) -> Iterator[Row]:
    """In turns with `check examples`; the first start draws, the others have its pictures."""
    cases = ("the yard of the examples, verdicts at the first start", "the same, at the next")
    browser = find_browser()
    for missing in (bench.library, browser):
        if isinstance(missing, Failure):
            yield Row(cases[0], missing, "brickyard check examples", missing, VERDICTS_BAR)
            return
    with tempfile.TemporaryDirectory(prefix="brickyard-bench-") as home:
        environment = {"HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "LDRAWDIR": str(bench.library)}
        checks, shown = [], []
        for _ in range(max(3, bench.rounds) + 1):
            start = time.perf_counter()
            run_quietly((*_COMMAND, "check", "examples"), environment=environment)
            checks.append(time.perf_counter() - start)
            shown.append(_shown(Path(str(browser)), environment))
    peer, theirs = "brickyard check examples", Spread(tuple(checks))
    note = f"{shown[-1]['pictures']} pictures; the browser's own start is not counted"
    for case, some in zip(cases, (shown[:1], shown[1:]), strict=True):
        verdicts = Spread(tuple(one["verdicts"] / 1000 for one in some))
        yield Row(case, verdicts, peer, theirs, VERDICTS_BAR, note)
    last = Spread(tuple(one["last"] / 1000 for one in shown[1:]))
    yield Row("the yard's pictures at the next start", last, peer, theirs, PICTURES_BAR)


def _shown(browser: Path, environment: dict[str, str]) -> Any:
    """What the page has noted when nothing more comes."""
    from playwright.sync_api import sync_playwright

    command = (*_COMMAND, "serve", "--no-open", "examples")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
        page.add_init_script(_NOTE)
        whole = {**os.environ, **environment}
        with subprocess.Popen(command, cwd=ROOT, env=whole, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            page.goto(process.stdout.readline().strip())
            is_done = "noted.verdicts && !noted.waiting && performance.now() - noted.last > 3000"
            page.wait_for_function(is_done, timeout=_SECONDS * 1000, polling=1000)
            noted = page.evaluate("noted")
            process.terminate()
        opened.close()
    return noted
