"""Every limit exactly: the last value that is taken, and the first that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, Vocabulary
from fleets.comparing.hearsay import read_hearsay
from fleets.forces import named_models
from fleets.forces.force import Force
from fleets.forces.manifest import Manifest, read_manifest
from fleets.forces.named_files import files_in, manifests_in
from fleets.forces.named_models import is_absolute
from fleets.notation import Reading, read_dice, read_systems
from fleets.packing.needs import read_dice_box
from fleets.tagging.tag_reading import read_name
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import BrickyardError, Place
from ldraw_tools.names import nearest
from ldraw_tools.reading import document
from tests.building import PARTS, codes, model, place

FRAME = "{name: Chub, systems: 1B"


def opened(path: Path) -> Assembly:
    return assemble(document.read(path), PARTS)


def manifest(folder: Path, text: str) -> Manifest:
    path = folder / "company.yaml"
    path.write_text(text, "utf-8")
    return read_manifest(path, opened)


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("company: A\ngame: {players: 0}\n", False),
        ("company: A\ngame: {players: 1}\n", True),
        ("company: A\ngame: {players: 99}\n", True),
        ("company: A\ngame: {players: 100}\n", False),
        (f"company: A\nframes: [{FRAME}, count: 0}}]\n", False),
        (f"company: A\nframes: [{FRAME}, count: 1}}]\n", True),
        (f"company: A\nframes: [{FRAME}, count: 100000}}]\n", True),
        (f"company: A\nframes: [{FRAME}, count: 100001}}]\n", False),
        (f"company: A\nframes: [{FRAME}, count: 000000000000000000003}}]\n", True),
        (f"company: A\nframes: [{FRAME}, rockets: -1}}]\n", False),
        (f"company: A\nframes: [{FRAME}, rockets: 0}}]\n", True),
        (f"company: A\nframes: [{FRAME}, rockets: 999}}]\n", True),
        (f"company: A\nframes: [{FRAME}, rockets: 1000}}]\n", False),
        ("mech: A\narmour: {torso: 999999999999999}\n", True),
        ("mech: A\narmour: {torso: 1000000000000000}\n", False),
        ("company: A\nsuppress: {SIZ003: it crouches}\n", True),
        ("company: A\nsuppress: {SIZ03: it crouches}\n", False),
        ("company: A\nsuppress: {SIZ0003: it crouches}\n", False),
    ],
)
def test_numbers_in_a_manifest(tmp_path: Path, text: str, is_taken: bool) -> None:
    assert (codes(manifest(tmp_path, text).findings) == []) is is_taken


@pytest.mark.parametrize(
    ("text", "number"),
    [("999999999999999", 999999999999999), ("1000000000000000", "1000000000000000"), ("yes", True)],
)
def test_an_option_of_more_than_fifteen_digits_stays_text(tmp_path: Path, text: str, number: object) -> None:
    force = manifest(tmp_path, f"company: A\noptions: {{ruler: {text}}}\n").subject
    assert isinstance(force, Force)
    assert force.options == {"ruler": number}


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("frames=100000", True),
        ("frames=100001", False),
        ("frames=000000005", True),
        ("frames=0000000005", False),
    ],
)
def test_numbers_in_hearsay(text: str, is_taken: bool) -> None:
    if is_taken:
        assert read_hearsay(text).numbers["frames"] in (5, 100_000)
    else:
        with pytest.raises(BrickyardError, match="from 0 to 100,000"):
            read_hearsay(text)


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("1B" + " " * 398, True),
        ("1B" + " " * 399, False),
        ("30B", True),
        ("31B", False),
        ("30B 30Y 30G 10B", True),
        ("30B 30Y 30G 11B", False),
    ],
)
def test_the_length_and_the_dice_of_a_notation(text: str, is_taken: bool) -> None:
    assert isinstance(read_dice(text), Reading) is is_taken


@pytest.mark.parametrize(("number", "is_taken"), [(30, True), (31, False)])
def test_systems_of_one_group(number: int, is_taken: bool) -> None:
    assert isinstance(read_systems(f"{number}B"), Reading) is is_taken


@pytest.mark.parametrize(("spaces", "is_tag"), [(54, True), (55, False)])
def test_a_bracket_of_more_than_sixty_characters_is_no_tag(spaces: int, is_tag: bool) -> None:
    name = f"rifle [rocket{' ' * spaces}]"
    assert (read_name(name, Place("x")).tag is not None) is is_tag


@pytest.mark.parametrize(("count", "is_taken"), [(0, True), (100_000, True), (100_001, False), (-1, False)])
def test_dice_in_a_box(tmp_path: Path, count: int, is_taken: bool) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(f"dice: {{white: {count}, red: {{d8: {count}}}}}\n", "utf-8")
    box = read_dice_box(path, tuple)
    assert len(box.findings) == (0 if is_taken else 2)
    assert len(box.dice) == (2 * count if is_taken else 0)


@pytest.mark.parametrize(
    ("size", "is_taken"), [("d0", False), ("d1", True), ("d999", True), ("d1000", False)]
)
def test_sizes_of_dice_in_a_box(tmp_path: Path, size: str, is_taken: bool) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(f"dice: {{red: {{{size}: 1}}}}\n", "utf-8")
    assert (not read_dice_box(path, tuple).findings) is is_taken


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("chub.mpd", False),
        ("./chub.mpd", False),
        ("../frames/chub.mpd", False),
        ("frames\\chub.mpd", False),
        ("..\\chub.mpd", False),
        ("a/~chub.mpd", False),
        ("a:b.mpd", True),
        ("ab:c.mpd", False),
        ("frames/C:chub.mpd", False),
        ("/chub.mpd", True),
        ("//server/share/chub.mpd", True),
        ("\\chub.mpd", True),
        ("\\\\server\\share\\chub.mpd", True),
        ("\\\\?\\C:\\chub.mpd", True),
        ("C:chub.mpd", True),
        ("C:/chub.mpd", True),
        ("c:\\chub.mpd", True),
        ("~/chub.mpd", True),
        ("~me/chub.mpd", True),
        ("~chub.mpd", True),
        ("", False),
        (".", False),
    ],
)
def test_which_paths_are_absolute(path: str, expected: bool) -> None:
    assert is_absolute(path) is expected


@pytest.mark.parametrize("name", ["frames/chub.ldr", "frames\\chub.ldr", ".\\frames\\..\\frames/chub.ldr"])
def test_a_manifest_may_be_written_on_windows(tmp_path: Path, name: str) -> None:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "chub.ldr").write_bytes(model("0 Chub", place("brick.dat")))
    found = manifest(tmp_path, f"company: A\nframes: [{{model: '{name}'}}]\n")
    assert codes(found.findings) == []
    assert [path.name for path in found.models.values()] == ["chub.ldr"]


@pytest.mark.parametrize(
    ("key", "path", "code"),
    [
        ("model", "\\chub.ldr", "MAN040"),
        ("model", "C:chub.ldr", "MAN040"),
        ("model", "", "MAN014"),
        ("model", " ", "MAN014"),
        ("photo", "\\me.jpg", "MAN040"),
        ("photo", "\\\\server\\share\\me.jpg", "MAN040"),
        ("photo", "photos\\me.jpg", ""),
    ],
)
def test_a_model_and_a_photo_follow_the_same_rule(tmp_path: Path, key: str, path: str, code: str) -> None:
    line = f"photo: '{path}'\n" if key == "photo" else f"frames: [{{model: '{path}'}}]\n"
    assert codes(manifest(tmp_path, f"company: A\n{line}").findings) == ([code] if code else [])


def test_each_folder_is_listed_once_and_a_thousand_names_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "frames").mkdir()
    for name in ("chub.ldr", "frames/brutus.ldr"):
        (tmp_path / name).write_bytes(model("0 Chub", place("brick.dat")))
    listed: list[Path] = []
    looked_for: list[str] = []
    models_in = named_models._models_in

    def listing(folder: Path) -> list[str]:
        listed.append(folder)
        return models_in(folder)

    def looking(word: str, words: dict[str, str]) -> str:
        looked_for.append(word)
        return nearest(word, words)

    monkeypatch.setattr(named_models, "_models_in", listing)
    monkeypatch.setattr(named_models, "nearest", looking)
    monkeypatch.setattr("fleets.forces.manifest.MOST_ENTRIES", 1_200)
    entries = "".join(f"- {{model: chubb{number}.ldr}}\n" for number in range(1_200))
    found = manifest(tmp_path, f"company: A\nframes:\n{entries}")
    assert codes(found.findings) == ["MAN052"] * 1_200
    assert sorted(listed) == [tmp_path, tmp_path / "frames"]
    assert len(looked_for) == 1_000
    fixes = [finding.fix for finding in found.findings]
    assert fixes[0] == "Did you mean chub.ldr?"
    assert set(fixes[1_000:]) == {"Correct the name, or put the file there."}


def test_of_a_folder_the_models_and_manifests_are_taken_and_nothing_else(tmp_path: Path) -> None:
    texts = {
        "a.ldr": "0 A",
        "b.MPD": "0 B",
        "c.io": "",
        "d.dat": "0 D",
        "e.yaml": "company: E",
        "f.yaml": "x: 1",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n", "utf-8")
    assert [path.name for path in files_in(tmp_path)] == ["a.ldr", "b.MPD", "c.io", "e.yaml"]
    assert [path.name for path in manifests_in(tmp_path)] == ["e.yaml"]


@pytest.mark.parametrize(
    ("text", "game", "fix"),
    [
        (
            "2Rd 8Rd 3Rd8",
            RAPID_ATTACK,
            "A weapon rolls 2Rd, a second at its range adds Rd8; a split one rolls 1Rd",
        ),
        (
            "2Rp 6Rp",
            INTERCEPT_ORBIT,
            "A weapon rolls 2Rp, a second at its range adds Rp8; a split one rolls 1Rp",
        ),
    ],
)
def test_dice_of_no_weapons_are_told_what_weapons_roll(text: str, game: Vocabulary, fix: str) -> None:
    found = read_dice(text, game)
    assert codes(list(found.findings)) == ["DIC022"]
    assert found.findings[0].fix.startswith(fix)
