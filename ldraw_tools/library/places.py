"""Where LDraw libraries are looked for, in which order, and what is found there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.part_files import MOST_MEMBERS, Library, shelf_at
from ldraw_tools.names import key_of
from ldraw_tools.reading.header import FileKind
from ldraw_tools.writing import leftovers

if TYPE_CHECKING:
    from ldraw_tools.measuring.shapes import Shape


# There are thousands of both, more than records are made for.
@dataclass(frozen=True, slots=True)
class Component:
    """A part inside a part: of a shortcut, an alias, a physical colour."""

    key: str
    colour: int
    count: int


class PartFacts(NamedTuple):
    """A part file without its geometry. `target` is where a moved part went."""

    key: str
    title: str
    kind: FileKind
    target: str = ""
    components: tuple[Component, ...] = ()


class PartSource(Protocol):
    """Knows parts beforehand: the shipped database is one, an empty one is `NoParts`."""

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        """Those of the keys that are known."""
        ...

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        """The shapes of those that are known and have one."""
        ...

    def nearest(self, key: str) -> str:
        """The known name that is most like this one, or nothing."""
        ...

    def knows_colour(self, code: int) -> bool: ...


class NoParts:
    """A source that knows nothing: everything must come from the model or a library."""

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        return {}

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        return {}

    def nearest(self, key: str) -> str:
        return ""

    def knows_colour(self, code: int) -> bool:
        return True


class LateParts:
    """The default source, chosen when it is first asked.

    A library that is found is read itself. Without one, an installed package may have registered a
    source as an entry point of the group `ldraw_tools.parts`: a function that returns one.
    """

    def __init__(self, has_library: Callable[[], bool]) -> None:
        self._has_library = has_library

    @cached_property
    def source(self) -> PartSource:
        make = None if self._has_library() else entry_point("ldraw_tools.parts")
        return NoParts() if make is None else make()

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        return self.source.facts(keys)

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        return self.source.shapes(keys)

    def nearest(self, key: str) -> str:
        return self.source.nearest(key)

    def knows_colour(self, code: int) -> bool:
        return self.source.knows_colour(code)


def entry_point(group: str) -> Callable[..., Any] | None:
    """What an installed package registers under this group of entry points; the first by name."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=group), key=lambda entry: entry.name)
    return found[0].load() if found else None


VARIABLE = "LDRAWDIR"
# Where the command line puts what its settings say.
SETTING = "BRICKYARD_LIBRARY"
_STUD = "p/stud.dat"
_NEEDED = ("parts", _STUD)
_NOTES = re.compile(r"^note(\d\d)(\d\d)[a-z_]*\.txt$")
_RELEASE = re.compile(rb"!LDRAW_ORG[^\r\n]*?UPDATE (\d{4}-\d\d)(-\d\d)?\b")
_SAMPLE = 200


class Candidate(NamedTuple):
    """A place to try; those the user named are all used, of the others the first that will do."""

    path: Path
    why: str
    by_user: bool = False


class State(StrEnum):
    USED = "used"
    NOT_NEEDED = "not needed"
    NO_LIBRARY = "no library"
    ABSENT = "not there"


class Checked(NamedTuple):
    """A candidate and what was found: for NO_LIBRARY `detail` says what is missing."""

    candidate: Candidate
    state: State
    detail: str = ""


class Description(NamedTuple):
    """What a library holds. `release` is for people: `2026-02`, `2025-11 or later`, or nothing."""

    parts: int
    primitives: int
    unofficial_parts: int
    release: str
    colours: str


def candidates(environ: Mapping[str, str], platform: str, home: Path) -> list[Candidate]:
    """Every place worth a look, in the order they are tried; `platform` is as `sys.platform` has it."""
    places = [
        *_named_by_user(environ, platform, home),
        Candidate(install_folder(environ, platform, home), "installed by brickyard library install"),
        *_usual(environ, platform, home),
        Candidate(cache_folder(environ, platform, home) / "ldraw-library", "fetched for tests and demo"),
    ]
    return list({place.path: place for place in reversed(places)}.values())[::-1]


def install_folder(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Where `brickyard library install` puts a library."""
    return _data_folder(environ, platform, home) / "brickyard" / "ldraw"


def cache_folder(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Where the set-up of tests and demo keeps what it fetches, the same on every platform."""
    own = _folder(environ, "BRICKYARD_CACHE", platform)
    return own or (_folder(environ, "XDG_CACHE_HOME", platform) or home / ".cache") / "brickyard"


def kept_folder(environ: Mapping[str, str], platform: str, home: Path, what: str) -> Path | None:
    """Where `meshes` of parts and `pictures` are kept between runs: BRICKYARD_MESHES and BRICKYARD_PICTURES.

    Nowhere if that says `off`.
    """
    name = f"BRICKYARD_{what.upper()}"
    if environ.get(name) == "off":
        return None
    own = _folder(environ, name, platform)
    if own or _folder(environ, "BRICKYARD_CACHE", platform):
        return own or cache_folder(environ, platform, home) / what
    if platform == "win32":
        return _data_folder(environ, platform, home) / "brickyard" / "Cache" / what
    if platform == "darwin":
        return home / "Library" / "Caches" / "brickyard" / what
    return cache_folder(environ, platform, home) / what


def status(environ: Mapping[str, str], platform: str, home: Path) -> list[Checked]:
    """What became of every candidate, for `brickyard library status`."""
    _restore(install_folder(environ, platform, home))
    return list(_walk(candidates(environ, platform, home)))


def find_library(environ: Mapping[str, str], platform: str, home: Path) -> Library | None:
    """All that LDRAWDIR names, or else the first place that holds a library."""
    _restore(install_folder(environ, platform, home))
    places = candidates(environ, platform, home)
    named = [place for place in places if place.by_user]
    used = (one.candidate.path for one in _walk(named or places) if one.state is State.USED)
    roots = list(used if named else islice(used, 1))
    return Library(roots) if roots else None


def wrongly_named(environ: Mapping[str, str], platform: str, home: Path) -> str:
    """A sentence if the user named places and none of them is a library, else nothing."""
    named = list(_named_by_user(environ, platform, home))
    if not named or any(one.state is State.USED for one in _walk(named)):
        return ""
    return (
        f"{named[0].why} names {', '.join(str(one.path) for one in named)}: there is no LDraw library there"
    )


def _restore(folder: Path) -> None:
    """An install that was killed between its two renames has left the library under another name."""
    if not folder.exists() and leftovers(folder):
        from ldraw_tools.library.install import restore

        restore(folder)


def _walk(places: list[Candidate]) -> Iterator[Checked]:
    named = [place for place in places if place.by_user]
    used: list[Path] = []
    for place in places:
        found = _check(place, addition=place.by_user and bool(used))
        if found.state is State.USED and not place.by_user and (named or used):
            reason = f"{named[0].why} is set" if named else f"{used[0]} comes first"
            found = Checked(place, State.NOT_NEEDED, reason)
        elif found.state is State.USED:
            used.append(place.path)
        yield found


def describe(root: Path) -> Description:
    """Counts and dates of a library, from its listings and a few of its files."""
    shelf = shelf_at(root)

    def dats(*folders: str) -> list[str]:
        return [f"{folder}/{n}" for folder in folders for n in shelf.names(folder) if n.endswith(".dat")]

    parts = dats("parts")
    unofficial = len(dats("unofficial/parts"))
    notes = [match.groups() for name in shelf.names("models") if (match := _NOTES.match(name.lower()))]
    release = max((f"{'19' if year > '90' else '20'}{year}-{number}" for year, number in notes), default="")
    if not release:
        some = sorted(parts)[:: len(parts) // _SAMPLE + 1]
        dates = [date[1].decode() for name in some if (date := _RELEASE.search(shelf.open(name) or b""))]
        release = f"{max(dates)} or later" if dates else ""
    config = _RELEASE.search(shelf.open_any_case("ldconfig.ldr") or b"")
    colours = b"".join(group or b"" for group in config.groups()).decode() if config else ""
    return Description(len(parts), len(dats("p", "p/8", "p/48")), unofficial, release, colours)


def _named_by_user(environ: Mapping[str, str], platform: str, home: Path) -> Iterator[Candidate]:
    why = VARIABLE if environ.get(VARIABLE, "").strip() else SETTING
    for entry in environ.get(why, "").split(";" if platform == "win32" else ":"):
        name = entry.strip().strip('"')
        if name:
            # Written in a settings file, a ~ reaches us as it is.
            path = home / name[2:] if name.startswith(("~/", "~\\")) else Path(name)
            yield Candidate(path, "your settings" if why == SETTING else VARIABLE, by_user=True)


def _usual(environ: Mapping[str, str], platform: str, home: Path) -> Iterator[Candidate]:
    if platform == "win32":
        yield from _usual_on_windows(environ, home)
    elif platform == "darwin":
        yield from _usual_on_macos(home)
    else:
        yield from _usual_on_linux(environ, platform, home)


def _usual_on_linux(environ: Mapping[str, str], platform: str, home: Path) -> Iterator[Candidate]:
    data = _data_folder(environ, platform, home)
    for folder in (home / "ldraw", home / "LDraw", home / ".ldraw", data / "ldraw"):
        yield Candidate(folder, "in your home folder")
    yield Candidate(Path("/usr/share/ldraw"), "Debian package ldraw-parts")
    yield Candidate(Path("/usr/local/share/ldraw"), "installed for all users")
    leocad = Path("share/leocad/library.bin")
    flatpak = Path("flatpak/app/org.leocad.LeoCAD/current/active/files")
    for prefix in (Path("/usr"), Path("/usr/local"), Path("/var/lib") / flatpak, data / flatpak):
        yield Candidate(prefix / leocad, "LeoCAD's library.bin")
    yield _lpub3d(data)
    wine = home / ".wine" / "drive_c"
    yield Candidate(wine / "users" / "Public" / "Documents" / "LDraw", "LDraw all-in-one installer, in Wine")
    yield Candidate(wine / "Program Files" / "Studio 2.0" / "ldraw", "Studio's own, in Wine")


def _usual_on_macos(home: Path) -> Iterator[Candidate]:
    yield Candidate(home / "ldraw", "in your home folder")
    support = Path("Library/Application Support/LDraw")
    for folder in (home / "Library/LDraw", Path("/Library/LDraw"), home / support, Path("/") / support):
        yield Candidate(folder, "shared by LDView and Bricksmith")
    yield Candidate(Path("/Applications/LDraw"), "among the applications")
    yield Candidate(Path("/Applications/Bricksmith/LDraw"), "beside Bricksmith")
    yield Candidate(Path("/usr/local/share/ldraw"), "installed for all users")
    yield Candidate(Path("/Applications/LeoCAD.app/Contents/Resources/library.bin"), "LeoCAD's library.bin")
    yield _lpub3d(home / "Library" / "Application Support")
    yield Candidate(Path("/Applications/Studio 2.0/ldraw"), "Studio's own")


def _usual_on_windows(environ: Mapping[str, str], home: Path) -> Iterator[Candidate]:
    drive = Path(environ.get("SystemDrive", "C:") + "\\")
    public = _folder(environ, "PUBLIC", "win32") or drive / "Users" / "Public"
    programs = [
        _folder(environ, "ProgramFiles", "win32") or drive / "Program Files",
        _folder(environ, "ProgramFiles(x86)", "win32") or drive / "Program Files (x86)",
    ]
    shared = public / "Documents" / "LDraw"
    yield Candidate(shared, "LDraw all-in-one installer")
    # The installer may leave the library packed, for LDCad and LPub3D.
    yield Candidate(shared / "complete.zip", "LDraw all-in-one installer")
    yield Candidate(drive / "LDraw", "where LDView looks")
    for folder in (home / "LDraw", home / "Documents" / "LDraw"):
        yield Candidate(folder, "in your own folder")
    for folder in programs:
        yield Candidate(folder / "LDraw", "among the programs")
    yield Candidate(programs[0] / "LeoCAD" / "library.bin", "LeoCAD's library.bin")
    yield _lpub3d(_data_folder(environ, "win32", home))
    for folder in programs:
        yield Candidate(folder / "Studio 2.0" / "ldraw", "Studio's own")


def _lpub3d(data: Path) -> Candidate:
    return Candidate(data / "LPub3D Software/LPub3D/libraries/complete.zip", "LPub3D's complete.zip")


def _data_folder(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    if platform == "win32":
        return _folder(environ, "LOCALAPPDATA", platform) or home / "AppData" / "Local"
    if platform == "darwin":
        return home / "Library" / "Application Support"
    return _folder(environ, "XDG_DATA_HOME", platform) or home / ".local" / "share"


def _folder(environ: Mapping[str, str], variable: str, platform: str) -> Path | None:
    """A folder from the environment; a relative one would change with the working folder, so none."""
    text = environ.get(variable, "")
    pure = PureWindowsPath(text) if platform == "win32" else PurePosixPath(text)
    return Path(text) if pure.is_absolute() else None


def _check(candidate: Candidate, addition: bool) -> Checked:
    try:
        if not candidate.path.exists():
            return Checked(candidate, State.ABSENT)
        missing = _missing(candidate.path, addition)
    except OSError as error:
        missing = error.strerror or str(error)
    except (BrickyardError, ValueError) as error:
        missing = str(error)
    return Checked(candidate, State.NO_LIBRARY if missing else State.USED, missing)


def _missing(root: Path, addition: bool) -> str:
    """What a folder or zip lacks to be a library; to one that is whole, others may add (ldrawunf.zip)."""
    inside = _inside_folder(root) if root.is_dir() else _inside_zip(root)
    lacking = [name for name in _NEEDED if name not in inside]
    if not lacking or (addition and inside & {"parts", "p"}):
        return ""
    hint = f"; the library is one level down, in {root / 'ldraw'}" if "ldraw" in inside else ""
    return f"no {' and no '.join(lacking)} in it{hint}"


def _inside_folder(root: Path) -> set[str]:
    folders = {entry.name.lower() for entry in root.iterdir() if entry.is_dir()}
    return folders if shelf_at(root).open_any_case(_STUD) is None else folders | {_STUD}


def _inside_zip(path: Path) -> set[str]:
    from ldraw_tools.reading.archives import open_archive

    with path.open("rb") as file, open_archive(file, MOST_MEMBERS) as archive:
        names = {key_of(name).removeprefix("ldraw/") for name in archive.namelist()}
    return {name.partition("/")[0] for name in names if "/" in name} | (names & {_STUD})
