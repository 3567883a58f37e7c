"""The work of `brickyard check --watch`: files are judged again whenever another program saves them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from brickyard.terminal import Screen, pasteable
from brickyard.whole_files import STEP_SECONDS, Settling
from fleets.forces.manifest import fielding_lists, manifest_in
from fleets.forces.named_files import MANIFEST_SUFFIXES, files_in, is_campaign, is_edition
from fleets.tagging.remembered_tags import RememberedTag, change_for, lost_tags, tags_in
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import MODEL_SUFFIXES, path_from_here
from ldraw_tools.workspace import Workspace
from validators.report import Report

_SUFFIXES = (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES)
# Changes come in sets of paths; a test hands in its own.
Changes = Iterable[Iterable[Path]]


def changed_files(folders: Iterable[Path]) -> Iterator[set[Path]]:
    """Files that change in these folders, until Ctrl-C."""
    from watchfiles import watch

    for changes in watch(*folders, step=20, debounce=200, watch_filter=_is_ours, raise_interrupt=True):
        yield {Path(path) for _, path in changes}


def _is_ours(_change: object, path: str) -> bool:
    name = Path(path).name
    return name.lower().endswith(_SUFFIXES) and not name.startswith((".", "~"))


class WatchedChecks:
    """Prints a report when its file was saved, or when another file has changed what it says."""

    def __init__(
        self,
        paths: Sequence[Path],
        workspace: Workspace,
        judge: Callable[[Path], Report],
        lines: Callable[[Report], list[str]],
    ) -> None:
        self._paths, self._workspace = paths, workspace
        self._judge, self._lines = judge, lines
        self._said: dict[str, list[str]] = {}
        # By model: the tags in it, and those that were lost and are not back.
        self._tags: dict[Path, tuple[RememberedTag, ...]] = {}
        self._lost: dict[Path, tuple[RememberedTag, ...]] = {}

    def tell_all(self) -> None:
        for file in self._files():
            self._tell(file, always=True)
        for model in self._models():
            self._lost_in(_real(model))
        Screen().line("Watching. Save a file and it is judged again; Ctrl-C ends.")

    def folders(self) -> set[Path]:
        """The folders of these files, and of the models that lists name."""
        found = {path if path.is_dir() else file_of(path).absolute().parent for path in self._paths}
        found.update(model.absolute().parent for model in self._models())
        return {folder for folder in found if folder.is_dir()}

    def _models(self) -> Iterator[Path]:
        """The files that are models, and those that lists name."""
        for file in self._files():
            if file.suffix.lower() not in MANIFEST_SUFFIXES:
                yield file_of(file)
            elif not is_edition(file) and not is_campaign(file):
                with suppress(BrickyardError):
                    yield from map(file_of, manifest_in(self._workspace, file).models.values())

    def run(self, changes: Changes) -> None:
        """Judges files as they change, until there are no more changes."""
        for changed in changes:
            self._look_again(changed)

    def _look_again(self, changed: Iterable[Path]) -> None:
        whole = {_real(path) for path in changed if _settled(path)}
        for path in whole:
            self._workspace.forget_with_users(path)
        files, named = self._files(), self._named()
        saved = {file for file in named if _real(file_of(file)) in whole}
        # A model is judged in its list, which is told even if it says the same as before.
        lists = fielding_lists(named, self._workspace)
        saved |= {lists[file] for file in saved if file in lists}
        for gone in sorted(self._said.keys() - set(map(str, named))):
            del self._said[gone]
            self._print(Path(gone), ["The file is gone."])
        for file in files:
            if file in saved or file.suffix.lower() in MANIFEST_SUFFIXES:
                self._tell(file, always=file in saved)
        for model in {_real(model): model for model in self._models()}.values():
            if _real(model) in whole and (lost := self._lost_in(_real(model))):
                self._print(model, self._lost_lines(model, lost))

    def _lost_in(self, model: Path) -> tuple[RememberedTag, ...]:
        """The tags that this save has taken away; its tags are remembered for the next one."""
        try:
            document = self._workspace.model(model).document
        except BrickyardError:
            return ()
        told = self._lost.get(model, ())
        self._lost[model] = lost_tags(self._tags.get(model, ()), told, document)
        self._tags[model] = tags_in(document)
        return tuple(one for one in self._lost[model] if one not in told)

    def _lost_lines(self, model: Path, lost: Sequence[RememberedTag]) -> Iterator[str]:
        names = ", ".join(f"“{one.shown}” {one.in_name}" for one in lost)
        yield f"Tags that were in the file before it was saved are gone: {names}."
        document = self._workspace.model(_real(model)).document
        changes = [change for one in lost if (change := change_for(document, one, lost))]
        sets = [word for what, text, _ in changes for word in ("--set", f"{what}={text}")]
        if sets:
            yield "Close the model in the editor, which doesn't know them. Then put them back:"
            yield f"  {pasteable('brickyard', 'tags', path_from_here(model), *sets, '--in-place')}"

    def _files(self) -> list[Path]:
        """What is judged: lists, and models that none of these lists fields."""
        lists = fielding_lists(named := self._named(), self._workspace)
        return [file for file in named if file not in lists]

    def _named(self) -> list[Path]:
        found: list[Path] = []
        for path in self._paths:
            try:
                found += files_in(path, campaigns=True)
            except BrickyardError:
                # It was deleted, and may come back.
                continue
        return list(dict.fromkeys(found))

    def _tell(self, file: Path, always: bool) -> None:
        try:
            said = self._lines(self._judge(file))
        except BrickyardError as error:
            said = [f"brickyard: {printable(str(error))}"]
        before = self._said.get(str(file))
        self._said[str(file)] = said
        if always or said != before:
            self._print(file, said)

    def _print(self, file: Path, said: Iterable[str]) -> None:
        screen = Screen()
        clock = time.strftime("%H:%M:%S")
        screen.line(screen.paint(f"{clock}  {printable(path_from_here(file))}", "dim"))
        screen.lines(said)


def _settled(path: Path) -> bool:
    """Waits until the file is whole."""
    settling = Settling(path)
    settling.look()
    while not settling.is_settled:
        time.sleep(STEP_SECONDS)
        settling.look()
    return True


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
