"""What a model is: its units and what each carries, from its tags; and findings about those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from catalog.vocabulary import GAMES, Vocabulary
from fleets.dice.carried_systems import Loadout, System
from fleets.forces.force import Fielded, Force
from fleets.models.containment import Holder, holders_of
from fleets.models.model_units import UNITS, Marked, Proposal, Role, Survey, Tag, Unit
from fleets.models.proposals import hint, proposals
from fleets.models.tagged_model import Scene, submodels_of
from fleets.notation.notation_reading import Games
from fleets.tagging import tag_findings
from fleets.tagging.equipment_words import ManifestTag
from fleets.tagging.file_tags import TagReader, comments_for_tags
from fleets.tagging.tag_values import SHIP_CLASSES, carried_by, described
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import Finding, Place, in_file_order
from ldraw_tools.model_findings import NOTHING_IN_IT
from ldraw_tools.reading.lines import shortened


def loose_pieces(scene: Scene) -> Iterator[Finding]:
    for index, tag in scene.loose.items():
        if tag.role is not Role.SPARE:
            yield tag_findings.LOOSE.at(tag.place, name=shortened(scene.name(index), 60), tag=described(tag))


def units_in_units(scene: Scene, index: int, unit: Unit, counts: Mapping[int, int]) -> Iterator[Finding]:
    for other, count in counts.items():
        tag = scene.tag(other)
        if other != index and count and tag and tag.role is unit.role and unit.role in UNITS:
            names = {"name": shortened(scene.name(other)), "around": shortened(unit.name)}
            yield tag_findings.UNIT_IN_UNIT.at(tag.place, role=unit.role, **names)


# A loadout lists its systems one by one; more than this breaks every rule anyway.
MOST_CARRIED = 999
_LONGEST_NAME = 200


class UnitReader:
    """Makes units of holders; collects findings about their notations, each once."""

    def __init__(self, scene: Scene, vocabulary: Vocabulary) -> None:
        self.findings: list[Finding] = []
        self._scene = scene
        self._vocabulary = vocabulary
        self._carried: dict[tuple[Tag, bool], Loadout] = {}
        # Notations that were read without findings; most are in a model more than once.
        self._clean: dict[tuple[Role, str, bool], Loadout] = {}

    def unit(self, index: int, role: Role, body: str, counts: Mapping[int, int]) -> Unit:
        """`counts` says how often each holder is in the unit itself."""
        scene = self._scene
        name, place = scene.name(index), scene.place(index)
        # A title may have a million letters, and every finding names its unit.
        name = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
        marked = tuple(self._pieces(counts, body))
        return Unit(
            role,
            name,
            body,
            place,
            self._total(marked, name, place),
            marked,
            scene.counts.get(index, 1),
            self._assembly(scene.holder(index)),
            scene.holder(index).node,
            within=tuple(self._units_within(index, counts)),
        )

    def _assembly(self, holder: Holder) -> Assembly:
        """For marked parts of a file the model without the rest of that file, to measure them."""
        assembly = self._scene.assembly
        if holder.region is None:
            return assembly
        others = set(range(len(assembly.nodes[holder.node].targets))) - set(holder.region.members)
        return assembly.without((holder.node, reference) for reference in others)

    def _pieces(self, counts: Mapping[int, int], body: str) -> Iterator[Marked]:
        scene = self._scene
        tagged = [index for index, count in counts.items() if count and scene.tag(index)]
        for index in sorted(tagged, key=lambda index: scene.in_order.get(index, len(scene.in_order))):
            holder = scene.holder(index)
            if holder.tag is None or holder.is_unit:
                continue
            members = holder.region.members if holder.region else None
            loadout = self._loadout(holder.tag, body)
            yield Marked(holder.tag, scene.name(index), holder.node, members, counts[index], loadout)

    def _units_within(self, around: int, counts: Mapping[int, int]) -> Iterator[Marked]:
        for index, count in counts.items():
            holder = self._scene.holder(index)
            if count and index != around and holder.tag and holder.is_unit:
                members = holder.region.members if holder.region else None
                yield Marked(holder.tag, self._scene.name(index), holder.node, members, count)

    def _loadout(self, tag: Tag, body: str) -> Loadout:
        """Read in the unit's own game: a frame in a carrier's hold keeps the frames' letters."""
        games = [self._vocabulary]
        if not self._vocabulary.body(body):
            games = [game for game in GAMES if game.body(body)] or games
        is_own = games == [self._vocabulary]
        key, clean = (tag, is_own), (tag.role, tag.value, is_own)
        if key not in self._carried and clean in self._clean:
            return self._clean[clean]
        if key not in self._carried:
            self._carried[key], said = carried_by(tag, games)
            self.findings.extend(said)
            if not said:
                self._clean[clean] = self._carried[key]
        return self._carried[key]

    def _total(self, marked: Sequence[Marked], name: str, place: Place) -> Loadout:
        pieces = [piece for piece in marked if piece.tag.role not in (Role.SPARE, *UNITS)]
        systems = sum(piece.loadout.count * piece.times for piece in pieces)
        rockets = sum(piece.loadout.rockets * piece.times for piece in pieces)
        for count, what in ((systems, "systems"), (rockets, "rockets")):
            if count > MOST_CARRIED:
                values = {"name": shortened(name, 60), "count": f"{count:,}", "what": what}
                self.findings.append(tag_findings.TOO_MANY_CARRIED.at(place, most=MOST_CARRIED, **values))
        listed: list[System] = []
        for piece in pieces:
            room = MOST_CARRIED - len(listed)
            listed += (piece.loadout.systems * min(piece.times, room))[:room]
        ace = next((piece.loadout.ace for piece in pieces if piece.loadout.ace), "")
        return Loadout(tuple(listed), min(rockets, MOST_CARRIED), ace)


__all__ = ["ManifestTag", "as_force", "suggested_game", "survey"]

# Units that share submodels look at them again, each for itself.
_MOST_STEPS = 1_000_000

_FLEET = frozenset({Role.SHIP, Role.HVA, Role.COMPANY, Role.DEBRIS, Role.ACE})
_FLEET_UNITS = _FLEET & UNITS - {Role.DEBRIS}
_CARRIERS = frozenset({Role.FRAME, Role.SHIP, Role.COMPANY})
# What tells what a model without a tag of its own carries; a base or a pilot doesn't.
_DESCRIBING = frozenset({Role.SYSTEM, Role.ROCKET, Role.ACE})
_ON_CARRIERS = frozenset({Role.SYSTEM, Role.ROCKET, Role.PILOT})


def survey(
    assembly: Assembly,
    games: Games = GAMES,
    manifest_tags: Sequence[ManifestTag] = (),
    *,
    untagged: Role | None = None,
    body: str = "",
) -> Survey:
    """The units of a model, every instance counted.

    Of several games the tags choose one. A model that no tag calls a unit is taken for `untagged` with
    that body; where that isn't said, for a frame, unless something else fits better.
    """
    reader = TagReader(manifest_tags)
    scene = Scene(assembly, holders_of(assembly, reader), reader)
    return _Surveyor(scene, _vocabulary(scene, games)).survey(untagged, body)


def suggested_game(found: Survey) -> str:
    """`fleet` for models with ships and what belongs to them, else `frames`."""
    roles = {unit.role for unit in found.units} | {m.tag.role for unit in found.units for m in unit.marked}
    return "fleet" if roles & _FLEET else "frames"


def as_force(found: Survey, name: str, place: Place) -> Force:
    """A model by itself, everything as often as it is placed: several frames are a company, ships a fleet."""
    fielded = tuple(Fielded(unit, unit.times, unit.place) for unit in found.units)
    force = Force("model", name, place, fielded)
    ships, frames = force.count(*_FLEET_UNITS), force.count(Role.FRAME)
    if ships > 1:
        return replace(force, kind="fleet")
    # Frames in the hold of one ship are its cargo.
    return replace(force, kind="company") if frames > 1 and not ships else force


def _vocabulary(scene: Scene, games: Games) -> Vocabulary:
    if isinstance(games, Vocabulary):
        return games
    is_fleet = any(tag.role in _FLEET for index in scene.in_order if (tag := scene.tag(index)))
    wanted = {*SHIP_CLASSES, str(Role.COMPANY)} if is_fleet else {str(Role.FRAME)}
    return next((game for game in games if wanted & {body.name for body in game.bodies}), games[0])


class _Surveyor:
    def __init__(self, scene: Scene, vocabulary: Vocabulary) -> None:
        self._scene = scene
        self._vocabulary = vocabulary
        self._reader = UnitReader(scene, vocabulary)
        self._findings: list[Finding] = list(scene.holders.findings)
        self._proposals: dict[Place, Proposal] = {}
        self._steps_left = _MOST_STEPS

    def survey(self, untagged: Role | None, body: str) -> Survey:
        scene = self._scene
        units: list[Unit] = []
        for index in scene.in_order:
            tag = scene.tag(index)
            if tag and scene.holder(index).is_unit:
                if self._steps_left < 0:
                    name = shortened(scene.name(index), 60)
                    self._findings.append(tag_findings.TOO_TANGLED.at(tag.place, name=name))
                    break
                units.append(self._unit(index, tag.role, tag.value or str(tag.role)))
        taken = None
        if not scene.holder(scene.root).is_unit:
            wanted = self._taken_for({unit.role for unit in units}, untagged)
            if wanted is None:
                self._findings.extend(loose_pieces(scene))
            elif self._is_empty and untagged is None:
                pass
            elif self._is_in_the_game(wanted, body):
                taken = wanted
                unit = self._unit(scene.root, taken, body or str(taken))
                said = any(marked.tag.role in _DESCRIBING for marked in unit.marked)
                is_described = said or scene.tag(scene.root) is not None
                unit = replace(unit, is_unread=self._is_empty)
                units.insert(0, replace(unit, is_described=is_described, is_tagged=is_described))
        documents = {id(node.document): node.document for node in scene.assembly.nodes if not node.is_part}
        for document in documents.values():
            self._findings.extend(comments_for_tags(document) if document else ())
        findings = in_file_order([*self._findings, *self._reader.findings])
        proposed = sorted(self._proposals.values(), key=lambda one: one.place.line)
        return Survey(units, findings, submodels_of(scene, taken), proposed)

    @property
    def _is_empty(self) -> bool:
        """Whether the file is empty, which was reported when it was read; there is no unit to judge."""
        return any(found.code == NOTHING_IN_IT.code for found in self._scene.assembly.findings)

    def _unit(self, index: int, role: Role, body: str) -> Unit:
        counts = self._scene.holders.below(index, into_units=False)
        self._steps_left -= len(counts)
        unit = self._reader.unit(index, role, body, counts)
        self._findings.extend(units_in_units(self._scene, index, unit, counts))
        proposed = list(proposals(self._scene, index, unit, counts, self._vocabulary))
        self._findings.extend(map(hint, proposed))
        self._proposals.update((one.place, one) for one in proposed if one.is_here)
        return unit

    def _taken_for(self, units: set[Role], untagged: Role | None) -> Role | None:
        """What the main model is, where its tag doesn't say so and its units leave that open."""
        loose = {tag.role for tag in self._scene.loose.values()}
        if units and (units & _CARRIERS or not loose & _ON_CARRIERS):
            return None
        own = self._scene.tag(self._scene.root)
        if untagged or units or own is None:
            return untagged or _fitting(loose)
        return own.role

    def _is_in_the_game(self, role: Role, body: str) -> bool:
        """A frame among ships, and a ship without a class, can't be judged by anything."""
        if role is Role.SHIP and not body:
            why = "a ship needs its class"
        elif role is Role.FRAME and not self._vocabulary.body(body or str(role)):
            why = f"{self._vocabulary.name} has no frames"
        else:
            return True
        choices = " or ".join([*(f"0 !MFZ SHIP {name.upper()}" for name in SHIP_CLASSES), "0 !MFZ HVA"])
        place, name = self._scene.place(self._scene.root), shortened(self._scene.name(self._scene.root), 60)
        self._findings.append(tag_findings.NO_UNIT.at(place, name=name, why=why, choices=choices))
        return False


def _fitting(roles: set[Role]) -> Role:
    """A flag alone makes a station, an ace alone a company; else it is a frame."""
    if not roles & _ON_CARRIERS and Role.FLAG in roles:
        return Role.STATION
    return Role.COMPANY if roles & {Role.ACE, Role.SYSTEM} == {Role.ACE} else Role.FRAME
