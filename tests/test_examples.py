"""The designs in examples/: what every file must say, be made of and be good for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from catalog.colours import colour
from catalog.database.part_database import PartsDatabase, shipped_parts
from catalog.shops.made_colours import equal_colours, made_colours
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Inventory, count
from ldraw_tools.findings import Severity
from ldraw_tools.library.part_files import Files, Library
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.document import parse
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings, check_file

EXAMPLES = ROOT / "examples"
MODELS = sorted(path for path in EXAMPLES.glob("*/*") if path.suffix in (".ldr", ".mpd"))
SHELF = [path for path in MODELS if path.parent.name == "attachments"]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def pieces_of(text: str) -> dict[str, str]:
    """The files in a multi-part document by their names."""
    found = {}
    for chunk in re.split(r"(?m)^(?=0 FILE )", text):
        if chunk.strip():
            named = re.match(r"0 FILE (.+)", chunk)
            found[named[1] if named else ""] = chunk
    return found


@cache
def inventory(path: Path) -> Inventory:
    return count(assemble(parse(path.read_bytes(), path.name), PartsDatabase()))


@pytest.mark.parametrize("path", MODELS, ids=name_of)
def test_every_piece_names_its_author_and_licence(path: Path) -> None:
    for name, text in pieces_of(path.read_text("utf-8")).items():
        assert "\n0 Author: The brickyard founders\n" in text, name
        assert "\n0 !LICENSE Licensed under CC BY 4.0 : see " in text, name


@pytest.mark.parametrize(
    "path", [path for path in MODELS if path.parent.name in ("frames", "stations", "ships")], ids=name_of
)
def test_frames_stations_and_ships_have_25_to_120_parts(path: Path) -> None:
    assert 25 <= inventory(path).pieces <= 120


@pytest.mark.parametrize("path", MODELS, ids=name_of)
def test_the_rules_find_nothing_but_notes(path: Path) -> None:
    found = check_file(path, JudgeSettings()).findings
    assert [finding for finding in found if finding.severity > Severity.INFO] == []


def test_there_is_what_the_texts_describe() -> None:
    tagged = Counter(
        tag.split()[0]
        for path in MODELS
        for tag in re.findall(r"(?m)^0 !MFZ (.+)", next(iter(pieces_of(path.read_text("utf-8")).values())))
    )
    assert tagged["FRAME"] >= 8
    assert tagged["STATION"] >= 3
    assert min(tagged["SHIP"], tagged["HVA"], tagged["DEBRIS"]) >= 3
    assert len(SHELF) >= 12
    assert len([*EXAMPLES.glob("mechs/*.yaml")]) == 4
    frames = {path.stem for path in EXAMPLES.glob("frames/*.mpd")}
    assert frames >= {"hi-leg", "commissar", "chub", "osprey", "scrambler", "suzerain"}


# What the README of the examples says of each frame that shows something.
FACES = re.findall(
    r"(?m)^\| .+ \| `([\w-]+)\.mpd`.* \| (2W .+) \|$", (EXAMPLES / "README.md").read_text("utf-8")
)


@pytest.mark.parametrize(("name", "dice"), FACES)
def test_a_frame_that_shows_something_rolls_what_the_readme_says(name: str, dice: str) -> None:
    said = brickyard(["dice", f"examples/frames/{name}.mpd"]).stdout
    assert f"book       {dice}\n" in said


def test_there_are_nine_faces_and_one_needs_no_more_than_50_pieces() -> None:
    assert len(FACES) == 9
    assert sum(inventory(EXAMPLES / "frames" / "courier.mpd").lots.values()) <= 50


# What the README says of each company: its file, and what it brings to the table.
BROUGHT = re.findall(
    r"(?m)^\| `((?:companies|duels|beginners)/.+)\.yaml` \| .+ \| (.+) \|$",
    (EXAMPLES / "README.md").read_text("utf-8"),
)


@pytest.mark.parametrize(("name", "brought"), BROUGHT)
def test_a_company_is_legal_and_brings_what_the_readme_says(name: str, brought: str) -> None:
    said = brickyard(["check", f"examples/{name}.yaml", "--strict"])
    players = 3 if name.startswith("companies") else 2
    assert f"  {brought}, for a skirmish of {players} players\n" in said.stdout
    assert said.returncode == 0


def test_the_readme_lists_every_company_and_four_are_duels() -> None:
    folders = ("companies", "duels", "beginners")
    there = {f"{folder}/{file.stem}" for folder in folders for file in EXAMPLES.glob(f"{folder}/*.yaml")}
    assert {name for name, _ in BROUGHT} == there
    assert sum(name.startswith("duels/") for name in there) == 4


# Files that are another's design with other things to carry, on purpose.
VARIANTS = {
    "chub-brewer": "chub",
    "chub-soldier": "chub",
    "osprey-guard": "osprey",
    "scrambler-runner": "scrambler",
    "scrambler-scout": "scrambler",
}


def without_colours(text: str) -> str:
    return re.sub(r"(?m)^1 \d+ ", "1 16 ", text).strip()


@pytest.mark.parametrize(("variant", "of"), VARIANTS.items())
def test_a_variant_is_built_like_the_design_it_is_of(variant: str, of: str) -> None:
    ours, theirs = (
        pieces_of((EXAMPLES / "frames" / f"{name}.mpd").read_text("utf-8")) for name in (variant, of)
    )
    both = ours.keys() & theirs.keys()
    assert len(both) >= 4
    different = [name for name in both if without_colours(ours[name]) != without_colours(theirs[name])]
    assert different in ([], ["rifle.ldr"])  # the Chub's own rifle and that of the shelf


def test_no_two_designs_are_the_same_by_accident() -> None:
    """Of the same parts, whatever their colours."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for path in MODELS:
        parts = sorted(key for (key, _), number in inventory(path).lots.items() for _ in range(number))
        alike.setdefault(tuple(parts), []).append(path.stem)
    assert [names for names in alike.values() if len(names) > 1] == []


# Colours


def test_every_part_is_known_in_its_colour() -> None:
    """By Rebrickable's elements: nothing of it is never made, and nothing merely unknown."""
    made = made_colours()
    unknown = set()
    for path in MODELS:
        for key, code in inventory(path).lots:
            part, known = shipped_parts().find(key), colour(code)
            assert part is not None
            assert known is not None
            assert known.rebrickable_id is not None
            if made.colours(part).isdisjoint(equal_colours(known.rebrickable_id)):
                unknown.add((part.number, known.name))
    assert unknown == set()


# The shelf


def placed(text: str, name: str) -> tuple[str, Points, Points]:
    """The first line that places a file, where it is put and how it is turned."""
    line = next(line for line in text.splitlines() if line.startswith("1 ") and line.endswith(f" {name}"))
    numbers = np.array([float(word) for word in line.split()[2:14]])
    return line, numbers[:3], numbers[3:].reshape(3, 3)


def turned(axis: str, degrees: float) -> Points:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]]}
    return np.array(turn[axis])


def line_of(at: Points, turn: Points, name: str) -> str:
    return " ".join(["1 16", *(f"{number:.5f}" for number in [*at, *turn.ravel()]), name])


# Where pieces go on: the frame's own piece whose place it is, and for one on a stud the stud seen from there.
BARS = {"chub": ("rifle.ldr", "shield.ldr"), "osprey": ("shield.ldr", "rifle.ldr")}
BACKS = {"chub": ("jets.ldr",), "osprey": ("rifle.ldr",)}
STUDS = {"chub": ("rocket.ldr", (0, 0, 0)), "commissar": ("rocket.ldr", (30, -64, 10))}
SOLES = {"chub": "foot.ldr", "osprey": "foot.ldr"}
MOUNTS = {"BAR": [*BARS], "STUD": [*STUDS], "SOLE": [*SOLES]}
# As far as pieces are turned about a bar until they are clear of the frame.
TURNS = (0, 30, -30, 60, -60, 90)


def mount_of(attachment: Path) -> str:
    named = re.search(r"Mount (\w+)", attachment.read_text("utf-8"))
    assert named is not None
    return named[1]


def bare(text: str) -> str:
    """A frame without all that it carries."""
    carried = [name for name, piece in pieces_of(text).items() if re.search(r"0 !MFZ (SYSTEM|ROCKET)", piece)]
    return "\n".join(
        line for line in text.splitlines() if not (line[:2] == "1 " and line.split(" ", 14)[14] in carried)
    )


def mounted(frame: str, attachment: Path) -> Iterator[str]:
    """The frame with nothing but the attachment, turned this way and that."""
    text = (EXAMPLES / "frames" / f"{frame}.mpd").read_text("utf-8")
    own, mount = attachment.read_text("utf-8"), mount_of(attachment)
    if mount == "SOLE":
        yield on_skates(bare(text), own, SOLES[frame])
        return
    ways = (
        on_a_stud(text, *STUDS[frame]) if mount == "STUD" else on_a_bar(text, frame, "Made for a back" in own)
    )
    name = f"on-trial-{attachment.name}"
    first, *others = pieces_of(bare(text)).values()
    for at, turn in ways:
        yield "\n\n".join([f"{first.rstrip()}\n{line_of(at, turn, name)}", *others, f"0 FILE {name}\n{own}"])


def on_a_stud(text: str, piece: str, stud: tuple[float, ...]) -> Iterator[tuple[Points, Points]]:
    _, at, turn = placed(text, piece)
    return ((at + turn @ stud, turn @ turned("y", degrees)) for degrees in (0, 90, 180, 270))


def on_a_bar(text: str, frame: str, is_for_a_back: bool) -> Iterator[tuple[Points, Points]]:
    for piece in BACKS[frame] if is_for_a_back else BARS[frame]:
        _, at, turn = placed(text, piece)
        # What is made for a back sits in a hand the other way round.
        half = turned("y", 180 if is_for_a_back and piece in BARS[frame] else 0)
        yield from ((at, turn @ half @ turned("x", degrees)) for degrees in TURNS)


def on_skates(text: str, own: str, foot: str) -> str:
    pair, skate = pieces_of(own).values()
    placed_by_main = next(iter(pieces_of(text).values())).splitlines()
    lines = [line for line in placed_by_main if line[:2] == "1 " and line.endswith(f" {foot}")]
    for place, line in zip(re.findall(r"(?m)^1 .* skate.ldr$", pair), lines, strict=True):
        _, at, turn = placed(line, foot)
        pair = pair.replace(place, line_of(at + [0, 30, 0] + turn @ [0, 0, -28], turn, "skate.ldr"))
    return text.replace(lines[0], f"{line_of(np.zeros(3), np.eye(3), 'dust-skates.ldr')}\n{lines[0]}", 1) + (
        f"\n\n{pair}\n{skate}"
    )


@cache
def library(root: Path) -> Files:
    return Library([root])


@pytest.mark.library
@pytest.mark.parametrize("attachment", SHELF, ids=lambda path: path.stem)
def test_every_attachment_goes_on_two_frames(
    attachment: Path, library_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a clash, with nothing in the air, inside the box, and legal."""
    monkeypatch.setattr("ldraw_tools.workspace.find_library", lambda *_: library(library_root))
    for frame in MOUNTS[mount_of(attachment)]:
        trial = tmp_path / f"{frame}.mpd"
        said = []
        for model in mounted(frame, attachment):
            trial.write_text(model, "utf-8")
            found = check_file(trial, JudgeSettings(buildable=True)).findings
            said = [finding.message for finding in found if finding.severity > Severity.INFO]
            if not said:
                break
        assert said == [], frame
