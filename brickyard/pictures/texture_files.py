"""Where the pictures of textures are: in the model's own file, in its folder, in the library."""

from __future__ import annotations

import binascii
from pathlib import Path, PurePosixPath

from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.library.part_files import Files
from ldraw_tools.rendering.textures import MOST_BYTES, Levels, decoded

# Of all pictures of a model together, about 150 MB; more is more than it can use.
_MOST_PIXELS_IN_ALL = 8_000_000
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
        self._found: dict[str, Levels | None] = {}
        self._pixels = 0

    def __call__(self, name: str) -> Levels | None:
        if name not in self._found:
            self._found[name] = self._picture(name) if len(self._found) < _MOST_PICTURES else None
        return self._found[name]

    def _picture(self, name: str) -> Levels | None:
        data = self._data(name)
        levels = None if data is None else decoded(data)
        if levels is None:
            return None
        height, width = levels[0].shape[:2]
        self._pixels += height * width
        return levels if self._pixels <= _MOST_PIXELS_IN_ALL else None

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
