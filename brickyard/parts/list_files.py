"""Which files a parts list becomes: names and bytes, written together or not at all; and the clipboard."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from brickyard.parts import Condition, Form
from brickyard.parts.list_formats import (
    MOST_ELEMENTS,
    as_csv,
    brickstore,
    pick_a_brick,
    rebrickable,
    refusals,
    wanted_list,
)
from brickyard.parts.lots import ListFile, Lot, PartsList
from brickyard.parts.printed_page import as_html
from brickyard.terminal import harmless
from catalog.shops import shop_findings as faults
from catalog.shops.shop_numbers import Shop
from ldraw_tools.findings import BrickyardError, Finding, Place, in_file_order
from ldraw_tools.json_values import json_text
from ldraw_tools.names import path_from_here
from ldraw_tools.writing import write_outputs

# What is added to the name of a file that isn't the main one.
_EXTRA = re.compile(r"(?:-remainder)?(?:-uncertain|-new)?(?:-\d+)?$")
_NAMES = {
    Form.BRICKLINK: "bricklink.xml",
    Form.BSX: "brickstore.bsx",
    Form.REBRICKABLE: "rebrickable.csv",
    Form.PICK_A_BRICK: "pick-a-brick.csv",
    Form.CSV: "parts.csv",
    Form.JSON: "parts.json",
    Form.HTML: "parts.html",
}
_BY_SUFFIX = {
    ".xml": Form.BRICKLINK,
    ".bsx": Form.BSX,
    ".csv": Form.CSV,
    ".json": Form.JSON,
    ".html": Form.HTML,
}
_SHOPS = {Form.REBRICKABLE: Shop.REBRICKABLE, Form.PICK_A_BRICK: Shop.LEGO}
_SECONDS = 10


def forms_for(output: Path | None, forms: Sequence[Form]) -> tuple[Form, ...]:
    """The formats that are to be written: as asked for, by the ending of the file's name, or all."""
    if output is None or forms:
        return tuple(dict.fromkeys(forms))
    if is_folder(output, forms):
        return tuple(Form)
    form = _BY_SUFFIX.get(output.suffix.lower())
    if form is None:
        endings = ", ".join(_BY_SUFFIX)
        raise BrickyardError(f"-o {output}: which format? End the name with {endings}, or use --format")
    return (form,)


def is_folder(output: Path, forms: Sequence[Form]) -> bool:
    """Whether `-o` names a folder: one that is there, a name without an ending, or several formats."""
    return output.is_dir() or len(forms) > 1 or not output.suffix


def shops_for(forms: Collection[Form]) -> tuple[Shop, ...]:
    """The shops besides BrickLink whose numbers the formats need."""
    return tuple(shop for form, shop in _SHOPS.items() if form in forms)


def plan_files(output: Path, forms: Sequence[Form]) -> tuple[Path, list[tuple[Form, str, str]]]:
    """The folder that `-o` means, and each format that goes into it with its file's stem and suffix."""
    wanted = forms_for(output, forms)
    if not is_folder(output, forms):
        return output.parent, [(wanted[0], output.stem, output.suffix)]
    return output, [(form, Path(_NAMES[form]).stem, Path(_NAMES[form]).suffix) for form in wanted]


def with_files(
    parts: PartsList,
    target: Path | None,
    forms: Sequence[Form],
    *,
    condition: Condition,
    max_lots: int,
    with_max_prices: bool,
    force: bool,
) -> PartsList:
    """The list with the files it becomes, and what is wrong with those; written, all or none, to a target."""
    folder, plan = plan_files(target, forms) if target else (Path(), [(form, "", "") for form in forms])
    files = [
        file
        for form, stem, suffix in plan
        for file in files_of(
            *(parts, form, stem, suffix),
            condition=condition,
            max_lots=max_lots,
            with_max_prices=with_max_prices,
        )
    ]
    told = shop_refusals(files)
    if target:
        told += left_from_before(folder, files)
        write_outputs({folder / file.name: file.data for file in files}, force=force)
        files = [file._replace(name=str(folder / file.name)) for file in files]
    return replace(parts, files=tuple(files), findings=tuple(in_file_order([*parts.findings, *told])))


def files_of(
    parts: PartsList,
    form: Form,
    stem: str = "",
    suffix: str = "",
    *,
    condition: Condition = Condition.ANY,
    max_lots: int = 0,
    with_max_prices: bool = False,
) -> list[ListFile]:
    """What a format is written as, the main file first; `max_lots` splits uploads."""

    def wanted(lots: Sequence[Lot]) -> bytes:
        return wanted_list(lots, condition, with_max_prices=with_max_prices)

    def for_brickstore(lots: Sequence[Lot]) -> bytes:
        return brickstore(lots, condition, parts.currency)

    usual = Path(_NAMES[form])
    stem, suffix = stem or usual.stem, suffix or usual.suffix
    writers = {Form.BSX: for_brickstore, Form.REBRICKABLE: rebrickable}
    files: list[ListFile] = []
    if form is Form.PICK_A_BRICK:
        files += _element_files(parts.others[Shop.LEGO], stem, suffix, max_lots)
        suffix = ".xml"
    elif form in _WHOLE:
        files.append(ListFile(stem + suffix, _WHOLE[form](parts), len(parts.lots)))
    for extra, lots in _lots_of(parts, form):
        # The main file is there even if nothing is in it.
        if lots or not extra:
            write = writers.get(form, wanted)
            for name, some in _split(f"{stem}{extra}", suffix, lots, max_lots):
                files.append(ListFile(name, write(some), len(some), is_upload=write is wanted))
    return [file._replace(data=harmless(file.data.decode()).encode()) for file in files]


_WHOLE: Mapping[Form, Callable[[PartsList], bytes]] = {
    Form.CSV: as_csv,
    Form.HTML: as_html,
    Form.JSON: lambda parts: json_text(parts).encode(),
}


def _lots_of(parts: PartsList, form: Form) -> Iterator[tuple[str, Sequence[Lot]]]:
    """What is added to the name of each file with lots of their own, and those lots."""
    if form is Form.PICK_A_BRICK:
        if rest := parts.others[Shop.LEGO].remainder:
            yield from (("-remainder", rest.to_buy), ("-remainder-uncertain", rest.doubtful))
    elif form not in _WHOLE:
        shops = parts.others[Shop.REBRICKABLE] if form is Form.REBRICKABLE else parts
        yield from (("", shops.to_buy), ("-uncertain", shops.doubtful))
    if form is Form.BRICKLINK and parts.changes:
        yield "-new", parts.changes.new


def _element_files(elements: PartsList, stem: str, suffix: str, max_lots: int) -> Iterator[ListFile]:
    files = pick_a_brick(elements.written, max_lots or MOST_ELEMENTS) or [b"elementId,quantity\n"]
    for number, data in enumerate(files, 1):
        name = f"{stem}-{number}{suffix}" if len(files) > 1 else f"{stem}{suffix}"
        yield ListFile(name, data, len(data.splitlines()) - 1)


def _split(stem: str, suffix: str, lots: Sequence[Lot], max_lots: int) -> Iterator[tuple[str, Sequence[Lot]]]:
    most = max_lots or len(lots) or 1
    count = max(-(-len(lots) // most), 1)
    for number in range(count):
        name = f"{stem}-{number + 1}{suffix}" if count > 1 else f"{stem}{suffix}"
        yield name, lots[number * most : (number + 1) * most]


def shop_refusals(files: Sequence[ListFile]) -> list[Finding]:
    """What BrickLink would refuse of them: a number from an override file may be odd."""
    uploads = [file for file in files if file.is_upload and file.lots]
    return [finding for file in uploads for finding in refusals(file.data, file.name)]


def left_from_before(folder: Path, files: Sequence[ListFile]) -> list[Finding]:
    """Upload files of an earlier list that this one doesn't write: the user might upload them by mistake."""
    now = {file.name for file in files}
    mains = {_EXTRA.sub("", Path(file.name).stem) for file in files if file.is_upload}
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    old = [path for path in there if path.suffix == ".xml" and path.name not in now]
    stems = {path: _EXTRA.sub("", path.stem) for path in old}
    return [faults.LEFT_FROM_BEFORE.at(Place(path_from_here(path))) for path in old if stems[path] in mains]


# The clipboard, where there is one: BrickLink's upload is a box to paste into.


def clipboard_programs(environ: Mapping[str, str], platform: str) -> list[list[str]]:
    """Programs that can put text on the clipboard, the likeliest first."""
    if platform == "win32":
        return [["clip"]]
    if platform == "darwin":
        return [["pbcopy"]]
    found = []
    if environ.get("WAYLAND_DISPLAY"):
        found.append(["wl-copy"])
    if environ.get("DISPLAY"):
        found += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    return [*found, *([["clip.exe"]] if environ.get("WSL_DISTRO_NAME") else [])]


def copy(data: bytes) -> None:
    """Put ASCII text on the clipboard, or say why it can't be done."""
    there = [(program, where) for program in _programs() if (where := shutil.which(program[0]))]
    if not there:
        hint = "" if sys.platform in ("win32", "darwin") else "; install wl-clipboard or xclip"
        raise BrickyardError(f"--clipboard: there is no clipboard here{hint}, or write a file with -o")
    program, where = there[0]
    try:
        # What xclip leaves behind to serve the clipboard must not keep our pipes open.
        subprocess.run(
            [where, *program[1:]],
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BrickyardError(f"--clipboard: {program[0]} failed; write a file with -o instead") from error


def _programs() -> list[list[str]]:
    return clipboard_programs(os.environ, sys.platform)
