"""The models that a manifest names, each read once, and what was found in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from catalog.yaml import yaml_findings
from catalog.yaml.located_values import Value
from fleets.dice.vocabulary import Vocabulary
from fleets.forces import manifest_findings
from fleets.models.containment import names_in
from fleets.models.model_units import Role, Survey
from fleets.models.survey import survey
from fleets.tagging import tag_findings
from fleets.tagging.name_patterns import ManifestTag
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import BrickyardError, Finding
from ldraw_tools.names import MODEL_SUFFIXES, is_model
from ldraw_tools.suggestions import nearest, shown

OpenModel = Callable[[Path], Assembly]
_MOST_FOLDERS = 100


class Models:
    """Opens models by what a manifest in `folder` calls them; nothing outside of `within` is read."""

    def __init__(
        self,
        folder: Path,
        open_model: OpenModel,
        vocabulary: Vocabulary,
        tags: Iterable[ManifestTag] = (),
        within: Path | None = None,
    ) -> None:
        self.findings: list[Finding] = []
        self.paths: dict[str, Path] = {}
        self._folder = folder
        self._open_model = open_model
        self.vocabulary = vocabulary
        self._tags = tuple(tags)
        self._within = within
        self._assemblies: dict[Path, Assembly | None] = {}
        self._surveys: dict[tuple[Path, Role, str], Survey] = {}

    def survey(self, model: Value, role: Role, body: str) -> Survey | None:
        """What a model holds, if it can be read; without tags of its own it is taken for this role."""
        path = self._path(model)
        assembly = self._assembly(path, model) if path else None
        if path is None or assembly is None:
            return None
        key = (path, role, body)
        if key not in self._surveys:
            found = survey(assembly, self.vocabulary, self._tags, untagged=role, body=body)
            self._surveys[key] = found
            self.findings.extend(found.findings)
        return self._surveys[key]

    def say_unused_tags(self) -> None:
        """Patterns that fit nothing in any model are slips of the pen."""
        read = [assembly for assembly in self._assemblies.values() if assembly]
        if len(read) < len(self._assemblies):
            return
        for tag in self._tags:
            names = [name for assembly in read for name in names_in(assembly, parts=tag.means_parts)]
            if not tag.fits(names):
                close = nearest(tag.pattern, names)
                hint = f"Did you mean {shown(close)}?" if close else "Look at the names in the model."
                kind = tag_findings.PATTERN_FITS_NOTHING
                self.findings.append(kind.at(tag.place, pattern=shown(tag.pattern), suggestion=hint))

    def _path(self, model: Value) -> Path | None:
        text = model.text()
        if text is None:
            return None
        if PurePosixPath(text).is_absolute() or PureWindowsPath(text).drive or text[:1] in "\\\\~":
            model.tell(yaml_findings.ABSOLUTE_PATH, path=shown(text), example=example_of_path(text))
            return None
        return Path(os.path.normpath(self._folder / text.replace("\\", "/")))

    def _assembly(self, path: Path, model: Value) -> Assembly | None:
        if path not in self._assemblies:
            self._assemblies[path] = self._opened(path, model)
            assembly = self._assemblies[path]
            if assembly is not None:
                self.paths.setdefault(assembly.document.name, path)
                self.findings.extend(assembly.findings)
        elif self._assemblies[path] is None:
            # Told once for each entry, so that every line that needs mending is named.
            self._opened(path, model)
        return self._assemblies[path]

    def _opened(self, path: Path, model: Value) -> Assembly | None:
        name = shown(model.text() or "")
        try:
            if self._within is not None and not path.resolve().is_relative_to(self._within.resolve()):
                model.tell(
                    manifest_findings.OUTSIDE, model=name, folder=shown(self._within.name or "its folder")
                )
                return None
            if path.is_dir():
                model.tell(manifest_findings.FOLDER, model=name, hint=_first_model(path))
                return None
            if not path.exists():
                model.tell(manifest_findings.NO_MODEL, model=name, hint=_nearest_file(path, self._folder))
                return None
            # A stranger's list may point at models, and at nothing else that lies on this machine.
            if not is_model(path.name):
                model.tell(
                    manifest_findings.UNREADABLE,
                    model=name,
                    reason=f"models end with {', '.join(MODEL_SUFFIXES)}",
                )
                return None
            return self._open_model(path)
        except BrickyardError as error:
            reason = str(error).removeprefix(f"{path}: ").removeprefix(f"{path.name}: ")
            model.tell(manifest_findings.UNREADABLE, model=name, reason=shown(reason, 200))
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            model.tell(manifest_findings.UNREADABLE, model=name, reason=shown(reason, 200))
        return None


def example_of_path(path: str) -> str:
    """How a path of somebody's own machine would look from beside the file, and from the folder above."""
    name = shown(PureWindowsPath(path).name, 40) or "chub.mpd"
    return f"{name} or ../frames/{name}"


def is_absolute(path: str) -> bool:
    """Absolute on any machine, not only on this one."""
    windows = PureWindowsPath(path)
    return PurePosixPath(path).is_absolute() or bool(windows.drive or windows.root) or path.startswith("~")


def _models_in(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix.lower() in MODEL_SUFFIXES)
    except OSError:
        return []


def _nearest_file(path: Path, folder: Path) -> str:
    """A file of that name there, beside the manifest or a step down; else one there of nearly that name."""
    for other in (path.parent, folder, *_folders_in(folder)):
        same = next((name for name in _models_in(other) if name.casefold() == path.name.casefold()), "")
        if same:
            return f"Did you mean {shown(_as_seen(other / same, folder))}?"
    stems = {PurePosixPath(name).stem: name for name in _models_in(path.parent)}
    if close := nearest(path.stem, stems):
        return f"Did you mean {shown(_as_seen(path.parent / stems[close], folder))}?"
    if not path.parent.is_dir():
        return f"There is no folder {shown(path.parent.name)} either; write the path from this file's folder."
    return "Correct the name, or put the file there."


def _as_seen(path: Path, folder: Path) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")


def _folders_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(islice((Path(entry) for entry in entries if entry.is_dir()), _MOST_FOLDERS))
    except OSError:
        return []


def _first_model(folder: Path) -> str:
    names = _models_in(folder)
    return f", such as {shown(folder.name)}/{shown(names[0])}" if names else ""
