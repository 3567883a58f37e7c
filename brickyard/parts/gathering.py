"""What models, manifests and folders need: pieces by unit, each with how many of the unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from brickyard.parts import Substitutes
from brickyard.parts.branches import Branch, Placed, drawn_references, is_called, placements
from brickyard.parts.joining import Together, found_together
from brickyard.parts.lots import Joined, Piece, Source
from brickyard.parts.part_records import Records
from catalog import colours
from catalog.database.part_database import open_workspace
from catalog.shops import shop_findings as faults
from fleets.forces.force import Force
from fleets.forces.manifest import manifest_in, read_manifest
from fleets.forces.named_files import MANIFEST_SUFFIXES, check_suffix, files_in
from fleets.models.containment import holders_of
from fleets.models.model_units import Marked, Role, Unit
from fleets.models.survey import survey
from fleets.tagging.file_tags import TagReader
from fleets.tagging.tag_reading import without_tag
from ldraw_tools.assembly.inventory import Assembly, count_nodes
from ldraw_tools.choosing import file_of, short_name
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, and_more, in_file_order
from ldraw_tools.names import hint, path_from_here, real_path, shown
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.workspace import Workspace

# Findings about reading a model or a manifest matter where they may cost a piece; tags are for `check`.
_TOLD = ("LDR", "MAN")


@dataclass(frozen=True)
class CountOptions:
    """What is counted, and what of it is there already; `parts` and `can-build` share it.

    `only` names units, systems or submodels; if it is empty, everything counts. `any_colour` names submodels
    whose pieces may have any colour. `recolour` swaps LDraw's colour codes; with `nearest_colours`, a part is
    wanted in the nearest colour that it was made in.
    """

    paths: tuple[Path, ...]
    owned: tuple[Path, ...] = ()
    sets: tuple[Path, ...] = ()
    substitutes: str = Substitutes.MOULD
    only: tuple[str, ...] = ()
    spares: bool = True
    recolour: Mapping[int, int] = field(default_factory=dict)
    nearest_colours: bool = False
    any_colour: tuple[str, ...] = ()
    overrides: Path | None = None

    def in_words(self) -> Iterator[str]:
        if self.only:
            yield f"only {', '.join(self.only)}"
        if not self.spares:
            yield "without spare units"
        if self.any_colour:
            yield f"in any colour: {', '.join(self.any_colour)}"
        for old, new in self.recolour.items():
            yield f"{colours.name_of(old)} becomes {colours.name_of(new)}"
        if self.nearest_colours:
            yield "in the nearest colour where a part isn't known in its own"


class Gathered(NamedTuple):
    """All sources, manifests' first, and what is known of their parts."""

    sources: tuple[Source, ...]
    records: Records
    findings: tuple[Finding, ...] = ()
    title: str = ""
    """What the companies and models are called."""

    @property
    def pieces(self) -> int:
        return sum(source.units * source.pieces for source in self.sources)


def gather(options: CountOptions, workspace: Workspace | None = None) -> Gathered:
    """The pieces of models and manifests; a model that one of the manifests lists counts there only."""
    files = _files_named(options.paths)
    workspace = open_workspace() if workspace is None else workspace
    # A name with a tag means the one without, too.
    for names in dict.fromkeys((options.only, tuple(map(without_tag, options.only)))):
        gatherer = _Gatherer(workspace, replace(options, only=names))
        for file in files:
            if file.suffix.lower() in MANIFEST_SUFFIXES:
                gatherer.add_manifest(file)
        for file in files:
            if file.suffix.lower() not in MANIFEST_SUFFIXES:
                gatherer.add_model(file)
        if gatherer.sources:
            break
    return gatherer.gathered()


def _files_named(paths: Iterable[Path]) -> list[Path]:
    """Models and manifests; of a folder what `brickyard check` would look at."""
    paths = list(paths)
    files = [file for path in paths for file in files_in(path)]
    for file in files:
        check_suffix(file)
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    return list(dict.fromkeys(files))


def gather_unit(unit: Unit, beside: Sequence[Unit], workspace: Workspace) -> Gathered:
    """The pieces of one design that was read already, without the other units that its model holds."""
    gatherer = _Gatherer(workspace, CountOptions(()))
    gatherer.add_read_unit(unit, beside)
    return gatherer.gathered()


class _Gatherer:
    def __init__(self, workspace: Workspace, options: CountOptions) -> None:
        self._workspace = workspace
        self._options = options
        self._swaps = options.recolour
        self._unused = dict.fromkeys(options.recolour)
        self._records = Records()
        self.sources: list[Source] = []
        self._findings: list[Finding] = []
        self._names: list[str] = []
        self._on_paper: list[str] = []
        self._titles: list[str] = []
        self._force = ""
        self._whole: list[Assembly] = []
        self._contexts: dict[int, dict[int, dict[int, int]]] = {}
        self._in_manifests: dict[Path, str] = {}

    def gathered(self) -> Gathered:
        if self._options.only and not self.sources:
            wanted = ", ".join(shown(name) for name in self._options.only)
            if self._on_paper:
                raise BrickyardError(f"--only {wanted}: {_still_on_paper(self._on_paper)}")
            names = [shown(name) for name in dict.fromkeys(self._names)]
            raise BrickyardError(
                f"--only {wanted}: nothing here is called that. {hint(self._options.only[0], names)}"
            )
        told = [faults.NOT_RECOLOURED.at(Place(""), colour=colours.name_of(one)) for one in self._unused]
        return Gathered(
            tuple(self.sources),
            self._records,
            tuple(in_file_order([*self._findings, *told])),
            ", ".join(dict.fromkeys(self._titles)),
        )

    # Files.

    def add_manifest(self, path: Path) -> None:
        if self._options.spares:
            manifest = manifest_in(self._workspace, path)
            for model in manifest.models.values():
                self._note(self._workspace.assembly(model))
        else:
            manifest = read_manifest(path, self._without_spares)
        self._tell(manifest.findings)
        for model in manifest.models.values():
            for listed in (model, file_of(model)):
                self._in_manifests[real_path(listed)] = path.name
        subject = manifest.subject
        if not isinstance(subject, Force):
            self._findings += [faults.NOTHING_TO_BUILD.at(Place(path_from_here(path), 1))] if subject else []
            return
        self._titles.append(shown(subject.name))
        self._force = shown(subject.name)
        fielded = [*subject.fielded, *(subject.spares if self._options.spares else ())]
        units = [one.unit for one in fielded]
        for one in fielded:
            if one.unit.assembly is None:
                self._add_on_paper(one.unit.name, one.place)
            else:
                self._add_unit(one.unit, one.count // one.unit.times, units)

    def _add_on_paper(self, name: str, place: Place) -> None:
        self._names.append(name)
        if not self._options.only or is_called([name], self._options.only):
            self._on_paper.append(name)
            self._findings.append(faults.ON_PAPER.at(place, name=shown(name)))

    def add_model(self, path: Path) -> None:
        self._force = ""
        if real_path(path) in self._in_manifests:
            manifest = shown(self._in_manifests[real_path(path)])
            self._findings.append(
                faults.COUNTED_IN_MANIFEST.at(Place(path_from_here(path)), manifest=manifest)
            )
            return
        if self._options.spares:
            assembly, found = self._workspace.assembly(path), self._workspace.of(path, survey)
            self._note(assembly)
        else:
            assembly = self._without_spares(path)
            found = survey(assembly)
        self._tell(assembly.findings)
        units = found.units
        # A file that is one design is called as that design is.
        names = [unit.name for unit in units if unit.node == assembly.root and unit.assembly is assembly]
        self._titles.append(shown(names[0] if len(units) == 1 and names else short_name(path)))
        for unit in units:
            self._add_unit(unit, 1, units)
        if not any(unit.node == assembly.root and unit.assembly is assembly for unit in units):
            rest = Branch(assembly, assembly.root, {INHERIT: 1})
            self._add_wanted(f"{short_name(path)}, the rest", rest.without(self._units_in(rest, units)))

    def add_read_unit(self, unit: Unit, units: Sequence[Unit]) -> None:
        path = unit.assembly.path if unit.assembly else None
        if path is not None:
            assembly = self._note(self._workspace.assembly(path))
            self._titles.append(shown(short_name(path)))
            self._tell(assembly.findings)
            self._add_unit(unit, 1, units)

    def _without_spares(self, path: Path) -> Assembly:
        """A model whose spares are not wanted."""
        assembly = self._workspace.assembly(path)
        holders = [holder for holder in holders_of(assembly, TagReader()).all if holder.is_spare]
        marked = [(one.node, one.region.members if one.region else None) for one in holders]
        return self._note(assembly.without([each for one in marked for each in placements(assembly, *one)]))

    def _note(self, assembly: Assembly) -> Assembly:
        self._records.note(assembly)
        self._whole.append(assembly)
        return assembly

    # Units.

    def _add_unit(self, unit: Unit, times: int, units: Sequence[Unit]) -> None:
        """A unit without other units in it, which are counted by themselves."""
        if unit.assembly is None or unit.node is None:
            return
        branch = Branch(unit.assembly, unit.node, self._colours(unit)).repeated(times)
        branch = branch.without(self._units_in(branch, [other for other in units if other is not unit]))
        if not self._options.spares:
            spares = [marked for marked in unit.marked if marked.tag.role is Role.SPARE]
            branch = branch.without(each for spare in spares for each in _places(branch, spare))
        name = unit.name
        if name == str(unit.role):
            # It has no name but its file's.
            name = short_name(Path(unit.assembly.chosen or unit.assembly.document.name))
        self._add_wanted(name, branch, unit)

    def _add_wanted(self, name: str, branch: Branch, unit: Unit | None = None) -> None:
        """All of it, or what was asked for."""
        names = [unit.name, name] if unit else [name]
        if not self._options.only or is_called(names, self._options.only):
            self._add(name, branch)
            return
        self._names.append(names[0])
        for inner in self._wanted_in(branch, unit.marked if unit else ()):
            self._add(name, inner)

    def _wanted_in(self, branch: Branch, systems: Sequence[Marked]) -> Iterator[Branch]:
        """The systems and submodels that were asked for by name."""
        self._names += [marked.name for marked in systems]
        nodes: set[int] = set()
        for marked in systems:
            if is_called([marked.name], self._options.only):
                if marked.members is None:
                    nodes.add(marked.node)
                    continue
                for around in branch.within([marked.node]):
                    yield around.only(marked.members)
                branch = branch.without(_places(branch, marked))
        for node, names in branch.submodels():
            self._names.append(names[0])
            if is_called(names, self._options.only):
                nodes.add(node.index)
        yield from branch.within(nodes)

    def _colours(self, unit: Unit) -> Mapping[int, int]:
        """How often the model places a unit in each colour."""
        assert unit.assembly is not None
        assert unit.node is not None
        whole = next(one for one in self._whole if _is_of_one(one, unit.assembly))
        if id(whole) not in self._contexts:
            self._contexts[id(whole)] = count_nodes(whole, whole.root)
        found = self._contexts[id(whole)].get(unit.node, {})
        return found if sum(found.values()) == unit.times else {INHERIT: unit.times}

    def _units_in(self, branch: Branch, units: Iterable[Unit]) -> list[Placed]:
        """What places other units inside of a branch."""
        found: list[Placed] = []
        own = drawn_references(branch.assembly, branch.node)
        for unit in units:
            if unit.assembly is None or unit.node is None:
                continue
            if not _is_of_one(unit.assembly, branch.assembly):
                continue
            if unit.assembly in self._whole:
                found += placements(branch.assembly, unit.node, None)
                continue
            members = drawn_references(unit.assembly, unit.node)
            if unit.node != branch.node or members < own:
                found += placements(branch.assembly, unit.node, members)
        return found

    def _add(self, name: str, branch: Branch) -> None:
        """A source for each colour that it is placed in, where that makes a difference."""
        counts = branch.pieces(self._options.any_colour)
        fixed = branch.without_called(self._options.any_colour)
        together = found_together(fixed.assembly, fixed.node, self._records.piece_name)
        inherits = any(colour == INHERIT for _, colour in counts)
        for around, units in branch.colours.items() if inherits else [(INHERIT, branch.times)]:
            coloured = [
                Piece(part, around if colour == INHERIT else colour, count)
                for (part, colour), count in counts.items()
            ]
            pieces = tuple(self._recolour(coloured))
            if pieces and units:
                joined = tuple(self._joined(together, around))
                self.sources.append(Source(shown(name), units, pieces, joined, self._force))

    def _joined(self, together: Mapping[Together, int], around: int) -> Iterator[Joined]:
        """Of assemblies in two colours none that is given another colour: it may not be sold so."""
        for one, count in together.items():
            inner = [colour for _, colour in one.pieces if colour != one.colour]
            if any(colour in self._swaps for colour in inner):
                continue

            def own(colour: int) -> int:
                placed = around if colour == INHERIT else colour
                return self._swaps.get(placed, placed)

            pieces = tuple(Piece(part, own(colour), 1) for part, colour in one.pieces)
            yield Joined(one.part, own(one.colour), count, pieces)

    def _recolour(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        merged: dict[tuple[str, int], int] = {}
        for piece in pieces:
            self._unused.pop(piece.colour, None)
            colour = self._swaps.get(piece.colour, piece.colour)
            key = (piece.part, colour)
            merged[key] = merged.get(key, 0) + piece.count
        for (part, colour), count in sorted(merged.items()):
            yield Piece(part, colour, count)

    def _tell(self, findings: Iterable[Finding]) -> None:
        self._findings += [
            finding
            for finding in findings
            if finding.severity >= Severity.WARNING and finding.code.startswith(_TOLD)
        ]


def _is_of_one(one: Assembly, other: Assembly) -> bool:
    """Whether two are of the same file, and of the same submodel if one was chosen."""
    return one.document is other.document and one.chosen == other.chosen


def _places(branch: Branch, marked: Marked) -> list[Placed]:
    return placements(branch.assembly, marked.node, marked.members)


def _still_on_paper(names: Iterable[str]) -> str:
    listed = [shown(name) for name in dict.fromkeys(names)]
    one = len(listed) == 1
    return f"{and_more(listed)} {'is' if one else 'are'} still on paper: no model, so no parts to buy"


def one_of(gathered: Gathered, source: Source) -> Gathered:
    """What one of a unit needs, by itself."""
    return gathered._replace(sources=(replace(source, units=1),), findings=())
