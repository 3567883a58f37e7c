"""The page of a campaign: standings, games as curves with a report of each, and the forces side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import takewhile
from pathlib import Path
from typing import Any

from markupsafe import Markup

from brickyard.campaigns.campaign_answer import CampaignAnswer, ask_campaign, difference, order_words
from brickyard.facts.made_from import seen_from
from brickyard.facts.verdicts import verdict_in, words_of_all
from brickyard.notices import game_notices, notices
from brickyard.table.battle_page import battle_html
from brickyard.table.replay_answer import Replayed, replay_log
from brickyard.table.table_game import known_as
from brickyard.table.table_texts import texts
from brickyard.web.force_page import DENSE_LINE_UP, LINE_UP
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.page_values import FindingView
from brickyard.web.site_memory import FileRecord, PageEntry, SiteMemory
from brickyard.web.site_pages import PAGE, Pages
from brickyard.web.site_plan import SitePlan
from fleets.battles.played_page import curve_of
from fleets.battles.played_result import A_STATION, forces_by_player
from fleets.forces.campaign import PlayedGame
from ldraw_tools.findings import BrickyardError, count_of, listed, printable
from ldraw_tools.names import folder_of
from validators.judged_files import JudgeSettings
from validators.report import LEGAL, STYLES, WITH_WARNINGS, Report

# So many lines can be told apart.
_LINES = 5
# Reports have the letters of the site.
_LETTERS = """\
@font-face { font-family: "Source Sans 3"; src: url("../fonts/regular.woff2"); font-weight: 400; }
@font-face { font-family: "Source Sans 3"; src: url("../fonts/bold.woff2"); font-weight: 700; }
@font-face { font-family: "Yard Narrow"; src: url("../fonts/condensed.woff2"); font-weight: 700; }
h1, h2 { font-family: "Yard Narrow", sans-serif; }
"""


def write_campaigns(
    pages: Pages, plan: SitePlan, request: JudgeSettings, campaigns: Sequence[Path], before: SiteMemory
) -> None:
    """After the pages of their forces, which they show and lead to.

    They say what `brickyard campaign` says; what speaks against building a model is on that model's page.
    """
    request = replace(request, buildable=False)
    for path in campaigns:
        found = ask_campaign(path, request, with_logs=False)
        site = _SiteCampaign(pages, plan, found)
        slug, key = plan.address(path), seen_from(pages.target, path)
        files = {**site.reports(), PAGE: site.page(slug)}
        digest = hashlib.sha256(b"\n".join(files.values())).hexdigest()
        entry = site.entry(slug, key, tuple(sorted(files)), digest)
        old = before.by_slug().get(slug)
        if old and (old.looks, old.files) == (entry.looks, entry.files) and plan.is_whole(old):
            plan.kept += 1
        else:
            with pages.whole_folder(slug, old.files if old else ()) as place:
                for name, data in files.items():
                    (place / name).write_bytes(data)
            plan.made += 1
        said = tuple(game_notices(found.report.ruling.edition))
        plan.after.records[key] = FileRecord({}, "", (entry,), notices=said)
        plan.remarks += site.remarks


class _SiteCampaign:
    """One campaign of a site: what its page and its reports say."""

    def __init__(self, pages: Pages, plan: SitePlan, found: CampaignAnswer) -> None:
        self.pages, self.found, self.told = pages, found, found.told
        self.remarks: list[str] = []
        keys = [seen_from(pages.target, path) for path, _ in self.told.forces]
        records = [plan.after.records[key] for key in keys if key in plan.after.records]
        self.forces = {one.name: one for record in records for one in record.entries if one.is_force}
        self.numbers = {unit.name: number for number, unit in enumerate(found.report.units)}
        self.logs = dict(self._logs())

    def _logs(self) -> Iterator[tuple[int, Replayed]]:
        """Of each game that has one, by its number."""
        for number, game in enumerate(self.told.games, 1):
            if game.log:
                file = folder_of(self.found.path) / game.log
                try:
                    yield number, replay_log(file, known=self.found.report.ruling.edition)
                except BrickyardError as error:
                    self.remarks.append(f"{self.found.path.name}: game {number} has no curve: {error}")

    def reports(self) -> dict[str, bytes]:
        home = PAGE, self.told.name
        return {
            _report(number): battle_html(
                log.game, log.state, dict(self._portraits(log.state)), home=home, more_style=_LETTERS
            ).encode("utf-8", "replace")
            for number, log in self.logs.items()
        }

    def _portraits(self, state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The address of each unit's picture, by its id."""
        names = forces_by_player(state)
        for unit in state["units"].values():
            force = self.forces.get(names.get(unit["first"], ""))
            slugs = {name: slug for slug, name, _ in force.fields} if force else {}
            slug = known_as(unit["name"], slugs)
            if slug and (self.pages.folder(slug) / THUMB).is_file():
                yield unit["id"], f"../{slug}/{THUMB}"

    def page(self, slug: str) -> bytes:
        report, edition = self.found.report, self.found.report.ruling.edition
        verdict = verdict_in(report)
        own = words_of_all(report.own_findings, verdict)
        games = count_of(len(self.told.games), "game")
        summary = f"{count_of(len(self.told.forces), 'force')}, {games}"
        return self.pages.html(
            "campaign.html",
            self.told.name,
            f"Campaign: {summary}",
            list(notices(edition)),
            slug,
            name=self.told.name,
            summary=summary,
            verdict=verdict,
            findings=[FindingView(words) for words in own],
            story=[line.strip() for line in takewhile(lambda line: line != "  Played:", report.lines)],
            standings=list(self._standings()),
            order=order_words(self.found),
            games=list(self._games()),
            forces=list(self._forces()),
        )

    def _standings(self) -> Iterator[dict[str, object]]:
        for one in self.found.standings:
            told = {"line": self._everywhere(one.force), "ahead": difference(one.difference)}
            yield one._asdict() | self._shown(one.force) | told

    def _everywhere(self, name: str) -> int | None:
        """A force's line in all games, where there are enough of them."""
        return self.numbers.get(name, 0) if len(self.numbers) <= _LINES else None

    def _line(self, name: str, players: Sequence[str]) -> int:
        number = self._everywhere(name)
        return players.index(name) % _LINES if number is None else number

    def _shown(self, name: str) -> dict[str, object]:
        entry = self.forces.get(name)
        picture = entry.picture if entry else ""
        return {
            "href": f"../{entry.slug}/{PAGE}" if entry else "",
            "picture": f"../{picture}/{THUMB}" if picture else "",
            "dense": f"../{picture}/{PICTURE}" if picture else "",
        }

    def _games(self) -> Iterator[dict[str, object]]:
        for number, game in enumerate(self.told.games, 1):
            players = list(game.scores)
            log = self.logs.get(number)
            yield {
                "number": number,
                "day": _day(game.date),
                "about": ", ".join(_about(game, log)),
                "curve": self._curve(log.state) if log else "",
                "report": _report(number) if log else "",
                "scores": [
                    {
                        "line": self._line(name, players),
                        "name": name,
                        "score": score,
                        "won": name in game.winners and not game.unfinished,
                        "lost": _lost(game.losses.get(name, ())),
                    }
                    for name, score in sorted(game.scores.items(), key=lambda one: -one[1])
                ],
                "objective": game.objective,
                "thing": self.told.objective or "the special objective",
            }

    def _curve(self, state: Mapping[str, Any]) -> Markup:
        players = list(forces_by_player(state).values())
        numbers = [self._line(name, players) for name in players]
        # Every name in it is made safe where it is drawn.
        return Markup("\n".join(curve_of(state, texts("en-battle"), numbers, False)))  # noqa: S704

    def _forces(self) -> Iterator[dict[str, object]]:
        units = {unit.name: unit for unit in self.found.report.units}
        for one in self.found.standings:
            entry = self.forces.get(one.force)
            files = entry.files if entry else ()
            lineup = f"../{entry.slug}/{LINE_UP}" if entry and LINE_UP in files else ""
            yield self._shown(one.force) | {
                "name": one.force,
                "line": self._everywhere(one.force),
                "lineup": lineup,
                "lineup_set": f"{lineup} 1x, {lineup.removesuffix(LINE_UP)}{DENSE_LINE_UP} 2x",
                "fields": [(f"../{slug}/{PAGE}", name, count) for slug, name, count in entry.fields]
                if entry
                else [],
                "verdict": _shown_verdict(units[one.force], entry),
                "author": entry.author if entry else "",
            }

    def entry(self, slug: str, key: str, files: tuple[str, ...], digest: str) -> PageEntry:
        report = self.found.report
        first = next(
            (self.forces[one.force] for one in self.found.standings if one.force in self.forces), None
        )
        return PageEntry(
            slug=slug,
            identity=key,
            name=printable(self.told.name),
            kind="campaign",
            role="campaign",
            edition=report.ruling.edition.title,
            verdict=report.verdict,
            stamp=verdict_in(report).word,
            source=key,
            # Each force's page leads to it.
            fields=tuple((one.slug, one.name, 1) for one in self.forces.values()),
            picture=first.picture if first else "",
            lines=(count_of(len(self.told.games), "game"),),
            is_force=True,
            words=" ".join([self.told.name, "campaign", self.told.objective, *self.numbers]).lower(),
            files=files,
            looks={PAGE: digest},
        )


def _shown_verdict(force: Report, entry: PageEntry | None) -> dict[str, str]:
    """What the force's own page says, unless the campaign makes it illegal."""
    own = verdict_in(force)
    if entry and own.is_legal and entry.verdict in (LEGAL, WITH_WARNINGS):
        return {"style": STYLES[entry.verdict], "word": entry.stamp}
    return {"style": own.style, "word": own.word}


def _report(number: int) -> str:
    return f"game-{number}.html"


def _day(text: str) -> str:
    """`5 September 2026`."""
    if not text:
        return ""
    day = date.fromisoformat(text)
    return f"{day.day} {day:%B %Y}"


def _about(game: PlayedGame, log: Replayed | None) -> Iterator[str]:
    if game.size:
        yield game.size
    if game.players:
        yield count_of(game.players, "player")
    if log:
        yield count_of(log.state["round"], "round")
    if game.unfinished:
        yield "not played to its end"


def _lost(lost: Sequence[str]) -> str:
    stations = lost.count(A_STATION)
    units = [one for one in lost if one != A_STATION]
    return str(listed([*units, *([count_of(stations, "station")] if stations else [])]))
