"""The press: templates of ours, values as JSON, pictures by number, and out comes a PDF.

Nothing of a stranger's is ever part of a template: it is read from the values and set as text.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.pictures.lettering import FONTS
from ldraw_tools.diagnostics import BrickyardError, printable

if TYPE_CHECKING:
    from typst import Fonts

_TEMPLATES = Path(__file__).parent / "templates"
_LAST_CYRILLIC, _FIRST_LATIN, _LAST_SYMBOL = "\u052f", "\u1e00", "\u22ff"
_PICTURE = re.compile(r"[a-z0-9-]{1,80}\.(png|svg)")


def print_pdf(template: str, values: Mapping[str, Any], pictures: Mapping[str, bytes]) -> bytes:
    """The same bytes for the same values and pictures. `template` names one of ours."""
    import typst

    text = json.dumps(_harmless(values), ensure_ascii=False)
    with tempfile.TemporaryDirectory(prefix="brickyard-") as folder:
        root = Path(folder).resolve()
        for file in sorted(_TEMPLATES.glob("*.typ")):
            (root / file.name).write_bytes(file.read_bytes())
        (root / "values.json").write_text(text, "utf-8")
        for name, data in pictures.items():
            if not _PICTURE.fullmatch(name):
                raise ValueError(f"{name!r} is no name for a picture")
            (root / name).write_bytes(data)
        compiler = typst.Compiler(
            root / f"{template}.typ",
            root=root,
            font_paths=_fonts(_has_other_letters(text)),
            # No template asks for a package; none is to be found either.
            package_path=root,
            package_cache_path=root,
        )
        try:
            made = compiler.compile(format="pdf", timestamp=0)
        except typst.TypstError as error:
            raise BrickyardError(f"the sheet could not be set: {' '.join(str(error).split())}") from error
    if not isinstance(made, bytes):
        raise BrickyardError("the sheet could not be set: it has no pages")
    return made


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
