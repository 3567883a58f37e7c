"""The schemas in docs/schema: each is that of the document which its command prints."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from brickyard.comparison.bid_json import BidsDocument
from brickyard.comparison.compare_json import CompareDocument
from brickyard.inspection import Inspection
from brickyard.odds.document import OddsDocument
from brickyard.packing.document import PackDocument
from brickyard.parts.can_build import Answer
from brickyard.parts.lots import PartsList
from brickyard.parts.owned_list import OwnedList
from ldraw_tools import json_values
from validators import json_documents
from validators.json_documents import json_text
from validators.reporters.json import CheckDocument

FOLDER = Path(__file__).parent.parent / "docs" / "schema"
DOCUMENTS: dict[str, type] = {
    "bid": BidsDocument,
    "can-build": Answer,
    "check": CheckDocument,
    "compare": CompareDocument,
    "inspect": Inspection,
    "odds": OddsDocument,
    "pack": PackDocument,
    "owned": OwnedList,
    "parts": PartsList,
}


def schema_of(document: type) -> dict[str, Any]:
    """Classes that list their keys are written as they are; the others are documents of their own."""
    is_value = hasattr(document, "__json__")
    return json_values.schema_of(document) if is_value else json_documents.schema_of(document)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_published_schema_is_that_of_the_document(name: str) -> None:
    text = json_text(schema_of(DOCUMENTS[name]))
    file = FOLDER / f"{name}.json"
    if os.environ.get("BRICKYARD_UPDATE") == "1":
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text


def test_every_published_schema_is_of_a_document_we_print() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(DOCUMENTS)


def test_every_document_says_the_form_it_is_in_first() -> None:
    for name, document in DOCUMENTS.items():
        assert next(iter(schema_of(document)["properties"])) == "format", name


def test_documents_are_written_in_ascii_whatever_names_are_in_them() -> None:
    text = json_text({"name": "Größe № 七"})
    assert text.isascii()
    assert json.loads(text) == {"name": "Größe № 七"}
