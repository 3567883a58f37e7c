"""The page of a battle that was played: scores over rounds, losses, and the log in words; one file to keep.

The table's page makes the same file: static/battle.js must say what this says, and a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from brickyard import __version__
from brickyard.table import Language
from brickyard.table.table_texts import said_with

_LEFT, _TOP, _WIDE, _HIGH, _RIGHT, _BOTTOM = 40, 16, 430, 232, 170, 34
_APART = 17
_LONGEST_LABEL = 22
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
_MOST_LINES = 5
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' file:; base-uri 'none'; "
    "form-action 'none'"
)
_LOST = ("destroyed", "off", "adrift")
Say = Callable[..., str]


def battle_html(
    game: Mapping[str, Any],
    state: Mapping[str, Any],
    pictures: Mapping[str, str] | None = None,
    language: Language = Language.ENGLISH,
) -> str:
    """`pictures` are addresses by the ids of units."""
    players, say = state["players"], said_with(language, "battle")
    title = " · ".join(_name(player) for player in players) or say("a-battle")
    parts = [
        "<!doctype html>",
        f'<html lang="{language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="brickyard {__version__}">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f"<title>{_safe(title)}</title>",
        f"<style>\n{battle_style()}</style></head><body><main>",
        f"<h1>{_safe(title)}</h1>",
        f'<p class="small">{_safe(_about(game, state, say))}</p>',
        f"<p><b>{_safe(_result(state, say))}</b></p>",
        *(() if state["mech"] else (*_scores(players, say), *_curve(state, say))),
        *_units(state, pictures or {}, say),
        *_log(state, say),
        f"</main><footer><p>{say('made-with', version=__version__)}</p></footer>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def battle_told() -> dict[str, str]:
    """What the table's page must know to make the same file."""
    return {"version": __version__, "style": battle_style()}


@cache
def battle_style() -> str:
    return (resources.files("brickyard.table") / "static" / "battle.css").read_text("utf-8")


def _safe(text: object) -> str:
    plain = str(text)
    for letter, said in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        plain = plain.replace(letter, said)
    return plain


def _name(player: Mapping[str, Any]) -> str:
    """A force by its name; with the player's, where that is another."""
    force, name = player["force"], player["name"]
    return f"{force} ({name})" if force and name and force != name else str(force or name)


def _about(game: Mapping[str, Any], state: Mapping[str, Any], say: Say) -> str:
    rounds = state["round"]
    told = [game.get("title") or game.get("edition") or "", game.get("size") or ""]
    if not state["mech"]:
        told.append(say("round" if rounds == 1 else "rounds", n=rounds))
    return " · ".join(str(word) for word in told if word)


def _result(state: Mapping[str, Any], say: Say) -> str:
    if state["phase"] != "over":
        return say("not-over")
    if mech := state["mech"]:
        left = say("circle" if mech["circles"] == 1 else "circles", n=mech["circles"])
        return say("beaten", left=left) if mech["won"] else say("destroyed-in", n=mech["wave"])
    names = [_name(player) for player in state["players"] if player["key"] in state["winners"]]
    if not names:
        return say("over")
    if len(names) == 1:
        return say("won", name=names[0])
    return say("won-together", names=f" {say('and')} ".join(names))


def _scores(players: Sequence[Mapping[str, Any]], say: Say) -> Iterator[str]:
    first, start, score, points, lost = map(say, ("force", "at-start", "score", "points", "lost"))
    yield f"<h2>{say('scores')}</h2>"
    yield f'<table><thead><tr><th>{first}</th><th class="number">{start}</th><th class="number">{score}</th>'
    yield f'<th class="number">{points}</th><th class="number">{lost}</th></tr></thead><tbody>'
    # Sorted as JavaScript does it: those that are equal stay in order.
    for player in sorted(players, key=lambda one: -one["score"]):
        numbers = (
            player["start_score"],
            player["score"],
            f"{player['per_asset']} × {player['assets']}",
            player["lost"],
        )
        cells = "".join(f'<td class="number">{_safe(number)}</td>' for number in numbers)
        yield f"<tr><th>{_safe(_name(player))}</th>{cells}</tr>"
    yield "</tbody></table>"


def _points(state: Mapping[str, Any]) -> list[Mapping[str, int]]:
    """The scores at the start and after every round; while a round is played, those of now too."""
    points = [row["scores"] for row in state["history"]]
    now = {player["key"]: player["score"] for player in state["players"]}
    if state["phase"] not in ("setup", "deploy") and (not points or points[-1] != now):
        points.append(now)
    return points


def _curve(state: Mapping[str, Any], say: Say) -> Iterator[str]:
    points, players = _points(state), state["players"]
    if len(points) < 2:
        return
    most = max(1, *(row.get(player["key"], 0) for row in points for player in players))
    step = next((step for step in _STEPS if most <= step * _MOST_LINES), _STEPS[-1])
    last = len(points) - 1
    base = _TOP + _HIGH

    def across(place: int) -> int:
        return _LEFT + (2 * place * _WIDE + last) // (2 * last)

    def up(score: int) -> int:
        return base - (2 * score * _HIGH + most) // (2 * most)

    yield f"<h2>{say('over-rounds')}</h2>"
    told = [{"name": _name(one), "from": one["start_score"], "to": one["score"]} for one in players]
    names = ", ".join(say("from-to", **one) for one in told)
    size = f"{_LEFT + _WIDE + _RIGHT} {_TOP + _HIGH + _BOTTOM}"
    yield f'<svg viewBox="0 0 {size}" role="img" aria-label="{_safe(names)}">'
    for score in range(0, most + 1, step):
        yield f'<line class="grid" x1="{_LEFT}" x2="{_LEFT + _WIDE}" y1="{up(score)}" y2="{up(score)}"/>'
        yield f'<text x="{_LEFT - 8}" y="{up(score) + 4}" text-anchor="end">{score}</text>'
    for place in range(len(points)):
        word = say("start") if place == 0 else str(place)
        yield f'<text x="{across(place)}" y="{base + 22}" text-anchor="middle">{word}</text>'
    for number, player in enumerate(players):
        line = " ".join(
            f"{across(place)},{up(row.get(player['key'], 0))}" for place, row in enumerate(points)
        )
        yield f'<polyline class="p{number % 5}" points="{line}"/>'
    ends = sorted(
        ([up(points[-1].get(player["key"], 0)), number] for number, player in enumerate(players)),
        key=lambda end: end[0],
    )
    lowest = 0
    for height, number in ends:
        lowest = max(height + 4, lowest + _APART)
        label = players[number]["force"] or players[number]["name"]
        short = label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
        yield f'<text class="p{number % 5}" x="{_LEFT + _WIDE + 8}" y="{lowest}">{_safe(short)}</text>'
    yield "</svg>"


def _units(state: Mapping[str, Any], pictures: Mapping[str, str], say: Say) -> Iterator[str]:
    for player in state["players"]:
        units = [unit for unit in state["units"].values() if unit["first"] == player["key"]]
        if not units:
            continue
        yield f"<h2>{_safe(_name(player))}</h2>"
        yield '<ul class="units">'
        for unit in units:
            picture = pictures.get(unit["id"], "")
            shown = f'<img src="{_safe(picture)}" alt="">' if picture else ""
            out = ' class="out"' if unit["lost"] else ""
            yield f"<li{out}>{shown}<b>{_safe(unit['name'])}</b><br>{_safe(_fate(unit, say))}</li>"
        yield "</ul>"


def _fate(unit: Mapping[str, Any], say: Say) -> str:
    if lost := str(unit["lost"]):
        return say(lost) if lost in _LOST else lost
    return say("lost-systems", systems=" ".join(unit["struck"])) if unit["struck"] else say("unharmed")


def _log(state: Mapping[str, Any], say: Say) -> Iterator[str]:
    told = [
        entry for entry in state["log"] if (entry["effect"] or entry["undone"]) and entry["do"] != "check"
    ]
    if not told:
        return
    yield f"<h2>{say('happened')}</h2>"
    last = -1
    for entry in told:
        if entry["round"] > last:
            yield "</ol>" if last >= 0 else ""
            last = entry["round"]
            yield f"<h3>{_safe(say('round-n', n=last) if last else say('setup'))}</h3>"
            yield '<ol class="log">'
        words = _safe(entry["words"])
        yield f"<li>{f'<del>{words}</del>' if entry['undone'] else words}</li>"
    yield "</ol>"
