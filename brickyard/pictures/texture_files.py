"""Where the pictures of textures are: in the model's own file, in its folder, in the library."""

from __future__ import annotations

import binascii
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.library.part_files import Files
from ldraw_tools.rendering.textures import MOST_BYTES, decoded

Pixels = NDArray[np.uint8]
# More in one model is more than it can use.
_MOST_PICTURES = 200


class TextureFiles:
    """Finds pictures by the names that files give them."""

    def __init__(self, assembly: Assembly) -> None:
        path = assembly.document.path
        self._folder = Path(path).parent if path else None
        self._library: Files | None = assembly.resolver.library
        texts = [document.text.content for document in assembly.resolver.own_documents]
        self._texts = [text for text in texts if "!DATA" in text]
        self._within: dict[str, bytes] | None = None
        self._found: dict[str, Pixels | None] = {}

    def __call__(self, name: str) -> Pixels | None:
        if name not in self._found:
            data = self._data(name) if len(self._found) < _MOST_PICTURES else None
            self._found[name] = None if data is None else decoded(data)
        return self._found[name]

    def _data(self, name: str) -> bytes | None:
        if self._within is None:
            self._within = _within(self._texts)
        clean = PurePosixPath(name.replace("\\", "/"))
        if clean.is_absolute() or ".." in clean.parts or clean.suffix.lower() != ".png" or ":" in name:
            return None
        if found := self._within.get(name.lower()):
            return found
        for inner in (clean, PurePosixPath("textures") / clean):
            if (data := self._beside(inner)) is not None:
                return data
        file = self._library.read(f"textures/{clean}".lower()) if self._library else None
        return file.data if file else None

    def _beside(self, inner: PurePosixPath) -> bytes | None:
        """A file of the model's folder, and not one that a link there leads to."""
        if self._folder is None:
            return None
        folder = self._folder.resolve()
        try:
            path = (folder / inner).resolve()
            if not path.is_relative_to(folder) or not path.is_file() or path.stat().st_size > MOST_BYTES:
                return None
            return path.read_bytes()
        except (OSError, ValueError):
            return None


def _within(texts: list[str]) -> dict[str, bytes]:
    """Pictures that stand in files themselves: `0 !DATA name`, then lines of `0 !:` in base 64."""
    found: dict[str, list[str]] = {}
    for text in texts:
        lines: list[str] | None = None
        for line in text.splitlines():
            words = line.split(None, 2)
            if words[:2] == ["0", "!DATA"] and len(words) > 2:
                lines = found.setdefault(words[2].strip().lower(), [])
            elif words[:2] == ["0", "!:"] and len(words) > 2:
                if lines is not None:
                    lines.append(words[2])
            elif words:
                lines = None
    return {name: data for name, lines in found.items() if (data := _decoded("".join(lines)))}


def _decoded(text: str) -> bytes:
    try:
        return binascii.a2b_base64(text[: 2 * MOST_BYTES])
    except (binascii.Error, ValueError):
        return b""
