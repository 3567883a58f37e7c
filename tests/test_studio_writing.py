"""Studio files written back as Studio files: the tag in the name, in every copy of the model (review M16)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from catalog.database.part_database import open_workspace
from fleets.models.survey import survey
from ldraw_tools.assembly.inventory import count
from ldraw_tools.measuring.measure import measure
from tests.ldraw_tools.test_studio import PASSWORD, Member, pack
from tests.running import brickyard

TURN = "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000 0.000000 0.000000 1.000000"
HEAD = "0 {name}\r\n0 Name:  {name}\r\n0 Author:  \r\n0 CustomBrick\r\n"
# How each copy of a model writes a reference: colour, identity, place, name.
WAYS = {
    "model.ldr": "1 {colour} {at} {turn} {name}",
    "modelv1.ldr": "10 {colour} False 0 {at} {turn} {name}",
    "modelv2.ldr": "11 {colour} {id} False 0 {at} {turn} {name}",
    "model2.ldr": "1 {studio} {at} {turn} {name}",
}
Parts = list[tuple[str, int]]
NESTED: dict[str, Parts] = {
    "pod": [("3001.dat", 0), ("gun", 60), ("3003.dat", 120), ("gun", 180), ("fin & <co>", 240)],
    "gun": [("3004.dat", 0), ("3005.dat", 30)],
    "fin & <co>": [("3005.dat", 0)],
}
FLAT: dict[str, Parts] = {"pod": [("3001.dat", 0), ("3004.dat", 60), ("3005.dat", 90), ("3003.dat", 120)]}


def text_of(member: str, sections: dict[str, Parts]) -> str:
    lines, identity = [], 10
    has_files = len(sections) > 1 or member == "model2.ldr"
    for name, parts in sections.items():
        lines += [f"0 FILE {name}"] if has_files else []
        lines += HEAD.format(name=name).split("\r\n")[:-1]
        for place, (part, x) in enumerate(parts):
            is_part = part.endswith(".dat")
            identity += 1
            fields = {"colour": 4 if is_part else 16, "studio": 5 if is_part else -1, "id": identity}
            at = f"{x:.6f} 0.000000 0.000000"
            lines.append(WAYS[member].format(**fields, at=at, turn=TURN, name=part))
            lines += ["0 STEP"] if place == 1 else []
        lines += ["0 NOFILE"] if has_files else []
    return "\ufeff" + "\r\n".join(lines) + "\r\n"


def build_of(name: str, sections: dict[str, Parts]) -> str:
    inner = (
        f'<Brick brickRef="{name}-{number}" />' if part.endswith(".dat") else build_of(part, sections)
        for number, (part, _) in enumerate(sections[name])
    )
    said = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f'<Build uuid="1" name="{said}">{"".join(inner)}</Build>'


def archive(path: Path, sections: dict[str, Parts], *, lxfml: bool = True) -> Path:
    with zipfile.ZipFile(path, "w") as target:
        for member in WAYS:
            target.writestr(member, text_of(member, sections))
        if lxfml:
            target.writestr("model.lxfml", f"<LXFML>{build_of('pod', sections)}</LXFML>")
        target.writestr("thumbnail.png", bytes(range(256)))
        target.writestr("CustomParts/odd.dat", "0 Odd\n3 16 0 0 0 9 0 0 0 9 0\n")
        target.writestr(".info", '{"version": "2.24", "total_parts": 7}')
    return path


def told(folder: Path, *changes: str) -> Path:
    asked = [word for change in changes for word in ("--set", change)]
    ran = brickyard(["tags", "pod.io", *asked, "-o", "out.io"], folder)
    assert ran.returncode == 0, ran.stderr
    assert "No real Studio has opened such a file yet" in " ".join(ran.stdout.split())
    return folder / "out.io"


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as opened:
        assert not any(info.flag_bits & 1 for info in opened.infolist())
        return {name: opened.read(name) for name in opened.namelist()}


def held(path: Path) -> tuple[object, object]:
    assembly = open_workspace().assembly(path)
    return dict(count(assembly).lots), measure(assembly).box


def systems(path: Path) -> dict[str, int]:
    [unit] = survey(open_workspace().assembly(path)).units
    return {f"{piece.name} {piece.tag.value or piece.tag.role}": piece.times for piece in unit.marked}


CASES = [
    (NESTED, ["gun=2Rd"], {"gun 2Rd": 2}),
    (NESTED, ["gun=B", "fin*=1Y"], {"gun 1B": 2, "fin & <co> 1Y": 1}),
    (NESTED, ["gun=2Ra & d8"], {"gun 2Ra & d8": 2}),
    (FLAT, ["step 1=2Rd rifle"], {"rifle 2Rd": 1}),
    (FLAT, ["lines 6-8=rocket", "lines 5-5=1B"], {"lines 6-8 rocket": 1, "lines 5-5 1B": 1}),
    (FLAT, ["pod.io=frame", "step 2=1Y"], {"step 2 1Y": 1}),
]


@pytest.mark.parametrize(("sections", "changes", "expected"), CASES)
def test_reading_it_again_gives_the_same_parts_the_same_size_and_the_new_tags(
    tmp_path: Path, sections: dict[str, Parts], changes: list[str], expected: dict[str, int]
) -> None:
    source = archive(tmp_path / "pod.io", sections)
    target = told(tmp_path, *changes)
    assert held(target) == held(source)
    assert systems(target) == expected


@pytest.mark.parametrize(("sections", "changes", "expected"), CASES)
def test_every_copy_of_the_model_says_the_same_and_all_else_is_as_it_was(
    tmp_path: Path, sections: dict[str, Parts], changes: list[str], expected: dict[str, int]
) -> None:
    before = members(archive(tmp_path / "pod.io", sections))
    after = members(told(tmp_path, *changes))
    assert list(after) == list(before)
    same = {name for name in before if before[name] == after[name]}
    assert same == {"thumbnail.png", "CustomParts/odd.dat", ".info"}
    placed = {}
    for member in WAYS:
        lines = after[member].decode("utf-8-sig").split("\r\n")
        words = [line for line in lines if not line.startswith(("0 FILE pod", "0 IsSubModel"))]
        # The name alone: the rest of a line is each copy's own.
        placed[member] = [line.partition(TURN)[2] or line for line in words if line != "0 NOFILE"]
    assert placed["model.ldr"] == placed["modelv1.ldr"] == placed["modelv2.ldr"] == placed["model2.ldr"]
    lxfml = after["model.lxfml"].decode()
    assert lxfml.count("<Brick ") == before["model.lxfml"].decode().count("<Brick ")
    assert all("[" in lxfml for _ in expected)


def test_a_locked_archive_is_written_without_its_password(tmp_path: Path) -> None:
    plain = members(archive(tmp_path / "pod.io", NESTED))
    locked = pack(Member(name, data, PASSWORD) for name, data in plain.items())
    (tmp_path / "pod.io").write_bytes(locked)
    after = members(told(tmp_path, "gun=2Rd"))
    assert after["thumbnail.png"] == plain["thumbnail.png"]
    assert systems(tmp_path / "out.io") == {"gun 2Rd": 2}


def test_a_tag_is_changed_and_taken_away_again(tmp_path: Path) -> None:
    archive(tmp_path / "pod.io", NESTED)
    told(tmp_path, "gun=2Rd").rename(tmp_path / "pod.io")
    told(tmp_path, "gun*=2Ra & d8").rename(tmp_path / "pod.io")
    assert systems(tmp_path / "pod.io") == {"gun 2Ra & d8": 2}
    assert systems(told(tmp_path, "gun*=none")) == {}


def test_where_the_copies_disagree_nothing_is_written(tmp_path: Path) -> None:
    archive(tmp_path / "pod.io", FLAT)
    data = members(tmp_path / "pod.io")["model.lxfml"]
    with_member(tmp_path / "pod.io", "model.lxfml", data.replace(b'<Brick brickRef="pod-0" />', b""))
    ran = brickyard(["tags", "pod.io", "--set", "step 1=2Rd", "-o", "out.io"], tmp_path)
    assert (ran.returncode, (tmp_path / "out.io").exists()) == (2, False)
    assert "make it in Studio, or write an .mpd" in ran.stderr


def test_the_old_file_is_never_written_over(tmp_path: Path) -> None:
    archive(tmp_path / "pod.io", NESTED)
    ran = brickyard(["tags", "pod.io", "--set", "gun=2Rd", "-o", "pod.io", "--force"], tmp_path)
    assert (ran.returncode, "this command reads that file" in ran.stderr) == (2, True)


def test_in_place_keeps_the_old_file_as_bak(tmp_path: Path) -> None:
    before = archive(tmp_path / "pod.io", NESTED).read_bytes()
    ran = brickyard(["tags", "pod.io", "--set", "gun=2Rd", "--in-place"], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert systems(tmp_path / "pod.io") == {"gun 2Rd": 2}
    assert (tmp_path / "pod.io.bak").read_bytes() == before
    ran = brickyard(["tags", "pod.io", "--set", "gun*=1B", "--in-place", "-o", "x.io"], tmp_path)
    assert (ran.returncode, "leave one out" in ran.stderr) == (2, True)


def test_in_place_never_loses_a_bak_that_is_not_ours(tmp_path: Path) -> None:
    before = archive(tmp_path / "pod.io", NESTED).read_bytes()
    (tmp_path / "pod.io.bak").write_bytes(b"mine")
    ran = brickyard(["tags", "pod.io", "--set", "gun=2Rd", "--in-place"], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "The old file is kept as pod.io.bak2" in ran.stdout
    assert (tmp_path / "pod.io.bak").read_bytes() == b"mine"
    assert (tmp_path / "pod.io.bak2").read_bytes() == before


def with_member(path: Path, name: str, data: bytes) -> None:
    rest = {**members(path), name: data}
    with zipfile.ZipFile(path, "w") as target:
        for member, content in rest.items():
            target.writestr(member, content)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\r\n"])
def test_a_copy_of_the_model_that_is_empty_stays_empty(tmp_path: Path, data: bytes) -> None:
    with_member(archive(tmp_path / "pod.io", FLAT), "model2.ldr", data)
    target = told(tmp_path, "step 1=2Rd")
    assert members(target)["model2.ldr"] == data
    assert systems(target) == {"step 1 2Rd": 1}


def test_an_identity_of_thousands_of_digits_stays_as_it_is(tmp_path: Path) -> None:
    path = archive(tmp_path / "pod.io", FLAT)
    data = members(path)["modelv2.ldr"].replace(b"11 4 11 ", b"11 4 " + b"9" * 5000 + b" ")
    assert b"9" * 5000 in data
    with_member(path, "modelv2.ldr", data)
    after = members(told(tmp_path, "step 1=2Rd"))["modelv2.ldr"]
    assert b"11 4 " + b"9" * 5000 + b" False" in after
    assert b"11 16 15 False" in after
