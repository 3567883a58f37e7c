"""Files that people name, each opened once: every command, the site and the workbench take a workspace.

A path may choose a submodel: `mech.io#Mech`.

It is the only place that opens models. Upper floors hand in their own functions with `of` and `once`,
so it knows nothing of tags, games or pages.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from ldraw_tools import file_overlay
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import chosen_part, file_of, split_choice
from ldraw_tools.findings import BrickyardError, Finding, in_file_order
from ldraw_tools.library.part_files import Files, FoundFile, Library
from ldraw_tools.library.places import LateParts, NoParts, PartSource, find_library
from ldraw_tools.names import nearest, several
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.document import Document

if TYPE_CHECKING:
    from ldraw_tools.model import Model

_Arguments = ParamSpec("_Arguments")
_Made = TypeVar("_Made")


class OpenedModel(NamedTuple):
    """A model file as read; `total_parts` is what Studio says about itself."""

    document: Document
    custom: Files | None = None
    total_parts: int | None = None
    findings: Sequence[Finding] = ()


class LateLibrary:
    """The LDraw library, looked for only when a part is asked of it: most models never do."""

    def __init__(self, roots: Iterable[Path] = ()) -> None:
        self._roots = tuple(roots)
        self._library: Library | None = None
        self._looked = False

    def read(self, key: str) -> FoundFile | None:
        library = self.library()
        return library.read(key) if library else None

    def reopen(self) -> None:
        """For a process that was forked: open files must not be shared."""
        self._library, self._looked = None, False

    def library(self) -> Library | None:
        if not self._looked:
            self._looked = True
            if self._roots:
                self._library = Library(self._roots)
            else:
                self._library = find_library(os.environ, sys.platform, Path.home())
        return self._library


class Workspace:
    """Reads each file once, and computes what is asked of it at most once.

    `library` are the roots of LDraw libraries; if there are none, the usual places are searched when a
    part is first needed. `parts` knows parts beforehand; if it is not given and no library is found,
    it is what an installed package registers (see `LateParts`).

    >>> from pathlib import Path
    >>> from ldraw_tools import Workspace
    >>> workspace = Workspace()
    >>> workspace.read("chub.mpd") is workspace.read(Path("chub.mpd"))
    True
    """

    def __init__(
        self, library: str | Path | Iterable[str | Path] = (), parts: PartSource | None = None
    ) -> None:
        self.roots = tuple(map(Path, several(library)))
        self.library = LateLibrary(self.roots)
        self.parts: PartSource = LateParts(self._has_library) if parts is None else parts
        # For each file what was made of it, by function and arguments.
        self._made: dict[str, dict[tuple[Any, ...], Any]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process opens its own files; models that are sent along know the same library."""
        parts = None if isinstance(self.parts, LateParts) else self.parts
        return Workspace, (self.roots, parts), {"library": self.library}

    def read(self, path: str | os.PathLike[str]) -> Model:
        """The model in a file, for counting, measuring and drawing; always the same object."""
        return self.once(Path(path), _public)

    @property
    def has_shapes(self) -> bool:
        """Whether shapes of parts can come from anywhere but the model itself."""
        parts = self.parts.source if isinstance(self.parts, LateParts) else self.parts
        return self._has_library() or not isinstance(parts, NoParts)

    def _has_library(self) -> bool:
        return self.library.library() is not None

    def model(self, path: Path) -> OpenedModel:
        """The file as read."""
        return self.once(path, _opened)

    def assembly(self, path: Path) -> Assembly:
        """The graph of the file's submodels and parts; its findings are all that reading found."""
        return self.once(path, _assembled)

    def of(
        self,
        path: Path,
        function: Callable[Concatenate[Assembly, _Arguments], _Made],
        *arguments: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Made:
        """What a function makes of a model's assembly."""
        return self.once(path, _of_assembly, function, arguments, tuple(named.items()))  # type: ignore[return-value]

    def once(
        self,
        path: Path,
        function: Callable[Concatenate[Workspace, Path, _Arguments], _Made],
        *arguments: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Made:
        """What a function makes of the workspace and a file."""
        file, chosen = split_choice(path)
        made = self._made.setdefault(os.path.realpath(file), {})
        key = (function, chosen, arguments, tuple(named.items()))
        if key not in made:
            made[key] = function(self, path, *arguments, **named)
        found: _Made = made[key]
        return found

    def opened(self, paths: Iterable[Path]) -> dict[Path, dict[tuple[Any, ...], Any]]:
        """What is known of some files, for a workspace elsewhere to take."""
        return {path: self._made.get(os.path.realpath(file_of(path)), {}) for path in paths}

    def take(self, opened: Mapping[Path, dict[tuple[Any, ...], Any]]) -> None:
        """Know of some files what another workspace knew; nothing of them is read again."""
        self._made.update({os.path.realpath(file_of(path)): made for path, made in opened.items()})

    def forget(self, path: str | os.PathLike[str]) -> None:
        """The file has changed: read it again when it is asked for."""
        self._made.pop(os.path.realpath(file_of(path)), None)

    def forget_with_users(self, path: str | os.PathLike[str]) -> None:
        """Forgets also what may have been made with that file: lists, and models that place others."""
        changed = os.path.realpath(file_of(path))
        self._made = {
            file: made for file, made in self._made.items() if file != changed and _is_self_contained(made)
        }


def _is_self_contained(made: dict[tuple[Any, ...], Any]) -> bool:
    """Whether it was made from one file: a model that misses nothing and uses no other file."""
    assemblies = [one for one in made.values() if isinstance(one, Assembly)]
    return bool(assemblies) and all(
        not one.missing and len(one.resolver.own_documents) <= 1 for one in assemblies
    )


def _of_assembly(
    workspace: Workspace,
    path: Path,
    function: Callable[..., object],
    arguments: tuple[Any, ...],
    named: tuple[tuple[str, Any], ...],
) -> object:
    return function(workspace.assembly(path), *arguments, **dict(named))


def _public(workspace: Workspace, path: Path) -> Model:
    from ldraw_tools.model import Model

    # A file that can't be read says so now.
    workspace.model(path)
    return Model(workspace, path)


def _opened(workspace: Workspace, path: Path) -> OpenedModel:
    file, chosen = split_choice(path)
    if chosen:
        return workspace.model(file)
    if not is_there(str(path)):
        raise not_there(path)
    if path.suffix.lower() == ".io":
        from ldraw_tools.reading.studio import read_studio

        studio = read_studio(path)
        return OpenedModel(studio.document, studio.custom, studio.total_parts, studio.findings)
    return OpenedModel(documents.read(path))


def _assembled(workspace: Workspace, path: Path) -> Assembly:
    file, chosen = split_choice(path)
    if chosen:
        return chosen_part(workspace.assembly(file), chosen)
    model = workspace.model(path)
    assembly = assemble(model.document, workspace.parts, workspace.library, model.custom)
    assembly.findings = in_file_order([*model.findings, *assembly.findings])
    return assembly


def is_there(text: str) -> bool:
    """Whether a text names an existing file or folder; some texts can't be names at all."""
    try:
        return bool(text.strip()) and file_overlay.is_there(Path(text))
    except (OSError, ValueError):
        return False


def not_there(path: Path) -> BrickyardError:
    """What is said of a path at which there is nothing."""
    return BrickyardError(about_file(path, why_not_there(path)))


def why_not_there(path: Path) -> str:
    return say("No such file or folder{near}", near=near(path))


def near(path: Path) -> str:
    """`; did you mean chub.mpd?`: an existing file with nearly this name."""
    try:
        if path.is_symlink():
            return say(": it is a link that leads nowhere")
        names = [file.name for file in path.parent.iterdir()]
        if whole := next((name for name in names if name.startswith(f"{path.name} ")), ""):
            return say('; put a name with spaces in quotes: "{path}"', path=path.parent / whole)
        found = nearest(path.name, names)
    except (OSError, ValueError):
        return ""
    return say("; did you mean {found}?", found=found) if found else ""


def check_exists(path: Path) -> Path:
    """The same path, or an exception if nothing is there."""
    if not file_overlay.is_there(file_of(path)):
        raise not_there(path)
    return path
