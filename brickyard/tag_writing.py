"""Models with new tags as bytes: Studio's archives, and archives as text together with their own parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ldraw_tools.findings import RefusedError

if TYPE_CHECKING:
    from ldraw_tools.reading.encodings import Text
    from ldraw_tools.workspace import OpenedModel


def as_archive(path: Path, model: OpenedModel, wanted: Mapping[str, str]) -> bytes:
    from fleets.tagging.studio_tags import changes_for
    from ldraw_tools.reading.studio import members_of
    from ldraw_tools.studio_writing import changed, packed

    return packed(changed(members_of(path), changes_for(model.document, wanted)))


def with_own_parts(model: OpenedModel, text: Text) -> bytes:
    """The model as text, with the custom parts of its archive."""
    from ldraw_tools.reading.document import MOST_BYTES
    from ldraw_tools.reading.studio import CustomParts
    from ldraw_tools.studio_writing import with_parts

    assert isinstance(model.custom, CustomParts)
    parts = {key: part.data for key in model.custom if (part := model.custom.read(key))}
    data = with_parts(model.document, text, parts).encode()
    if len(data) > MOST_BYTES:
        raise RefusedError(
            f"{model.document.name}: with its own parts it is larger than {MOST_BYTES // 2**20} MB"
        )
    return data
