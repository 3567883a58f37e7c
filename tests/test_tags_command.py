"""`brickyard tags` as it is run: what belongs to which system, and files that are no models."""

from __future__ import annotations

import json
import os
import re
import shlex
import zipfile
from pathlib import Path
from typing import Any

import pytest
import typer

from brickyard.commands import tags as tags_command
from catalog.database.part_database import open_workspace
from fleets.tagging.file_tags import FileTags, TagReader
from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import BrickyardError
from ldraw_tools.measuring.measure import measure
from ldraw_tools.reading.encodings import Text
from tests.running import brickyard

PART = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat"


def status_of(model: Path, changes: list[str], target: Path | None) -> int:
    """The status with which the command ends."""
    with pytest.raises(typer.Exit) as leaving:
        tags_command.tags([model], changes, target)
    return leaving.value.exit_code


def place(*names: str) -> str:
    return "\n".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {name}" for name in names)


NESTED = f"""0 FILE main.ldr
0 !MFZ FRAME
{place("arm.ldr", "rifle.ldr", "hinge.ldr")}
0 FILE arm.ldr
{PART}
0 FILE rifle.ldr
0 !MFZ SYSTEM 2Rd Long rifle
{PART}
{place("barrel.ldr", "hinge.ldr")}
0 FILE barrel.ldr
{PART}
{place("sight.ldr")}
0 FILE sight.ldr
{PART}
0 FILE hinge.ldr
{PART}
"""


def tags(folder: Path, text: str, capsys: pytest.CaptureFixture[str], status: int = 0) -> dict[str, str]:
    (folder / "m.mpd").write_text(text)
    assert status_of(folder / "m.mpd", [], None) == status
    told = capsys.readouterr().out
    assert all(len(line) <= 100 for line in told.splitlines())
    return {line.split()[0]: " ".join(line.split()[1:]) for line in told.splitlines() if line.strip()}


def test_what_is_inside_a_system_belongs_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = tags(tmp_path, NESTED, capsys)
    assert told["arm.ldr"] == "- no tag: belongs to the body"
    assert told["barrel.ldr"] == told["sight.ldr"] == "- no tag: belongs to Long rifle [2Rd]"
    assert told["hinge.ldr"] == "- no tag: belongs to the body and Long rifle [2Rd], placed 2 times"


def test_of_many_pieces_around_a_submodel_two_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"{letter} [1B].ldr" for letter in "abcd"]
    pieces = "".join(f"0 FILE {name}\n{place('bolt.ldr')}\n" for name in names)
    text = f"0 FILE main.ldr\n{place(*names)}\n{pieces}0 FILE bolt.ldr\n{PART}\n"
    told = tags(tmp_path, text, capsys)
    assert told["bolt.ldr"] == "- no tag: belongs to a [1B] and b [1B] and others, placed 4 times"


def test_an_empty_model_says_that_it_is_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "LDR005" in tags(tmp_path, "", capsys, status=1)["error"]


def test_a_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: X\n")
    with pytest.raises(BrickyardError, match="name one of the models it lists"):
        status_of(tmp_path / "c.yaml", [], None)


def test_one_tag_is_written_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.mpd").write_text(NESTED)
    assert status_of(tmp_path / "m.mpd", ["arm.ldr=1B"], tmp_path / "n.mpd") == 0
    assert capsys.readouterr().out.endswith("written with 1 tag\n")


def test_none_takes_a_tag_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.mpd").write_text(NESTED)
    assert status_of(tmp_path / "m.mpd", ["rifle.ldr=none"], tmp_path / "n.mpd") == 0
    assert capsys.readouterr().out.endswith("n.mpd written without a tag for rifle.ldr\n")
    assert (tmp_path / "n.mpd").read_text() == NESTED.replace("0 !MFZ SYSTEM 2Rd Long rifle\n", "")


def test_a_group_keeps_its_tag_and_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = f"0 !LEOCAD GROUP BEGIN mast [1Y]\n{PART}\n0 !LEOCAD GROUP END\n"
    (tmp_path / "m.mpd").write_text(NESTED + group)
    status_of(tmp_path / "m.mpd", ["*=none"], tmp_path / "n.mpd")
    assert "mast keeps its tag: line 20 marks parts, delete it there" in capsys.readouterr().out


def test_an_empty_tag_is_told_how_to_take_one_away(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match=r"or rifle\.ldr=none to remove it"):
        status_of(tmp_path / "m.mpd", ["cannon="], tmp_path / "n.mpd")


def test_steps_beyond_the_fortieth_are_counted_and_one_line_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = tags(tmp_path, f"0 Flat\n{PART}\n" + f"0 STEP\n{PART}\n" * 59, capsys)
    assert told["…"] == "- and 20 more steps"
    listed = said(tmp_path, "m.ldr", f"0 Flat\n{PART}\n0 STEP\n{PART}\n{PART}\n", capsys)
    assert "step 1 - line 2, 1 part step 2 - lines 4-5, 2 parts" in listed
    assert "more step" not in listed


def test_the_tags_of_a_file_are_read_as_often_whether_it_has_few_groups_or_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, calls = TagReader.read, []

    def counted(*arguments: Any, **options: Any) -> FileTags:
        calls.append(arguments)
        return read(*arguments, **options)

    monkeypatch.setattr(TagReader, "read", counted)
    work = []
    for groups in (2, 50):
        text = "".join(f"0 !LEOCAD GROUP BEGIN g{i}\n{PART}\n0 !LEOCAD GROUP END\n" for i in range(groups))
        calls.clear()
        assert "g1" in tags(tmp_path, f"0 X\n{text}", capsys)
        listing = len(calls)
        assert status_of(tmp_path / "m.mpd", ["g*=1B"], tmp_path / f"{groups}.mpd") == 0
        assert (tmp_path / f"{groups}.mpd").read_text().count("BEGIN SYSTEM 1B") == groups
        work.append((listing, len(calls) - listing))
    assert work[0] == work[1]
    assert min(work[0]) > 0


@pytest.mark.skipif(os.name == "nt", reason="its shell has other rules")
@pytest.mark.parametrize("name", ["$(id).ldr", "`id`.ldr", 'a";id;".ldr', "a b.ldr", "!x.ldr"])
def test_nothing_of_a_name_runs_when_the_suggested_command_is_pasted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    untagged = f"0 FILE main.ldr\n{PART}\n{place(name, 'gun.ldr')}\n0 FILE {name}\n{PART}\n"
    told = said(Path(), name, f"{untagged}0 FILE gun.ldr\n{PART}\n", capsys)
    words = shlex.split(told.partition(" Or: ")[2])
    offered = name if name == "a b.ldr" else "gun.ldr"
    assert words == ["brickyard", "tags", name, "--set", f"{offered}=2Rd", "-o", f"{name[:-4]}-tagged.mpd"]
    quoted = re.findall(r'"[^"]*"', told.partition(" Or: ")[2].replace(shlex.quote(name), ""))
    assert not any(sign in text for text in quoted[:1] for sign in "$`\\!")
    tagged = said(Path(), name, NESTED, capsys)
    assert shlex.split(tagged.partition("Next: ")[2]) == ["brickyard", "check", name]


def test_a_format_for_what_is_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(NESTED)
    ran = brickyard(["tags", "m.mpd", "--set", "arm.ldr=1B", "-o", "n.mpd", "--format", "json"], tmp_path)
    assert (ran.returncode, ran.stdout, (tmp_path / "n.mpd").exists()) == (2, "", False)
    assert "--format is for showing tags" in ran.stderr


MODEL = f"""0 FILE pod
0 Pod
{place("cannon", "cannon")}
0 FILE cannon
{place("fin.dat")}
{PART}
""".replace("\n", "\r\n")
OWN_PARTS = {
    "CustomParts/Fin.dat": f"0 FILE old_fin.dat\r\n0 Fin\r\n{place('s/fins01.dat')}\r\n",
    "CustomParts/s/s/fins01.dat": "0 ~Fin Süd Ж\n3 16 0 0 0 100 0 0 0 500 0\n\n\n",
}


def studio_file(path: Path, model: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.ldr", b"\xef\xbb\xbf" + model)
        for name, text in OWN_PARTS.items():
            archive.writestr(name, text)
    return path


def looked_at(path: Path) -> tuple[object, ...]:
    assembly = open_workspace().assembly(path)
    # Letters that its encoding lacks may have made it UTF-8.
    said = {finding.code for finding in assembly.findings} - {oddities.NOT_UTF8.code}
    return count(assembly).lots, measure(assembly).box, said


@pytest.mark.parametrize(
    "model",
    [
        MODEL.encode(),
        MODEL.replace("0 Pod", "0 Pöd").encode("cp1252"),
        f"0 Pod\r\n{place('fin.dat')}\r\n{PART}".encode(),
    ],
    ids=["of submodels", "in an old encoding", "flat"],
)
def test_a_studio_file_is_tagged_as_text_with_its_own_parts(tmp_path: Path, model: bytes) -> None:
    source, target = studio_file(tmp_path / "pod.io", model), tmp_path / "out.mpd"
    assert status_of(source, ["pod=frame"], target) == 0
    assert looked_at(target) == looked_at(source)
    text = Text.decode(target.read_bytes())
    assert text.line_ends() == ["CRLF"]
    before = Text.decode(model).content.removesuffix("\r\n")
    assert before in text.content.replace("0 !MFZ FRAME\r\n", "")
    assert [line for line in text.lines() if line.startswith("0 FILE ")][-2:] == [
        "0 FILE fin.dat\r",
        "0 FILE s/fins01.dat\r",
    ]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (None, r"-o pod-tagged\.io, or \.mpd; or rename the submodel in Studio to “cannon \[2Rd\]”"),
        (Path("out"), r"a tagged model's name ends with \.io or \.mpd or \.ldr"),
    ],
)
def test_a_studio_file_is_told_where_it_can_be_written(
    tmp_path: Path, target: Path | None, said: str
) -> None:
    source = studio_file(tmp_path / "pod.io", MODEL.encode())
    with pytest.raises(BrickyardError, match=said):
        status_of(source, ["cannon=2Rd"], target)


def said(folder: Path, name: str, text: str, capsys: pytest.CaptureFixture[str]) -> str:
    (folder / name).write_text(text, "utf-8")
    status_of(folder / name, [], None)
    return " ".join(capsys.readouterr().out.split())


def test_s3_a_model_without_tags_ends_with_how_to_tag_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = said(Path(), "flat.ldr", f"0 !LEOCAD MODEL NAME x\n{PART}\n", capsys)
    assert "Nothing says what it carries. In LeoCAD, select the parts of each system, group them" in told
    untagged = f"0 FILE main.ldr\n{PART}\n{place('gun.ldr')}\n0 FILE gun.ldr\n{PART}\n"
    told = said(Path(), "m.mpd", untagged, capsys)
    assert told.endswith('Or: brickyard tags m.mpd --set "gun.ldr=2Rd" -o m-tagged.mpd')


def test_a_tagged_model_ends_with_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said(Path(), "m.mpd", NESTED, capsys).endswith("Next: brickyard check m.mpd")
    wrong = NESTED.replace("SYSTEM 2Rd Long rifle", "SYSTEM 2Rx")
    assert said(Path(), "m.mpd", wrong, capsys).endswith(
        "Next: correct the errors, then brickyard check m.mpd"
    )


def test_b15_every_part_is_shown_with_the_line_that_set_names(tmp_path: Path) -> None:
    """newcomer B15: a flat .io can be tagged in the terminal."""
    lines = ["0 Mech", *(PART.replace("3001", part) for part in ("3001", "3005", "nope")), place("3003.dat")]
    with zipfile.ZipFile(tmp_path / "m.io", "w") as archive:
        archive.writestr("model.ldr", "\n".join(lines))
    told = brickyard(["tags", "m.io"], tmp_path).stdout
    assert "brickyard tags m.io --lines" in " ".join(told.split())
    for command in ("tags", "inspect"):
        shown = brickyard([command, "m.io", "--lines"], tmp_path).stdout
        assert re.search(r"^ +3  3005 +Red +0 +0 +0 +Brick 1 x 1$", shown, re.MULTILINE)
        assert re.search(r"^ +4  nope +Red", shown, re.MULTILINE)
        assert " 3  3005" not in brickyard([command, "m.io"], tmp_path).stdout
    ran = brickyard(["tags", "m.io", "--set", "lines 3-4=2Rd gun", "-o", "out.mpd"], tmp_path)
    assert ran.returncode == 0, ran.stderr
    document = json.loads(brickyard(["tags", "out.mpd", "--lines", "--format", "json"], tmp_path).stdout)
    found = document["models"][0]["lines"]
    assert [(one["line"], one["part"], one["tag"]) for one in found] == [
        *[(2, "3001", ""), (4, "3005", "[2Rd]"), (5, "nope", "[2Rd]"), (7, "3003", "")]
    ]
    assert found[0]["at"] == [0, 0, 0]
    inspected = json.loads(brickyard(["inspect", "out.mpd", "--lines", "--format", "json"], tmp_path).stdout)
    assert inspected["lines"] == found
