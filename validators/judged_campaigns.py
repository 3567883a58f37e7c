"""A campaign to a report: the file itself, and each of its forces for the next game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from catalog.editions.edition import Edition, parse_options
from catalog.editions.loading import edition_for, edition_named, shipped_editions
from catalog.yaml.located_values import Entries
from fleets.forces import manifest_findings
from fleets.forces.campaign import (
    SIZE,
    WHERE,
    Campaign,
    PlayedGame,
    read_campaign,
    say_unknown_forces,
    standings,
)
from fleets.forces.force import Force, Game
from fleets.forces.named_files import CAMPAIGN
from ldraw_tools.findings import BrickyardError, Finding, in_file_order
from ldraw_tools.names import folder_of, path_from_here, shown
from validators.games import stated_game
from validators.judged_files import JudgeSettings, ReadFile, read_file, ruling_by
from validators.judging import judge, nothing_to_judge
from validators.report import Report
from validators.rule import Ruling, cited_rules
from validators.wording import a, capital, listed


def check_campaign(path: Path, settings: JudgeSettings) -> Report:
    """Its forces are the report's units; what its holder has chosen holds for all of them."""
    campaign, told = read_campaign(path)
    if campaign is None:
        return nothing_to_judge(path_from_here(path), ruling_by(edition_for("frames"), settings), told)
    named, said = _named_edition(campaign, path, settings)
    read = _read_forces(campaign, settings if named is None else replace(settings, edition=named))
    text = next((one.ruling.edition for one in read), edition_for("frames"))
    ruling = ruling_by(text, settings)._replace(unknown="" if named or not said else campaign.edition)
    options, told_of_options = parse_options(text, campaign.options)
    campaign, told_of_choices = _settled(campaign, text)
    chosen = {key: value for key, value in campaign.chosen.items() if key != SIZE}
    game = Game(
        settings.game.size or str(campaign.chosen.get(SIZE, campaign.game.size)),
        settings.game.players or campaign.game.players or len(campaign.forces),
    )
    ruling = ruling._replace(options={**options, **chosen, **ruling.options}, game=game)
    names = [one.subject.name for one in read if one.subject]
    campaign = replace(campaign, standings=standings(campaign.games, names))
    # A force that can't be read may have any name.
    if len(names) == campaign.force_count:
        say_unknown_forces(campaign, names)
    units = tuple(_judged(one, ruling) for one in read)
    broken = [found for rule in cited_rules(text) for found in rule.apply(campaign, ruling)]
    by_text = [*told_of_options, *told_of_choices, *broken]
    findings = in_file_order([*told, *said, *([] if ruling.unknown else by_text)])
    return Report(
        campaign.name,
        CAMPAIGN,
        campaign.place,
        ruling,
        lines=tuple(_lines(campaign, ruling)),
        game=game,
        options=ruling.options,
        own_findings=tuple(findings),
        units=units,
        campaign=campaign,
    )


def _judged(read: ReadFile, ruling: Ruling) -> Report:
    if read.subject is None:
        file = read.findings[0].place.file if read.findings else CAMPAIGN
        return nothing_to_judge(file, ruling, read.findings)
    unknown = ruling.unknown or read.ruling.unknown
    own = read.ruling._replace(options=ruling.options, game=ruling.game, unknown=unknown)
    return judge(read.subject, own, read.findings)


def _named_edition(
    campaign: Campaign, path: Path, settings: JudgeSettings
) -> tuple[str | None, list[Finding]]:
    """By what its forces are judged: an id or a path; None where each has its own or the usual one."""
    if settings.edition or not campaign.edition:
        return settings.edition or None, []
    found, said = edition_named(campaign.edition, campaign.edition_place, folder_of(path))
    if found is None:
        return None, said
    is_shipped = campaign.edition in shipped_editions()
    return (found.id if is_shipped else str(folder_of(path) / campaign.edition)), said


def _read_forces(campaign: Campaign, settings: JudgeSettings) -> list[ReadFile]:
    read: list[ReadFile] = []
    names: set[str] = set()
    for path, value in campaign.forces:
        try:
            found = read_file(path, settings)
        except BrickyardError as error:
            reason = shown(str(error).removeprefix(f"{path}: "), 200)
            value.tell(manifest_findings.UNREADABLE, model=value.text(), reason=reason)
            continue
        subject = found.subject
        if subject is not None and not isinstance(subject, Force):
            value.tell(manifest_findings.NOT_A_FORCE, file=shown(value.text() or ""))
            continue
        read.append(found)
        if subject and subject.name in names:
            value.tell(manifest_findings.SAME_FORCE, name=shown(subject.name))
        names |= {subject.name} if subject else set()
        if found.own_edition and found.own_edition != found.ruling.edition.id:
            own = shown(found.own_edition)
            value.tell(manifest_findings.OTHER_EDITION, own=own, edition=found.ruling.edition.id)
    return read


def _settled(campaign: Campaign, text: Edition) -> tuple[Campaign, list[Finding]]:
    """With what the holder has chosen, as values of the edition's options; and what is wrong with it."""
    for size in campaign.sizes if text.companies else ():
        size.choice(text.companies)
    table = text.campaign
    choices = campaign.choices.entries(example="{average-systems: 3}")
    if table is None:
        if choices.pairs:
            choices.tell(manifest_findings.NO_CHOICES_IN_TEXT, edition=text.title)
        return campaign, []
    known = [key for keys in table.choices.values() for key in keys]
    choices = choices.entries(*known, WHERE, what="choice of the holder")
    options = replace(choices, pairs=tuple(one for one in choices.pairs if one[0].written in text.options))
    chosen, told = parse_options(text, options)
    sized = _chosen_size(choices, campaign, text)
    where = (choices[WHERE].text() if WHERE in choices else None) or ""
    return replace(campaign, chosen={**chosen, **sized}, where=where), told


def _chosen_size(choices: Entries, campaign: Campaign, text: Edition) -> dict[str, str]:
    size = choices[SIZE].choice(text.companies) if SIZE in choices else None
    if size and campaign.game.size not in ("", size):
        choices[SIZE].tell(manifest_findings.OTHER_SIZE, size=shown(campaign.game.size), chosen=size)
    return {SIZE: size} if size else {}


# What the campaign tells, in words.


def _lines(campaign: Campaign, ruling: Ruling) -> Iterator[str]:
    objective = campaign.objective or "the special objective"
    if campaign.objective or campaign.holder:
        held = f"is held by {campaign.holder}" if campaign.holder else "is held by nobody"
        yield f"  {capital(objective)} {held}{_chosen(campaign)}."
    yield f"  Next: {stated_game(ruling)}."
    if not campaign.games:
        return
    yield "  Played:"
    for number, game in enumerate(campaign.games, 1):
        yield f"    {number}. {_told(game, objective)}"
    table = ruling.edition.campaign
    if table and any(game.losses for game in campaign.games):
        text = f"Losses are not carried over: each force brings all it has again ({table.no_advantage})."
        yield "  " + text


def _chosen(campaign: Campaign) -> str:
    said = [f"{key}: {_plain(value)}" for key, value in campaign.chosen.items()]
    said += [f"where: {campaign.where}"] if campaign.where else []
    return f", who has chosen {'; '.join(said)}" if said else ""


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _told(game: PlayedGame, objective: str) -> str:
    players = f" of {game.players} players" if game.players else ""
    parts = [", ".join(filter(None, [game.date, f"{a(game.size or 'game')}{players}"]))]
    best = sorted(game.scores.items(), key=lambda one: -one[1])
    parts += [", ".join(f"{name} {score}" for name, score in best)] if best else []
    parts += [f"{game.winner} won"] if game.winner else []
    parts += [f"{name} lost {listed(lost)}" for name, lost in game.losses.items()]
    parts += [f"{objective} to {game.objective}"] if game.objective else []
    parts += ["not played to its end"] if game.unfinished else []
    return "; ".join(parts) + "."
