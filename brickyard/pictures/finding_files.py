"""Pictures of findings as files: which name each gets, and that nobody's own file is written over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from brickyard.dossiers import slug_of
from brickyard.pictures.finding_making import FindingCamera
from brickyard.terminal import Progress
from fleets.models.model_units import Unit
from ldraw_tools.authorship import is_ours
from ldraw_tools.findings import Finding
from ldraw_tools.writing import check_output, make_folder, write_output


@dataclass
class Gallery:
    """The pictures of one file's findings, in a folder: `chub-bld002-1.png`, `company-chub-bld002-1.png`."""

    folder: Path
    stem: str
    # Of several at a time none shows how far it is.
    is_alone: bool = True
    force: bool = False
    _given: set[str] = field(default_factory=set)

    def __call__(self, unit: Unit, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """The findings, each with the name of its picture where there is one."""
        wanted = [place for place, finding in enumerate(findings) if finding.highlight is not None]
        told = list(findings)
        if unit.assembly is None:
            return tuple(told)
        if not wanted:
            self._clear(unit)
            return tuple(told)
        camera = FindingCamera(unit)
        with Progress(f"Pictures of {self.stem}") if self.is_alone else nullcontext() as progress:
            for done, place in enumerate(wanted):
                if progress is not None:
                    progress(done, len(wanted))
                target = self._target(unit, findings[place])
                data = camera.png(findings[place])
                if data is not None:
                    write_output(target, data, force=self.force)
                    told[place] = replace(findings[place], picture=target.as_posix())
        self._clear(unit)
        return tuple(told)

    def _clear(self, unit: Unit) -> None:
        """Take away pictures of an earlier run: what they show is mended."""
        ours = re.compile(re.escape(self._stem(unit)) + r"-[a-z]{3}\d{3}-\d+")
        for file in self.folder.glob("*.png"):
            if ours.fullmatch(file.stem) and file.stem not in self._given and is_ours(file):
                file.unlink(missing_ok=True)

    def _stem(self, unit: Unit) -> str:
        assert unit.assembly is not None
        model = slug_of(Path(unit.assembly.document.name).stem, ())
        words = [self.stem] if self.stem == model else [self.stem, model]
        words += [unit.name] if unit.node != unit.assembly.root else []
        return slug_of(" ".join(words), ())

    def _target(self, unit: Unit, finding: Finding) -> Path:
        target = self.folder / f"{self._name(self._stem(unit), finding.code)}.png"
        check_output(target, force=self.force)
        return target

    def _name(self, stem: str, code: str) -> str:
        stem, number = f"{stem}-{code.lower()}", 1
        while f"{stem}-{number}" in self._given:
            number += 1
        self._given.add(f"{stem}-{number}")
        return f"{stem}-{number}"


def galleries(files: Iterable[Path], folder: Path, *, is_alone: bool, force: bool = False) -> list[Gallery]:
    """One for each file, none with the names of another; the folder is made."""
    make_folder(folder)
    given: set[str] = set()
    found = []
    for file in files:
        stem = slug_of(file.stem, given)
        given.add(stem)
        found.append(Gallery(folder, stem, is_alone, force))
    return found
