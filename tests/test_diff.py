"""`brickyard diff`: what changed between two versions of a design or a force."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brickyard.changes.change_answer import Status, VersionChanges, changes_between
from brickyard.changes.change_page import ADDED_RGB, REMOVED_RGB, changed_pair
from catalog.database.part_database import open_workspace
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
BREWER = ROOT / "examples" / "frames" / "chub-brewer.mpd"
COMPANY = """company: {name}
frames:
  - {{name: Brave, systems: {brave}, count: {count}}}
  - {{name: Scout, systems: 1G 2Y}}
{more}"""


def changes(old: Path, new: Path) -> VersionChanges:
    return changes_between(old, new, JudgeSettings(workspace=open_workspace()))


def company(
    folder: Path, file: str, *, brave: str = "1B 2Rd", count: int = 1, name: str = "Belt", more: str = ""
) -> Path:
    path = folder / file
    path.write_text(COMPANY.format(name=name, brave=brave, count=count, more=more), "utf-8")
    return path


def test_a_file_and_itself_have_no_changes() -> None:
    found = changes(CHUB, CHUB)
    assert found.status is Status.SAME
    assert not found.to_buy
    assert not found.no_longer_needed
    run = brickyard(["diff", str(CHUB), str(CHUB)])
    assert run.stdout.splitlines()[-1] == "Nothing changed."


def test_what_was_wrong_before_is_no_news_where_only_lines_have_moved(tmp_path: Path) -> None:
    old, new = tmp_path / "walker.ldr", tmp_path / "walker-2.ldr"
    text = "0 Walker\n0 !MFZ FRAME Walker\n" + 2 * "1 4 0 0 0 1 0 0 0 1 0 0 0 1 nope.dat\n"
    old.write_text(text, "utf-8")
    new.write_text(text.replace("Walker\n", "Walker\n0 // one comment more\n", 1), "utf-8")
    assert "LDR030" in brickyard(["check", str(old)]).stdout
    (unit,) = changes(old, new).units
    assert (unit.status, unit.findings_new, unit.findings_gone) == (Status.CHANGED, (), ())


def test_systems_dice_size_and_pieces_of_two_variants_are_told() -> None:
    found = changes(CHUB, BREWER)
    (unit,) = found.units
    facts = {fact.fact: (fact.old, fact.new) for fact in unit.facts}
    assert facts["Dice"] == ("2W 1B 1G 1Y 2Rd 1Rd8", "2W 1B 1Y 2Rd & d8 1Rd8")
    assert facts["Pieces"] == ("75", "95")
    assert unit.systems_added == ("Direct-fire weapon",)
    assert unit.systems_removed == ("Movement system",)
    assert "Rapid Attack" in facts["Edition"][0]


def test_what_is_bought_and_what_is_no_longer_needed_add_up() -> None:
    found = changes(CHUB, BREWER)
    more = sum(lot.quantity for lot in found.to_buy)
    less = sum(lot.quantity for lot in found.no_longer_needed)
    assert more - less == 95 - 75
    back = changes(BREWER, CHUB)
    assert {lot.key: lot.quantity for lot in back.to_buy} == {
        lot.key: lot.quantity for lot in found.no_longer_needed
    }


def test_a_tag_taken_away_is_a_system_lost_and_nothing_to_buy(tmp_path: Path) -> None:
    untagged = tmp_path / "untagged.mpd"
    tags = ["tags", str(CHUB), "--set", "jets.ldr=none", "-o", str(untagged)]
    run = brickyard(tags)
    assert run.returncode == 0, run.stderr
    found = changes(CHUB, untagged)
    assert found.units[0].systems_removed == ("Movement system",)
    assert not found.to_buy


@pytest.mark.parametrize(
    ("old", "new", "fact", "values"),
    [
        ({}, {"count": 2}, "Number", ("1", "2")),
        ({}, {"brave": "1B 1G 2Rd"}, "Dice", ("2W 1B 2Rd", "2W 1B 1G 2Rd")),
    ],
)
def test_units_of_one_name_are_compared(
    old: dict[str, object], new: dict[str, object], fact: str, values: tuple[str, str], tmp_path: Path
) -> None:
    before = company(tmp_path, "a.yaml", **old)  # type: ignore[arg-type]
    after = company(tmp_path, "b.yaml", **new)  # type: ignore[arg-type]
    found = changes(before, after)
    assert [unit.name for unit in found.changed_units] == ["Brave"]
    facts = {one.fact: (one.old, one.new) for one in found.changed_units[0].facts}
    assert facts[fact] == values


def test_units_that_only_one_version_has_are_added_or_removed(tmp_path: Path) -> None:
    before = company(tmp_path, "a.yaml")
    after = company(tmp_path, "b.yaml", more="  - {name: Third, systems: 1B}\n")
    assert [(unit.name, unit.status) for unit in changes(before, after).changed_units] == [
        ("Third", Status.ADDED)
    ]
    assert [(unit.name, unit.status) for unit in changes(after, before).changed_units] == [
        ("Third", Status.REMOVED)
    ]


def test_a_renamed_unit_with_the_same_model_is_one_unit(tmp_path: Path) -> None:
    for file, name in (("a.yaml", "Brave"), ("b.yaml", "Bold")):
        text = f"company: C\nframes:\n  - {{name: {name}, model: chub.mpd}}\n"
        (tmp_path / file).write_text(text, "utf-8")
    (tmp_path / "chub.mpd").write_bytes(CHUB.read_bytes())
    (unit,) = changes(tmp_path / "a.yaml", tmp_path / "b.yaml").units
    assert unit.status is Status.CHANGED
    assert [(fact.old, fact.new) for fact in unit.facts if not fact.is_same] == [("Brave", "Bold")]


def test_a_changed_verdict_is_the_last_word(tmp_path: Path) -> None:
    before = company(tmp_path, "a.yaml")
    after = company(tmp_path, "b.yaml", brave="1B 1B 1G 1Y 2Rd")
    run = brickyard(["diff", "a.yaml", "b.yaml"], tmp_path)
    assert run.returncode == 0, run.stderr
    assert "SYS001" in run.stdout
    document = json.loads(brickyard(["diff", "a.yaml", "b.yaml", "--format", "json"], tmp_path).stdout)
    assert document["status"] == "changed"
    codes = [finding["code"] for unit in document["units"] for finding in unit["findings_new"]]
    assert "SYS001" in codes + [finding["code"] for finding in document["findings_new"]]
    back = changes(after, before)
    assert "SYS001" in [one.code for unit in back.units for one in unit.findings_gone] + [
        one.code for one in back.findings_gone
    ]


def test_one_unit_of_a_force_is_compared_with_a_model(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: C\nframes:\n  - {name: Brave, model: chub.mpd}\n", "utf-8")
    (tmp_path / "chub.mpd").write_bytes(CHUB.read_bytes())
    found = changes(Path(f"{tmp_path / 'c.yaml'}:Brave"), BREWER)
    assert [(lot.key, lot.quantity) for lot in found.to_buy] == [
        (lot.key, lot.quantity) for lot in changes(CHUB, BREWER).to_buy
    ]


def test_a_force_and_a_design_are_not_compared(tmp_path: Path) -> None:
    before = company(tmp_path, "a.yaml")
    run = brickyard(["diff", str(before), str(CHUB)])
    assert run.returncode == 2
    assert "is a whole force" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_added_and_removed_parts_are_marked_and_the_rest_is_pale() -> None:
    (unit,) = changes(CHUB, BREWER).units
    pair = changed_pair(unit)
    assert pair is not None
    width = pair.width // 2
    old, new = pair.crop((0, 0, width, pair.height)), pair.crop((width, 0, 2 * width, pair.height))
    assert _share(old, REMOVED_RGB) > 0.02 > 0.001 > _share(old, ADDED_RGB)
    assert _share(new, ADDED_RGB) > 0.02 > 0.001 > _share(new, REMOVED_RGB)


def test_a_model_moved_as_a_whole_has_no_parts_to_mark(tmp_path: Path) -> None:
    """Every line of the main model one stud to the right: nothing was added, nothing taken away."""
    lines, inside = [], 0
    for line in CHUB.read_text("utf-8").splitlines():
        inside += line.startswith("0 FILE")
        words = line.split()
        if inside == 1 and words[:1] == ["1"]:
            words[2] = str(float(words[2]) + 20)
            line = " ".join(words)
        lines.append(line)
    moved = tmp_path / "moved.mpd"
    moved.write_text("\n".join(lines) + "\n", "utf-8")
    (unit,) = changes(CHUB, moved).units
    pair = changed_pair(unit)
    assert pair is not None
    assert _share(pair, ADDED_RGB) == _share(pair, REMOVED_RGB) == 0


def _share(image: Image.Image, rgb: tuple[int, int, int]) -> float:
    """Of the pixels that have this hue, whatever the light makes of it."""
    hue = _hue(rgb)
    pixels = np.asarray(image.convert("HSV").resize((150, 150)), int).reshape(-1, 3)
    return float(((abs(pixels[:, 0] - hue) < 6) & (pixels[:, 1] > 120)).mean())


def _hue(rgb: tuple[int, int, int]) -> int:
    value = Image.new("RGB", (1, 1), rgb).convert("HSV").getpixel((0, 0))
    assert isinstance(value, tuple)
    return int(value[0])


def test_page_and_picture_are_written_and_names_are_only_text(tmp_path: Path) -> None:
    before = company(tmp_path, "a.yaml", name="'<script>alert(1)</script>'")
    after = company(tmp_path, "b.yaml", name="'<script>alert(1)</script>'", count=2)
    run = brickyard(["diff", str(before), str(after), "-o", "p.html"], tmp_path)
    assert run.returncode == 0, run.stderr
    page = (tmp_path / "p.html").read_text("utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    run = brickyard(["diff", str(CHUB), str(BREWER), "-o", "p.png"], tmp_path)
    assert run.returncode == 0, run.stderr
    with Image.open(tmp_path / "p.png") as image:
        assert image.width == 1200


@pytest.mark.parametrize("name", ["p.txt", "p"])
def test_another_ending_is_refused(name: str, tmp_path: Path) -> None:
    run = brickyard(["diff", str(CHUB), str(BREWER), "-o", name], tmp_path)
    assert run.returncode == 2
    assert ".html or .png" in run.stderr


def test_markdown_has_the_same_facts(tmp_path: Path) -> None:
    run = brickyard(["diff", str(CHUB), str(BREWER), "--format", "markdown"])
    assert "| Pieces | 75 | 95 |" in run.stdout
    assert "To buy in addition, " in run.stdout


def test_what_could_not_be_read_is_never_called_unchanged(tmp_path: Path) -> None:
    for file, systems in (("a.yaml", "2Rd"), ("b.yaml", "1B")):
        frames = f"  - {{name: A, systems: {systems}}}\n  - 3\n"
        text = f"company: C\nframes:\n{frames}"
        (tmp_path / file).write_text(text, "utf-8")
    run = brickyard(["diff", "a.yaml", "b.yaml"], tmp_path)
    assert run.returncode == 2
    assert "can't be compared: " in run.stderr
    assert "Nothing changed" not in run.stdout


def test_a_campaign_is_told_to_name_one_of_its_forces() -> None:
    campaign = str(next((ROOT / "examples" / "campaigns").glob("*.yaml")))
    run = brickyard(["diff", campaign, campaign])
    assert run.returncode == 2
    assert "campaign" in run.stderr
    assert "says why" not in run.stderr


def test_one_submodel_of_both_versions_is_compared() -> None:
    run = brickyard(["diff", str(CHUB), str(BREWER), "--submodel", "leg"])
    assert run.returncode == 0, run.stderr
    whole = brickyard(["diff", str(CHUB), str(BREWER)])
    assert run.stdout != whole.stdout
