"""For every rule of systems, companies and lint a good subject and a bad one, for every edition to judge.

What one edition says of files is in `rules/`; here the same sentences have to come from all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fleets.forces.force import Force, Game
from fleets.models.model_units import Unit
from tests.fielding import SCOUT, SOLDIER, anvil, company, frame, station, systems


@dataclass(frozen=True)
class Case:
    code: str
    good: Force | Unit
    bad: Force | Unit
    message: str
    fix: str
    options: Mapping[str, Any] = field(default_factory=dict)
    # The line of the entry that is at fault, where it isn't the whole company.
    line: int = 1


SKIRMISH = Game("skirmish", 3)
ALIKE = company((frame(), 3), game=SKIRMISH)

CASES = (
    Case(
        "SYS001",
        frame("Brutus", SOLDIER),
        frame("Brutus", SOLDIER + " Rd"),
        "Brutus carries 5 systems; a frame has room for 4",
        "Take off 1 system.",
    ),
    Case(
        "SYS002",
        frame("Brutus", "Rd Rd/Ra Rd/Ra"),
        frame("Brutus", "Rd Rd Rd/Ra"),
        "Brutus carries 2.5 direct-fire weapons, halves of split weapons counted;"
        " a frame may have 2 of a type",
        "Replace 1 of them with another type.",
    ),
    Case(
        "SYS003",
        company((frame("Brutus", "Rd/Ra B"), 3), options={"split-range": True}),
        company((frame("Brutus", "Rd/Ra B"), 3), (frame("Scout", "Rh/Rd Rd/Ra"), 1)),
        "3 × Brutus and Scout carry 5 split-range weapons: the group has not agreed to split weapons"
        " (option split-range)",
        "Agree on them and write split-range: true under options:, or carry full weapons instead.",
        line=4,
    ),
    Case(
        "SYS004",
        frame("Brutus", SOLDIER, rockets=3),
        frame("Brutus", SOLDIER, rockets=5),
        "Brutus carries 5 rockets; a frame carries at most 3",
        "Give 2 rockets to another frame.",
    ),
    Case(
        "SYS005",
        company((frame("Diver", "B G E:deep-water"), 3), options={"environments": ["Deep Water"]}),
        company((frame("Diver", "B G E:deep-water"), 3), options={"environments": ["vacuum"]}),
        "3 × Diver carry 3 environmental systems for deep-water: the group has not agreed to deep-water"
        " (option environments)",
        "Agree on it and list deep-water in environments: under options:, or carry another system.",
        line=4,
    ),
    Case(
        "SYS006",
        frame("Brutus", SOLDIER, declared=systems(SOLDIER)),
        frame("Brutus", "B Rd Rd", declared=systems(SOLDIER)),
        "Brutus is declared with 1B 1G 1Y 2Rd, but its model is tagged with 1B 2Rd & d8",
        "Make the two agree: tag 1 movement system and 1 comms system in the model or strike it from"
        " the list; list 1 direct-fire weapon or untag it in the model.",
    ),
    Case(
        "SYS007",
        frame("Brutus", "B G Rd"),
        frame("Brutus", "B Y Y Rd"),
        "Brutus carries 2 comms systems; the type is banned in this game (option ban)",
        "Carry another type instead, or take Y off ban: where your group agreed on it.",
        {"ban": ["y"]},
    ),
    Case(
        "SYS010",
        station("Depot"),
        station("Depot", "Rd B"),
        "Depot carries 1 defense system and 1 direct-fire weapon; a station carries nothing in Rapid Attack",
        "Take off or untag 1 defense system and 1 direct-fire weapon.",
    ),
    Case(
        "CMP001",
        company((frame(), 4), stations=2, game=SKIRMISH),
        company((frame(), 4), stations=3, game=SKIRMISH),
        "Estar's Anvil has 3 stations; a company in a skirmish of 3 players has exactly 2",
        "Take away 1 station, or bring the company to a game that it fits.",
    ),
    Case(
        "CMP002",
        company((frame(), 5), game=SKIRMISH),
        company((frame(), 7), game=SKIRMISH),
        "Estar's Anvil has 7 frames; a company in a skirmish of 3 players has 3 to 5",
        "Take away 2 frames, or bring the company to a game that it fits; frames under spares: don't count.",
    ),
    Case(
        "CMP003",
        company((frame(rockets=1), 3)),
        company((frame(rockets=2), 3)),
        "Estar's Anvil has 6 rockets; a company has exactly 3 (option rockets)",
        "Take away 3 rockets, or agree with everybody on 6 (rockets: 6 under options:);"
        " every company has the same number.",
    ),
    Case(
        "CMP004",
        anvil(),
        anvil(game=Game()),
        "With 5 frames and 2 stations Estar's Anvil is legal for a skirmish of 3 players and a battle of"
        " 3 or 4 players",
        "State size and players under game: (or with --game and --players) to have it checked for that game.",
    ),
    Case(
        "CMP005",
        company((frame("Brutus", "B Rd"), 2), (frame("Scout", SCOUT), 1)),
        company((frame("Brutus", "B G Rd"), 2), (frame("Scout", SCOUT), 1)),
        "Estar's Anvil has 3.33 systems a frame (10 systems on 3 frames); the group agreed on at most 3"
        " (option average-systems)",
        "Take off 1 system.",
        {"average-systems": 3},
    ),
    Case(
        "CMP006",
        company((frame("Brutus", "B Rd E:vacuum"), 3)),
        company((frame("Brutus", "B Rd E:vacuum"), 3), (frame("Scout", SCOUT), 2)),
        "2 × Scout carry no environmental system for vacuum: a white die less there for 2 frames"
        " (option environments)",
        "Put E:vacuum in place of another system, or fight on with one white die.",
        {"environments": ["vacuum"]},
    ),
    Case(
        "CMP007",
        anvil(),
        company((frame(), 2), (frame("Scout", SCOUT), 2), (frame("Howitzer", "B Ra Y Y"), 1)),
        "Of the 5 frames of Estar's Anvil 2 are alike; the advice is 3 alike and 2 specialists",
        "Only advice: give 3 frames the same systems and 2 a task of their own.",
    ),
    Case(
        "LNT001",
        frame("Scout", SCOUT, rockets=1),
        frame("Scout", SCOUT),
        "Scout has no weapon and no rocket: it can attack hand-to-hand only, with white dice",
        "Give it a weapon or a rocket, unless it is meant to spot and to take ground.",
    ),
    Case(
        "LNT002",
        frame("Howitzer", "B Ra Y Y"),
        frame("Howitzer", "B B Rd/Ra Y"),
        "Howitzer fires artillery and carries 1 comms system: at its own range it can't spot for the others",
        "Give it a second comms system to spot targets for other frames, or use the place otherwise.",
    ),
    Case(
        "LNT003",
        frame("Lancer", "B G Rd Rh/Rd"),
        frame("Lancer", "B G Rh Rh/Rd"),
        "Lancer gives up its sprint (Gd8) for 1 hand-to-hand/direct split weapon",
        "Carry a full hand-to-hand weapon instead to sprint, or a full ranged weapon to make up for it.",
    ),
    Case(
        "LNT004",
        anvil(),
        company((frame("Brutus", SOLDIER, rockets=1), 2), (frame("Cassius", SOLDIER), 1)),
        "All 3 frames of Estar's Anvil carry the same: 1 defense system, 1 movement system, 1 comms system"
        " and 1 direct-fire weapon",
        "Make one or two of them specialists: artillery, a scout with two comms systems, a fast one.",
    ),
    Case(
        "LNT005",
        anvil(),
        company((frame(), 3), (frame("Glass", "Rd Rd Y G"), 1)),
        "Glass carries nothing blue: the defense is whatever a white die shows",
        "Give up another system for a defense system, or keep to cover.",
        line=5,
    ),
    Case(
        "LNT006",
        frame("Diver", "B E:water E:ice"),
        frame("Diver", "B E:water E:water"),
        "Diver carries 2 systems for water; one does all there is to do",
        "Carry another system in place of one of them.",
    ),
)
