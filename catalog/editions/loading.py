"""Editions by name or by path: the shipped ones, and a group's own that extend them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePath, PureWindowsPath

from catalog.editions.citations import KnownRule, read_citations
from catalog.editions.edition import Edition, option_words, parse_options
from catalog.editions.reading import Known, read_edition, top_level
from catalog.yaml.located_values import Entries
from catalog.yaml.yaml_findings import (
    ABSOLUTE_PATH,
    EXTENDS_ITSELF,
    TAKEN_ID,
    TOO_DEEP,
    UNKNOWN_EDITION,
    WAY_IN,
)
from catalog.yaml.yaml_reading import read_yaml_file
from ldraw_tools.file_overlay import is_file_there
from ldraw_tools.findings import (
    BrickyardError,
    Finding,
    Place,
    Severity,
    count_of,
    in_file_order,
    listed,
    worst,
)
from ldraw_tools.names import folder_of, hint, leaves_fence, shown
from ldraw_tools.phrases import join_texts, say

__all__ = [
    "building_rules",
    "edition",
    "edition_for",
    "edition_named",
    "edition_over_parent",
    "load_edition",
    "option_words",
    "parse_options",
    "shipped_editions",
    "with_building",
]

_FOLDER = Path(__file__).parent
_BUILDING = _FOLDER.parent / "data" / "building.yaml"
_SUFFIXES = (".yaml", ".yml")
_LONGEST_CHAIN = 8

Loaded = tuple[Edition | None, list[Finding]]


class UnusableEditionError(BrickyardError):
    """An edition with mistakes in it."""

    def __init__(self, name: str, findings: Sequence[Finding]) -> None:
        first = next((one for one in findings if one.severity is Severity.ERROR), findings[0])
        rest = f" (and {count_of(len(findings) - 1, 'finding')} more)" if len(findings) > 1 else ""
        super().__init__(f"{first}{rest}")
        self.name, self.findings = name, tuple(findings)
        wrong = sum(one.severity is Severity.ERROR for one in findings)
        self.summary = f"nothing can be judged by {name}: {count_of(wrong, 'mistake')}"

    def __reduce__(self) -> tuple[type, tuple[str, Sequence[Finding]]]:
        return UnusableEditionError, (self.name, self.findings)


@cache
def shipped_editions() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _FOLDER.iterdir() if path.suffix == ".yaml"))


def edition(name_or_path: str) -> Edition:
    """A shipped edition by its id, or a group's own by its path.

    Raises `BrickyardError` if there is none of that name, or for a file with mistakes; then `findings`
    are all of them.
    """
    if name_or_path in shipped_editions():
        return _shipped(name_or_path)
    if not looks_like_a_path(name_or_path):
        raise BrickyardError(f"there is no edition {shown(name_or_path)}. {_hint(name_or_path)}")
    found, findings = load_edition(name_or_path)
    if found is None:
        raise UnusableEditionError(name_or_path, findings)
    return found


def edition_for(game: str) -> Edition:
    """The shipped edition of a game that the others extend."""
    for name in shipped_editions():
        text = (_FOLDER / f"{name}.yaml").read_text("utf-8")
        if f"\ngame: {game}\n" in text:
            return _shipped(name)
    raise BrickyardError(f"no edition is for {game}")


@cache
def building_rules() -> Edition:
    """What holds in every game because bricks are bricks: citations alone, and no edition to play by."""
    document = read_yaml_file(_BUILDING, _BUILDING.name)
    top = top_level(document.root)
    blank = Edition(
        id=_BUILDING.stem,
        title=top["title"].text(200) or "",
        version=top["version"].text(60) or "",
        date=top["date"].text(60) or "",
        short=top["short"].text(60) or "",
        game="",
    )
    found = replace(blank, citations=read_citations(top["rules"], blank, None))
    if document.findings:
        raise BrickyardError(f"this installation is damaged: {document.findings[0]}")
    return found


def with_building(text: Edition) -> Edition:
    """An edition that judges how models are built besides; its own word on that stands."""
    return replace(text, citations={**building_rules().citations, **text.citations})


def edition_named(name: str, place: Place, folder: Path) -> Loaded:
    """What a file at `place` in `folder` calls by name: a shipped id, or a path seen from there."""
    return _named(name, place, folder, ())


def load_edition(path: str | Path) -> Loaded:
    """A group's own edition; None where anything in it is an error."""
    found, _, findings = _house(Path(path), str(path), ())
    return found, findings


def edition_over_parent(path: Path, file: str) -> tuple[Edition | None, Edition | None, list[Finding]]:
    """The same with what it extends; `file` is its name in findings."""
    return _house(path, file, ())


def _named(name: str, place: Place, folder: Path, chain: tuple[Path, ...]) -> Loaded:
    if name in shipped_editions():
        return _shipped(name), []
    if PurePath(name).is_absolute() or PureWindowsPath(name).is_absolute():
        example = listed(["house.yaml", "../house.yaml"], "or")
        return None, [ABSOLUTE_PATH.at(place, path=shown(name), example=example)]
    path = folder / name
    # A stranger's file may point at house rules, and at nothing else that lies on this machine.
    if leaves_fence(folder, path):
        way_in = join_texts([say("It lies outside the folder that is open."), say(WAY_IN)], " ")
        return None, [UNKNOWN_EDITION.at(place, name=shown(name), hint=way_in)]
    if not name.lower().endswith(_SUFFIXES) or not _is_file(path):
        return None, [UNKNOWN_EDITION.at(place, name=shown(name), hint=_hint(name))]
    shown_path = str(PurePath(place.file).parent / name)
    if path.resolve() in chain:
        return None, [EXTENDS_ITSELF.at(place, way=shown_path)]
    if len(chain) >= _LONGEST_CHAIN:
        return None, [TOO_DEEP.at(place, most=_LONGEST_CHAIN)]
    found, _, findings = _house(path, shown_path, chain)
    # What is only worth a note is told when the edition itself is looked at.
    return found, [one for one in findings if one.severity > Severity.INFO]


def _house(
    path: Path, file: str, chain: tuple[Path, ...]
) -> tuple[Edition | None, Edition | None, list[Finding]]:
    document = read_yaml_file(path, file)
    top = top_level(document.root)
    parent, findings = _parent(top, path, chain)
    stated = top["id"].text(60) or path.stem
    if stated in shipped_editions():
        (top["id"] or top).tell(TAKEN_ID, id=stated)
    found: Edition | None = None
    if document.root and (parent or "extends" not in top):
        found = read_edition(top, parent, known_things(), file, path.stem)
        found = replace(found, files=(*(parent.files if parent else ()), str(path)))
    findings = in_file_order([*findings, *document.findings])
    return (None if worst(findings) is Severity.ERROR else found), parent, findings


def _parent(top: Entries, path: Path, chain: tuple[Path, ...]) -> Loaded:
    name = top["extends"].text(500)
    if name is None:
        return None, []
    return _named(name, top["extends"].place, folder_of(path), (*chain, path.resolve()))


@cache
def _shipped(name: str) -> Edition:
    file = f"{name}.yaml"
    document = read_yaml_file(_FOLDER / file, file)
    top = top_level(document.root)
    extends = top["extends"].text()
    found = read_edition(top, _shipped(extends) if extends else None, None, file, name)
    if document.findings:
        raise BrickyardError(f"this installation is damaged: {document.findings[0]}")
    return found


@cache
def known_things() -> Known:
    editions = [*(_shipped(name) for name in shipped_editions()), building_rules()]
    codes = {code for one in editions for code in one.citations}
    return Known(
        words=frozenset(word for one in editions for word in one.words),
        options=frozenset(option for one in editions for option in one.options),
        rules={
            code: KnownRule.of(one.citations[code] for one in editions if one.cites(code))
            for code in sorted(codes)
        },
    )


def looks_like_a_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.lower().endswith(_SUFFIXES)


def _is_file(path: Path) -> bool:
    try:
        return is_file_there(path)
    except (OSError, ValueError):
        return False


def _hint(name: str) -> str:
    return hint(name.replace(" ", "-"), shipped_editions())
