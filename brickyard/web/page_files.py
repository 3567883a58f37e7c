"""Files that a page offers for download, and the photograph that a manifest names."""

from __future__ import annotations

import hashlib
import os
import warnings
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.cards.drawn_cards import DrawnCard
from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.pictures.subject import Subject
from brickyard.web.force_page import photo_of
from brickyard.web.site_memory import digest_of, seen_from
from ldraw_tools.choosing import file_of
from ldraw_tools.file_overlay import read_bytes
from ldraw_tools.findings import Severity
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.names import is_unsafe
from ldraw_tools.records import record

# Of the files that a model lacks, at most so many are looked for in the next run.
_MOST_LACKING = 200
# Not the name of a file: what was made with it is made again.
_NEVER_THERE = "?"


def identity_of(design: JudgedDesign, source: str) -> str:
    """Equal for designs of one model, or of copies of it, that are alike, whatever a list calls them.

    `source` tells apart what has no model.
    """
    edition = design.edition
    told = repr(
        (
            source,
            design.unit.own_name or design.name,
            design.kind,
            design.digest,
            [digest_of(path) for path in (*design.files, *design.textures)],
            edition.id,
            [digest_of(Path(file)) for file in edition.files],
            design.loadout,
            design.author,
            design.licence,
            design.judged.verdict,
            design.judged.accepted,
        )
    )
    return text_digest(told)


def text_digest(told: str) -> str:
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def inputs_of(file: DesignFile, site: Path) -> dict[str, str]:
    photo = photo_of(file)
    textures = [path for design in file.designs for path in design.textures]
    assemblies = [design.unit.assembly for design in file.designs if design.unit.assembly]
    paths = [file_of(file.path), *file.files, *textures, *([photo] if photo else [])]
    for assembly in assemblies:
        if folder := assembly.document.folder:
            # A part that is put beside a model wins over the library's.
            lacking = [folder / key for key in assembly.missing if not is_unsafe(key)]
            paths += [folder, *lacking[:_MOST_LACKING]]
    inputs = {seen_from(site, path): digest_of(path) for path in paths}
    if any(one.code.startswith("MAN") and one.severity is Severity.ERROR for one in file.judged.findings):
        # What a list or an edition names wrongly may be put right in files that we couldn't read.
        inputs[_NEVER_THERE] = "looked for"
    return inputs


_BYTES = 12
Told = NDArray[Any] | str


class PictureStore:
    """Knows which file of the site shows what; writing a page again replaces what was known about it.

    A look is a digest of everything that a picture is made from; pages list theirs by picture name.
    """

    def __init__(self, site: Path, pages: Iterable[tuple[str, Mapping[str, str]]] = ()) -> None:
        self._site = site
        self._places: dict[tuple[str, str], str] = {}
        self._by_page: dict[str, list[tuple[str, str]]] = {}
        self._scenes: dict[str, str] = {}
        for slug, looks in pages:
            self.add(slug, looks)

    def scene(self, look: str, make: Callable[[], str]) -> str:
        """The name of a 3D view; `make` writes it, once in this run. The view may be large and isn't kept."""
        if look not in self._scenes:
            self._scenes[look] = make()
        return self._scenes[look]

    def add(self, slug: str, looks: Mapping[str, str]) -> None:
        """Note that a page was written with these pictures."""
        for picture in self._by_page.pop(slug, ()):
            if self._places.get(picture) == slug:
                del self._places[picture]
        self._by_page[slug] = list(looks.items())
        self._places.update(dict.fromkeys(looks.items(), slug))

    def find(self, name: str, look: str) -> bytes | None:
        slug = self._places.get((name, look))
        if slug is None:
            return None
        try:
            return (self._site / slug / name).read_bytes()
        except OSError:
            # The file was deleted, so it is drawn again.
            return None


class PagePictures:
    """The pictures of one page; `looks` says by name what each was made from."""

    def __init__(self, store: PictureStore) -> None:
        self.store = store
        self.looks: dict[str, str] = {}

    def picture(self, name: str, look: str, draw: Callable[[], bytes]) -> bytes:
        """Copied from a page that shows the same, or from this page's last version; else drawn."""
        self.looks[name] = look
        return self.store.find(name, look) or draw()


class Looks:
    """A digest of everything that a picture of a subject's pieces is made from."""

    def __init__(self, subject: Subject) -> None:
        textures = [_digest_of_texture(subject, name) for name in subject.textures]
        self._said = repr((subject.role, subject.note, sorted(subject.paints.own.items()), textures))
        self._known = {id(mesh): _digest_of_mesh(mesh) for mesh in subject.table.meshes}
        self._meshes = np.array(list(self._digests(subject.table.meshes)), f"S{2 * _BYTES}")

    def _digests(self, meshes: Iterable[Mesh]) -> list[str]:
        """What was digested lives as long as the subject, so its address tells it apart."""
        return [self._known.get(id(mesh)) or _digest_of_mesh(mesh) for mesh in meshes]

    def of(self, pieces: Pieces, *more: Told) -> str:
        """The digest for some of the pieces and whatever else the picture shows."""
        shapes = self._meshes[pieces.mesh]
        return _digest(self._said, shapes, pieces.matrices, pieces.colours, pieces.inverted, *more)

    def of_meshes(self, meshes: Iterable[Mesh], *more: Told) -> str:
        """The digest for a picture of the same model, with a list of meshes of its own."""
        return _digest(self._said, *self._digests(meshes), *more)


def _digest_of_texture(subject: Subject, name: str) -> str:
    levels = subject.paints.picture_of(name) if subject.paints.picture_of else None
    return _digest(name, *(levels[:1] if levels else ()))


def _digest_of_mesh(mesh: Mesh) -> str:
    return _digest(
        mesh.triangles,
        mesh.colours,
        mesh.two_sided,
        mesh.edges,
        mesh.edge_colours,
        mesh.conditionals,
        mesh.conditional_colours,
    )


def _digest(*told: Told) -> str:
    digest = hashlib.blake2b(digest_size=_BYTES)
    for one in told:
        if isinstance(one, str):
            data = one.encode("utf-8", "backslashreplace")
            about = ""
        else:
            data = np.ascontiguousarray(one).tobytes()
            about = f"{one.dtype.str} {one.shape}"
        # With its length, so that neighbours can't be confused.
        digest.update(f"{about} {len(data)}\n".encode() + data)
    return digest.hexdigest()


PHOTO = "photo.jpg"
_FORMATS = ("JPEG", "PNG", "WEBP")
_MOST_BYTES = 60_000_000
_MOST_PIXELS = 100_000_000
_QUALITY = 86


@record
class Download:
    href: str
    label: str


def write_card(card: DrawnCard, folder: Path) -> list[Download]:
    (folder / "card.png").write_bytes(card.small_png())
    (folder / "card.pdf").write_bytes(card.small_pdf())
    return [Download("card.png", "Card (.png)"), Download("card.pdf", "Card (.pdf)")]


def write_copy(file: Path, slug: str, label: str, folder: Path) -> Download:
    """A copy of a file, under a name of ours."""
    suffix = file.suffix.lower()
    (folder / f"{slug}{suffix}").write_bytes(read_bytes(file))
    return Download(f"{slug}{suffix}", f"{label} ({suffix})")


def write_packed(data: bytes, name: str, target: str, folder: Path) -> None:
    """One file in an archive; the same bytes every run."""
    member = zipfile.ZipInfo(name)
    member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    with zipfile.ZipFile(folder / target, "w") as archive:
        archive.writestr(member, data)


def write_bundle(manifest: Path, files: Sequence[Path], slug: str, folder: Path) -> Download:
    """A manifest with all it names, in one archive where each lies as the manifest says."""
    places = {Path(os.path.normpath(file.absolute())) for file in (manifest, *files)}
    data = packed_together({place: read_bytes(place) for place in places})
    (folder / f"{slug}.zip").write_bytes(data)
    return Download(f"{slug}.zip", "The list and its models (.zip, for the workbench too)")


def packed_together(files: Mapping[Path, bytes]) -> bytes:
    """Files in one archive, each at its place below the folder that holds them all."""
    root = os.path.commonpath([place.parent for place in files])
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in sorted(files):
            # The same bytes every run: no time, no owner.
            member = zipfile.ZipInfo(place.relative_to(root).as_posix())
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(member, files[place])
    return target.getvalue()


def photo_path(about: Mapping[str, str], folder: Path) -> Path | None:
    """Where the photograph is; absolute paths were refused when the manifest was read."""
    said = about.get("photo", "")
    return folder / said if said and said.isprintable() else None


def photo_jpeg(path: Path, width: int) -> tuple[bytes, tuple[int, int]] | None:
    """Only its pixels, scaled down to the limits, and its size; None if we can't read it as a picture."""
    from PIL import Image, ImageOps

    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return None
        with warnings.catch_warnings():
            # Pillow's warning about large pictures; we have a limit of our own.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=_FORMATS) as opened:
                if opened.width * opened.height > _MOST_PIXELS:
                    return None
                opened.draft("RGB", (width, width))
                picture = ImageOps.exif_transpose(opened).convert("RGB")
        picture.thumbnail((width, width))
        written = BytesIO()
        # A new picture leaves out metadata such as where it was taken.
        Image.frombytes("RGB", picture.size, picture.tobytes()).save(
            written, "JPEG", quality=_QUALITY, optimize=True
        )
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return written.getvalue(), picture.size
