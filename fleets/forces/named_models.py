"""The models that a manifest names, each read once, and what was found in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from catalog.vocabulary import Vocabulary
from catalog.yaml import yaml_findings
from catalog.yaml.located_values import Scalar, Value
from fleets.forces import manifest_findings
from fleets.models.containment import names_in
from fleets.models.model_units import Role, Survey
from fleets.models.survey import survey
from fleets.tagging import tag_findings
from fleets.tagging.equipment_words import ManifestTag, nearest_name
from fleets.tagging.tag_reading import read_text
from fleets.tagging.tag_values import carried_by
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import file_of, split_choice, with_choice
from ldraw_tools.file_overlay import is_there
from ldraw_tools.findings import BrickyardError, Finding, Place, and_more, listed
from ldraw_tools.names import (
    DESIGNER,
    MODEL_SUFFIXES,
    did_you_mean,
    is_designer,
    is_model,
    leaves_fence,
    nearest,
    shown,
)
from ldraw_tools.phrases import say

OpenModel = Callable[[Path], Assembly]
_MOST_FOLDERS = 100
# No report lists more findings of one kind; to look for what was meant takes time.
_MOST_SUGGESTIONS = 1_000
_NO_SUGGESTION = say("Correct the name, or put the file there.")


class Models:
    """Opens models by what a manifest in `folder` calls them; what leaves the folder's fence isn't read."""

    def __init__(
        self,
        folder: Path,
        open_model: OpenModel,
        vocabulary: Vocabulary,
        tags: Iterable[ManifestTag] = (),
    ) -> None:
        self.findings: list[Finding] = []
        self.paths: dict[str, Path] = {}
        self._folder = folder
        self._open_model = open_model
        self.vocabulary = vocabulary
        self._tags = tuple(tags)
        self._nearby = _NearbyFiles(folder)
        self._assemblies: dict[Path, Assembly | None] = {}
        self._surveys: dict[tuple[Path, Role, str, tuple[ManifestTag, ...]], Survey] = {}
        # Units whose model doesn't tell what they carry, with where the list does.
        self._believed: dict[str, Place] = {}

    def survey(
        self, model: Value, role: Role, body: str, tags: tuple[ManifestTag, ...] = ()
    ) -> Survey | None:
        """What a model holds, if it can be read; without tags of its own it is taken for this role.

        `tags` are those of one entry, which win over those of the whole list.
        """
        path = self._path(model)
        assembly = self._assembly(path, model) if path else None
        if path is None or assembly is None:
            return None
        self._say_unused(tags, [assembly])
        key = (path, role, body, tags)
        if key not in self._surveys:
            found = survey(assembly, self.vocabulary, (*self._tags, *tags), untagged=role, body=body)
            self._surveys[key] = found
            self._tell(assembly, found.findings)
        return self._surveys[key]

    def _tell(self, assembly: Assembly, findings: Iterable[Finding]) -> None:
        """Submodels of one file may share others, and what is wrong with those."""
        told = self.findings if assembly.chosen else []
        self.findings += [one for one in findings if one not in told]

    def note_believed(self, entry: Value, name: str) -> None:
        self._believed.setdefault(name, entry.place)

    def say_believed(self) -> None:
        """Reports once, for all of them, that only the list says what some units carry."""
        if names := list(self._believed):
            one = len(names) == 1
            said = manifest_findings.BELIEVED.at(
                self._believed[names[0]],
                names=and_more(map(shown, names)),
                carry=say("carries" if one else "carry"),
                models=say("its model" if one else "their models"),
            )
            self.findings.append(said)

    def say_unused_tags(self) -> None:
        """Reports patterns under tags: that match nothing in any model."""
        read = [assembly for assembly in self._assemblies.values() if assembly]
        if len(read) == len(self._assemblies):
            self._say_unused(self._tags, read)

    def _say_unused(self, tags: Sequence[ManifestTag], read: Sequence[Assembly]) -> None:
        names = {
            parts: list(dict.fromkeys(name for assembly in read for name in names_in(assembly, parts=parts)))
            for parts in {tag.means_parts for tag in tags}
        }
        unused = [
            tag for tag in tags if not any(one.fits(names[tag.means_parts]) for one in (tag, tag.plain))
        ]
        for number, tag in enumerate(unused):
            close = nearest_name(tag.pattern, names[tag.means_parts]) if number < _MOST_SUGGESTIONS else ""
            hint = did_you_mean(shown(close)) if close else say("Look at the names in the model.")
            kind = tag_findings.PATTERN_FITS_NOTHING
            self.findings.append(kind.at(tag.place, pattern=shown(tag.pattern), suggestion=hint))

    def _path(self, model: Value) -> Path | None:
        text = model.text()
        if text is None:
            return None
        if not text.strip():
            model.tell(yaml_findings.EMPTY)
            return None
        if is_absolute(text):
            model.tell(yaml_findings.ABSOLUTE_PATH, path=shown(text), example=example_of_path(text))
            return None
        return path_of_model(self._folder, text)

    def _assembly(self, path: Path, model: Value) -> Assembly | None:
        if path not in self._assemblies:
            self._assemblies[path] = self._opened(path, model)
            assembly = self._assemblies[path]
            if assembly is not None:
                self.paths.setdefault(str(with_choice(Path(assembly.document.file), assembly.chosen)), path)
                self._tell(assembly, assembly.findings)
        elif self._assemblies[path] is None:
            # Reported for each entry, so that every line to be corrected is named.
            self._opened(path, model)
        return self._assemblies[path]

    def _opened(self, path: Path, model: Value) -> Assembly | None:
        name, file = shown(model.text() or ""), file_of(path)
        try:
            if leaves_fence(self._folder, file):
                model.tell(manifest_findings.OUTSIDE, model=name)
                return None
            if file.is_dir():
                model.tell(manifest_findings.FOLDER, model=name, hint=self._nearby.first_model(file))
                return None
            if not is_there(file):
                model.tell(manifest_findings.NO_MODEL, model=name, hint=self._nearby.suggestion(file))
                return None
            # A stranger's manifest may name models, but no other file on this machine.
            if not is_model(file.name):
                endings = say("models end with {endings}", endings=", ".join(MODEL_SUFFIXES))
                reason: str = say(DESIGNER) if is_designer(file.name) else endings
                model.tell(manifest_findings.UNREADABLE, model=name, reason=reason)
                return None
            return self._open_model(path)
        except BrickyardError as error:
            model.tell(manifest_findings.UNREADABLE, model=name, reason=error.why(file))
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            model.tell(manifest_findings.UNREADABLE, model=name, reason=shown(reason, 200))
        return None


def path_of_model(folder: Path, text: str) -> Path:
    """What a list in that folder means by `model:`, which may choose a submodel."""
    file, chosen = split_choice(folder / text.replace("\\", "/"))
    return with_choice(Path(os.path.normpath(file)), chosen)


def place_of_text(value: Value) -> Place:
    """Where a value's text starts, after its quote if it has one."""
    quoted = isinstance(value, Scalar) and not value.is_plain
    return replace(value.place, column=value.place.column + 1) if quoted else value.place


def read_tags(value: Value, vocabulary: Vocabulary) -> Iterator[ManifestTag]:
    """What stands under tags:, of the whole list or of one entry."""
    for key, meant in value.entries(example='{"rifle*.ldr": 2Rd}').pairs:
        text = meant.text()
        if text is None:
            continue
        tag = ManifestTag(key.written, text, key.place, place_of_text(meant))
        reading = read_text(text, tag.text_place)
        meant.told.extend(reading.findings)
        if reading.tag:
            # Said here too, for tags that no model needs.
            meant.told.extend(carried_by(reading.tag, vocabulary)[1])
            yield tag


def example_of_path(path: str) -> str:
    """An absolute path as a relative one: beside the manifest, or in a folder next to it."""
    name = shown(PureWindowsPath(path).name, 40) or "chub.mpd"
    return listed([name, f"../frames/{name}"], "or")


def is_absolute(path: str) -> bool:
    """Absolute on any machine, not only on this one: `/x`, `\\x`, `C:x`, a network share, a home folder."""
    windows = PureWindowsPath(path)
    return PurePosixPath(path).is_absolute() or bool(windows.drive or windows.root) or path.startswith("~")


class _NearbyFiles:
    """What a missing model's name may have been meant for; each folder is listed once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listed: dict[Path, list[str]] = {}
        self._suggestions_left = _MOST_SUGGESTIONS

    def first_model(self, folder: Path) -> str:
        names = self._models_in(folder)
        if not names:
            return ""
        first = shown(os.path.relpath(folder / names[0], self._folder).replace(os.sep, "/"))
        return say(", such as {file}", file=first)

    def suggestion(self, path: Path) -> str:
        """A file of that name in its folder, beside the manifest or one folder further down; else a file
        in its folder with nearly that name."""
        self._suggestions_left -= 1
        if self._suggestions_left < 0:
            return _NO_SUGGESTION
        if found := self._same_name(path) or self._nearly_same_name(path):
            return did_you_mean(shown(os.path.relpath(found, self._folder).replace(os.sep, "/")))
        if not path.parent.is_dir():
            missing = shown(path.parent.name)
            way_out = "There is no folder {missing} either; write the path from this file's folder."
            return say(way_out, missing=missing)
        return _NO_SUGGESTION

    def _same_name(self, path: Path) -> Path | None:
        wanted = path.name.casefold()
        if same := self._by_name(path.parent).get(wanted):
            return path.parent / same
        return self._around.get(wanted)

    def _nearly_same_name(self, path: Path) -> Path | None:
        stems = {PurePosixPath(name).stem: name for name in self._models_in(path.parent)}
        close = nearest(path.stem, stems)
        return path.parent / stems[close] if close else None

    @cached_property
    def _around(self) -> dict[str, Path]:
        """The models beside the manifest and one folder further down, by name; nearer ones win."""
        found: dict[str, Path] = {}
        for folder in (self._folder, *_folders_in(self._folder)):
            for key, name in self._by_name(folder).items():
                found.setdefault(key, folder / name)
        return found

    def _by_name(self, folder: Path) -> dict[str, str]:
        return {name.casefold(): name for name in reversed(self._models_in(folder))}

    def _models_in(self, folder: Path) -> list[str]:
        if folder not in self._listed:
            self._listed[folder] = _models_in(folder)
        return self._listed[folder]


def _models_in(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix.lower() in MODEL_SUFFIXES)
    except OSError:
        return []


def _folders_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(islice((Path(entry) for entry in entries if entry.is_dir()), _MOST_FOLDERS))
    except OSError:
        return []
