"""Which files the workbench shows, what it calls them, and that no name leads anywhere else."""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import MODEL_SUFFIXES, is_unsafe, is_untitled
from ldraw_tools.phrases import about_file, say
from ldraw_tools.writing import clear_leftover_files

DROPPED = "dropped"
MANIFESTS = (".yaml", ".yml")
LISTS = (".bsx", ".xml", ".csv")
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
SHOWN = (*MODEL_SUFFIXES, *MANIFESTS, *LISTS, *PICTURES)
# More than anybody builds; a disk that is served by mistake has millions.
MOST_FILES = 5_000
MOST_BYTES = 64 * 1024 * 1024
_BEGINNING = 100_000
_SITE_FILE = "brickyard-site.json"
_TITLE_BYTES = 4_000
_NAMED = re.compile(
    r"^(?:company|fleet|mech|campaign|title)[^\S\n]*:[^\S\n]*([^\s#].*?)(?:[^\S\n]+#.*)?$", re.MULTILINE
)
_TITLED = re.compile(
    r"\ufeff?\s*(?:0[^\S\n]+FILE[^\n]*\n\s*)?0[^\S\n]+(?!FILE|!|Name:|Author:|STEP)(\S[^\r\n]*)"
)
_META = re.compile(r"^0[^\S\n]+!MFZ[^\S\n]+(\w+)", re.MULTILINE)
_SECTION = re.compile(r"^0[^\S\n]+FILE\b", re.MULTILINE)
_IN_TITLE = re.compile(r"\[(\w+)[^][]*\]\s*$")
# Up to the next key of the file.
_FORCES = re.compile(r"^forces:(.*\n?(?:[^\w\n].*\n?|\n)*)", re.MULTILINE)
_BETWEEN_ITEMS = re.compile(r"[\n,[\]]")
_FORCE = re.compile(r"^(company|fleet|mech)[^\S\n]*:", re.MULTILINE)
# What the yard sorts files by.
ROLES = (
    "frame", "company", "fleet", "mech", "ship", "station", "hva", "system", "terrain", "debris", "pilot",
)  # fmt: skip
_TAG = re.compile(r"\s*\[[^][]*\]\s*$")


class NotInYardError(BrickyardError):
    """There is no such file in what is served."""


class YardFile(NamedTuple):
    """A file: its name in the yard, where it is, and what it was when it was looked at."""

    file: str
    path: Path
    kind: str
    bytes: int
    saved: float

    @property
    def name(self) -> str:
        return PurePosixPath(self.file).name


class Root(NamedTuple):
    """A folder or a single file that is served, and how its names begin."""

    path: Path
    shown: str
    is_folder: bool
    is_read_only: bool = False

    @property
    def folder(self) -> Path:
        return self.path if self.is_folder else self.path.parent


class YardListing(NamedTuple):
    """The files by their names; those that have none we can use, and whether there are more than we list."""

    files: dict[str, YardFile]
    unnamed: tuple[str, ...] = ()
    is_cut: bool = False


class Yard:
    """The files below some paths; `dropped` is the folder for what people drop."""

    def __init__(self, paths: Sequence[Path], dropped: Path, *, read_only: bool = False) -> None:
        roots = list(_roots(paths, read_only))
        # The user may have a folder of this name.
        taken = {path.name for root in roots if not root.shown for path in root.path.iterdir()}
        self.dropped = Root(dropped, _free(DROPPED, taken), True)
        self.roots = [*roots, self.dropped]

    def files(self) -> dict[str, YardFile]:
        return self.listing().files

    def listing(self) -> YardListing:
        """Folder by folder; at most as many files as a page can show."""
        found: dict[str, YardFile] = {}
        unnamed: list[str] = []
        for root in self.roots:
            for path in _walked(root):
                name = _name(root, path)
                if not _is_text(name):
                    unnamed.append(_as_text(name))
                elif name not in found and (one := looked_at(path, name)):
                    if len(found) >= MOST_FILES:
                        return YardListing(found, tuple(unnamed), is_cut=True)
                    found[name] = one
        return YardListing(found, tuple(unnamed))

    def where(self, file: str) -> Path:
        """The path that a name means, whether or not anything is there; outside of the yard it is refused."""
        root, inner = self._placed(file)
        path = root.path / inner if root.is_folder else root.path
        folder = root.folder.resolve()
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(folder) or not is_shown(path.name) or _is_hidden(inner):
            raise NotInYardError(say("{file}: no such file in this folder", file=file))
        return path

    def name_of(self, path: Path) -> str:
        """What a path is called here; empty if it isn't here."""
        normal = Path(os.path.normpath(path))
        for root in self.roots:
            if normal == root.path or (root.is_folder and normal.is_relative_to(root.path)):
                return _name(root, normal)
        return ""

    def clear_leftovers(self) -> None:
        """Remove what a save that was killed has left beside its file."""
        for root in self.roots:
            if not root.is_read_only:
                beside = {path.parent for path in islice(_walked(root), MOST_FILES)}
                for folder in beside | {root.folder}:
                    clear_leftover_files(folder, SHOWN)

    def root_of(self, file: str) -> Root:
        return self._placed(file)[0]

    def is_writable(self, file: str) -> bool:
        """Whether *Save* may write there; what was dropped has no place to be saved to."""
        root = self.root_of(file)
        return not root.is_read_only and root != self.dropped and _may_be_written(self.where(file))

    def home(self) -> Root | None:
        """Where new files go: the first folder that may be written to."""
        writable = (root for root in self.roots if root.is_folder and not root.is_read_only)
        return next((one for one in writable if one != self.dropped and _may_be_written(one.path)), None)

    def shown_as(self) -> dict[Path, str]:
        """The names of the folders, for findings."""
        return {root.folder: root.shown if root.is_folder else _parent(root.shown) for root in self.roots}

    def _placed(self, file: str) -> tuple[Root, str]:
        is_odd = "\\" in file or len(file) > 1000 or not _is_text(file)
        # One file has one name: drafts are known by it.
        if is_odd or is_unsafe(file.lower()) or file != PurePosixPath(file).as_posix():
            raise NotInYardError(say("{file}: not the name of a file in this folder", file=file[:200]))
        for root in sorted(self.roots, key=lambda one: -len(one.shown)):
            if not root.is_folder:
                if file == root.shown:
                    return root, root.path.name
            elif not root.shown or file.startswith(f"{root.shown}/"):
                return root, file[len(root.shown) + 1 :] if root.shown else file
        raise NotInYardError(say("{file}: no such file in this folder", file=file))


def kind_of(path: Path, beginning: bytes | None = None) -> str:
    """By its ending, and a YAML file by what it says."""
    from fleets.forces.named_files import holds_campaign, holds_edition, holds_manifest

    suffix = path.suffix.lower()
    if suffix in MODEL_SUFFIXES:
        return "model"
    if suffix in LISTS:
        return "list"
    if suffix in PICTURES:
        return "picture"
    if suffix not in MANIFESTS:
        return "other"
    data = _beginning(path) if beginning is None else beginning[:_BEGINNING]
    if holds_campaign(data):
        return "campaign"
    if holds_manifest(data):
        return "manifest"
    return "edition" if holds_edition(data) else "other"


def role_of(path: Path, data: bytes | None = None) -> str:
    """What its first tag, or a list, says it is, such as `frame`; empty where only reading tells."""
    start = _model_in(path, data) if path.suffix.lower() == ".io" else _start_of(path, data)
    text = start.decode("utf-8", "replace")
    if path.suffix.lower() in MANIFESTS:
        found = _FORCE.search(text)
    else:
        found = _first_tag(text[:_TITLE_BYTES]) or _IN_TITLE.search(text.partition("\n")[0])
    role = found[1].lower() if found else ""
    return role if role in ROLES else ""


def _first_tag(text: str) -> re.Match[str] | None:
    """A system in a file's first section is the file's own; in a later one it is carried by something."""
    later = _SECTION.search(text, len("0 FILE"))
    first = len(text) if later is None else later.start()
    return next((tag for tag in _META.finditer(text) if tag[1] != "SYSTEM" or tag.start() < first), None)


def forces_in(path: Path, data: bytes | None = None) -> list[Path]:
    """The lists that a campaign names, as far as one sees without reading it: it shows their pictures."""
    found = _FORCES.search(_start_of(path, data).decode("utf-8", "replace"))
    items = _BETWEEN_ITEMS.split(found[1]) if found else ()
    words = (item.partition(" #")[0].strip().removeprefix("-").strip(" \"'") for item in items)
    return [path.parent / word for word in words if word.lower().endswith(MANIFESTS)]


def title_of(path: Path, data: bytes | None = None) -> str:
    """What people call it: the title of a model, the name in a list; else the file's name."""
    suffix = path.suffix.lower()
    start = _model_in(path, data) if suffix == ".io" else _start_of(path, data)
    text = start[:_TITLE_BYTES].decode("utf-8", "replace")
    found = None
    if suffix in MANIFESTS:
        found = _NAMED.search(text)
    elif suffix in MODEL_SUFFIXES:
        found = _TITLED.match(text)
    title = _TAG.sub("", _unquoted(found[1].strip()) if suffix in MANIFESTS else found[1]) if found else ""
    is_a_name = not is_untitled(title) and not title.lower().endswith(MODEL_SUFFIXES)
    return printable(title)[:120] if is_a_name else path.stem


def _unquoted(text: str) -> str:
    """YAML's quotation marks around a whole value are none of its letters."""
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].replace("''", "'").replace('\\"', '"') if is_quoted else text


def is_shown(name: str) -> bool:
    """Models, manifests, lists and pictures; no hidden files, no backups."""
    return not name.startswith((".", "~")) and name.lower().endswith(SHOWN)


def looked_at(path: Path, name: str) -> YardFile | None:
    """None for what can't be read, and for what isn't a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    kind = kind_of(path)
    # Other YAML files are settings of other programs.
    return None if kind == "other" else YardFile(name, path, kind, found.st_size, found.st_mtime)


def version_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def read_file(path: Path) -> bytes:
    """A file's bytes, as far as we read any."""
    try:
        # A pipe would never end.
        if path.exists() and not path.is_file():
            raise NotInYardError(f"{path.name}: is not a file")
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise NotInYardError(f"{path.name}: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        why = say("larger than {size} MB, which is too large to read", size=MOST_BYTES // 2**20)
        raise BrickyardError(about_file(path.name, why))
    return data


def _may_be_written(path: Path) -> bool:
    """A file that somebody has locked stays as it is, though its folder would allow to replace it."""
    around = next((one for one in path.parents if one.exists()), path)
    return os.access(around, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _roots(paths: Sequence[Path], read_only: bool) -> Iterator[Root]:
    """A single folder is the yard itself; of several, each file's name begins with its folder's."""
    given = [path.resolve() for path in paths]
    if len(given) == 1 and given[0].is_dir():
        yield Root(given[0], "", True, read_only)
        return
    taken = {DROPPED}
    for path in given:
        name = _free(path.name or "files", taken)
        taken.add(name)
        yield Root(path, name, path.is_dir(), read_only)


def _free(name: str, taken: Iterable[str]) -> str:
    whole = PurePosixPath(name)
    names = (name, *(f"{whole.stem}-{number}{whole.suffix}" for number in range(2, 10_000)))
    return next(one for one in names if one not in taken)


def _walked(root: Root) -> Iterator[Path]:
    if not root.is_folder:
        yield root.path
        return
    real = root.path.resolve()
    for folder, folders, names in os.walk(root.path):
        folders[:] = sorted(name for name in folders if not _is_left_out(folder, name))
        for name in sorted(names):
            path = Path(folder, name)
            # A link may lead to a file elsewhere, or to itself.
            real_path = os.path.realpath(path) if path.is_symlink() else path
            if is_shown(name) and Path(real_path).is_relative_to(real):
                yield path


def _is_left_out(folder: str, name: str) -> bool:
    return name.startswith(".") or Path(folder, name, _SITE_FILE).is_file()


def _is_text(name: str) -> bool:
    """False for names in another encoding than the system's, as old archives have them."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _as_text(name: str) -> str:
    """The name with a sign for each letter that can't be read."""
    return printable(os.fsencode(name).decode("utf-8", "replace"))


def _is_hidden(inner: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(inner).parts)


def _name(root: Root, path: Path) -> str:
    if not root.is_folder:
        return root.shown
    inner = path.relative_to(root.path).as_posix()
    return f"{root.shown}/{inner}" if root.shown else inner


def _parent(shown: str) -> str:
    parent = PurePosixPath(shown).parent.as_posix()
    return "" if parent == "." else parent


def _model_in(path: Path, data: bytes | None) -> bytes:
    """How the model in a Studio archive begins."""
    from ldraw_tools.reading.studio import beginning_of

    try:
        with path.open("rb") if data is None else io.BytesIO(data) as opened:
            return beginning_of(opened, _TITLE_BYTES)
    except OSError:
        return b""


def _start_of(path: Path, data: bytes | None) -> bytes:
    return _beginning(path) if data is None else data


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            return opened.read(_BEGINNING)
    except OSError:
        return b""
