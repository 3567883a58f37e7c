"""Tags proposed by name: which words mean which system, and what must never be proposed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from catalog.database.part_database import open_workspace
from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK
from fleets.models.model_units import Proposal, Role
from fleets.models.survey import survey
from fleets.tagging.equipment_words import equipment_meant
from tests.running import ROOT

EXAMPLES = ROOT / "examples"
WEAPON = "2Rh 2Rd 2Ra"
TAG = re.compile(r"^0 !MFZ .*\n", re.MULTILINE)


def tags_meant(*names: str, walks: bool = False) -> str:
    meant = equipment_meant(names, RAPID_ATTACK.bodies[0], RAPID_ATTACK, walks=walks)
    return " ".join(meant.tags if meant else ())


def placed(name: str) -> str:
    return f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {name}\n"


def proposed(path: Path) -> list[Proposal]:
    return open_workspace().of(path, survey).proposals


def proposed_in(folder: Path, *names: str, main: str = "") -> dict[str, tuple[str, ...]]:
    """What is proposed of submodels with these names, each a brick; a title may follow after `|`."""
    path = folder / "m.mpd"
    text = "0 FILE m.ldr\n" + main
    text += "".join(placed(name.partition("|")[0]) for name in names)
    for name in names:
        file, _, title = name.partition("|")
        text += f"0 FILE {file}\n0 {title}\n{placed('3005.dat')}"
    path.write_text(text)
    return {one.name: one.tags for one in proposed(path)}


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("Rifle", "2Rd"),
        ("beamRifle_left", "2Rd"),
        ("sniper rifle", "2Ra"),
        ("Field gun", "2Ra"),
        ("machine gun", "2Rd"),
        ("left autocannon", WEAPON),
        ("GUNS", WEAPON),
        ("Gun lance", WEAPON),
        ("grenade launcher", WEAPON),
        ("Torpedo Launcher", WEAPON),
        ("smoke launcher", "1B"),
        ("laser sword", "2Rh"),
        ("katana", "2Rh"),
        ("Claws of one hand", "2Rh"),
        ("riot shield", "1B"),
        ("gun shield", "1B"),
        ("Reactive armour", "1B"),
        ("mast antenna", "1Y"),
        ("sensor-head", "1Y"),
        ("Comms mast", "1Y"),
        ("jump-jets", "1G"),
        ("Jet-Pack", "1G"),
        ("missile 2", "rocket"),
        ("6862 - Spaceship - Laser", "2Rd"),
        ("7327 - Scorpion (Right Claw)", "2Rh"),
        ("Catapult, port", ""),
        ("torso", ""),
        ("", ""),
        # Parts of a thing, what holds it, and what only begins or ends alike.
        ("rifle barrel", ""),
        ("gun arm", ""),
        ("arm with gun", ""),
        ("Rocket Holder", ""),
        ("missile rack", ""),
        ("missile sled", ""),
        ("shield generator", ""),
        ("6862 - Laser - Light", ""),
        ("Trailer + Missile", ""),
        ("leg armor", ""),
        ("Shoulder armour left", ""),
        ("Forearm and shield", ""),
        ("heat shield", ""),
        ("windshield", ""),
        ("rotor blade", ""),
        ("Chenille Axe B", ""),
        ("ambulance", ""),
        ("gunmetal leg", ""),
        ("point defense", ""),
        # What builders might call a thing in five languages: some of six hundred names made up to try this.
        ("Railgun, right", "2Ra"),
        ("Particle beam cannon", "2Rd"),
        ("Submachine gun", "2Rd"),
        ("Flamethrower", "2Rd"),
        ("Energy sword (blue)", "2Rh"),
        ("Vibroblade", "2Rh"),
        ("Pile Bunker", "2Rh"),
        ("Turbine blade", ""),
        ("Heatshield", ""),
        ("Cockpit armour", ""),
        ("Chaff dispenser", "1B"),
        ("Targeting laser", "1Y"),
        ("Jumpjet L", "1G"),
        ("Rocket belt", "1G"),
        ("Kriegshammer", "2Rh"),
        ("Schrotflinte", "2Rd"),
        ("Feldgeschütz", WEAPON),
        ("Scheinwerfer", ""),
        ("Reaktivpanzerung", "1B"),
        ("Kniepanzerung", ""),
        ("Sprungdüsen", "1G"),
        ("Fusil d'assaut gauche", "2Rd"),
        ("Fusil de précision", "2Ra"),
        ("Canon d’épaule", WEAPON),
        ("Épée laser", "2Rh"),
        ("Bouclier anti-émeute", "1B"),
        ("Blindage jambe", ""),
        ("Porte-canon", ""),
        ("Objet 3", ""),
        ("Rifle de francotirador", "2Ra"),
        ("Espada grande", "2Rh"),
        ("Misiles", "rocket"),
        ("Soporte antena", ""),
        ("Mochila cohete", ""),
        ("ビームサーベル右", "2Rh"),
        ("シールド(左)", "1B"),
        ("ミサイル×3", "rocket"),
        ("ライフルホルダー", ""),
        ("銃身", ""),
        ("胸部装甲", ""),
        ("目次", ""),
    ],
)
def test_a_name_says_a_system_or_none(name: str, tags: str) -> None:
    assert tags_meant(name) == tags


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("left wing", "1G"),
        ("engine", "1G"),
        ("Wheels", "1G"),
        ("Flügel", "1G"),
        ("moteur", "1G"),
        ("alas", "1G"),
        ("mast", "1Y"),
        ("Bill and eyes", "1Y"),
        ("Halo dish", "1Y"),
        ("mantle", "1B"),
        ("rocket", "rocket"),
        ("Rakete", "rocket"),
        ("Leitrakete", "rocket"),
        ("ロケット", "rocket"),
        ("wheel", ""),
        ("wing docker", ""),
        ("Eyes & forehead", ""),
    ],
)
def test_a_car_s_wheels_and_a_plane_s_wing_are_its_body(name: str, tags: str) -> None:
    assert tags_meant(name, walks=True) == tags
    assert tags_meant(name) == ""


def test_name_and_title_are_read_together() -> None:
    assert tags_meant("lance", "Gun lance") == WEAPON
    assert tags_meant("m-1c", "Slave I, Left Gun") == WEAPON
    assert tags_meant("shield", "Radar") == "1B 1Y"
    assert tags_meant("shield", "Gun") == ""


def test_a_ship_s_weapons_have_their_own_ranges() -> None:
    body = INTERCEPT_ORBIT.body("capital")
    assert body is not None
    found = {
        name: meant.tags if (meant := equipment_meant([name], body, INTERCEPT_ORBIT)) else ()
        for name in (
            "cannon",
            "rifle",
            "artillery",
            "point-defense",
            "sword",
            "jet",
            "missile",
            "catapult",
        )
    }
    any_range = ("2Rp", "2Ra", "2Rs")
    assert found == {
        "cannon": any_range,
        "rifle": any_range,
        "artillery": any_range,
        "point-defense": ("2Rp",),
        "sword": (),
        "jet": (),
        "missile": (),
        "catapult": ("1K",),
    }


def without_tags(path: Path, folder: Path) -> Path:
    bare = folder / path.name
    bare.write_text(TAG.sub("", path.read_text("utf-8")), "utf-8")
    return bare


def test_the_examples_without_their_tags_get_nearly_all_back_and_nothing_wrong(tmp_path: Path) -> None:
    right, wrong, systems = [], [], 0
    for path in sorted((EXAMPLES / "frames").glob("*.mpd")):
        workspace = open_workspace()
        nodes = workspace.assembly(path).nodes
        (unit,) = workspace.of(path, survey).units
        pieces = {nodes[one.node].name: one for one in unit.marked}
        systems += len(unit.pieces(Role.SYSTEM))
        for one in proposed(without_tags(path, tmp_path)):
            tag = pieces[one.name].tag if one.name in pieces else None
            value = tag.value or str(tag.role) if tag else ""
            # What somebody only has to accept must be what was there, choices must have it.
            is_sure = len(one.tags) == 1
            if not (
                value in one.tags if is_sure else any(choice.lstrip("12") in value for choice in one.tags)
            ):
                wrong.append((path.name, one.name, one.tags))
            elif tag and tag.role is Role.SYSTEM:
                right.append((path.name, one.name))
    assert wrong == []
    assert systems == 57
    assert len(right) >= 54


@pytest.mark.parametrize("folder", ["hvas", "debris", "stations", "markers"])
def test_of_what_carries_nothing_nothing_is_proposed_even_without_tags(folder: str, tmp_path: Path) -> None:
    for path in (EXAMPLES / folder).glob("*.mpd"):
        assert proposed(without_tags(path, tmp_path)) == []


def test_a_ship_s_systems_are_found_by_name(tmp_path: Path) -> None:
    path = tmp_path / "ship.mpd"
    text = (EXAMPLES / "ships/halcyon.mpd").read_text("utf-8")
    path.write_text(re.sub(r"^0 !MFZ SYSTEM.*\n", "", text, flags=re.MULTILINE), "utf-8")
    assert {one.name: one.tags for one in proposed(path)} == {
        "catapult-port.ldr": ("1K",),
        "catapult-starboard.ldr": ("1K",),
        "jammers.ldr": ("1B",),
        "point-defense.ldr": ("2Rp",),
    }


def test_a_walker_s_wings_and_wheels_are_systems(tmp_path: Path) -> None:
    assert proposed_in(tmp_path, "wing.ldr", "wheels.ldr") == {}
    found = proposed_in(tmp_path, "leg left.ldr", "wing.ldr", "wheels.ldr")
    assert found == {"wing.ldr": ("1G",), "wheels.ldr": ("1G",)}


def test_nothing_in_a_proposed_submodel_is_proposed_too_and_each_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "m.mpd"
    path.write_text(
        f"0 FILE m.ldr\n{placed('gun.ldr')}{placed('gun.ldr')}0 FILE gun.ldr\n{placed('scope.ldr')}"
        f"0 FILE scope.ldr\n{placed('3005.dat')}"
    )
    (one,) = proposed(path)
    assert (one.name, one.word, one.times, one.tags) == ("gun.ldr", "gun", 2, tuple(WEAPON.split()))


def test_what_is_tagged_or_holds_something_tagged_is_not_proposed(tmp_path: Path) -> None:
    path = tmp_path / "m.mpd"
    path.write_text(
        f"0 FILE m.ldr\n{placed('gun.ldr')}{placed('shield [1B].ldr')}"
        f"0 FILE gun.ldr\n{placed('rifle [2Rd].ldr')}"
        f"0 FILE rifle [2Rd].ldr\n{placed('3005.dat')}0 FILE shield [1B].ldr\n{placed('3005.dat')}"
    )
    assert proposed(path) == []


def test_a_figure_s_camera_is_not_proposed(tmp_path: Path) -> None:
    figure = placed("973.dat") + placed("3626b.dat") + placed("camera.ldr")
    path = tmp_path / "m.mpd"
    path.write_text(
        f"0 FILE m.ldr\n{placed('man.ldr')}{placed('antenna.ldr')}{placed('Minifig - Jet-Pack.ldr')}"
        f"0 FILE man.ldr\n{figure}0 FILE camera.ldr\n{placed('3005.dat')}"
        f"0 FILE antenna.ldr\n{placed('3005.dat')}0 FILE Minifig - Jet-Pack.ldr\n{placed('3005.dat')}"
    )
    assert [one.name for one in proposed(path)] == ["antenna.ldr"]


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("gun (2Ra)", "2Ra"),
        ("gun 2Ra", "2Ra"),
        ("pod (2Ra)", ""),
        ("rocket (rocket)", "rocket"),
        ("gun (base)", ""),
    ],
)
def test_what_a_name_says_at_its_end_is_believed(name: str, tags: str, tmp_path: Path) -> None:
    found = proposed_in(tmp_path, f"{name}.ldr")
    assert " ".join(found.get(f"{name}.ldr", ())) == tags


def test_groups_are_proposed_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "m.ldr"
    brick = placed("3005.dat")
    path.write_text(
        f"0 M\n0 !LEOCAD GROUP BEGIN lasers\n{brick}{brick}0 !LEOCAD GROUP END\n"
        f"0 !LEOCAD GROUP BEGIN knight\n{brick}0 !LEOCAD GROUP END\n"
        f"0 !LEOCAD GROUP BEGIN shield [1B]\n{brick}0 !LEOCAD GROUP END\n"
        f"0 !LEOCAD GROUP BEGIN cannon\n0 GHOST {brick}0 !LEOCAD GROUP END\n"
    )
    (one,) = proposed(path)
    assert (one.name, one.tags, one.place.line) == ("lasers", ("2Rd",), 2)


def test_a_submodel_in_another_file_is_a_hint_only(tmp_path: Path) -> None:
    (tmp_path / "rifle.ldr").write_text(placed("3005.dat"))
    path = tmp_path / "m.ldr"
    path.write_text(placed("rifle.ldr"))
    found = open_workspace().of(path, survey)
    assert found.proposals == []
    assert [one.code for one in found.findings] == ["TAG020"]
