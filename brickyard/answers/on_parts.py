"""What is asked about parts: what to buy, what is there, what it is enough for, what the catalog knows."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.answers import OnePath, Paths, Words, choice, path_or_none
from brickyard.look_up import CatalogAnswer, LibraryAnswer, library_place, listed_part
from brickyard.parts import Condition, Form, Substitutes, list_files
from brickyard.parts.adjusting import parse_recolour, wants_nearest
from brickyard.parts.can_build import Answer
from brickyard.parts.gathering import CountOptions
from brickyard.parts.list_making import BuyOptions, list_to_buy, what_can_be_built
from brickyard.parts.lots import PartsList
from brickyard.parts.owned_list import OwnedList, owned_list
from brickyard.parts.parts_draft import PartsDraft, draft_parts, write_shares
from catalog.database.part_database import open_workspace, shipped_parts
from catalog.shops.shop_numbers import Shop
from ldraw_tools.choosing import with_submodel
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library import places
from ldraw_tools.names import paths_in, several

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace

    # LDraw's codes, or words such as red=blue and nearest.
    Recolour = Mapping[int, int] | Words | None


def parts_list(
    paths: Paths,
    *,
    target: OnePath | None = None,
    forms: Words = (),
    only: Words = (),
    spares: bool = True,
    recolour: Recolour = None,
    nearest_colours: bool = False,
    any_colour: Words = (),
    owned: Paths = (),
    sets: Paths = (),
    substitutes: str = Substitutes.MOULD,
    overrides: OnePath | None = None,
    prices: OnePath | None = None,
    currency: str = "",
    update: OnePath | None = None,
    spare: str = "",
    condition: str = Condition.ANY,
    max_prices: bool = False,
    with_uncertain: bool = False,
    max_lots: int = 0,
    with_pictures: bool | None = None,
    also_for: Shop | Collection[Shop] = (),
    force: bool = False,
    submodel: str = "",
    workspace: Workspace | None = None,
) -> PartsList:
    """What must be bought for models, manifests and folders, as a BrickLink list.

    What is counted: `only` names units, systems or submodels; `spares` includes spare units; `recolour` swaps
    colours, by words such as `red=blue` or by LDraw's codes; with `nearest_colours` a part is wanted in the
    nearest colour that it was made in; `any_colour` names submodels whose colour doesn't matter.

    What you have and know: `owned` are lists of what is there already, `sets` inventories of the sets in
    them; `substitutes` says which of it will do: `exact`, another `mould`, or an `alternate`; unless it is
    `exact`, lots name other numbers that will do. `overrides` is a table of numbers, `prices` one of prices,
    `update` an earlier list to compare with.

    What is made of it: `spare` adds a percentage; `forms` are the formats of `files`, which are written to
    `target`, a file or a folder: all or none. `also_for` asks for the lists of other shops, in `others`.

    Raises `BrickyardError` if one of the files or tables can't be read, for words that there aren't, and
    for a target that may not be written.
    """
    into = path_or_none(target)
    asked = [choice(Form, form, "--format") for form in several(forms)]
    if max_prices and prices is None:
        raise BrickyardError("--max-prices needs prices: name your table with --prices")
    wanted = list_files.forms_for(into, asked)
    opened = open_workspace() if workspace is None else workspace
    counting = _counting(
        paths,
        submodel,
        only,
        spares,
        recolour,
        nearest_colours,
        any_colour,
        owned,
        sets,
        substitutes,
        overrides,
    )
    buying = BuyOptions(
        spare,
        with_uncertain,
        path_or_none(prices),
        currency.strip(),
        path_or_none(update),
        Form.HTML in wanted if with_pictures is None else with_pictures,
        (*several(also_for), *list_files.shops_for(wanted)),
    )
    return list_files.with_files(
        list_to_buy(counting, buying, opened),
        into,
        asked,
        condition=choice(Condition, condition, "--condition"),
        max_lots=max_lots,
        with_max_prices=max_prices,
        force=force,
    )


def can_build(
    paths: Paths,
    *,
    owned: Paths = (),
    sets: Paths = (),
    only: Words = (),
    spares: bool = True,
    recolour: Recolour = None,
    nearest_colours: bool = False,
    any_colour: Words = (),
    substitutes: str = Substitutes.MOULD,
    overrides: OnePath | None = None,
    submodel: str = "",
    workspace: Workspace | None = None,
) -> Answer:
    """Which units of models, manifests and folders the `owned` bricks are enough for, all together.

    The options mean the same as those of `parts_list`.

    Raises `BrickyardError` if nothing is `owned`, and as `parts_list` does.
    """
    counting = _counting(
        paths,
        submodel,
        only,
        spares,
        recolour,
        nearest_colours,
        any_colour,
        owned,
        sets,
        substitutes,
        overrides,
    )
    if not counting.owned:
        raise BrickyardError("name the list of what you have with --owned FILE")
    return what_can_be_built(counting, open_workspace() if workspace is None else workspace)


def _counting(
    paths: Paths,
    submodel: str,
    only: Words,
    spares: bool,
    recolour: Recolour,
    nearest_colours: bool,
    any_colour: Words,
    owned: Paths,
    sets: Paths,
    substitutes: str,
    overrides: OnePath | None,
) -> CountOptions:
    swaps, words = (recolour, ()) if isinstance(recolour, Mapping) else ({}, several(recolour or ()))
    return CountOptions(
        tuple(with_submodel(paths_in(paths), submodel)),
        tuple(paths_in(owned)),
        tuple(paths_in(sets)),
        choice(Substitutes, substitutes, "--substitutes"),
        several(only),
        spares,
        {**swaps, **parse_recolour(words)},
        nearest_colours or wants_nearest(words),
        several(any_colour),
        path_or_none(overrides),
    )


def owned(files: Paths, *, sets: Paths = (), overrides: OnePath | None = None) -> OwnedList:
    """What is in lists of bricks, in BrickLink's numbers; `sets` are inventories of the sets in them.

    Raises `BrickyardError` if one of the files can't be read; lines that can't be are findings.
    """
    return owned_list(
        paths_in(files),
        overrides=path_or_none(overrides),
        sets=paths_in(sets),
    )


def draft(
    files: Paths,
    *,
    players: Words = (),
    wants: Words = (),
    copies: int = 1,
    seed: int | None = None,
    target: OnePath | None = None,
    force: bool = False,
    sets: Paths = (),
    overrides: OnePath | None = None,
) -> PartsDraft:
    """Bricks shared out among players: one pile for each part and colour, taken in turns.

    `wants` are lists of wanted parts as `NAME=FILE`; a `seed` draws the order of turns. Each share is written
    as a list to the folder `target`, if one is named.

    Raises `BrickyardError` for fewer than two players, files that can't be read, and a target that may
    not be written.
    """
    found = draft_parts(
        paths_in(files),
        several(players),
        wishes=several(wants),
        copies=copies,
        seed=seed,
        overrides=path_or_none(overrides),
        sets=paths_in(sets),
    )
    return write_shares(found, Path(target), force=force) if target is not None else found


def catalog_search(words: Words, *, most: int = 20) -> CatalogAnswer:
    """The parts whose titles, numbers or keywords have all these words.

    Raises `BrickyardError` if there is none.
    """
    text = " ".join(several(words))
    database = shipped_parts()
    results = database.search(text, most + 1)
    if not results:
        raise BrickyardError(f"no part found for “{text}”; try fewer words, such as: plate 1x2 clip")
    return CatalogAnswer(
        tuple(listed_part(record, database) for record in results[:most]), len(results) > most
    )


def catalog_show(number: str) -> CatalogAnswer:
    """One part: its size, shop numbers, and its new number if it moved.

    Raises `BrickyardError` if there is none of this number.
    """
    database = shipped_parts()
    record = database.find(number)
    if record is None:
        nearest = database.nearest(f"{number.strip().lower().removesuffix('.dat')}.dat")
        hint = f"; did you mean {nearest.removesuffix('.dat')}?" if nearest else ""
        raise BrickyardError(f"no part “{number}” in the parts database{hint}")
    return CatalogAnswer((listed_part(record, database),))


def library_status() -> LibraryAnswer:
    """How many parts the database knows, where LDraw libraries were looked for, and which is used.

    Raises nothing.
    """
    database = shipped_parts()
    checked = places.status(os.environ, sys.platform, Path.home())
    release = f"{database.about['release'][:4]}-{database.about['release'][4:]}"
    return LibraryAnswer(database.size, release, tuple(map(library_place, checked)))
