"""Random games, sensible and not, folded by Python and by the page's JavaScript: both must say the same.

python -m scripts.soak_table --seconds 60
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from brickyard.table.hosted_log import why_no_event
from brickyard.table.table_files import static_file
from catalog.editions.loading import shipped_editions
from fleets.battles.battle_offers import offers
from fleets.battles.battle_state import Battle
from fleets.battles.folding import HANDLERS, MECH_HANDLERS, fold
from fleets.battles.game_types import GameState
from fleets.battles.yard_events import yard_now
from scripts.random_battles import Json, hostile, random_events, random_game

_FOLDER = Path(__file__).parent
# In the order in which a page loads them.
FOLD_SCRIPTS = ("seal.js", "fold.js", "fold_page.js")
_BROWSER = "BRICKYARD_TEST_BROWSER"


class OtherFold:
    """The page's fold: in node, or in a browser where there is no node."""

    def __init__(self, in_browser: bool = False) -> None:
        self._known: set[str] = set()
        node, browser = shutil.which("node"), os.environ.get(_BROWSER) or shutil.which("chromium")
        node = None if in_browser else node
        if node is None and browser is None:
            raise SystemExit(f"neither node nor a browser ({_BROWSER}), so there is nothing to compare with")
        self._runs: _InNode | _InBrowser = _InNode(node) if node else _InBrowser(str(browser))

    def fold(self, game: Json, events: list[Any], rules_name: str, **more: Any) -> Json:
        """What follows, or a preview; tables are handed over once."""
        if rules_name not in self._known:
            self._runs.ask(json.dumps({"rules": rules_name, "tables": game["rules"]}))
            self._known.add(rules_name)
        bare = {key: value for key, value in game.items() if key != "rules"}
        asked = json.dumps({"game": bare, "uses": rules_name, "events": events, **more})
        answer: Json = json.loads(self._runs.ask(asked))
        return answer

    def close(self) -> None:
        self._runs.close()


class _InNode:
    def __init__(self, node: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="brickyard-fold-")
        files = [Path(self._folder.name) / name for name in FOLD_SCRIPTS]
        for file in files:
            file.write_bytes(static_file(file.name))
        command = [node, str(_FOLDER / "fold_games.js"), *map(str, files)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def ask(self, line: str) -> str:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        pipe_in.write(line + "\n")
        pipe_in.flush()
        return pipe_out.readline()

    def close(self) -> None:
        self._process.communicate(timeout=10)
        self._folder.cleanup()


class _InBrowser:
    def __init__(self, browser: str) -> None:
        from playwright.sync_api import sync_playwright

        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        self._page = self._browser.new_page()
        for name in FOLD_SCRIPTS:
            self._page.add_script_tag(content=static_file(name).decode())
        self._page.add_script_tag(content=(_FOLDER / "fold_games.js").read_text("utf-8"))

    def ask(self, line: str) -> str:
        said: str = self._page.evaluate("line => foldOneGame(line)", line)
        return said

    def close(self) -> None:
        self._browser.close()
        self._playwright.stop()


def differences(one: Any, other: Any, where: str = "") -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {*one, *other}:
            yield from differences(one.get(key, "(missing)"), other.get(key, "(missing)"), f"{where}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{where}[{place}]")
    elif one != other or isinstance(one, bool) is not isinstance(other, bool):
        yield f"{where}: Python {one!r}, JavaScript {other!r}"


def what_follows(game: Json, state: GameState) -> Json:
    """The state, what is offered, and what the yard does now, as JSON has them."""
    told = {"state": state, "offers": offers(game, state), "yard": yard_now(Battle(game, state))}
    found: Json = json.loads(json.dumps(told))
    return found


def compare_once(
    rng: random.Random, other: OtherFold, tally: Counter[str], longest: int = 150, is_hostile: bool = False
) -> None:
    name = rng.choice(shipped_editions())
    game = random_game(rng, name)
    events = random_events(rng, game, rng.randint(1, longest))
    if is_hostile:
        events = hostile(rng, events)
    kept = copy.deepcopy(events)
    state = fold(game, events)
    assert events == kept, "a fold must not change its events"
    if not is_hostile:
        check_host_takes(state, events)
    found = other.fold(game, events, name)
    ours = what_follows(game, state)
    wrong = (
        []
        if json.dumps(ours, sort_keys=True) == json.dumps(found, sort_keys=True)
        else list(differences(ours, found))
    )
    if wrong:
        bare = {key: value for key, value in game.items() if key != "rules"}
        print(json.dumps({"game": bare, "events": events}), file=sys.stderr)
        raise AssertionError("; ".join(wrong[:5]))
    tally["games"] += 1
    tally["events"] += len(events)
    tally["with effect"] += sum(entry["effect"] for entry in state["log"])
    tally[f"over ({name})"] += state["phase"] == "over"
    for entry in state["log"]:
        tally[f"did {entry['do']}"] += entry["effect"]


def check_host_takes(state: GameState, events: list[Any]) -> None:
    """What has an effect must be entered at a served table, too."""
    for entry, event in zip(state["log"], events, strict=True):
        assert not (entry["effect"] and why_no_event(event)), f"{why_no_event(event)}: {event}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=0, help="so many games instead of seconds")
    parser.add_argument("--longest", type=int, default=150, help="how many events a game has at most")
    parser.add_argument("--hostile", action="store_true", help="with texts that break programs")
    parser.add_argument("--browser", action="store_true", help="in Chromium, although there is node")
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    rng, other, tally = random.Random(seed), OtherFold(chosen.browser), Counter[str]()
    print(f"seed {seed}")
    ends = time.monotonic() + chosen.seconds
    while tally["games"] < chosen.games if chosen.games else time.monotonic() < ends:
        compare_once(rng, other, tally, chosen.longest, chosen.hostile)
        if tally["games"] % 1_000 == 0:
            print(f"{tally['games']:,} games", flush=True)
    other.close()
    never = sorted(kind for kind in {**HANDLERS, **MECH_HANDLERS} if not tally[f"did {kind}"])
    for what in ("games", "events", "with effect"):
        print(f"{tally[what]:,} {what}")
    print(
        "to their end: " + ", ".join(f"{key} {tally[key]}" for key in sorted(tally) if key.startswith("over"))
    )
    print(f"never with effect: {', '.join(never) or 'none'}")


if __name__ == "__main__":
    main()
