"""Tags that were lost when an editor saved: what was tagged is remembered, found again, and put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.serving.workers import Made
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from brickyard.serving.desk import Desk
    from ldraw_tools.reading.document import Document


def lost(_desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """What was tagged before and has no tag now, and what is tagged now."""
    from fleets.tagging.remembered_tags import lost_tags, tags_in

    try:
        document = _document(arguments["data"], arguments["name"])
    except BrickyardError:
        return Made(more=(arguments["told"], arguments["before"]))
    return Made(more=(lost_tags(arguments["before"], arguments["told"], document), tags_in(document)))


def restore(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """Put tags back into the file as it is now; those that can't be stay lost."""
    from brickyard.serving.tag_answers import judged_draft, with_tag
    from fleets.tagging.remembered_tags import change_for

    path = Path(arguments["path"])
    said, left = [], []
    for one in arguments["tags"]:
        change = change_for(desk.workspace.model(path).document, one)
        if change is None:
            said.append(f"{one.shown} {one.in_name}: its parts are not where they were; tag them again.")
            left.append(one)
            continue
        what, text, missing = change
        try:
            desk.put(path, with_tag(desk, path, what, text))
        except BrickyardError as error:
            said.append(str(error))
            left.append(one)
        else:
            count = len(one.parts)
            said += [f"{one.shown}: {count - missing} of its {count} parts are there."] if missing else []
    made = judged_draft(desk, path, said)
    return replace(made, more=(made.more, tuple(left)))


def _document(data: bytes, name: str) -> Document:
    from ldraw_tools.reading import document
    from ldraw_tools.reading.studio import parse_studio

    return parse_studio(data, name).document if name.lower().endswith(".io") else document.parse(data, name)
