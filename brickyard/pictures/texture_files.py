"""Where the pictures of textures are: in the model's own file, in its folder, in the library."""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.library.part_files import Files
from ldraw_tools.names import real_path
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
        clean = _clean(name)
        if clean is None:
            return None
        if found := self._within.get(name.lower()):
            return found
        for inner in (clean, PurePosixPath("textures") / clean):
            if (data := self._beside(inner)) is not None:
                return data
        file = self._library.read(f"textures/{clean}".lower()) if self._library else None
        return file.data if file else None

    def _beside(self, inner: PurePosixPath) -> bytes | None:
        path = self._folder and _file_in(self._folder, inner)
        try:
            return path.read_bytes() if path else None
        except OSError:
            return None


def textures_beside(assembly: Assembly) -> Iterator[Path]:
    """The pictures in the model's folder that its lines name."""
    path = assembly.document.path
    read = [node.contents.textures for node in assembly.nodes if node.contents and node.contents.textures]
    names = dict.fromkeys(one.map.image for textures in read for one in textures)
    for name in list(names)[:_MOST_PICTURES] if path else ():
        clean = _clean(name)
        for inner in (clean, PurePosixPath("textures") / clean) if clean else ():
            if path and (found := _file_in(Path(path).parent, inner)):
                yield found
                break


def _clean(name: str) -> PurePosixPath | None:
    """A name as a path inside a folder; None for one that leads elsewhere, or isn't a PNG's."""
    clean = PurePosixPath(name.replace("\\", "/"))
    leads_out = clean.is_absolute() or ".." in clean.parts or ":" in name
    return None if leads_out or clean.suffix.lower() != ".png" else clean


def _file_in(folder: Path, inner: PurePosixPath) -> Path | None:
    """A file of the model's folder, and not one that a link there leads to."""
    try:
        folder = real_path(folder)
        path = real_path(folder / inner)
        is_there = path.is_relative_to(folder) and path.is_file() and path.stat().st_size <= MOST_BYTES
    except (OSError, ValueError):
        return None
    return path if is_there else None


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
