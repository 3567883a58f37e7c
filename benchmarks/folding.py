"""The page's fold of a game, translated from Python, against the one that was written by hand."""

import gzip
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.cases import Bench
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread
from brickyard.table.table_files import static_file
from fleets.battles.folding import fold
from scripts.random_battles import random_events, random_game
from scripts.soak_table import FOLD_SCRIPTS

# The last commit with the fold in JavaScript, and its scripts in their order.
TWIN = "0e7ea0b"
_PARTS = ("", "_events", "_standings", "_setup", "_turns", "_losses", "_fleets", "_mech", "_mech_moves")
_TWINS = ("seal.js", *(f"fold{part}.js" for part in (*_PARTS, "_mech_offers", "_offers")))
REFOLD_BAR = 2.0
_SLOWER_MS, _LARGER_BYTES = 1.0, 15_000
_EVENTS, _SEEDS, _ROUNDS = 500, 2_000, 2
# Five refolds, then sixty events one by one as they are entered.
_MEASURE = """({ game, events }) => {
  const timed = (work) => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  };
  const refolds = Array.from({ length: 5 }, () => timed(() => brickyardFold.fold(game, events)));
  const kept = brickyardFold.keep(game);
  kept(events.slice(0, -60));
  const lists = Array.from({ length: 60 }, (_, n) => events.slice(0, events.length - 59 + n));
  const more = lists.map((list) => timed(() => kept(list)));
  return { refolds, more: more.sort((one, other) => one - other).slice(30, 31) };
}"""


def folding(_bench: Bench) -> Iterator[Row]:
    """A log of 500 events, three players and a dozen units; and how large the scripts are on their way."""
    twins = {name: _shown(f"{TWIN}:brickyard/table/static/{name}") for name in _TWINS}
    ours = {name: static_file(name) for name in FOLD_SCRIPTS}
    log = _log()
    theirs = {**log, "game": {**log["game"], "rules": _as_then(log["game"]["rules"])}}
    peer = f"by hand ({TWIN})"
    for where, run in (("node", _in_node), ("Chromium", _in_chromium)):
        found = [(run(ours, log), run(twins, theirs)) for _ in range(_ROUNDS)]
        case = f"a game of {_EVENTS} events folded anew in {where}"
        failures = [one for pair in found for one in pair if isinstance(one, Failure)]
        if failures:
            yield Row(case, failures[0], peer, failures[0], REFOLD_BAR)
            continue
        spreads = {
            what: [Spread(tuple(time for pair in found for time in pair[side][what])) for side in (0, 1)]  # type: ignore[index]
            for what in ("refolds", "more")
        }
        yield Row(case, spreads["refolds"][0], peer, spreads["refolds"][1], REFOLD_BAR)
        one, other = spreads["more"]
        bar = round((other.least + _SLOWER_MS / 1000) / other.least, 1)
        yield Row(f"one more event in {where}", one, peer, other, bar)
    sizes = [sum(len(gzip.compress(one, 9)) for one in files.values()) for files in (ours, twins)]
    bar = round((sizes[1] + _LARGER_BYTES) / sizes[1], 2)
    yield Row("its scripts, compressed", *_bytes(sizes[0], peer, sizes[1]), bar)


def _bytes(ours: int, peer: str, theirs: int) -> tuple[Spread, str, Spread]:
    return Spread((ours,), "bytes"), peer, Spread((theirs,), "bytes")


def _shown(what: str) -> bytes:
    return subprocess.run(["git", "show", what], cwd=ROOT, check=True, capture_output=True).stdout


def _log() -> dict[str, Any]:
    """The first random game that is large enough and in which enough happens."""
    for seed in range(_SEEDS):
        rng = random.Random(seed)
        game = random_game(rng, "rapid-attack")
        units = [unit for player in game["players"] for unit in (player["force"] or {}).get("units", [])]
        if len(game["players"]) == 3 and len(units) >= 12:
            events = random_events(rng, game, _EVENTS)
            if sum(entry["effect"] for entry in fold(game, events)["log"]) > _EVENTS * 0.4:
                return {"game": game, "events": events}
    raise LookupError("no random game is long enough")


def _as_then(value: Any) -> Any:
    """Rules with the keys that they had: `eachRound`."""
    if isinstance(value, list):
        return [_as_then(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {re.sub("_(.)", lambda found: found[1].upper(), key): _as_then(one) for key, one in value.items()}


def _in_node(files: Mapping[str, bytes], log: dict[str, Any]) -> dict[str, list[float]] | Failure:
    node = shutil.which("node")
    if node is None:
        return Failure("node isn't there")
    with tempfile.TemporaryDirectory(prefix="brickyard-fold-") as folder:
        for name, text in files.items():
            (Path(folder) / name).write_bytes(text)
        (Path(folder) / "log.json").write_text(json.dumps(log), "utf-8")
        run = (
            "const { readFileSync } = require('fs'), vm = require('vm');"
            f"for (const name of {json.dumps(list(files))}) vm.runInThisContext(readFileSync(name, 'utf-8'));"
            f"console.log(JSON.stringify(({_MEASURE})(JSON.parse(readFileSync('log.json', 'utf-8')))));"
        )
        done = subprocess.run([node, "-e", run], cwd=folder, check=True, capture_output=True, text=True)
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def _in_chromium(files: Mapping[str, bytes], log: dict[str, Any]) -> dict[str, list[float]] | Failure:
    browser = os.environ.get("BRICKYARD_TEST_BROWSER") or shutil.which("chromium")
    if not browser:
        return Failure("no browser is there (BRICKYARD_TEST_BROWSER)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = running.new_page()
        for text in files.values():
            page.add_script_tag(content=text.decode())
        found: dict[str, list[float]] = page.evaluate(_MEASURE, log)
        running.close()
    return found
