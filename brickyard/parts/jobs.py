"""The job of `brickyard parts`: from models to files that shops accept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from brickyard.parts.forms import Form
from brickyard.parts.gathering import gather
from brickyard.parts.list_maker import ListMaker, Request
from brickyard.parts.outputs import (
    File,
    Outputs,
    form_of,
    is_folder,
    left_from_before,
    refused,
    write_all,
)
from brickyard.parts.shopping import Shopping
from brickyard.terminal import Screen, stderr
from fleets.forces.named_files import check_suffix, files_in
from ldraw_tools.findings import (
    BrickyardError,
    Finding,
    Severity,
    abridged,
    count_of,
    in_file_order,
    printable,
)

__all__ = ["Request", "parts"]


def parts(paths: Sequence[Path], request: Request) -> int:
    list_maker = ListMaker(gather(_files(paths), request.selection), request)
    if request.can_build:
        return _say_what_can_be_built(list_maker, request)
    shopping = list_maker.shopping()
    outputs = list_maker.outputs(shopping)
    if request.output is None and request.forms:
        return _to_stdout(outputs, shopping, request)
    written: list[tuple[Path, File]] = []
    if request.output is not None:
        folder, files = _planned(request.output, request.forms, outputs, list_maker.has_elements)
        told = [*refused(files), *left_from_before(folder, files)]
        write_all(folder, files, force=request.force)
        shopping = _also_told(shopping, told)
        written = [(folder / file.name, file) for file in files]
    _say(shopping, request.everything, written)
    if request.clipboard:
        _copy(outputs.files(Form.BRICKLINK))
    return _status(shopping)


def _say_what_can_be_built(list_maker: ListMaker, request: Request) -> int:
    from brickyard.parts import building_text
    from ldraw_tools.json_values import json_text

    if not request.owned:
        raise BrickyardError("--can-build needs what you have: name your list with --owned")
    if request.forms and request.forms != (Form.JSON,):
        raise BrickyardError("--can-build answers in words, or with --format json")
    answer, findings = list_maker.what_can_be_built()
    names = ", ".join(path.name for path in request.owned)
    if request.forms:
        Screen().text(json_text(building_text.document(answer)))
    else:
        screen = Screen()
        screen.lines(building_text.lines(answer, names, screen.paint, request.everything))
    # What wasn't read of the pool or the models may change the answer.
    _warn(findings, request.everything)
    return 1 if any(finding.severity is Severity.ERROR for finding in findings) else 0


def _warn(findings: Sequence[Finding], everything: bool) -> None:
    """Where stdout is for something else."""
    from brickyard.parts.text import MOST_ALIKE

    told = [finding for finding in findings if finding.severity > Severity.INFO]
    screen = stderr()
    for finding in told if everything else abridged(told, MOST_ALIKE):
        screen.line(printable(str(finding)))


def _files(paths: Sequence[Path]) -> list[Path]:
    """Models and manifests; of a folder what `brickyard check` would look at."""
    files = [file for path in paths for file in files_in(path)]
    for file in files:
        check_suffix(file)
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    return list(dict.fromkeys(files))


def _planned(
    output: Path, forms: tuple[Form, ...], outputs: Outputs, has_elements: bool
) -> tuple[Path, list[File]]:
    """The folder, and all files that go into it."""
    if not is_folder(output, forms):
        return output.parent, outputs.files(form_of(output, forms), output.stem, output.suffix)
    wanted = forms or tuple(form for form in Form if form is not Form.PICK_A_BRICK or has_elements)
    return output, [file for form in wanted for file in outputs.files(form)]


def _also_told(shopping: Shopping, told: Sequence[Finding]) -> Shopping:
    findings = tuple(in_file_order([*shopping.parts.findings, *told]))
    return replace(shopping, parts=replace(shopping.parts, findings=findings))


def _to_stdout(outputs: Outputs, shopping: Shopping, request: Request) -> int:
    """One form alone, for a pipe; what there is to say goes elsewhere."""
    if len(request.forms) > 1:
        raise BrickyardError("several formats need a folder to write to: -o buy/")
    files = outputs.files(request.forms[0])
    shopping = _also_told(shopping, refused(files))
    Screen().data(files[0].data)
    _warn(shopping.parts.findings, request.everything)
    screen = stderr()
    for file in files[1:]:
        screen.line(f"left out: {file.name}, {count_of(file.lots, 'lot')}; -o writes it too")
    if request.clipboard:
        _copy(outputs.files(Form.BRICKLINK))
    return _status(shopping)


def _say(shopping: Shopping, everything: bool, written: Sequence[tuple[Path, File]]) -> None:
    from brickyard.parts.text import show

    files = [(str(path), file.lots) for path, file in written]
    show(shopping, Screen(), everything, files)


def _copy(files: Sequence[File]) -> None:
    from brickyard.parts.clipboard import copy

    copy(files[0].data)
    lots = count_of(files[0].lots, "lot")
    stderr().line(f"copied {lots}: paste them at BrickLink, Want, Upload, BrickLink XML format")


def _status(shopping: Shopping) -> int:
    return 1 if any(one.severity is Severity.ERROR for one in shopping.parts.findings) else 0
