"""Studio's .io archives, written again with submodels renamed or made in every copy; or as one .mpd."""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple
from xml.sax.saxutils import quoteattr, unescape

from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import key_of
from ldraw_tools.phrases import say
from ldraw_tools.reading.document import Document, parse
from ldraw_tools.reading.encodings import Text

_TEXTS = ("model.ldr", "modelv1.ldr", "modelv2.ldr", "model2.ldr")
_LXFML = "model.lxfml"
_BOM = "\ufeff"
_LONGEST_IDENTITY = 18
# A reference as each copy writes it, up to its name; two of them have a flag and numbers more.
_REFERENCE = re.compile(
    r"\s*(?:(?P<plain>1)\s+\S+\s+|(?P<first>10)\s+\S+\s+(?:\S+\s+){2}|(?P<second>11)\s+\S+\s+(?P<id>\d+)\s+(?:\S+\s+){2})"
    r"(?:\S+\s+){12}(?=\S)"
)
_OWN_NAME = re.compile(r"(\s*0\s+(?:FILE|Name:)\s+)(\S.*?)(\s*)", re.IGNORECASE)
_FIRST_FILE = re.compile(r"\s*0\s+FILE\s")
_ENDS = {"CRLF": "\r\n", "LF": "\n", "CR": "\r"}
_FILE = re.compile(r"\s*0\s+FILE\s+(\S.*?)\s*", re.IGNORECASE)
_TITLE = re.compile(r"(\s*0\s+)(\S.*?)(\s*)")
_AUTHOR = re.compile(r"\s*0\s+Author:", re.IGNORECASE)
_HEADER = re.compile(r"\s*0(?!\s+STEP\b|\s+NOFILE\b)", re.IGNORECASE)
_IDENTITY = " ".join(
    ["0.000000"] * 3 + [f"{float(row == column):.6f}" for row in range(3) for column in range(3)]
)
_BUILD = re.compile(r"<Build\b[^>]*?(/?)>|</Build\s*>|<Brick\b[^>]*?(?:/>|>\s*</Brick\s*>)")
_NAME = re.compile(r'(\bname\s*=\s*)("[^"]*"|\'[^\']*\')')

_OTHER_PARTS = (
    "model.lxfml in the archive lists other parts than model.ldr, so that no submodel can be made in it;"
    " make it in Studio, or write an .mpd"
)


class NotInArchiveError(BrickyardError):
    """What is wanted can't be written into this archive; as text it can."""


class NewSubmodel(NamedTuple):
    """Some references of a submodel, by their order in it, that become a submodel of their own.

    `inside` is empty for the model itself.
    """

    inside: str
    members: tuple[int, ...]
    name: str


class CopiedSubmodel(NamedTuple):
    """The submodel `of`, written again as `name`; the reference `place` of `inside` places that instead.

    `place` counts references as `NewSubmodel` does, `member` those that were read. `inside` is empty for the
    model itself.
    """

    of: str
    name: str
    inside: str
    place: int
    member: int


@dataclass(frozen=True, slots=True)
class StudioChanges:
    """`names` has the new names of submodels by the keys of the old ones; `model` is its new title.

    What is copied is copied first.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    model: str = ""
    made: Sequence[NewSubmodel] = ()
    copied: Sequence[CopiedSubmodel] = ()


def place_in_section(lines: Sequence[str], number: int) -> int:
    """Which reference of its section a line is, counted from 0."""
    return sum(_REFERENCE.match(line) is not None for line in lines[:number])


def with_changes(members: Mapping[str, bytes], changes: StudioChanges) -> dict[str, bytes]:
    """All members, those that hold a copy of the model changed, the others as they are."""
    found = dict(members)
    for member, data in members.items():
        key = key_of(member)
        if key in _TEXTS and data.strip(_BOM.encode()).strip():
            found[member] = _Copy(key, data.decode("utf-8", "surrogateescape")).changed(changes)
        elif key == _LXFML:
            found[member] = _changed_lxfml(data.decode("utf-8", "surrogateescape"), changes, members)
    return found


def pack_members(members: Mapping[str, bytes]) -> bytes:
    """An archive without a password, the same bytes every time."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, data)
    return target.getvalue()


class _Copy:
    """One of the texts of a model; lines keep their ends."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._lines = text.splitlines(keepends=True)
        self._end = "\r\n" if "\r\n" in text else "\n"
        self._identity = 0

    def changed(self, changes: StudioChanges) -> bytes:
        for copy in changes.copied:
            self._copy(copy)
        for inside in dict.fromkeys(made.inside for made in changes.made):
            self._make([made for made in changes.made if made.inside == inside])
        if changes.model:
            self._title(changes.model)
        before = ["", *self._lines]
        lines = [self._renamed(*pair, changes.names) for pair in zip(before, self._lines, strict=False)]
        return "".join(lines).encode("utf-8", "surrogateescape")

    def _renamed(self, before: str, line: str, names: Mapping[str, str]) -> str:
        bare = line.rstrip("\r\n").removeprefix("\ufeff")
        start = line[: line.index(bare)] if bare else ""
        end = line[len(start) + len(bare) :]
        if reference := _REFERENCE.match(bare):
            name = bare[reference.end() :].rstrip()
            new = names.get(key_of(name))
            return f"{start}{bare[: reference.end()]}{new}{end}" if new is not None else line
        own = _OWN_NAME.fullmatch(bare)
        # The description line of a submodel is its name once more.
        is_first = _FILE.fullmatch(before.strip("\ufeff\r\n")) is not None
        title = _TITLE.fullmatch(bare) if own is None and is_first else None
        said = own or title
        new = names.get(key_of(said[2])) if said else None
        return f"{start}{said[1]}{new}{said[3]}{end}" if said and new is not None else line

    def _title(self, name: str) -> None:
        """A new title and name for the model itself."""
        first, last = self._section("")
        has_name = False
        for number in range(first, last):
            line = self._lines[number]
            said = _OWN_NAME.fullmatch(line.strip("\ufeff\r\n"))
            if number == first and _TITLE.fullmatch(line.strip("\ufeff\r\n")):
                self._lines[number] = f"{_BOM if line.startswith(_BOM) else ''}0 {name}{self._end}"
            elif said and not has_name:
                self._lines[number], has_name = f"{said[1]}{name}{self._end}", True

    def _with_file_line(self) -> None:
        """A file of one model has no FILE line until there is another model in it."""
        if _FILE.fullmatch(self._lines[0].strip("\ufeff\r\n")):
            return
        said = (_OWN_NAME.fullmatch(line.strip("\r\n")) for line in self._lines[:10])
        name = next((match[2] for match in said if match), "model")
        start = _BOM if self._lines[0].startswith(_BOM) else ""
        self._lines[0] = self._lines[0].removeprefix(_BOM)
        self._lines[:0] = [f"{start}0 FILE {name}{self._end}"]
        if not self._lines[-1].endswith("\n"):
            self._lines[-1] += self._end
        self._lines.append(f"0 NOFILE{self._end}")

    def _section(self, name: str) -> tuple[int, int]:
        """The lines of a submodel, from the one after its FILE line to the next; of the model if unnamed."""
        found = [
            (number, _FILE.fullmatch(line.strip("\ufeff\r\n"))) for number, line in enumerate(self._lines)
        ]
        files = [(number, key_of(match[1])) for number, match in found if match]
        if not files or files[0][0]:
            files[:0] = [(-1, "")]
        for place, (number, key) in enumerate(files):
            if key == key_of(name) or (not name and not place):
                return number + 1, files[place + 1][0] if place + 1 < len(files) else len(self._lines)
        told = {"file": self._name, "name": name}
        raise NotInArchiveError(say("{file} in the archive has no submodel “{name}”", **told))

    def count(self, name: str) -> int:
        """How many references a submodel has."""
        return sum(_REFERENCE.match(line) is not None for line in self._lines[slice(*self._section(name))])

    def _copy(self, wanted: CopiedSubmodel) -> None:
        """The submodel once more at the end, and one line that places it instead of the first."""
        names = {key_of(wanted.of): wanted.name}
        inside, (start, end) = range(*self._section(wanted.inside)), self._section(wanted.of)
        references = [number for number in inside if _REFERENCE.match(self._lines[number])]
        number = references[wanted.place] if wanted.place < len(references) else 0
        placing = self._renamed("", self._lines[number], names)
        if placing == self._lines[number]:
            raise NotInArchiveError(
                say("{file} in the archive has other parts than model.ldr", file=self._name)
            )
        if not self._lines[-1].endswith("\n"):
            self._lines[-1] += self._end
        own = [line.removeprefix(_BOM) for line in self._lines[start - 1 : end]]
        self._lines[number] = placing
        self._lines += [self._renamed(*pair, names) for pair in zip(["", *own], own, strict=False)]

    def _make(self, wanted: Sequence[NewSubmodel]) -> None:
        """Submodels of parts of one submodel, all counted as they were before any is made."""
        self._with_file_line()
        first, last = self._section(wanted[0].inside)
        matches = [(number, _REFERENCE.match(self._lines[number])) for number in range(first, last)]
        references = [(number, match) for number, match in matches if match]
        if max(member for made in wanted for member in made.members) >= len(references):
            raise NotInArchiveError(
                say("{file} in the archive has other parts than model.ldr", file=self._name)
            )
        if not self._lines[-1].endswith("\n"):
            self._lines[-1] += self._end
        instead: dict[int, str] = {}
        bodies: list[str] = []
        for made in wanted:
            moved = [references[member][0] for member in made.members]
            bodies += [*self._header(first, made), *(self._lines[number] for number in moved)]
            bodies.append(f"0 NOFILE{self._end}")
            instead.update(dict.fromkeys(moved, ""))
            instead[moved[0]] = self._placing(references[made.members[0]][1], made.name)
        self._lines = [instead.get(number, line) for number, line in enumerate(self._lines)] + bodies

    def _header(self, first: int, made: NewSubmodel) -> Iterator[str]:
        """That of the submodel it is taken from, with another name."""
        yield f"0 FILE {made.name}{self._end}"
        yield f"0 {made.name}{self._end}"
        yield f"0 Name:  {made.name}{self._end}"
        head = self._lines[first + 1 :]
        for line in head[: next((i for i, line in enumerate(head) if not _HEADER.match(line)), len(head))]:
            if _OWN_NAME.fullmatch(line.rstrip("\r\n")) or "NumOfBricks" in line or "IsSubModel" in line:
                continue
            yield line
            if self._name == "model2.ldr" and _AUTHOR.match(line):
                yield f"0 IsSubModel True{self._end}"
        yield f"0 NumOfBricks:  {len(made.members)}{self._end}"

    def _new_identity(self) -> int:
        if not self._identity:
            found = (_REFERENCE.match(line) for line in self._lines)
            said = (match["id"] for match in found if match and match["id"])
            # Python refuses to read numbers of thousands of digits, and Studio never wrote one.
            self._identity = max((int(one) for one in said if len(one) <= _LONGEST_IDENTITY), default=0)
        self._identity += 1
        return self._identity

    def _placing(self, like: re.Match[str] | None, name: str) -> str:
        """A line that places the new submodel where its parts are, in the way of this copy."""
        assert like is not None
        if like["first"]:
            start = "10 16 False 0"
        elif like["second"]:
            start = f"11 16 {self._new_identity()} False 0"
        else:
            # Studio's own colours have another number for the colour around.
            start = "1 -1" if self._name == "model2.ldr" else "1 16"
        return f"{start} {_IDENTITY} {name}{self._end}"


def _changed_lxfml(text: str, changes: StudioChanges, members: Mapping[str, bytes]) -> bytes:
    for copy in changes.copied:
        text = _copied_in_lxfml(text, copy)
    text = _made_in_lxfml(text, changes.made, members)
    names = {_stem(key): new for key, new in changes.names.items()}
    if changes.model and (first := next(_builds(text), None)):
        names[_stem(key_of(first[0]))] = changes.model

    def renamed(found: re.Match[str]) -> str:
        said = _NAME.search(found[0])
        new = names.get(_stem(key_of(_unquoted(said[2])))) if said else None
        if said is None or new is None:
            return found[0]
        return found[0][: said.start()] + said[1] + quoteattr(new) + found[0][said.end() :]

    return re.sub(r"<Build\b[^>]*>", renamed, text).encode("utf-8", "surrogateescape")


def _copied_in_lxfml(text: str, copy: CopiedSubmodel) -> str:
    """Every placed submodel has a build of its own there: that of the copy gets its name."""
    spans = []
    for number, (name, children) in enumerate(_builds(text)):
        if _stem(key_of(name)) == _stem(key_of(copy.inside)) if copy.inside else not number:
            start, end = children[copy.place] if copy.place < len(children) else (0, 0)
            said = _NAME.search(text, start, text.find(">", start, end))
            if said is None or _stem(key_of(_unquoted(said[2]))) != _stem(key_of(copy.of)):
                raise NotInArchiveError(say(_OTHER_PARTS))
            spans.append(said.span(2))
    for start, end in reversed(spans):
        text = text[:start] + quoteattr(copy.name) + text[end:]
    return text


def _made_in_lxfml(text: str, wanted: Sequence[NewSubmodel], members: Mapping[str, bytes]) -> str:
    """Bricks of every build of that name moved into one of their own; the first build is the model."""
    data = next((data for name, data in members.items() if key_of(name) == "model.ldr"), b"")
    copy = _Copy("model.ldr", data.decode("utf-8", "surrogateescape"))
    pieces: list[tuple[int, int, str]] = []
    for made in wanted:
        for place, (name, children) in enumerate(_builds(text)):
            if key_of(name) != key_of(made.inside) if made.inside else place:
                continue
            if len(children) != copy.count(made.inside):
                raise NotInArchiveError(say(_OTHER_PARTS))
            identity = uuid.uuid5(uuid.NAMESPACE_URL, f"{made.name} {place}")
            inner = "".join(text[slice(*children[member])] for member in made.members)
            build = f'<Build uuid="{identity}" name={quoteattr(made.name)}>{inner}</Build>'
            first = made.members[0]
            pieces += [(*children[member], build if member == first else "") for member in made.members]
    for start, end, new in sorted(pieces, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _builds(text: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Every build in the order they begin: its name, and where each thing in it begins and ends."""
    found: list[tuple[str, list[tuple[int, int]]]] = []
    is_open: list[tuple[int, int]] = []
    for tag in _BUILD.finditer(text):
        if tag[0].startswith("<Brick"):
            if is_open:
                found[is_open[-1][0]][1].append(tag.span())
        elif tag[0].startswith("</"):
            if is_open:
                _, start = is_open.pop()
                if is_open:
                    found[is_open[-1][0]][1].append((start, tag.end()))
        else:
            said = _NAME.search(tag[0])
            found.append((_unquoted(said[2]) if said else "", []))
            if tag[1]:
                if is_open:
                    found[is_open[-1][0]][1].append(tag.span())
            else:
                is_open.append((len(found) - 1, tag.start()))
    yield from found


def _unquoted(text: str) -> str:
    return unescape(text[1:-1], {"&quot;": '"', "&apos;": "'"})


def _stem(key: str) -> str:
    return key.removesuffix(".io").removesuffix(".ldr")


# An archive as one .mpd.


def with_parts(model: Document, text: Text, parts: Mapping[str, bytes]) -> Text:
    """`text` is the model's, changed or not: it stays as it is between what is put before and behind it."""
    end = _ENDS[(text.line_ends() or ["CRLF"])[0]]
    content = text.content
    if (parts or len(model.sections) > 1) and not _FIRST_FILE.match(content):
        content = f"0 FILE {_free_name(model)}{end}{content}"
    sections = [line for lines in _sections_of(model, parts) for line in lines]
    if sections:
        content = end.join([content.removesuffix(end), *sections, ""])
    whole = text._replace(content=content)
    try:
        whole.content.encode(whole.encoding, "brickyard-1252")
    except UnicodeEncodeError:
        # A part has letters that the model's own encoding lacks.
        whole = whole._replace(encoding="utf-8")
    return whole


def _free_name(model: Document) -> str:
    name = f"{PurePath(model.name).stem}.ldr"
    while key_of(name) in model.sections:
        name = f"main {name}"
    return name


def _sections_of(model: Document, parts: Mapping[str, bytes]) -> Iterator[Iterable[str]]:
    taken = set(model.sections)
    for key, data in parts.items():
        part = parse(data, key)
        for name, section in part.sections.items():
            called = key if section is part.main else name
            if called not in taken:
                taken.add(called)
                lines = [line.rstrip("\r") for line in section.lines]
                yield "", f"0 FILE {called}", *_without_blank_end(lines)


def _without_blank_end(lines: list[str]) -> list[str]:
    last = next((index for index in range(len(lines), 0, -1) if lines[index - 1].strip()), 0)
    return lines[:last]
