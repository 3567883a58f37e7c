"""The worker's side of tagging: clicks become tags in a draft, and the draft is judged at once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.answers import document_of
from brickyard.serving.manifest_edits import plain_value, text_of
from brickyard.serving.workers import Made
from catalog import colours
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.json_values import to_plain
from ldraw_tools.names import part_number
from ldraw_tools.phrases import join_texts, say
from ldraw_tools.studio_writing import NotInArchiveError

if TYPE_CHECKING:
    from brickyard.pictures.subject import Subject
    from brickyard.serving.answerer import Answerer
    from brickyard.serving.scene_answers import PieceTable
    from fleets.tagging.remembered_tags import Standing
    from ldraw_tools.assembly.inventory import Assembly
    from ldraw_tools.reading.document import Document


# The answers about a model, and what each calls it.
_MODEL_PARTS = {"check": "paths", "tags": "models", "card": "paths"}
_MOST_PIECES = 5_000
_MOST_PARTS = 6
# Parts that turn or slide on each other.
_MOVES = re.compile(
    r"\b(?:clips?|bar|handle|hinge|click|ball|towball|socket|joint|turntable)\b", re.IGNORECASE
)


def judged(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """A model's verdict, tags and card, with unsaved changes; for YAML the verdict, text and value."""
    return Made(value=judgement(answerer, Path(arguments["path"])))


def retag(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The model with other tags: its bytes for the server, the verdict for the page."""
    path = Path(arguments["path"])
    said: list[str] = []
    for change in arguments["changes"]:
        try:
            data, noted = _changed(answerer, path, change)
        except NotInArchiveError as error:
            # Text can take it: the page offers to go on so.
            why = json.dumps({"error": answerer.told(error.said), "goOn": "mpd"})
            return Made(why.encode(), status=400)
        said += noted
        answerer.put(path, data)
    return judged_draft(answerer, path, said)


def judged_draft(answerer: Answerer, path: Path, said: Sequence[str]) -> Made:
    """The verdict on a draft that has just been made, with its bytes for the server."""
    told = [answerer.told(one) for one in said]
    return Made(value={"said": told, **judgement(answerer, path)}, more=bytes_for(path))


def touching(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The pieces that touch some, ring by ring, but not through what has another tag.

    A ring goes through a clip on a bar, or the two halves of a joint, only if nothing else is left.
    """
    from brickyard.serving.scene_answers import laid_out_model, title_of_part

    path, pieces = Path(arguments["path"]), set(map(int, arguments["pieces"]))
    assembly = answerer.workspace.assembly(path)
    shown, table = laid_out_model(answerer, path)
    for piece in pieces:
        if not 0 <= piece < len(shown.pieces):
            raise BrickyardError(f"there is no piece {piece}")
    titles = [title_of_part(assembly, key) for key in shown.pieces.keys]
    moves = [bool(_MOVES.search(titles[mesh])) for mesh in shown.pieces.mesh.tolist()]
    beside = _beside(assembly, shown, table, pieces)
    found, rings = set(pieces), int(arguments.get("steps") or len(shown.pieces))
    for _ in range(rings):
        near = {(one, other) for one in found for other in beside.get(one, ()) if other not in found}
        fresh = {other for one, other in near if not (moves[one] and moves[other])}
        fresh = fresh or {other for _, other in near}
        if not fresh:
            break
        found |= fresh
    return Made(json.dumps({"pieces": sorted(found)}).encode())


def _beside(assembly: Assembly, shown: Subject, table: PieceTable, pieces: set[int]) -> dict[int, set[int]]:
    """For each piece those that touch it, of what has the same tags around it as one of these."""
    from ldraw_tools.solids.contacts import Contacts
    from ldraw_tools.solids.placements import place_parts

    parts = place_parts(assembly)
    where = {
        (part.way[-1] if part.way else (0, 0), tuple(part.matrix[:, 3].round(2))): number
        for number, part in enumerate(parts)
    }
    placed = [where.get(key) for key in _keys(table, shown.pieces.matrices)]
    owners = table.owner.tolist()
    own = {_tagged_around(table, owners[piece]) for piece in pieces}
    usable = {
        place: number
        for number, place in enumerate(placed)
        if place is not None and _tagged_around(table, owners[number]) in own
    }
    beside: dict[int, set[int]] = {}
    pairs = Contacts(parts, 0.0).pairs
    for one, other in zip(pairs.one.tolist(), pairs.other.tolist(), strict=True):
        if one in usable and other in usable:
            beside.setdefault(usable[one], set()).add(usable[other])
            beside.setdefault(usable[other], set()).add(usable[one])
    return beside


def _keys(table: PieceTable, matrices: Any) -> Iterator[tuple[tuple[int, int], tuple[float, ...]]]:
    for number, owner in enumerate(table.owner.tolist()):
        node = table.instances[owner].node if owner >= 0 else -1
        yield (node, int(table.reference[number])), tuple(matrices[number][:, 3].round(2))


def _tagged_around(table: PieceTable, instance: int) -> int:
    """The innermost tagged instance around one."""
    while instance >= 0:
        if table.instances[instance].tag is not None:
            return instance
        instance = table.instances[instance].parent
    return instance


def judgement(answerer: Answerer, path: Path) -> dict[str, Any]:
    from brickyard.serving.yard import kind_of

    kind = kind_of(path, bytes_for(path))
    # The card of a list takes longer than its verdict, and isn't shown while the list is edited.
    names = _MODEL_PARTS if kind == "model" else {"check": "paths"}
    found = {"kind": kind, **{name: _part(answerer, name, {given: path}) for name, given in names.items()}}
    if path.suffix.lower() in (".yaml", ".yml"):
        text = text_of(path)
        found |= {"text": text, "value": plain_value(text)}
    return found


def _part(answerer: Answerer, name: str, given: Mapping[str, Any]) -> Any:
    try:
        return to_plain(document_of(answerer.ask(name, given)), answerer.texts)
    except BrickyardError as error:
        # A file that can't be read at all has no report; the sentence takes its place.
        return {"error": answerer.told(error.said)}


def _changed(answerer: Answerer, path: Path, change: Mapping[str, Any]) -> tuple[bytes, list[str]]:
    target, tag = change["target"], change["tag"]
    if target.get("pieces"):
        name, said = _lines_of(answerer, path, target["pieces"], path.suffix.lower() != ".io")
    else:
        name, said = str(target.get("submodel") or target.get("group") or ""), []
        if target.get("lines"):
            name += f" at lines {', '.join(map(str, target['lines']))}"
    return with_tag(answerer, path, name, tag), said


def with_tag(answerer: Answerer, path: Path, name: str, tag: str) -> bytes:
    from brickyard.answers.on_tags import write_tags

    is_text = path.suffix.lower() != ".io"
    return write_tags(path, answerer.workspace.model(path), {name: tag}, name=path.name, as_text=is_text)


def _lines_of(answerer: Answerer, path: Path, pieces: Sequence[int], in_order: bool) -> tuple[str, list[str]]:
    """The lines that place these pieces, as `lines 40-52, 60`, and a note for the user."""
    from brickyard.serving.scene_answers import laid_out_model
    from fleets.tagging.selections import selected

    shown, table = laid_out_model(answerer, path)
    if len(pieces) > _MOST_PIECES or any(not 0 <= one < len(shown.pieces) for one in pieces):
        raise BrickyardError(say("there are no such pieces; the model has changed meanwhile"))
    owners = {int(table.owner[one]) for one in pieces}
    if -1 in owners:
        raise BrickyardError(say("one of these pieces can't be told apart from others; tag its submodel"))
    nodes = {table.instances[owner].node for owner in owners}
    if len(nodes) > 1:
        names = sorted({table.instances[owner].label for owner in owners})
        raise BrickyardError(
            say("these parts belong to several submodels ({names}); tag those", names=", ".join(names[:4]))
        )
    lines = sorted({int(table.line[one]) for one in pieces})
    name = f"lines {', '.join(map(str, lines))}"
    document = answerer.workspace.model(path).document
    moved = [line for one in selected(document, name) for line in one.to_be_moved()] if in_order else []
    if not moved:
        return name, []
    down = count_of(len(moved), "line was moved down", "lines were moved down")
    parts = count_of(len(lines), "part")
    return name, [say("{lines}, so that all {parts} stand together.", lines=down, parts=parts)]


def lost(_answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """What was tagged before and has no tag now, and what is tagged now."""
    from fleets.tagging.remembered_tags import lost_tags, tags_in

    try:
        document = document_in(arguments["data"], arguments["name"])
    except BrickyardError:
        return Made(more=(arguments["told"], arguments["before"]))
    return Made(more=(lost_tags(arguments["before"], arguments["told"], document), tags_in(document)))


def restore(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """Put tags back into the file as it is now; those that can't be stay lost."""
    from fleets.tagging.remembered_tags import change_for

    path = Path(arguments["path"])
    said, left = [], []
    for one in arguments["tags"]:
        named = {"name": one.shown, "tag": one.in_name}
        change = change_for(answerer.workspace.model(path).document, one, arguments["tags"])
        if change is None:
            lacks = say(" It was {parts}.", parts=_parts_named(one.parts)) if one.parts else ""
            said.append(
                say(
                    "“{name}” {tag} can't be put back: what it was on isn't found again.{lacks}"
                    " Click it, and tag it anew.",
                    **named,
                    lacks=lacks,
                )
            )
            left.append(one)
            continue
        what, text, missing = change
        try:
            answerer.put(path, with_tag(answerer, path, what, text))
        except BrickyardError as error:
            said.append(say("“{name}” {tag} can't be put back: {why}", **named, why=error.said))
            left.append(one)
        else:
            if missing:
                back = say(
                    "“{name}” {tag} is back, but for what isn't there any more: {parts}.",
                    **named,
                    parts=_parts_named(missing),
                )
                said.append(back)
    made = judged_draft(answerer, path, said)
    return replace(made, more=(made.more, tuple(left)))


def _parts_named(parts: Sequence[Standing]) -> str:
    """Numbers and colours, such as `2 × 3004 (Red)`; of many only the first."""
    counted = Counter((part_number(name), colour) for name, colour, *_ in parts)
    named = []
    for (number, code), count in counted.items():
        colour = colours.name_of(int(code)) if code.isdecimal() and len(code) < 10 else code
        named.append(printable(f"{f'{count} × ' if count > 1 else ''}{number} ({colour})"))
    more = [say("{count} more kinds", count=len(named) - _MOST_PARTS)] if len(named) > _MOST_PARTS else []
    return join_texts([*named[:_MOST_PARTS], *more])


def document_in(data: bytes, name: str) -> Document:
    from ldraw_tools.reading import document
    from ldraw_tools.reading.studio import parse_studio

    return parse_studio(data, name).document if name.lower().endswith(".io") else document.parse(data, name)
