"""A unit of a scene: its marked pieces, and what they give it together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fleets.dice.carried_systems import Loadout, System
from fleets.dice.vocabulary import GAMES, Vocabulary
from fleets.models.containment import Holder
from fleets.models.model_units import UNITS, Marked, Role, Tag, Unit
from fleets.models.tagged_model import Scene
from fleets.tagging import tag_findings
from fleets.tagging.tag_values import carried_by
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import Finding, Place
from ldraw_tools.reading.lines import shortened

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
