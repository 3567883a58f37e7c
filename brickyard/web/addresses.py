"""The address of every page: from the name of its file, and the same whatever other files are added."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from brickyard.facts.judged_designs import slug_of
from brickyard.web.site_memory import digest_of
from ldraw_tools.choosing import file_of, output_stem

# Windows takes these for devices, wherever they are.
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
)
_MOST_FOLDERS = 3
_TAG = re.compile(r"\[[^][]*\]")
_WORD = re.compile(r"[a-z0-9]+", re.IGNORECASE)


class Addresses:
    """`chub.mpd` → `chub`; if two files have that name, both get their folder in front: `frames-chub`.

    A file is known by a key. `given` are the addresses of the last run: each stays where it is,
    if it is one that the file's name allows. `taken` can't be given to anybody.
    """

    def __init__(self, files: Mapping[str, Path], given: Mapping[str, str], taken: Collection[str]) -> None:
        self._given = given
        self._taken = set(taken)
        self._at: dict[str, str] = {}
        self._often = Counter(_plain(output_stem(path)) for path in files.values())
        for key, path in files.items():
            self._keep(key, path)
        for key, path in files.items():
            self.of(key, path)

    def of(self, key: str, path: Path) -> str:
        """The address of a file's page."""
        if key not in self._at and not self._keep(key, path):
            reserved = {slug for other, slug in self._given.items() if other != key}
            stem = _plain(output_stem(path))
            wishes = [slug for slug in _wishes(path) if slug != stem or self._often[stem] < 2]
            free = [slug for slug in wishes if slug not in self._taken | reserved]
            self._at[key] = free[0] if free else slug_of(stem, self._taken | reserved)
            self._taken.add(self._at[key])
        return self._at[key]

    def under(self, slug: str, name: str) -> str:
        """An address for what has no file of its own: a unit of this name in a file with this address."""
        found = slug_of(f"{slug}-{_plain(name)}", self._taken)
        self._taken.add(found)
        return found

    def take(self, slug: str) -> None:
        self._taken.add(slug)

    def _keep(self, key: str, path: Path) -> bool:
        old = self._given.get(key)
        if old is None or old in self._taken or old not in _wishes(path):
            return False
        self._at[key] = old
        self._taken.add(old)
        return True


def without_copies(files: Mapping[str, Path]) -> dict[str, Path]:
    """Of files with one name and the same bytes the first: they have one page."""
    often = Counter(path.name for path in files.values())
    first: dict[tuple[str, str], str] = {}
    for key, path in files.items():
        first.setdefault((path.name, digest_of(file_of(path)) if often[path.name] > 1 else ""), key)
    return {key: files[key] for key in first.values()}


def variant_of(name: str, path: Path) -> str:
    """`ST-07 Chub` in chub-brewer.mpd is `ST-07 Chub, Brewer`: what the file's name adds to the design's."""
    known = {word.lower() for word in _WORD.findall(name)}
    words = _WORD.findall(_TAG.sub("", file_of(path).stem))
    places = [place for place, word in enumerate(words) if word.lower() in known]
    added = words[places[-1] + 1 :] if places else []
    said = " ".join(added)
    return f"{name}, {said[:1].upper()}{said[1:]}" if said else name


def _plain(name: str) -> str:
    return slug_of(name, ())


def _wishes(path: Path) -> Iterator[str]:
    """The file's name, then with one folder more each."""
    stem = _plain(output_stem(path))
    yield stem
    folders = [part for part in file_of(path).absolute().parent.parts if _WORD.search(part)]
    for number in range(1, min(len(folders), _MOST_FOLDERS) + 1):
        yield _plain("-".join([*folders[-number:], stem]))
