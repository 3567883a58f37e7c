"""Findings in other languages: data by code, with the placeholders of the English; nothing is missing."""

from __future__ import annotations

import ast
import json
import re
import shutil
import zipfile
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import brickyard as public
from brickyard.serving.request_guard import HEADER
from catalog.languages import Language, texts_in
from fleets.notation import read_dice, read_systems
from ldraw_tools.findings import Kind, Place, Severity, abridge, and_more, count_of
from ldraw_tools.phrases import Phrase, in_language, join_texts, say
from tests.modules import modules, nodes_of
from tests.running import ROOT, brickyard
from tests.serving import TOKEN, workbench
from validators.rule import rules

GERMAN = texts_in(Language.GERMAN)
# Words that no German sentence has, whatever models and parts are called.
ENGLISH = re.compile(
    r"\b(the|and|or|of|with|has|is|are|carries|than|more|no|not|write|you|which|at least)\b", re.IGNORECASE
)
RULES = ROOT / "tests" / "validators" / "rules"


def placeholders(template: Any) -> set[str]:
    texts = [template] if isinstance(template, str) else template.values()
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def english() -> dict[str, str]:
    """The English template of each message and fix, by its key."""
    found = {rule.code: (rule.message, rule.fix) for rule in rules().values()}
    for node in (node for path in modules() for node in nodes_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Kind":
            code, _, *texts = [*node.args, ast.Constant("")]
            assert isinstance(code, ast.Constant)
            values = [one.value if isinstance(one, ast.Constant) else "…" for one in texts]
            found[str(code.value)] = (str(values[0]), str(values[1]))
    return {
        f"{code}.{part}": text
        for code, both in found.items()
        for part, text in zip(("message", "fix"), both, strict=True)
    }


def said_in_code() -> set[str]:
    """What is filled in, as far as it stands in the code as it is."""
    # Of the front door what a page is refused with.
    rooms = [
        path
        for path in modules()
        if (parts := {*path.relative_to(ROOT).parts})
        and (not {"brickyard", "battles"} & parts or "serving" in parts)
    ]
    calls = (node for path in rooms for node in nodes_of(path) if isinstance(node, ast.Call))
    found = set()
    for call in calls:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in ("say", "said") and call.args and isinstance(call.args[0], ast.Constant):
            found.add(str(call.args[0].value))
    return {text for text in found if any(map(str.isalpha, re.sub(r"\{[^{}]*\}", "", text)))}


def test_every_german_finding_has_a_known_code_and_the_placeholders_of_the_english_one() -> None:
    known = english()
    coded = {key: text for key, text in GERMAN.items() if re.match(r"[A-Z]{3}\d{3}\.", key)}
    assert coded.keys() - known.keys() == set()
    others = {key for key, text in coded.items() if placeholders(text) - placeholders(known[key])}
    assert others == set(), "these name what the English one doesn't fill in"
    left_out = {key for key, text in coded.items() if placeholders(known[key]) - placeholders(text)}
    assert left_out == set(), "these leave out what the English one says"


def test_every_german_phrase_has_the_placeholders_of_the_english_one() -> None:
    phrases = {key: text for key, text in GERMAN.items() if not re.match(r"[A-Z]{3}\d{3}\.", key)}
    assert {key for key, text in phrases.items() if placeholders(text) != placeholders(key)} == set()


def test_what_is_missing_in_german() -> None:
    told = {key for key, text in english().items() if text}
    assert told - GERMAN.keys() == set()


def test_what_is_filled_in_is_german_too() -> None:
    assert said_in_code() - GERMAN.keys() == set()


@pytest.mark.parametrize("folder", sorted(one.name for one in RULES.iterdir() if one.is_dir()))
def test_no_sentence_is_half_english(folder: str) -> None:
    for path in sorted((RULES / folder).glob("bad.*")):
        if path.suffix == ".txt":
            continue
        [report] = public.check(path, language="de").reports
        told = [one for one in report.findings if f"{one.code}.message" in GERMAN]
        assert any(one.code == folder for one in told)
        for one in told:
            # A group's own words and the titles of parts are not ours.
            text = re.sub(
                r"Nobody goes without a blade|Every company can spot", "", f"{one.message} {one.fix}"
            )
            assert not ENGLISH.search(text), text


@pytest.mark.parametrize(
    "text", ["2Rx", "3Rd", "2Q", "R", "2Я", "spotter", "B2", "1Rd8", "d8", "40B", "E", "3W", ""]
)
def test_a_notation_is_explained_in_german(text: str) -> None:
    for read in (read_dice(text), read_systems(text)):
        for one in read.findings:
            told = one.in_language(GERMAN)
            assert not ENGLISH.search(f"{told.message} {told.fix}"), told


LISTS = [
    "company: A\nframes: [{name: X, systms: 2Rd}]\n",
    "company: A\nframes: {name: X}\n",
    "company: A\nframes: [X, {name: Y, count: 0}]\nstations: [{model: gone.mpd}]\n",
    "company: A\nfleet: B\ngame: {size: 3, players: many}\n",
    "fleet: B\nships: [{name: X, class: cruiser}, {name: Y}]\n",
    "frames: []\n",
    "company: A\n  frames: x\n",
    'company: "A\n',
    "company: A\nframes: [{name: X, systems: [2Rx]}]\nsuppress: {SIZ999: why, x: y}\n",
    "",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_with_mistakes_is_explained_in_german(tmp_path: Path, text: str) -> None:
    (tmp_path / "list.yaml").write_text(text, "utf-8")
    [report] = public.check(tmp_path / "list.yaml", language="de").reports
    assert report.findings
    for one in report.findings:
        if f"{one.code}.message" in GERMAN:
            assert not ENGLISH.search(f"{one.message} {one.fix}".replace("yes oder no", "")), one


def test_numbers_and_plurals_follow_the_language() -> None:
    assert in_language(count_of(1, "system"), GERMAN) == "1 System"
    assert in_language(count_of(12_345, "system"), GERMAN) == "12.345 Systeme"
    assert (
        in_language(and_more([count_of(2, "frame")] * 5), GERMAN)
        == "2 Frames, 2 Frames, 2 Frames und 2 weitere"
    )
    assert in_language(count_of(2, "widget"), GERMAN) == "2 widgets"


def test_what_users_write_is_never_translated() -> None:
    kind = Kind(
        "TAG017", Severity.INFO, "“{text}” is only a comment: tags start with 0 !MFZ", "Write 0 !{text}."
    )
    told = kind.at(Place("x"), text="frame {and} more").in_language(GERMAN)
    assert told.message == "„frame {and} more“ ist nur ein Kommentar: Markierungen beginnen mit 0 !MFZ"


def test_a_code_without_german_stays_english() -> None:
    found = Kind("XYZ001", Severity.INFO, "{count} of it", "Look.").at(Place("x"), count=count_of(2, "frame"))
    assert found.in_language(GERMAN) == found
    assert in_language(join_texts([say("none"), "b"], "; "), GERMAN) == "keine; b"


def test_the_last_of_a_thousand_counts_the_others_in_german() -> None:
    kind = Kind("TAG012", Severity.ERROR, "0 !MFZ END without a BEGIN")
    told = abridge([kind.at(Place("x", line)) for line in range(1, 5)], 2)[-1].in_language(GERMAN)
    assert told.message == "0 !MFZ END ohne ein BEGIN (und 2 weitere dieser Art in der Datei)"


def test_a_phrase_is_its_english_text_wherever_it_goes() -> None:
    found = count_of(3, "system")
    assert isinstance(found, Phrase)
    assert found == "3 systems"
    assert json.dumps([found]) == '["3 systems"]'


COMPANY = "company: Belt\nframes: [{name: Soldier, systems: 1B 1G 1Y 2Rd 2Ra, count: 4}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "belt.yaml").write_text(COMPANY, "utf-8")
    return tmp_path


def messages(folder: Path, *options: str) -> str:
    run = brickyard(["check", "belt.yaml", *options], folder)
    assert run.returncode == 1, run.stderr
    return " ".join(run.stdout.split())


def test_the_terminal_takes_a_language(folder: Path) -> None:
    assert "Soldier carries 5 systems; a frame has room for 4" in messages(folder)
    german = messages(folder, "--language", "de")
    assert "Soldier trägt 5 Systeme; ein Frame hat Platz für 4" in german
    assert "-> Nimm 1 System ab." in german
    assert "zu tun ist nichts" not in german


FLEET = (
    "fleet: Night Watch\nedition: intercept-orbit\ngame: {players: 3}\n"
    "ships: [{name: Steadfast, class: capital, systems: 1K 1B}]\nspares: [{name: Rest, class: frigate}]\n"
)
ACCEPTED = COMPANY + "suppress: {SYS001: wir mögen das, CMP001: auch das, CMP002: und das, CMP003: alles}\n"


@pytest.mark.parametrize("text", [COMPANY, FLEET, ACCEPTED, "company: A\n"])
@pytest.mark.parametrize("option", ["--all", "--quiet", "--strict"])
def test_the_whole_report_is_german(folder: Path, text: str, option: str) -> None:
    """Verdict, headings, sums and what to do, not only the findings."""
    (folder / "liste.yaml").write_text(text, "utf-8")
    said = brickyard(["check", "liste.yaml", "belt.yaml", option, "--language", "de"], folder).stdout
    assert said
    names = r"Intercept Orbit"
    assert not ENGLISH.search(re.sub(names, "", said)), said
    assert ("hingenommene" in said) == (text is ACCEPTED)


def test_json_is_english_unless_a_language_is_asked_for(folder: Path) -> None:
    def told(*options: str) -> list[dict[str, Any]]:
        text = brickyard(["check", "belt.yaml", "--format", "json", *options], folder).stdout
        return [one for one in json.loads(text)["reports"][0]["findings"] if one["code"] == "SYS001"]

    [english_one], [german_one] = told(), told("--language", "de")
    assert english_one["measured"] == "5 systems"
    assert german_one["measured"] == "5 Systeme"
    assert english_one.keys() == german_one.keys()


def test_the_settings_know_the_language(folder: Path) -> None:
    (folder / "brickyard.toml").write_text('language = "de"\n', "utf-8")
    assert "Soldier trägt 5 Systeme" in messages(folder)
    assert "Soldier carries 5 systems" in messages(folder, "--language", "en")


def test_python_takes_a_language(folder: Path) -> None:
    found = public.check(folder / "belt.yaml", language="de", jobs=1).reports[0]
    assert found.first_reason == "CMP001: Belt hat 0 Stationen; bei einer Kompanie ist richtig: 1, 2 oder 3"
    assert found.verdict == "not legal"
    with pytest.raises(public.BrickyardError, match="language fr: choose en or de"):
        public.check(folder / "belt.yaml", language="fr")


def test_tags_are_explained_in_german(tmp_path: Path) -> None:
    (tmp_path / "a.ldr").write_text("0 A\n0 !MFZ SYSTM 2Rd\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    [model] = public.tags(tmp_path / "a.ldr", language="de").models
    assert [one.fix for one in model.findings] == ["Meintest du SYSTEM?"]


def test_the_workbench_answers_in_the_pages_language(folder: Path) -> None:
    def told(document: dict[str, Any]) -> set[str]:
        return {one["message"] for one in document["reports"][0]["findings"] if one["code"] == "SYS001"}

    german, asked = {"Accept-Language": "de"}, {"path": "belt.yaml"}
    change = {"file": "belt.yaml", "text": COMPANY + "# more\n", "draft": 0}
    with workbench(folder) as page:
        assert told(page.get("check", path="belt.yaml").json()) == {
            "Soldier carries 5 systems; a frame has room for 4"
        }
        found = page.client.get("/api/check", params=asked, headers=german).json()
        assert told(found) == {"Soldier trägt 5 Systeme; ein Frame hat Platz für 4"}
        draft = page.client.post("/api/text", json=change, headers={**german, HEADER: TOKEN})
        assert told(draft.json()["check"]) == told(found)


def test_a_card_on_the_workbench_has_german_findings(tmp_path: Path) -> None:
    (tmp_path / "bad.mpd").write_bytes((RULES / "SYS001" / "bad.mpd").read_bytes())
    with workbench(tmp_path) as page:
        said = page.client.get("/api/card", params={"path": "bad.mpd"}, headers={"Accept-Language": "de"})
        assert "Terrier trägt 5 Systeme" in json.dumps(said.json(), ensure_ascii=False)


GROUPS = "0 FILE yard.ldr\n0 !LEOCAD GROUP BEGIN Gun\n" + 2 * "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n"
UNTAGGED = (
    GROUPS + "0 !LEOCAD GROUP END\n" + "1 4 40 0 0 1 0 0 0 1 0 0 0 1 arm.ldr\n" * 2 + "0 FILE arm.ldr\n"
    "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n0 FILE left.ldr\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n"
)


@pytest.mark.parametrize("options", [[], ["--propose"]])
def test_the_table_of_tags_is_german(tmp_path: Path, options: list[str]) -> None:
    """Issue 27.9: what each submodel was taken for, why, and what to do next."""
    (tmp_path / "yard.mpd").write_text(UNTAGGED, "utf-8")
    (tmp_path / "chub.mpd").write_text((ROOT / "examples/frames/chub.mpd").read_text("utf-8"), "utf-8")
    said = brickyard(["tags", "yard.mpd", "chub.mpd", *options, "--language", "de"], tmp_path).stdout
    assert not ENGLISH.search(said), said
    if not options:
        for words in (
            "gehört zu dem Rumpf, 2 Mal gesetzt",
            "eine Gruppe, 2 Teile",
            "nie gesetzt: zählt nicht",
        ):
            assert words in " ".join(said.split())


REFUSED = {
    "cut.io": (b"PK\x03\x04 and no more of it", "das Archiv ist beschädigt oder abgeschnitten"),
    "empty.io": (b"", "es ist leer; öffne das Modell in Studio"),
    "picture.ldr": (b"\x89PNG\r\n\x1a\n", "kein Modell, sondern ein PNG-Bild"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cant_be_read_is_refused_in_the_pages_language(tmp_path: Path, name: str) -> None:
    data, why = REFUSED[name]
    (tmp_path / name).write_bytes(data)
    (tmp_path / "list.yaml").write_text(f"company: A\nframes: [{{model: {name}, name: X}}]\n", "utf-8")
    with workbench(tmp_path) as page:
        page.client.headers["Accept-Language"] = "de-DE,de;q=0.9"
        told = page.get("card", path=name).json()["error"]
        assert told.startswith(f"{name}: {why}")
        assert why in str(page.get("check", path="list.yaml").json())
        assert not ENGLISH.search(told)
        gone = page.get("check", path="gone.mpd").json()["error"]
        assert gone == "gone.mpd: keine solche Datei in diesem Ordner"


def test_what_is_dropped_is_refused_in_the_pages_language() -> None:
    with workbench() as page:
        page.client.headers["Accept-Language"] = "de"
        refused = page.drop(notes__txt=b"x", cut__zip=b"PK\x03\x04")["refused"]
    assert all(not ENGLISH.search(one["why"]) for one in refused), refused
    assert [one["name"] for one in refused] == ["notes.txt", "cut.zip"]


def test_check_says_in_german_why_a_file_cant_be_opened(tmp_path: Path) -> None:
    (tmp_path / "cut.io").write_bytes(REFUSED["cut.io"][0])
    ran = brickyard(["check", "cut.io", "--language", "de"], tmp_path)
    assert (ran.returncode, ran.stderr.partition(";")[0]) == (2, f"brickyard: cut.io: {REFUSED['cut.io'][1]}")


def test_what_is_left_open_and_the_heads_of_numbered_parts_are_german(tmp_path: Path) -> None:
    (tmp_path / "cut.io").write_bytes(REFUSED["cut.io"][0])
    (tmp_path / "list.yaml").write_text("company: A\nframes: [{model: cut.io, name: X}]\n", "utf-8")
    told = brickyard(["check", "list.yaml", "--language", "de"], tmp_path).stdout
    assert told.splitlines()[1] == (
        "  Nicht alles ist bekannt, darum ist noch nicht beurteilt, was sie zusammen trägt."
    )
    (tmp_path / "one.ldr").write_text("1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    lines = brickyard(["tags", "one.ldr", "--lines", "--language", "de"], tmp_path).stdout.splitlines()
    assert lines[0].split() == ["Zeile", "Teil", "Farbe", "x", "y", "z", "Markierung"]


@pytest.mark.parametrize("name", ["old.lxf", "box.zip", "notes.txt", "gone.mpd", "empty"])
def test_what_check_cannot_open_is_said_in_german(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    for file in ("old.lxf", "box.zip", "notes.txt"):
        (tmp_path / file).write_bytes(b"x")
    run = brickyard(["check", name, "--language", "de"], tmp_path)
    assert run.returncode == 2
    assert not ENGLISH.search(run.stderr), run.stderr


def test_what_tags_writes_is_said_in_german_and_the_next_command_speaks_english(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "frames" / "chub.mpd", tmp_path / "a.mpd")
    change = ["tags", "a.mpd", "--in-place", "--set", "rifle.ldr=none", "--set", "jets.ldr=spare"]
    said = brickyard([*change, "--language", "de"], tmp_path).stdout
    assert "a.mpd.bak erhalten" in said
    assert "a.mpd ist geschrieben, mit 1 Markierung und ohne Markierung für rifle.ldr" in said
    assert "No such file or folder" in brickyard(["tags", "gone.mpd"], tmp_path).stderr


FLAT = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n1 4 20 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n"
UNTAKEN = {
    "riffle.ldr=2Rd": "kein Untermodell heißt „riffle.ldr“; meintest du „rifle.ldr“?",
    "xyzzy=2Rd": "kein Untermodell heißt „xyzzy“; es gibt „chub.ldr“, „foot.ldr“",
    "leg.ldr=none": "„leg.ldr“ hat in der Datei keine Markierung; steht die Markierung in einer Liste",
    "rifle.ldr=2Rx": "„2Rx“ bei Zeichen 3: ",
    "rifle.ldr=riffle": "„riffle“: ",
    "line 9999=1B": "aus Zeile 9999 wird kein System: dort steht kein Teil",
    "lines 1-999=1B": "aus Zeilen 1-999 wird kein System: ihre Teile gehören zu mehreren Untermodellen",
    "lines 9-3=1B": "Zeilen 9-3: Die Zahlen sind vertauscht; schreib lines 3-9",
    "step 99=1B": "einen Schritt 99 gibt es nicht; das Modell hat",
    "rifle.ldr at line 1=1B": "Zeile 1 setzt nichts",
}


@pytest.mark.parametrize("change", UNTAKEN)
def test_a_tag_that_cant_be_set_is_refused_in_german(tmp_path: Path, change: str) -> None:
    shutil.copy(ROOT / "examples" / "frames" / "chub.mpd", tmp_path / "a.mpd")
    run = brickyard(["tags", "a.mpd", "-o", "b.mpd", "--set", change, "--language", "de"], tmp_path)
    assert run.returncode == 2
    assert UNTAKEN[change] in run.stderr
    assert not ENGLISH.search(run.stderr), run.stderr


@pytest.mark.parametrize("name", ["flat.ldr", "flat.io"])
@pytest.mark.parametrize("change", [["--set", "gun=2Rd"], ["--accept"], ["--accept", "gun"]])
def test_a_file_without_submodels_is_refused_in_german(tmp_path: Path, name: str, change: list[str]) -> None:
    (tmp_path / "flat.ldr").write_text(FLAT, "utf-8")
    with zipfile.ZipFile(tmp_path / "flat.io", "w") as archive:
        archive.writestr("model.ldr", FLAT)
    run = brickyard(["tags", name, *change, "-o", "b.ldr", "--language", "de"], tmp_path)
    assert run.returncode == 2
    assert not ENGLISH.search(run.stderr), run.stderr


def test_a_tag_is_refused_in_the_pages_language(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "frames" / "chub.mpd", tmp_path / "a.mpd")
    with workbench(tmp_path) as page:
        page.client.headers["Accept-Language"] = "de"
        told = page.tag("a.mpd", 0, {"submodel": "leg.ldr"}, "none").json()["error"]
    assert told.startswith("a.mpd: „leg.ldr“ hat in der Datei keine Markierung")
    assert not ENGLISH.search(told)


def test_what_was_done_to_tag_parts_is_said_in_the_pages_language(tmp_path: Path) -> None:
    (tmp_path / "flat.ldr").write_text(FLAT + FLAT.replace(" 4 ", " 1 "), "utf-8")
    with workbench(tmp_path) as page:
        page.client.headers["Accept-Language"] = "de"
        told = page.tag("flat.ldr", 0, {"pieces": [0, 3]}, "1B").json()["said"]
    assert told == ["1 Zeile ist nach unten gerückt, damit alle 2 Teile beieinanderstehen."]


@pytest.mark.parametrize(
    "options",
    [
        ["a.mpd", "--set", "rifle.ldr=2Rd", "-o", "a.mpd"],
        ["a.mpd", "--set", "rifle.ldr=2Rd", "-o", "b.txt"],
        ["a.mpd", "--set", "rifle.ldr=2Rd", "-o", "there.mpd"],
        ["a.mpd", "--set", "rifle.ldr=2Rd", "-o", "folder.mpd"],
        ["a.mpd", "--set", "rifle.ldr", "-o", "b.mpd"],
        ["a.mpd", "--set", "rifle.ldr=2Rd"],
        ["a.mpd", "--set", "rifle.ldr=2Rd", "-o", "b.mpd", "--in-place"],
        ["a.mpd", "there.mpd", "--set", "rifle.ldr=2Rd", "-o", "b.mpd"],
        ["a.mpd#rifle.ldr", "--set", "rifle.ldr=2Rd", "-o", "b.mpd"],
        ["list.yaml"],
    ],
)
def test_where_tags_cant_be_written_is_said_in_german(tmp_path: Path, options: list[str]) -> None:
    shutil.copy(ROOT / "examples" / "frames" / "chub.mpd", tmp_path / "a.mpd")
    (tmp_path / "there.mpd").write_text(FLAT, "utf-8")
    (tmp_path / "folder.mpd").mkdir()
    run = brickyard(["tags", *options, "--language", "de"], tmp_path)
    assert run.returncode == 2
    assert run.stderr.startswith("brickyard: ")
    assert not ENGLISH.search(run.stderr), run.stderr
