"""The page of a battle that was played: scores over rounds, losses, the log in words; one file to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from fleets.battles.event_fields import filled, number_of, object_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Told: TypeAlias = Mapping[str, Any]

_LEFT, _TOP, _WIDE, _HIGH, _RIGHT, _BOTTOM = 40, 16, 430, 232, 170, 34
_APART = 17
_LONGEST_LABEL = 22
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
_MOST_LINES = 5
_MOST_SEED = 2147483648
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' file:; font-src 'self' file: data:; "
    "base-uri 'none'; form-action 'none'"
)
_LETTERS = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))
_SHAPES = (
    "M6 0a6 6 0 1 0 0 12A6 6 0 0 0 6 0Z",
    "M6 0 12 11H0Z",
    "M1 1h10v10H1Z",
    "M4 0h4v4h4v4H8v4H4V8H0V4h4Z",
    "M6 0 8 4l4 1-3 3 1 4-4-2-4 2 1-4-3-3 4-1Z",
)
_LOST = ("destroyed", "off", "adrift")


def page_of(game: Told, state: Told, pictures: Told, texts: Told, made: Told) -> str:
    """`pictures` are addresses by the ids of units; `made` tells language, version and style, and on a site
    where the page belongs: an address and its name."""
    players = state["players"]
    title = " · ".join(_name(player) for player in players) or _say(texts, "a-battle")
    parts = [
        "<!doctype html>",
        f'<html lang="{made["language"]}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="brickyard {made["version"]}">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f"<title>{_safe(title)}</title>",
        f"<style>\n{made['style']}</style></head><body><main>",
        *_way_back(made),
        f"<h1>{_safe(title)}</h1>",
        f'<p class="small">{_safe(_about(game, state, texts))}</p>',
        f'<p class="small">{_safe(by_program(game, texts))}</p>',
        f"<p><b>{_safe(_result(state, texts))}</b></p>",
        *_units(state, pictures, texts),
        *([] if state["mech"] else [*_scores(state, texts), *_over_rounds(state, texts)]),
        *_log(state, texts),
        f"</main><footer><p>{_say(texts, 'made-with', version=made['version'])}</p></footer>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _way_back(made: Told) -> Iterator[str]:
    if made.get("home"):
        yield f'<p class="small"><a href="{_safe(made["home"])}">{_safe(made["home_name"])}</a></p>'


def _say(texts: Told, key: str, **values: str | int) -> str:
    return filled(texts[key], values)


def _safe(text: str) -> str:
    plain = text
    for letter, said in _LETTERS:
        plain = plain.replace(letter, said)
    return plain


def _name(player: Told) -> str:
    """A force by its name; with the player's, where that is another."""
    force, name = player["force"], player["name"]
    return f"{force} ({name})" if force and name and force != name else str(force or name)


def _about(game: Told, state: Told, texts: Told) -> str:
    rounds = state["round"]
    told = [game.get("title") or game.get("edition") or "", game.get("size") or ""]
    if not state["mech"]:
        told.append(_say(texts, "round" if rounds == 1 else "rounds", n=rounds))
    return " · ".join(str(word) for word in told if word)


def by_program(game: Told, texts: Told) -> str:
    """How `brickyard battle --story` came to it; nothing for a game that people played."""
    told = object_of(game.get("by_program"))
    if not told:
        return ""
    tactics, terrain = text_of(told, "tactics"), text_of(told, "terrain")
    seed, engine = number_of(told, "seed", 0, _MOST_SEED) or 0, number_of(told, "engine", 0, _MOST_SEED) or 0
    return _say(texts, "by-program", tactics=tactics, terrain=terrain, seed=seed, engine=engine)


def _mark(number: int) -> str:
    """Players are told apart by shapes, as at the table."""
    return f'<svg class="mark" viewBox="0 0 12 12" aria-hidden="true"><path d="{_SHAPES[number % 5]}"/></svg>'


def _result(state: Told, texts: Told) -> str:
    if state["phase"] != "over":
        return _say(texts, "not-over")
    mech = state["mech"]
    if mech:
        left = _say(texts, "circle" if mech["circles"] == 1 else "circles", n=mech["circles"])
        return (
            _say(texts, "beaten", left=left) if mech["won"] else _say(texts, "destroyed-in", n=mech["wave"])
        )
    names = [_name(player) for player in state["players"] if player["key"] in state["winners"]]
    if not names:
        return _say(texts, "over")
    if len(names) == 1:
        return _say(texts, "won", name=names[0])
    return _say(texts, "won-together", names=f" {_say(texts, 'and')} ".join(names))


def _scores(state: Told, texts: Told) -> Iterator[str]:
    players = state["players"]
    start, score, points, lost = [
        f'<th class="number">{_say(texts, key)}</th>' for key in ("at-start", "score", "points", "lost")
    ]
    yield f"<h2>{_say(texts, 'scores')}</h2>"
    yield f"<table><thead><tr><th>{_say(texts, 'force')}</th>{start}{score}"
    yield f"{points}{lost}</tr></thead><tbody>"
    places = {one["key"]: at for at, one in enumerate(players)}
    scores = sorted({one["score"] for one in players}, reverse=True)
    for player in [one for score in scores for one in players if one["score"] == score]:
        value = f"{player['per_asset']} × {player['assets']}"
        struck = [unit["struck"] for unit in state["units"].values() if unit["first"] == player["key"]]
        systems = len([code for codes in struck for code in codes if code != "W"])
        lost = f"{player['lost']} + {systems}" if systems else str(player["lost"])
        numbers = (str(player["start_score"]), str(player["score"]), value, lost)
        cells = "".join(f'<td class="number">{_safe(number)}</td>' for number in numbers)
        mark = _mark(places[player["key"]])
        yield f"<tr><th>{mark} {_safe(_name(player))}</th>{cells}</tr>"
    yield "</tbody></table>"


def _points(state: Told) -> list[Mapping[str, int]]:
    """The scores at the start and after every round; while a round is played, those of now too."""
    points = [row["scores"] for row in state["history"]]
    now = {player["key"]: player["score"] for player in state["players"]}
    if state["phase"] not in ("setup", "deploy") and (not points or points[-1] != now):
        points.append(now)
    return points


def _over_rounds(state: Told, texts: Told) -> Iterator[str]:
    numbers = [at for at, _ in enumerate(state["players"])]
    curve = list(curve_of(state, texts, numbers, True))
    yield from [f"<h2>{_say(texts, 'over-rounds')}</h2>", *curve] if curve else []


def curve_of(state: Told, texts: Told, numbers: Sequence[int], is_named: bool) -> Iterator[str]:
    """A line for each player, by `numbers`; at its end the name, or only the score."""
    points, players = _points(state), state["players"]
    if len(points) < 2:
        return
    most = max(1, *(row.get(player["key"], 0) for row in points for player in players))
    told = [{"name": _name(one), "from": one["start_score"], "to": one["score"]} for one in players]
    names = ", ".join(_say(texts, "from-to", **one) for one in told)
    size = f"{_LEFT + _WIDE + (_RIGHT if is_named else _LEFT)} {_TOP + _HIGH + _BOTTOM}"
    yield f'<svg class="curve" viewBox="0 0 {size}" role="img" aria-label="{_safe(names)}">'
    step = next((step for step in _STEPS if most <= step * _MOST_LINES), _STEPS[-1])
    for score in [at * step for at in range(most // step + 1)]:
        y = _up(score, most)
        yield f'<line class="grid" x1="{_LEFT}" x2="{_LEFT + _WIDE}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{score}</text>'
    across = [
        _LEFT + (2 * at * _WIDE + len(points) - 1) // (2 * (len(points) - 1)) for at in range(len(points))
    ]
    for place, x in enumerate(across):
        word = _say(texts, "start") if place == 0 else str(place)
        yield f'<text x="{x}" y="{_TOP + _HIGH + 22}" text-anchor="middle">{word}</text>'
    heights = [[_up(row.get(player["key"], 0), most) for row in points] for player in players]
    for number, ups in zip(numbers, heights, strict=True):
        line = " ".join(f"{x},{y}" for x, y in zip(across, ups, strict=True))
        yield f'<polyline class="p{number % 5}" points="{line}"/>'
        for x, y in zip(across, ups, strict=True):
            yield f'<path class="mark" transform="translate({x - 6} {y - 6})" d="{_SHAPES[number % 5]}"/>'
    lowest = 0
    ends = [ups[-1] for ups in heights]
    for place in [at for height in sorted(set(ends)) for at, end in enumerate(ends) if end == height]:
        lowest = max(ends[place] + 4, lowest + _APART)
        name = players[place]["force"] or players[place]["name"]
        label = name if is_named else str(players[place]["score"])
        short = label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
        line = f'<text class="p{numbers[place] % 5}" x="{_LEFT + _WIDE + 8}" y="{lowest}">'
        yield f"{line}{_safe(short)}</text>"
    yield "</svg>"


def _up(score: int, most: int) -> int:
    return _TOP + _HIGH - (2 * score * _HIGH + most) // (2 * most)


def _units(state: Told, pictures: Told, texts: Told) -> Iterator[str]:
    for place, player in enumerate(state["players"]):
        units = [unit for unit in state["units"].values() if unit["first"] == player["key"]]
        if not units:
            continue
        yield f"<h2>{_mark(place)} {_safe(_name(player))}</h2>"
        yield '<ul class="units">'
        for unit in units:
            picture = pictures.get(unit["id"], "")
            shown = f'<img src="{_safe(picture)}" alt="">' if picture else ""
            out = ' class="out"' if unit["lost"] else ""
            told = f"<b>{_safe(unit['name'])}</b><br>{_safe(_fate(unit, texts))}"
            yield f"<li{out}>{shown}{told}{_systems(unit)}</li>"
        yield "</ul>"


def _fate(unit: Told, texts: Told) -> str:
    lost: str = unit["lost"]
    if lost:
        return _say(texts, lost) if lost in _LOST else lost
    struck = " ".join(unit["struck"])
    return _say(texts, "lost-systems", systems=struck) if struck else _say(texts, "unharmed")


def _systems(unit: Told) -> str:
    """What it came with; what was struck, or lost with it, is crossed out."""
    struck: list[str] = [*unit["struck"]]
    told = ""
    for code in unit["systems"]:
        gone = ' class="gone"' if unit["lost"] or code in struck else ""
        if code in struck:
            struck.remove(code)
        told += f'<span data-die="{_safe(code)}"{gone}>{_safe(code)}</span>'
    return f'<div class="dice" aria-hidden="true">{told}</div>' if told else ""


def _log(state: Told, texts: Told) -> Iterator[str]:
    told = [
        entry for entry in state["log"] if (entry["effect"] or entry["undone"]) and entry["do"] != "check"
    ]
    if not told:
        return
    yield f"<h2>{_say(texts, 'happened')}</h2>"
    last = -1
    for entry in told:
        if entry["round"] > last:
            yield "</ol></details>" if last >= 0 else ""
            last = entry["round"]
            said = _say(texts, "round-n", n=last) if last else _say(texts, "setup")
            yield f'<details><summary>{_safe(said)}</summary><ol class="log">'
        words = _safe(entry["words"])
        yield f"<li>{f'<del>{words}</del>' if entry['undone'] else words}</li>"
    yield "</ol></details>"
