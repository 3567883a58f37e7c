"""What is asked about games and their texts: what to pack, a log, a campaign, rules, codes, editions."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import validators.explain
from brickyard.answers import OnePath, Words
from brickyard.answers.on_models import judge_settings
from brickyard.campaigns import campaign_answer
from brickyard.campaigns.campaign_answer import CampaignAnswer, ask_campaign
from brickyard.file_schemas import KeysAnswer, list_keys
from brickyard.look_up import EditionsAnswer, RulesAnswer, listed_edition, listed_rules
from brickyard.manual_pages import ManualAnswer, manual_files, search, usual_folder
from brickyard.packing.pack_answer import PackAnswer, what_to_pack
from brickyard.starters import NewFile, brought, starter
from brickyard.table.replay_answer import Replayed, replay_log
from catalog.editions.loading import building_rules, edition as edition_called, shipped_editions
from catalog.languages import Language, language_named
from ldraw_tools.authorship import is_ours
from ldraw_tools.choosing import with_submodel
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import paths_in, several
from ldraw_tools.writing import write_outputs
from validators.explain import Explanation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ldraw_tools.workspace import Workspace

    Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def rules(edition: str = "") -> RulesAnswer:
    """All rules, or those of one edition with their severity and page.

    Raises `BrickyardError` for an edition that there isn't.
    """
    return listed_rules(edition_called(edition) if edition else None)


def explain(code: str, edition: str = "") -> Explanation:
    """One rule or finding: its reason, how to fix it, and what every edition says, or only one.

    Raises `BrickyardError` for a code that there isn't, and for words that fit several.
    """
    texts = [edition_called(name) for name in ([edition] if edition else shipped_editions())]
    return validators.explain.explain(code, [*texts, building_rules()])


def editions(edition: str = "") -> EditionsAnswer:
    """The editions that brickyard knows, or one with its numbers.

    Raises `BrickyardError` for an edition that there isn't.
    """
    texts = [edition_called(name) for name in ([edition] if edition else shipped_editions())]
    listed = tuple(listed_edition(text, with_tables=bool(edition)) for text in texts)
    return EditionsAnswer(listed, texts=tuple(texts))


def new(
    kind: str,
    *,
    source: str | os.PathLike[str] = "",
    pick: str = "",
    extends: str = "",
    target: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> NewFile:
    """A manifest, a campaign or an edition to start from; `kind` is one of `brickyard new`'s.

    `source` is a list of Commander's Handbook or mf0 that becomes a company or a fleet: a file, a link, or
    the text itself; `pick` names one if it holds several. An edition `extends` another. `target` is
    written, with a first line that tells editors of the schema, which is put into .brickyard beside it.

    Raises `BrickyardError` for a kind or an edition that there isn't, a list that can't be read, and a target
    that may not be written.
    """
    into = None if target is None else Path(target)
    if source:
        made = brought(kind, os.fspath(source), pick)
    else:
        made = NewFile(kind, starter(kind, extends, into.parent if into else None))
    if into is None:
        return made
    from brickyard.file_schemas import beside_list

    head, schemas = beside_list(kind, into)
    write_outputs({into: (head + made.text).encode(), **schemas}, force=force)
    return replace(made, path=into)


def keys(kind: str) -> KeysAnswer:
    """The keys of a file that people write: company, fleet, mech, campaign, edition or settings.

    Raises `BrickyardError` for another kind.
    """
    return list_keys(kind)


def manual(words: Words = (), *, target: OnePath | None = None) -> ManualAnswer:
    """The manual of this version as pages in the folder `target`, or where such things are kept.

    With `words` no page is written: `found` are the sections that have all of them, guides first.

    Raises `BrickyardError` if this installation has none, or the folder holds something else.
    """
    folder = usual_folder() if target is None else Path(target)
    if asked := several(words):
        return ManualAnswer(folder / "index.html", search(asked))
    index = folder / "index.html"
    if target is not None and folder.exists() and any(folder.iterdir()) and not is_ours(index):
        raise BrickyardError(f"{folder}: holds something else than a manual; name another folder")
    made = {folder / name: data for name, data in manual_files().items()}
    write_outputs(made, force=target is None)
    return ManualAnswer(index)


def pack(
    paths: Paths,
    *,
    have: str | os.PathLike[str] | None = None,
    edition: str = "",
    options: str | Iterable[str] | None = None,
    submodel: str = "",
    workspace: Workspace | None = None,
) -> PackAnswer:
    """What the players whose files are named bring, and what is missing if `have` lists what there is.

    Raises `BrickyardError` if one of the files can't be read: a sum without it would be wrong.
    """
    settings = judge_settings(edition, options, workspace=workspace)
    return what_to_pack(with_submodel(paths_in(paths), submodel), settings, Path(have) if have else None)


def replay(log: str | os.PathLike[str], *, edition: str = "", language: str = Language.ENGLISH) -> Replayed:
    """A game from a log that the page of a table has saved: its state, and each event in words.

    Raises `BrickyardError` for a file that isn't a log, or an edition that can't play it.
    """
    return replay_log(Path(log), edition, language_named(language))


def campaign(
    path: str | os.PathLike[str], *, edition: str = "", workspace: Workspace | None = None
) -> CampaignAnswer:
    """The standings and games of a campaign, and the logs beside it that aren't in it yet.

    `standings` has a row for each force, the best first; `games` what was played, oldest first.

    Raises `BrickyardError` for a file that isn't a campaign.
    """
    return ask_campaign(Path(path), judge_settings(edition, workspace=workspace))


def add_game(
    campaign: str | os.PathLike[str],
    log: str | os.PathLike[str],
    *,
    unfinished: bool = False,
    edition: str = "",
) -> str:
    """Adds the game of a log to a campaign's file, and says so in a sentence; the old file is kept.

    Raises `BrickyardError` for a log that can't be read, a file that isn't a campaign, and a game that isn't
    over, unless it may be `unfinished`.
    """
    found = replay_log(Path(log), edition)
    return campaign_answer.add_game(
        Path(campaign), found.game, found.state, found.day, log=Path(log), unfinished=unfinished
    )
