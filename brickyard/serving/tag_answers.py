"""The worker's side of tagging: clicks become tags in a draft, and the draft is judged at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.serving.workers import Made
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.json_values import json_text
from ldraw_tools.stand_in_bytes import bytes_for, stand_in

if TYPE_CHECKING:
    from brickyard.serving.desk import Desk
    from brickyard.serving.scene_pieces import PieceTable

_MODEL_PARTS = ("check", "tags", "card")
_MOST_PIECES = 5_000


def judged(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """A model's verdict, tags and card, with unsaved changes; for YAML the verdict, text and value."""
    path = Path(arguments["path"])
    return Made(_judged(desk, path))


def retag(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The model with other tags: its bytes for the server, the verdict for the page."""
    path = Path(arguments["path"])
    said: list[str] = []
    for change in arguments["changes"]:
        data, noted = _changed(desk, path, change)
        said += noted
        put(desk, path, data)
    return told(desk, path, said)


def told(desk: Desk, path: Path, said: list[str]) -> Made:
    """The verdict on a draft that has just been made."""
    answer = _judged(desk, path)
    return Made(b'{"said":' + json.dumps(said).encode() + b"," + answer[1:], more=bytes_for(path))


def put(desk: Desk, path: Path, data: bytes | None) -> None:
    stand_in(path, data)
    desk.forget(path)


def touching(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """All pieces that touch one, from piece to piece, but not through what has another tag."""
    from brickyard.serving.scene_answers import laid_out_model
    from ldraw_tools.solids.contacts import Contacts
    from ldraw_tools.solids.placements import place_parts

    path, piece = Path(arguments["path"]), int(arguments["piece"])
    assembly = desk.workspace.assembly(path)
    shown, table = laid_out_model(desk, path)
    if not 0 <= piece < len(shown.pieces):
        raise BrickyardError(f"there is no piece {piece}")
    parts = place_parts(assembly)
    where = {
        (part.way[-1] if part.way else (0, 0), tuple(part.matrix[:, 3].round(2))): number
        for number, part in enumerate(parts)
    }
    placed = [where.get(key) for key in _keys(table, shown.pieces.matrices)]
    owners, own = table.owner.tolist(), _tagged_around(table, int(table.owner[piece]))
    usable = {
        place: number
        for number, place in enumerate(placed)
        if place is not None and _tagged_around(table, owners[number]) == own
    }
    beside: dict[int, set[int]] = {}
    pairs = Contacts(parts, 0.0).pairs
    for one, other in zip(pairs.one.tolist(), pairs.other.tolist(), strict=True):
        if one in usable and other in usable:
            beside.setdefault(usable[one], set()).add(usable[other])
            beside.setdefault(usable[other], set()).add(usable[one])
    found, fresh = {piece}, {piece}
    for _ in range(int(arguments.get("steps") or len(placed))):
        fresh = {near for one in fresh for near in beside.get(one, ())} - found
        if not fresh:
            break
        found |= fresh
    return Made(json.dumps({"pieces": sorted(found)}).encode())


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


def _judged(desk: Desk, path: Path) -> bytes:
    from brickyard.serving.yard import kind_of

    kind = kind_of(path, bytes_for(path))
    # The card of a list takes longer than its verdict, and isn't shown while the list is edited.
    names: Sequence[str] = _MODEL_PARTS if kind == "model" else ("check",)
    parts = [f'"kind":"{kind}"', *(f'"{name}":{_part(desk, name, path)}' for name in names)]
    if path.suffix.lower() in (".yaml", ".yml"):
        from brickyard.serving.manifest_edits import plain_value, text_of

        text = text_of(path)
        parts += [f'"text":{json.dumps(text)}', f'"value":{json.dumps(plain_value(text))}']
    return ("{" + ",".join(parts) + "}").encode()


def _part(desk: Desk, name: str, path: Path) -> str:
    try:
        if name in ("check", "card"):
            return desk.place.shortened(json_text(desk.ask(name, {"paths": path})))
        return desk.run([name, "--format", "json", "--", str(path)])
    except BrickyardError as error:
        # A file that can't be read at all has no report; the sentence takes its place.
        return json.dumps({"error": desk.place.shortened(str(error))})


def _changed(desk: Desk, path: Path, change: Mapping[str, Any]) -> tuple[bytes, list[str]]:
    target, tag = change["target"], change["tag"]
    if target.get("pieces"):
        name, said = _lines_of(desk, path, target["pieces"], path.suffix.lower() != ".io")
    else:
        name, said = str(target.get("submodel") or target.get("group") or ""), []
    return with_tag(desk, path, name, tag), said


def with_tag(desk: Desk, path: Path, name: str, tag: str) -> bytes:
    from brickyard.tag_writing import as_archive
    from fleets.tagging.retag import with_tags

    opened = desk.workspace.model(path)
    if path.suffix.lower() == ".io":
        return as_archive(path, opened, {name: tag})
    return with_tags(opened.document, {name: tag}, name=path.name).encode()


def _lines_of(desk: Desk, path: Path, pieces: Sequence[int], in_order: bool) -> tuple[str, list[str]]:
    """The lines that place these pieces, as `lines 40-52, 60`, and a note for the user."""
    from brickyard.serving.scene_answers import laid_out_model
    from fleets.tagging.selections import selected

    shown, table = laid_out_model(desk, path)
    if len(pieces) > _MOST_PIECES or any(not 0 <= one < len(shown.pieces) for one in pieces):
        raise BrickyardError("there are no such pieces; the model has changed meanwhile")
    owners = {int(table.owner[one]) for one in pieces}
    if -1 in owners:
        raise BrickyardError("one of these pieces can't be told apart from others; tag its submodel")
    nodes = {table.instances[owner].node for owner in owners}
    if len(nodes) > 1:
        names = sorted({table.instances[owner].label for owner in owners})
        raise BrickyardError(f"these parts belong to several submodels ({', '.join(names[:4])}); tag those")
    lines = sorted({int(table.line[one]) for one in pieces})
    name = f"lines {', '.join(map(str, lines))}"
    document = desk.workspace.model(path).document
    moved = [line for one in selected(document, name) for line in one.to_be_moved()] if in_order else []
    if not moved:
        return name, []
    are = "line was" if len(moved) == 1 else "lines were"
    return name, [
        f"{len(moved)} {are} moved down, so that all {count_of(len(lines), 'part')} stand together."
    ]
