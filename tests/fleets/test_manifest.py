"""Manifests: what they field, and what is said, at which line and column, of those that are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import INTERCEPT_ORBIT
from fleets.dice.carried_systems import Loadout
from fleets.forces import manifest_findings
from fleets.forces.force import Force, Game, Mech, Suppression
from fleets.forces.manifest import Manifest, read_manifest
from fleets.forces.named_files import SITE_FILE, files_in
from fleets.models.model_units import Role
from fleets.tagging import tag_findings
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.file_overlay import fence_in, seen_through
from ldraw_tools.findings import BrickyardError, Kind, Place, Severity
from ldraw_tools.reading import document
from tests.building import PARTS, codes, model, place, the

BRICK = place("brick.dat")
CHUB = model(
    "0 FILE main.ldr",
    "0 ST-07 Chub",
    place("rifle.ldr"),
    place("shield [1B].ldr"),
    "0 FILE rifle.ldr",
    "0 !MFZ SYSTEM 2Rd",
    BRICK,
    "0 FILE shield [1B].ldr",
    BRICK,
)
PLAIN = model("0 FILE main.ldr", place("rifle.ldr"), "0 FILE rifle.ldr", BRICK)
DEPOT = model("0 Depot", BRICK)
SQUAD = model(
    "0 FILE main.ldr",
    place("a [frame].ldr"),
    place("a [frame].ldr"),
    place("b [frame].ldr"),
    place("c [station].ldr"),
    *(line for name in ("a [frame]", "b [frame]", "c [station]") for line in (f"0 FILE {name}.ldr", BRICK)),
)
CARRIER = model("0 Carrier", "0 !MFZ SHIP CAPITAL", BRICK)
ARMED = model(
    "0 FILE x.ldr", place("m [rocket].ldr"), place("m [rocket].ldr"), "0 FILE m [rocket].ldr", BRICK
)
MODELS = {
    "chub.mpd": CHUB,
    "plain.mpd": PLAIN,
    "depot.ldr": DEPOT,
    "squad.mpd": SQUAD,
    "carrier.ldr": CARRIER,
    "armed.mpd": ARMED,
}


class Opener:
    """Opens models, and remembers which."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    def __call__(self, path: Path) -> Assembly:
        self.opened.append(path.name)
        return assemble(document.read(path), PARTS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in MODELS.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def read(folder: Path, text: str, opener: Opener | None = None) -> Manifest:
    path = folder / "anvil.yaml"
    path.write_text(text, "utf-8")
    return read_manifest(path, opener or Opener())


def force_of(manifest: Manifest) -> Force:
    assert isinstance(manifest.subject, Force)
    return manifest.subject


ANVIL = """\
company: Estar's Anvil
edition: rapid-attack
game: {size: skirmish, players: 3}
options: {split-range: true, rockets: 4, environments: [vacuum, "no"]}
frames:
  - {model: chub.mpd, name: Brutus, count: 3, rockets: 1}
  - {name: Scout, systems: 1B 1G 2Y}
stations:
  - {model: depot.ldr, count: 2}
spares:
  - {name: Reserve, systems: "2Rd"}
faction: Free Colonies
author: Estar
licence: CC BY 4.0
photo: pictures/anvil.jpg
suppress: {SIZ003: it crouches}
"""


def test_a_company_is_read_as_it_is_written(folder: Path) -> None:
    manifest = read(folder, ANVIL)
    force = force_of(manifest)
    assert manifest.findings == []
    assert (force.kind, force.name, force.place) == ("company", "Estar's Anvil", Place("anvil.yaml", 1, 10))
    assert (manifest.edition, manifest.edition_place) == ("rapid-attack", Place("anvil.yaml", 2, 10))
    assert force.game == Game("skirmish", 3)
    assert force.options == {"split-range": True, "rockets": 4, "environments": ["vacuum", "no"]}
    assert (force.count(Role.FRAME), force.count(Role.STATION), force.systems) == (4, 2, 10)
    assert force.suppressed == {"SIZ003": Suppression("it crouches", Place("anvil.yaml", 16, 12))}
    assert force.about == manifest.about
    assert dict(force.about) == {
        "faction": "Free Colonies",
        "author": "Estar",
        "licence": "CC BY 4.0",
        "photo": "pictures/anvil.jpg",
    }
    assert [spare.unit.name for spare in force.spares] == ["Reserve"]


def test_three_brutuses_carry_three_rockets(folder: Path) -> None:
    force = force_of(read(folder, ANVIL))
    brutus = force.fielded[0]
    assert (brutus.count, brutus.unit.name, brutus.place) == (3, "Brutus", Place("anvil.yaml", 6, 5))
    assert brutus.unit.loadout == Loadout.of("B", "Rd", rockets=1)
    assert force.rockets == 3


def test_a_unit_with_a_model_is_judged_there_and_one_on_paper_in_the_manifest(folder: Path) -> None:
    brutus, scout, depot = force_of(read(folder, ANVIL)).fielded
    assert brutus.unit.assembly is not None
    assert brutus.unit.place.file == "chub.mpd"
    assert (scout.unit.assembly, scout.unit.place) == (None, Place("anvil.yaml", 7, 5))
    assert scout.unit.loadout == Loadout.of("B", "G", "Y", "Y")
    assert (depot.unit.role, depot.unit.body) == (Role.STATION, "station")


def test_a_fleet_is_read_as_it_is_written(folder: Path) -> None:
    manifest = read(
        folder,
        "fleet: Home Guard\n"
        "ships:\n"
        "  - {model: carrier.ldr, name: Anvil}\n"
        "  - {class: frigate, name: Spark, systems: 2Rp 1B, count: 2}\n"
        "companies: [{name: Foxes}]\n"
        "hvas: [{name: Yard, count: 3}]\n"
        "ace: Red\n",
    )
    force = force_of(manifest)
    assert manifest.findings == []
    assert (force.kind, force.ace) == ("fleet", "red")
    assert [(one.count, one.unit.role, one.unit.body) for one in force.fielded] == [
        (1, Role.SHIP, "capital"),
        (2, Role.SHIP, "frigate"),
        (1, Role.COMPANY, "company"),
        (3, Role.HVA, "hva"),
    ]
    assert force.fielded[1].unit.loadout == Loadout.of("Rp", "B")
    assert all(one.unit.is_described for one in force.fielded)
    assert [one.unit.loadout.ace for one in force.fielded] == ["", "", "R", ""]


@pytest.mark.parametrize(("colour", "letter"), [("red", "R"), ("Blue", "B"), ("green", "G"), ("yellow", "Y")])
def test_the_company_that_has_the_ace_says_in_which_colour(folder: Path, colour: str, letter: str) -> None:
    manifest = read(folder, f"fleet: A\ncompanies: [{{name: Foxes, ace: {colour}}}, {{name: Wolves}}]\n")
    assert [one.unit.loadout.ace for one in force_of(manifest).fielded] == [letter, ""]


def test_a_mech_is_read_as_it_is_written(folder: Path) -> None:
    manifest = read(
        folder,
        "mech: Standard\n"
        "mounts: {left-shoulder: wing shield, right-arm: fist, left-arm: }\n"
        "armour: {torso: 2, legs: 1}\n"
        "suppress: [{code: mec004, reason: slow is fine}]\n",
    )
    mech = manifest.subject
    assert isinstance(mech, Mech)
    assert manifest.findings == []
    assert mech.mounts == {"left-shoulder": "wing shield", "right-arm": "fist", "left-arm": ""}
    assert mech.armour == {"torso": 2, "legs": 1}
    assert mech.places["right-arm"] == Place("anvil.yaml", 2, 49)
    assert mech.places["legs"] == Place("anvil.yaml", 3, 26)
    assert mech.suppressed == {"MEC004": Suppression("slow is fine", Place("anvil.yaml", 4, 19))}


# Models.


def test_a_model_named_often_is_read_once(folder: Path) -> None:
    opener = Opener()
    text = "company: A\nframes:\n" + "  - {model: chub.mpd}\n  - {model: ./chub.mpd, name: B}\n" * 75
    force = force_of(read(folder, text, opener))
    assert opener.opened == ["chub.mpd"]
    assert len({id(one.unit) for one in force.fielded if one.unit.name == "ST-07 Chub"}) == 1


def test_ten_thousand_frames_are_read_as_one(folder: Path) -> None:
    force = force_of(read(folder, "company: A\nframes: [{model: chub.mpd, count: 10000, rockets: 3}]\n"))
    assert (force.count(Role.FRAME), force.systems, force.rockets) == (10_000, 20_000, 30_000)
    assert len(force.fielded) == 1


@pytest.mark.parametrize(
    ("colour", "fix"),
    [
        ("dark red", ""),
        ('"#8A1F1F"', ""),
        ("320", ""),
        ("Dark Redd", "Did you mean Dark Red?"),
        ("of autumn leaves", "Write a name of LDraw's, such as Dark Red, its number, or #RRGGBB."),
    ],
)
def test_a_force_has_a_colour_that_is_known(folder: Path, colour: str, fix: str) -> None:
    manifest = read(folder, f"company: A\ncolour: {colour}\nframes: [{{model: chub.mpd}}]\n")
    assert [str(finding.fix) for finding in manifest.findings] == ([fix] if fix else [])
    assert ("colour" in manifest.about) is not bool(fix)


def test_a_model_may_lie_above_the_manifest_but_not_at_an_absolute_path(folder: Path) -> None:
    (folder / "companies").mkdir()
    path = folder / "companies" / "a.yaml"
    path.write_text(f"company: A\nframes:\n  - {{model: ../chub.mpd}}\n  - {{model: {folder}/chub.mpd}}\n")
    manifest = read_manifest(path, Opener())
    assert codes(manifest.findings) == ["MAN040"]
    assert manifest.findings[0].place == Place("companies/a.yaml", 4, 13)
    assert manifest.models == {"chub.mpd": folder / "chub.mpd"}


@pytest.mark.parametrize(
    "name", ["C:\\frames\\chub.mpd", "\\\\server\\chub.mpd", "~/chub.mpd", "/chub.mpd", "c:x"]
)
def test_a_path_that_is_absolute_on_any_machine_is_refused(folder: Path, name: str) -> None:
    opener = Opener()
    manifest = read(folder, f"company: A\nframes:\n  - {{model: '{name}'}}\n", opener)
    assert codes(manifest.findings) == ["MAN040"]
    assert opener.opened == []


@pytest.mark.parametrize("name", ["secret", "secret.txt", "../secret", "chub.mpd.bak"])
def test_only_models_are_ever_read_as_models(folder: Path, name: str) -> None:
    (folder / name).write_text("password", "utf-8")
    opener = Opener()
    manifest = read(folder, f"company: A\nframes:\n  - {{model: '{name}'}}\n", opener)
    assert codes(manifest.findings) == [manifest_findings.UNREADABLE.code]
    assert opener.opened == []


def test_from_an_upload_nothing_leaves_its_folder(folder: Path) -> None:
    inside = folder / "upload"
    inside.mkdir()
    (inside / "link.mpd").symlink_to(folder / "chub.mpd")
    path = inside / "a.yaml"
    path.write_text("company: A\nframes:\n  - {model: ../chub.mpd}\n  - {model: link.mpd}\n")
    opener = Opener()
    with seen_through(fence_in((inside.resolve(),))):
        manifest = read_manifest(path, opener)
    assert codes(manifest.findings) == [manifest_findings.OUTSIDE.code] * 2
    assert opener.opened == []


NO_FOLDER = "There is no folder frames either; write the path from this file's folder."


@pytest.mark.parametrize(
    ("line", "kind", "column", "fix"),
    [
        ("{model: chub.mdp}", manifest_findings.NO_MODEL, 13, "Did you mean chub.mpd?"),
        ("{model: xyzzy.io}", manifest_findings.NO_MODEL, 13, "Correct the name, or put the file there."),
        ("{model: frames/chub.mpd}", manifest_findings.NO_MODEL, 13, "Did you mean chub.mpd?"),
        ("{model: A.LDR}", manifest_findings.NO_MODEL, 13, "Did you mean parts/a.ldr?"),
        ("{model: frames/xyzzy.mpd}", manifest_findings.NO_MODEL, 13, NO_FOLDER),
        ("{model: parts}", manifest_findings.FOLDER, 13, "Name a file in it, such as parts/a.ldr."),
        (
            "{model: bad.io}",
            manifest_findings.UNREADABLE,
            13,
            "Fix that, or open it in its editor and save it again.",
        ),
        (
            "{model: carrier.ldr}",
            manifest_findings.NOT_HELD,
            13,
            "List it under ships:, or tag the model as a frame: 0 !MFZ FRAME.",
        ),
        (
            "{name: Nobody}",
            manifest_findings.ONLY_A_NAME,
            5,
            "Add model: or systems: (none if it carries nothing).",
        ),
        ("{model: armed.mpd, rockets: 1}", manifest_findings.OTHER_ROCKETS, 33, "Correct one of the two."),
    ],
)
def test_what_is_wrong_with_an_entry_is_said_where_it_stands(
    folder: Path, line: str, kind: Kind, column: int, fix: str
) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "a.ldr").write_bytes(DEPOT)
    (folder / "bad.io").write_bytes(b"x")

    def opener(path: Path) -> Assembly:
        if path.suffix == ".io":
            raise BrickyardError("bad.io: is no archive")
        return assemble(document.read(path), PARTS)

    path = folder / "anvil.yaml"
    path.write_text(f"company: A\nframes:\n  - {line}\n")
    manifest = read_manifest(path, opener)
    finding = the(kind, manifest.findings)
    assert (finding.place, finding.fix) == (Place("anvil.yaml", 3, column), fix)


@pytest.mark.parametrize(
    ("lists", "unread", "is_partial"),
    [
        ("frames: [{model: chub.mpd}]", False, False),
        ("frames: [{name: Nobody}]", False, False),
        ("frames: [{model: gone.mpd}]", True, False),
        ("frames: [{model: gone.mpd, systems: 1B}]", False, False),
        ("frames: [{systems: 1X}]", True, False),
        ("frames: [{modle: chub.mpd, count: 2}]", True, False),
        ("frames: [{modle: chub.mpd}]", True, True),
        ("frames: [{model: chub.mpd, cuont: 2}]", False, True),
        ("frames: [{model: chub.mpd, count: 0}]", False, True),
        ("frames: [{model: chub.mpd}, depot.ldr]", False, True),
        ("frames: {A: {model: chub.mpd}}", False, True),
        ("frames: [{model: carrier.ldr}]", False, True),
        ("framse: [{model: chub.mpd}]", False, True),
        ("stations: [{model: gone.mpd}]", True, False),
        ("stations: [{name: Depot}]", False, False),
    ],
)
def test_what_could_not_be_read_is_known_to_be_unknown(
    folder: Path, lists: str, unread: bool, is_partial: bool
) -> None:
    force = force_of(read(folder, f"company: A\n{lists}\n"))
    assert any(one.unit.is_unread for one in force.fielded) == unread
    assert force.is_partial == is_partial


def test_an_empty_model_is_unread(folder: Path) -> None:
    (folder / "empty.ldr").write_bytes(b"0 nothing yet\n")
    force = force_of(read(folder, "company: A\nframes: [{model: empty.ldr, count: 3}]\n"))
    assert [(one.count, one.unit.is_unread) for one in force.fielded] == [(3, True)]


def test_a_frame_whose_model_is_missing_is_still_a_frame(folder: Path) -> None:
    force = force_of(read(folder, "company: A\nframes: [{model: gone.mpd, count: 3, systems: 1B}]\n"))
    assert (force.count(Role.FRAME), force.systems) == (3, 3)
    assert force.fielded[0].unit.name == "gone"


def test_small_ones_curled_quotation_marks_around_a_name_are_told(tmp_path: Path) -> None:
    text = "company: „Anvil“\nframes:\n  - {name: “Ajax”, systems: 1B}\n  - {name: “Ax” Two, systems: 1B}\n"
    text += "  - {name: “B”, systems: 1B}\n  - {name: “”, systems: 1B}\n"
    manifest = read(tmp_path, text)
    assert codes(manifest.findings) == ["MAN070"] * 3
    first, second, _ = manifest.findings
    assert (
        first.message == "the quotation marks of „Anvil“ belong to the name: only straight ones are left out"
    )
    assert (second.place, second.fix) == (Place("anvil.yaml", 3, 12), 'Write "Ajax" or Ajax.')


def test_every_frame_of_a_model_is_fielded_as_often_as_it_is_placed(folder: Path) -> None:
    manifest = read(folder, "company: A\nframes: [{model: squad.mpd, count: 2, name: Left}]\n")
    assert [(one.unit.name, one.count) for one in force_of(manifest).fielded] == [
        ("Left: a", 4),
        ("Left: b", 2),
    ]
    finding = the(manifest_findings.ALSO_HELD, manifest.findings)
    assert (finding.severity, finding.message) == (
        Severity.INFO,
        "“squad.mpd” also contains a station, not counted here",
    )


def test_a_model_is_what_its_list_says_where_it_has_no_tag(folder: Path) -> None:
    text = "company: A\nframes: [{model: plain.mpd}]\nstations: [{model: plain.mpd}]\n"
    assert [one.unit.role for one in force_of(read(folder, text)).fielded] == [Role.FRAME, Role.STATION]


# Systems and rockets.


def test_declared_systems_stand_beside_the_tagged_ones(folder: Path) -> None:
    text = "company: A\nframes: [{model: chub.mpd, systems: 2Rd 1G}]\n"
    unit = force_of(read(folder, text)).fielded[0].unit
    assert unit.loadout == Loadout.of("B", "Rd")
    assert unit.declared == Loadout.of("G", "Rd")


def test_systems_may_be_a_list(folder: Path) -> None:
    text = "company: A\nframes: [{name: S, systems: [2Rd, 2Rd, 1B]}]\n"
    assert force_of(read(folder, text)).fielded[0].unit.loadout == Loadout.of("B", "Rd", "Rd")


def test_declared_rockets_win_over_tagged_ones(folder: Path) -> None:
    entries = ["{model: armed.mpd, rockets: 0}", "{model: armed.mpd}", "{model: chub.mpd, rockets: 2}"]
    text = f"company: A\nframes: [{', '.join(entries)}]\n"
    assert [one.unit.loadout.rockets for one in force_of(read(folder, text)).fielded] == [0, 2, 2]


@pytest.mark.parametrize(
    ("systems", "column"), [("1B 2Rx", 29), ('"1B 2Rx"', 30), ("[1B, 2Rx]", 31), ("1B 2Рd", 28)]
)
def test_a_notation_s_error_stands_at_its_character(folder: Path, systems: str, column: int) -> None:
    manifest = read(folder, f"company: A\nframes:\n  - {{name: S, systems: {systems}}}\n")
    (finding,) = manifest.findings
    assert (finding.code[:3], finding.place) == ("DIC", Place("anvil.yaml", 3, column))


def test_a_ship_needs_its_class_from_the_model_or_the_manifest(folder: Path) -> None:
    manifest = read(
        folder,
        "fleet: F\nships:\n"
        "  - {name: A, systems: 1B}\n"
        "  - {model: depot.ldr}\n"
        "  - {model: depot.ldr, class: frigate}\n"
        "  - {model: carrier.ldr, class: frigate}\n"
        "  - {name: B, class: fregate}\n",
    )
    assert [one.unit.body for one in force_of(manifest).fielded] == ["frigate", "capital"]
    assert the(manifest_findings.NO_CLASS, manifest.findings).place == Place("anvil.yaml", 3, 5)
    assert the(tag_findings.NO_UNIT, manifest.findings).place.file == "depot.ldr"
    assert the(manifest_findings.OTHER_CLASS, manifest.findings).place == Place("anvil.yaml", 6, 33)
    assert "MAN016" in codes(manifest.findings)


def test_a_ship_s_systems_are_read_in_its_own_letters(folder: Path) -> None:
    manifest = read(folder, "fleet: F\nships: [{class: capital, systems: 2Ra & d8 1K}]\n")
    assert INTERCEPT_ORBIT.body("capital")
    assert force_of(manifest).fielded[0].unit.loadout == Loadout.of("K", "Ra", "Ra")


# Tags.


def test_a_manifest_tags_models_that_may_not_be_edited(folder: Path) -> None:
    text = 'company: A\nframes: [{model: plain.mpd}]\ntags: {"rifle*.ldr": "2Ra & d8"}\n'
    manifest = read(folder, text)
    unit = force_of(manifest).fielded[0].unit
    assert manifest.findings == []
    assert unit.loadout == Loadout.of("Ra", "Ra")
    assert unit.marked[0].tag.place == Place("anvil.yaml", 3, 23)


def test_a_pattern_that_fits_nothing_is_warned_of(folder: Path) -> None:
    text = "company: A\nframes: [{model: plain.mpd}]\ntags:\n  riffle.ldr: 2Rd\n"
    finding = the(tag_findings.PATTERN_FITS_NOTHING, read(folder, text).findings)
    assert (finding.place, finding.fix) == (Place("anvil.yaml", 4, 3), "Did you mean rifle.ldr?")


def test_a_pattern_of_parts_is_sought_among_the_parts(folder: Path) -> None:
    text = "company: A\nframes: [{model: plain.mpd}]\ntags:\n  brick.dat: 1B\n  brikc.dat: 1Y\n"
    finding = the(tag_findings.PATTERN_FITS_NOTHING, read(folder, text).findings)
    assert (finding.place.line, finding.fix) == (5, "Did you mean brick.dat?")


@pytest.mark.parametrize(
    ("tag", "code", "column"),
    [("rockt", "TAG001", 14), ("2Rx", "DIC013", 16), ("'2Rx'", "DIC013", 17), ("", "MAN014", 3)],
)
def test_a_broken_tag_is_an_error_at_its_column(folder: Path, tag: str, code: str, column: int) -> None:
    text = f"company: A\nframes: [{{model: plain.mpd}}]\ntags:\n  rifle.ldr: {tag}\n"
    (finding,) = [one for one in read(folder, text).findings if one.severity is Severity.ERROR]
    assert (finding.code, finding.place) == (code, Place("anvil.yaml", 4, column))


# What is wrong with the file itself.


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "fix"),
    [
        ("company: A\nfrmaes: []\n", "MAN017", 2, 1, "Did you mean frames?"),
        ("company: A\nships: []\n", "MAN017", 2, 1, "Choose from frames, stations,"),
        ("company: A\nsize: skirmish\n", "MAN017", 2, 1, "It belongs to game: indent it"),
        (
            "company: A\nframes: [{systems: 1B}]\nsystems: 1B\n",
            "MAN017",
            3,
            1,
            "It belongs to a unit: indent it",
        ),
        ("company: A\nname: B\n", "MAN017", 2, 1, "Write its name after company:."),
        ("company: A\nframes: [{systems: 1B, game: {}}]\n", "MAN017", 2, 24, "It belongs to the whole list"),
        ("company: A\nlicense: MIT\n", "MAN017", 2, 1, "Did you mean licence?"),
        (
            "company: A\nframes:\n  - {name: S, systems: 1B, conut: 2}\n",
            "MAN017",
            3,
            28,
            "Did you mean count?",
        ),
        (
            "company: A\nframes:\n  - name: S\n    systems: 1B\n    count: 0\n",
            "MAN063",
            5,
            12,
            "Leave the entry out",
        ),
        ("company: A\nframes: [{systems: 1B, count: 1000000}]\n", "MAN015", 2, 31, "Write 100,000 or less."),
        (
            "company: A\nframes: [{systems: 1B, count: lots}]\n",
            "MAN013",
            2,
            31,
            "Write it in digits, such as 1.",
        ),
        ("company: A\nframes: [{systems: 1B, rockets: -1}]\n", "MAN015", 2, 33, "Write 0."),
        ("company: A\nframes: chub.mpd\n", "MAN064", 2, 9, "Write lines such as - {model: chub.mpd} under"),
        ("company: A\nframes: {A: {}}\n", "MAN064", 2, 9, "Write lines such as - {name: A, model:"),
        ("company: A\nframes: {name: A}\n", "MAN064", 2, 9, "Write lines such as - {name: A, count: 1}"),
        ("company: A\nframes: {}\n", "MAN064", 2, 9, "Write lines such as - {name: Frame, model:"),
        ("company: A\nstations: 2\n", "MAN064", 2, 11, "Write lines such as - {name: Station, count: 2}"),
        ("company: A\nframes:\n", "MAN014", 2, 1, "Give it one"),
        ("company: A\nframes: [chub.mpd]\n", "MAN065", 2, 10, "Write - {model: chub.mpd}."),
        ("company: A\nframes: [Brutus]\n", "MAN065", 2, 10, "Write - {name: Brutus}."),
        ("company: A\ngame: {sise: battle}\n", "MAN017", 2, 8, "Did you mean size?"),
        ("company: A\ngame: {players: 0}\n", "MAN015", 2, 17, "Write 1."),
        ("company: A\ngame: battle\n", "MAN012", 2, 7, "Write {size: skirmish, players: 3}."),
        ("company: A\noptions: [rockets]\n", "MAN012", 2, 10, "Write split-range: true."),
        ("company: A\nphoto: /home/me/a.jpg\n", "MAN040", 2, 8, "Write the path from"),
        ("company: A\nsuppress: {SIZ003: }\n", "MAN014", 2, 12, "Give it one"),
        ("company: A\nsuppress: [{code: SIZ003}]\n", "MAN018", 2, 12, "Add reason."),
        ("company: A\nsuppress: [{reason: because}]\n", "MAN018", 2, 12, "Add code."),
        ("company: A\nsuppress: {size: because}\n", "MAN062", 2, 12, "Write a code such as SIZ003."),
        ("company: A\nsuppress: [SIZ003]\n", "MAN066", 2, 12, "Write SIZ003: and why."),
        ("company:\nframes: []\n", "MAN014", 1, 1, "Give it one"),
        ("company: A\nfleet: B\n", "MAN051", 2, 1, "Make two files of it."),
        ("compny: A\n", "MAN050", 1, 1, "Did you mean company:?"),
        ("name: A\n", "MAN050", 1, 1, "Begin with company: and a name."),
        ("fleet: A\nace: rde\n", "MAN016", 2, 6, "Did you mean red?"),
        ("mech: A\narmour: {legs: x}\n", "MAN013", 2, 16, "Write it in digits, such as 1."),
        ("mech: A\nmounts: [fist]\n", "MAN012", 2, 9, "Write left-arm: laser."),
        ("mech: A\nships: []\n", "MAN017", 2, 1, "Choose from"),
        ("- a\n", "MAN012", 1, 1, "Write company: Estar's Anvil"),
        ("", "MAN006", 0, 0, "Write lines such as"),
        ("company: [\n", "MAN001", 2, 1, ""),
    ],
)
def test_a_slip_is_an_error_at_its_line_and_column_with_a_way_out(
    folder: Path, text: str, code: str, line: int, column: int, fix: str
) -> None:
    (finding,) = read(folder, text).findings
    assert finding.severity is Severity.ERROR
    assert finding.code == code
    assert (finding.place.line, finding.place.column) == (line, column) or code == "MAN001"
    assert finding.fix.startswith(fix)


def test_what_says_nothing_of_the_three_has_no_subject(folder: Path) -> None:
    for text in ("name: A\n", "", "- a\n", "company: ["):
        assert read(folder, text).subject is None


def test_a_manifest_that_is_not_there_is_no_finding_but_an_error_of_the_call(folder: Path) -> None:
    with pytest.raises(BrickyardError, match="can't be read"):
        read_manifest(folder / "gone.yaml", Opener())


def test_findings_of_the_models_are_told_with_the_manifest_s(folder: Path) -> None:
    (folder / "odd.ldr").write_bytes(model("0 !MFZ END", place("gone.dat")))
    manifest = read(folder, "company: A\nframes: [{model: odd.ldr}]\n")
    assert [code[:3] for code in codes(manifest.findings)] == ["TAG", "LDR"]


KEYS = [
    *[
        "company",
        "fleet",
        "mech",
        "edition",
        "game",
        "options",
        "frames",
        "stations",
        "ships",
        "companies",
        "hvas",
        "ace",
        "spares",
        "tags",
    ]
]
SCALARS = st.one_of(
    st.sampled_from(
        ["chub.mpd", "1B 2Rd", "A", "", "3", "true", "../x", "capital", "rocket", "~", "*", "[2Rd]"]
    ),
    st.text(max_size=10),
)
ENTRIES = st.dictionaries(st.sampled_from(["model", "name", "count", "systems", "rockets", "class"]), SCALARS)
VALUES = st.one_of(SCALARS, st.lists(ENTRIES, max_size=2), ENTRIES, st.lists(SCALARS, max_size=2))


def _flow(value: object) -> str:
    """YAML on one line, with quotes that need no care."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    return "'" + str(value).replace("'", "''") + "'"


@given(st.one_of(st.text(max_size=60), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6).map(_flow)))
def test_no_text_is_too_odd_for_a_manifest(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / "chub.mpd").write_bytes(CHUB)
    path = folder / "odd.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    manifest = read_manifest(path, Opener())
    assert manifest.subject is not None or manifest.findings


def test_a_folder_s_files_are_found_without_hidden_folders_sites_and_other_yaml(folder: Path) -> None:
    for name in ("a.mpd", "sub/b.ldr", "sub/c.io", ".kept/d.ldr", "site/e.mpd", "readme.txt", "part.dat"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("0 x\n", "utf-8")
    (folder / "site" / SITE_FILE).write_text("{}", "utf-8")
    (folder / "c.yaml").write_text("company: C\n", "utf-8")
    (folder / "other.yaml").write_text("shopping: list\n", "utf-8")
    found = [path.relative_to(folder).as_posix() for path in files_in(folder)]
    assert [name for name in found if name in ("a.mpd", "c.yaml")] == ["a.mpd", "c.yaml"]
    assert {"sub/b.ldr", "sub/c.io"} <= set(found)
    assert not {".kept/d.ldr", "site/e.mpd", "readme.txt", "part.dat", "other.yaml"} & set(found)
