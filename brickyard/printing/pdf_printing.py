"""PDFs: paper, templates of ours, values as JSON, pictures by number, and out comes a PDF.

Text from files is never part of a template: it is read from the values and set as text.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from brickyard.pictures.lettering import FONTS
from brickyard.printing import PaperName
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.reading.lines import shortened
from ldraw_tools.writing import Output, make_output

if TYPE_CHECKING:
    from typst import Fonts

_TEMPLATES = Path(__file__).parent / "templates"
_LAST_CYRILLIC, _FIRST_LATIN, _LAST_SYMBOL = "\u052f", "\u1e00", "\u22ff"
# Our own fonts end with the accented letters of Latin.
_LAST_OF_OURS = "\u017f"
_MOST_LETTERS, _LETTER_DPI = 300, 50
_SUFFIX = ".pdf"
_SUSPECTS = b"/Suspects false"
_PICTURE = re.compile(r"[a-z0-9-]{1,80}\.(png|svg|jpg)")


class Paper(NamedTuple):
    """In millimetres; the margin is what every printer can do without."""

    title: str
    width: float
    height: float
    margin: float = 10.0

    @property
    def inner_width(self) -> float:
        return self.width - 2 * self.margin

    @property
    def inner_height(self) -> float:
        return self.height - 2 * self.margin

    def values(self) -> dict[str, float]:
        return {"width": self.width, "height": self.height, "margin": self.margin}


PAPERS = {
    PaperName.A4: Paper("A4", 210.0, 297.0),
    PaperName.LETTER: Paper("Letter", 215.9, 279.4),
}


def print_pdf(template: str, values: Mapping[str, Any], pictures: Mapping[str, bytes]) -> bytes:
    """The same bytes for the same values and pictures. `template` names one of ours."""
    [pdf] = _printed(template, values, pictures, "pdf")
    # Readers built on poppler take the usual value for a mistake when it is written; blanks keep every place.
    return pdf.replace(_SUSPECTS, b" " * len(_SUSPECTS), 1)


def print_png(template: str, values: Mapping[str, Any], pictures: Mapping[str, bytes], dpi: int) -> bytes:
    """A single page as pixels."""
    [png] = _printed(template, values, pictures, "png", dpi)
    return png


def missing_letters(values: Mapping[str, Any]) -> str:
    """Those that no font has, ours nor the machine's: they would be printed as empty boxes."""
    letters = sorted({letter for letter in _text(values) if letter > _LAST_OF_OURS})[:_MOST_LETTERS]
    if not letters:
        return ""
    asked = {"paper": {"width": 8, "height": 8, "margin": 1}, "letters": letters}
    nothing, *drawn = _printed("letters", asked, {}, "png", _LETTER_DPI)
    return "".join(letter for letter, page in zip(letters, drawn, strict=True) if page == nothing)


def letter_notes(values: Mapping[str, Any]) -> list[str]:
    """What to tell the user about missing letters."""
    missing = missing_letters(values)
    if not missing:
        return []
    return [
        f"no font on this machine has {shortened(missing, 24)}, printed as empty boxes; "
        "install a font that has them and print again"
    ]


def _text(values: Mapping[str, Any]) -> str:
    return json.dumps(_harmless(values), ensure_ascii=False)


def _printed(
    template: str,
    values: Mapping[str, Any],
    pictures: Mapping[str, bytes],
    form: Literal["pdf", "png"],
    dpi: int | None = None,
) -> list[bytes]:
    """One file, or for pixels one for each page."""
    import typst

    text = _text(values)
    with tempfile.TemporaryDirectory(prefix="brickyard-") as folder:
        root = Path(folder).resolve()
        for file in sorted(_TEMPLATES.glob("*.typ")):
            (root / file.name).write_bytes(file.read_bytes())
        (root / "values.json").write_text(text, "utf-8")
        for name, data in pictures.items():
            if not _PICTURE.fullmatch(name):
                raise ValueError(f"{name!r} is not a valid name for a picture")
            (root / name).write_bytes(data)
        compiler = typst.Compiler(
            root / f"{template}.typ",
            root=root,
            font_paths=_fonts(_has_other_letters(text)),
            # No template needs a package, so none can be found.
            package_path=root,
            package_cache_path=root,
        )
        try:
            made = compiler.compile(format=form, ppi=dpi, timestamp=0)
        except typst.TypstError as error:
            raise BrickyardError(f"the sheet could not be printed: {' '.join(str(error).split())}") from error
    if made is None:
        raise BrickyardError("the sheet could not be printed: it has no pages")
    return [made] if isinstance(made, bytes) else list(made)


def _harmless(value: Any) -> Any:
    """The same values, with nothing in their texts that steers letters or lines."""
    if isinstance(value, str):
        return printable(" ".join(value.splitlines()))
    if isinstance(value, Mapping):
        return {str(key): _harmless(one) for key, one in value.items()}
    return [_harmless(one) for one in value] if isinstance(value, (list, tuple)) else value


def _has_other_letters(text: str) -> bool:
    """Letters beyond Latin, Greek and Cyrillic, which neither our fonts nor typst's have."""
    return any(char > _LAST_CYRILLIC and not _FIRST_LATIN <= char <= _LAST_SYMBOL for char in text)


@cache
def _fonts(with_system: bool) -> Fonts:
    """Our own, and for letters that they lack those of typst; the machine's only where a name needs them."""
    import typst

    return typst.Fonts(include_system_fonts=with_system, include_embedded_fonts=True, font_paths=[str(FONTS)])


def pdf_target(target: Path | None, stem: str) -> Path:
    """As it was asked for; else named after what is in it."""
    if target is not None:
        if target.suffix.lower() != _SUFFIX:
            raise BrickyardError(f"{target}: sheets are printed as a PDF; end the name with {_SUFFIX}")
        return target
    return Path(f"{stem}{_SUFFIX}")


def pdf_output(pdf: bytes, path: Path, notes: Iterable[str], *, write: bool, force: bool = False) -> Output:
    """The PDF as a file, with what to say about it."""
    said = [*(f"note: {note}" for note in notes), f"{path}: {-(-len(pdf) // 1024):,} kB"]
    return make_output({path: pdf}, map(printable, said), write=write, force=force)
