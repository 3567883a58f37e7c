"""What people name on the command line: files, folders with files in them, and units: company.yaml:Name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from fleets.forces.manifest_findings import HERE_A_FORCE
from ldraw_tools.choosing import file_of, split_choice
from ldraw_tools.file_overlay import is_file_there, is_there, read_bytes
from ldraw_tools.findings import BrickyardError, Place
from ldraw_tools.names import DESIGNER, MODEL_SUFFIXES, hint, is_designer, shown
from ldraw_tools.phrases import about_file, say
from ldraw_tools.workspace import not_there

MANIFEST_SUFFIXES = (".yaml", ".yml")
CAMPAIGN = "campaign"
# What a published site remembers itself by.
SITE_FILE = "brickyard-site.json"
_BEGINNING = 100_000
_MODELS_IN_FOLDERS = (".ldr", ".mpd", ".io")
# How a model begins, whatever it is called.
_MODEL = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:0 |0\r?\n|1 \S+(?: \S+){12} )")
# By its first key, or, where that is misspelt, by its lists.
_MANIFEST = re.compile(r"^(company|fleet|mech|frames|ships|mounts)\s*:", re.MULTILINE)
_CAMPAIGN = re.compile(rf"^{CAMPAIGN}\s*:", re.MULTILINE)
# What no manifest has at its margin.
_COMPANY = re.compile(r"^(company|frames)\s*:", re.MULTILINE)
_FLEET = re.compile(r"^(fleet|ships)\s*:", re.MULTILINE)
_EDITION = re.compile(r"^(extends|rules|tables|words|demands)\s*:", re.MULTILINE)
_SUFFIXES = "|".join(suffix[1:] for suffix in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES))
# A file, and a unit of it after a colon.
_FILE = re.compile(rf"(?P<path>.+?\.(?:{_SUFFIXES}))(?::(?P<unit>[^/\\]+))?", re.IGNORECASE)


class HasName(Protocol):
    @property
    def name(self) -> str: ...


_Named = TypeVar("_Named", bound=HasName)


def files_in(path: Path, campaigns: bool = False) -> Iterator[Path]:
    """A file is itself; of a folder its manifests and models, and its campaigns if they are asked for.

    Parts and other YAML are left aside, and so are sites below it: they hold copies of what is there already.
    Links that lead nowhere, or in circles, are no files.
    """
    if not path.is_dir():
        file = file_of(path)
        if not is_there(file):
            raise not_there(file)
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and not _is_site(folder, name)
        )
        for name in sorted(names):
            file = Path(folder, name)
            suffix = file.suffix.lower()
            if suffix not in (*_MODELS_IN_FOLDERS, *MANIFEST_SUFFIXES) or not _is_file(file):
                continue
            if suffix in _MODELS_IN_FOLDERS or _is_manifest(file, campaigns):
                yield file


def _is_site(folder: str, name: str) -> bool:
    try:
        return Path(folder, name, SITE_FILE).is_file()
    except OSError:
        # A folder that may not be read has nothing for us.
        return False


def _is_file(file: Path) -> bool:
    """False for a pipe or a device, too: opening one would wait for its other end."""
    try:
        return file.is_file()
    except OSError:
        # The error is reported when the file is read.
        return True


def _is_manifest(file: Path, campaigns: bool = True) -> bool:
    data = _beginning(file)
    return holds_manifest(data) and (campaigns or not holds_campaign(data))


def is_campaign(file: Path) -> bool:
    return file.suffix.lower() in MANIFEST_SUFFIXES and holds_campaign(_beginning(file))


def _beginning(file: Path) -> bytes:
    """Nothing of a file that can't be opened; the error is reported when it is read."""
    try:
        return read_bytes(file, _BEGINNING)[:_BEGINNING]
    except OSError:
        return b""


def holds_manifest(data: bytes) -> bool:
    """Whether it is the file of a force or of a campaign."""
    return _has(_MANIFEST, data) or holds_campaign(data)


def holds_campaign(data: bytes) -> bool:
    return _has(_CAMPAIGN, data) and not _has(_MANIFEST, data)


def is_company(file: Path) -> bool:
    """Whether a manifest holds a company of frames."""
    data = _beginning(file)
    return _has(_COMPANY, data) and not _has(_FLEET, data)


def _has(key: re.Pattern[str], data: bytes) -> bool:
    return key.search(data[:_BEGINNING].decode("utf-8", "replace")) is not None


def is_edition(file: Path) -> bool:
    """Whether a file holds a group's own rules, and no force."""
    return holds_edition(_beginning(file))


def holds_edition(data: bytes) -> bool:
    return not holds_manifest(data) and _has(_EDITION, data)


def _is_model(file: Path) -> bool:
    return _MODEL.match(_beginning(file)[:1000]) is not None


def manifests_in(path: Path) -> list[Path]:
    """A file is itself; of a folder the manifests: the models beside them are theirs."""
    return [file for file in files_in(path) if not path.is_dir() or file.suffix.lower() in MANIFEST_SUFFIXES]


def check_model(path: Path) -> None:
    """Refuse a list where a model is needed, and say what to give."""
    file = file_of(path)
    if file.suffix.lower() not in MANIFEST_SUFFIXES:
        return
    refuse_campaign(file)
    raise _refused(path, say("a manifest, not a model; name one of the models it lists"))


def refuse_campaign(path: Path) -> None:
    """Where a force is needed."""
    if is_campaign(path):
        found = HERE_A_FORCE.at(Place(str(path)))
        raise BrickyardError(f"{path}: {found.message}. {found.fix}")


def check_suffix(path: Path) -> None:
    """Refuse what is neither a model nor a manifest, and say what it is."""
    path = file_of(path)
    known = (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES)
    if path.suffix.lower() in MANIFEST_SUFFIXES and is_edition(path):
        raise _refused(
            path, say("an edition, not a company or a fleet; brickyard check {path} reads it", path=path)
        )
    if path.suffix.lower() in known:
        return
    if _is_manifest(path):
        raise _refused(path, say("contains a manifest; rename it to end with .yaml"))
    if _is_model(path):
        raise _refused(path, say("contains LDraw text; rename it to end with .mpd"))
    if is_designer(path.name):
        raise _refused(path, say(DESIGNER))
    if path.is_dir():
        raise _refused(path, say("a folder; name one model or manifest in it"))
    if path.suffix.lower() == ".zip":
        raise _refused(path, say("is an archive; unpack it first, and give the model that is in it"))
    ends = ", ".join(known)
    raise _refused(path, say("neither a model nor a manifest (they end with {ends})", ends=ends))


def _refused(path: Path, why: str) -> BrickyardError:
    return BrickyardError(about_file(path, why))


def split_unit(text: str) -> tuple[Path, str] | None:
    """The file, and the name of a unit in it, if any; None if the text has no file's ending."""
    if split_choice(text.strip())[1]:
        return Path(text.strip()), ""
    found = _FILE.fullmatch(text.strip())
    if found is None:
        return None
    whole = Path(text.strip())
    if is_file_there(whole):
        return whole, ""
    return Path(found["path"]), (found["unit"] or "").strip()


def unit_named(name: str, file: str, found: Sequence[_Named]) -> _Named:
    """By its whole name, or by a beginning that only one name has."""
    word = name.casefold()
    exact = [one for one in found if one.name.casefold() == word]
    close = exact or [one for one in found if one.name.casefold().startswith(word)]
    if close and (exact or len(close) == 1):
        return close[0]
    names = [shown(one.name) for one in found]
    raise BrickyardError(f"no unit “{shown(name)}” in {shown(file, 200)}. {hint(name, names)}")
