"""What our JSON documents share: how they are written, their schemas, editions and findings in them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, get_args

from ldraw_tools.findings import Finding

SeverityWord = Literal["error", "warning", "info"]
_SEVERITIES: dict[str, SeverityWord] = {word: word for word in get_args(SeverityWord)}


class HasEdition(Protocol):
    """An edition, or what is left of one in a report."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def version(self) -> str: ...


@dataclass(frozen=True)
class EditionDocument:
    id: str
    title: str
    version: str

    @classmethod
    def of(cls, edition: HasEdition) -> EditionDocument:
        return cls(edition.id, edition.title, edition.version)


@dataclass(frozen=True)
class FindingDocument:
    """`line` counts from 1; 0 means the whole file."""

    code: str
    severity: SeverityWord
    file: str
    line: int
    message: str
    fix: str

    @classmethod
    def of(cls, found: Finding) -> FindingDocument:
        place = found.place
        return cls(found.code, severity_word(found), place.file, place.line, found.message, found.fix)


def severity_word(found: Finding) -> SeverityWord:
    return _SEVERITIES[str(found.severity)]


def json_text(document: Any) -> str:
    """Plain ASCII, which every terminal and every pipe takes."""
    plain = document if isinstance(document, dict) else asdict(document)
    return json.dumps(plain, indent=2, ensure_ascii=True) + "\n"


def schema_of(document: type) -> dict[str, Any]:
    """The JSON schema of a document."""
    from pydantic import TypeAdapter

    return TypeAdapter(document).json_schema(mode="serialization")
