"""A club's year by program: companies checked, published, updated, and three games of a campaign.

    python -m scripts.club FOLDER [--members 20] [--corpus FOLDER]

Companies are those of the examples, each with copies of its models in the member's own folder; with a corpus
of Studio files, some members field one of those. What each step took is told.
"""

from __future__ import annotations

import argparse
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import brickyard
from scripts.play_games import played_log

EXAMPLES = Path(__file__).parent.parent / "examples"
_RECIPES = ("estars-anvil", "piercing-eye", "suns-fang")
_NAMES = (
    *("Ada", "Björn", "Çelik", "Dana", "Emil", "Fatma", "Gwen", "Håkon", "Ines", "Jo", "Kim", "Léa"),
    *("Mio", "Nora", "Otto", "Pia", "Quinn", "Rosa", "Sami", "Tove"),
)
_FIRST_GAME = date(2026, 9, 5)
Tell = Callable[[str, float, float], None]


def make_club(folder: Path, members: int, studio: Sequence[Path] = ()) -> Path:
    """Every member's folder, and a campaign of all; returns the campaign."""
    forces = []
    for number, name in enumerate(_NAMES[:members]):
        own = folder / "members" / name.lower()
        recipe = (EXAMPLES / "companies" / f"{_RECIPES[number % len(_RECIPES)]}.yaml").read_text("utf-8")
        text = recipe.replace("../", "").replace("The brickyard founders", name)
        lines = [f"company: {name}'s Own" if one.startswith("company:") else one for one in text.splitlines()]
        for model in {one.partition("model: ")[2].partition(",")[0] for one in lines if "model: " in one}:
            (own / model).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(EXAMPLES / model, own / model)
        if number < len(studio):
            # An untagged file that the list describes.
            shutil.copy(studio[number], own / "mech.io")
            at = next(place for place, one in enumerate(lines) if one.startswith("frames:")) + 1
            lines.insert(at, "  - {model: mech.io, name: Stranger, systems: 1B 1G 1Y 2Rd}")
        (own / "company.yaml").write_text("\n".join(lines) + "\n", "utf-8")
        forces.append(f"  - members/{name.lower()}/company.yaml")
    campaign = folder / "league.yaml"
    head = "campaign: The League\nedition: rapid-attack\ngame: {size: skirmish, players: 3}\nforces:\n"
    campaign.write_text(f"{head}{chr(10).join(forces)}\nobjective: {{name: the cup}}\ngames: []\n", "utf-8")
    return campaign


def play_three(campaign: Path, members: int) -> Iterator[Path]:
    """Three games of three members each, added one after the other."""
    rng = random.Random(members)
    for number in range(3):
        day = _FIRST_GAME + timedelta(weeks=4 * number)
        names = tuple(
            str(campaign.parent / "members" / name.lower() / "company.yaml")
            for name in rng.sample(_NAMES[:members], 3)
        )
        log = played_log(campaign, campaign.parent / f"{day.isoformat()}.json", number + 1, day, names)
        log.save()
        brickyard.add_game(campaign, log.path)
        yield log.path


def year_of(folder: Path, members: int, studio: Sequence[Path], tell: Tell, **published: Any) -> Any:
    """Everything in turn; returns the campaign's answer at the end."""
    site = folder / "site"

    def timed(what: str, work: Callable[[], Any]) -> Any:
        begun, busy = time.monotonic(), time.process_time()
        made = work()
        tell(what, time.monotonic() - begun, time.process_time() - busy)
        return made

    campaign = timed("made", lambda: make_club(folder, members, studio))
    checked = timed("checked", lambda: brickyard.check(folder, fielded=False))
    tell(f"verdicts {sorted(one.verdict for one in checked.reports)}", 0, 0)
    built = timed("published", lambda: brickyard.publish(folder, site, **published))
    tell(f"{built.made} pages", 0, 0)
    one = folder / "members" / _NAMES[0].lower() / "company.yaml"
    one.write_text(one.read_text("utf-8").replace("name: Hammer", "name: Tongs"), "utf-8")
    built = timed("published after one change", lambda: brickyard.publish(folder, site, **published))
    tell(f"{built.made} pages again, {built.kept} as before", 0, 0)
    timed("three games", lambda: list(play_three(campaign, members)))
    built = timed("published after three games", lambda: brickyard.publish(folder, site, **published))
    tell(f"{built.made} pages again, {built.kept} as before", 0, 0)
    return timed("standings", lambda: brickyard.campaign(campaign))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--members", type=int, default=len(_NAMES))
    parser.add_argument("--corpus", type=Path)
    given = parser.parse_args()
    found = sorted(given.corpus.rglob("*.io"))[:4] if given.corpus else []
    last = year_of(
        given.folder,
        given.members,
        found,
        lambda what, took, busy: print(f"{took:8.1f} s {busy:8.1f} s of processor time  {what}", flush=True),
        steps=False,
    )
    print(", ".join(f"{one.place}. {one.force} ({one.wins})" for one in last.standings[:5]))
