"""What `brickyard publish` does to a site's folder: only what must be, and nothing to others' files."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from brickyard import what_runs
from brickyard.facts import made_from
from brickyard.facts.judged_designs import DesignFile, open_design_file
from brickyard.web import site, site_memory, site_plan
from brickyard.web.design_page import write_design
from brickyard.web.site_memory import PageEntry, recall
from fleets.forces.named_files import SITE_FILE as FILE
from ldraw_tools.findings import BrickyardError
from tests.publishing import COMPANY, SMALL, leave_printing_out, make_place, paper, publish, publish_all, read
from tests.running import brickyard
from validators.judged_files import JudgeSettings

pytestmark = pytest.mark.usefixtures("coarse_pictures")


@pytest.fixture(autouse=True)
def _without_printing(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return make_place(tmp_path / "in")


def contents(folder: Path) -> dict[str, bytes]:
    """Without the memory's parts of the library: a site knows those of earlier runs, too."""
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    memory = json.loads(files[FILE])
    del memory["library"]
    return {**files, FILE: json.dumps(memory).encode()}


def times(folder: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """Quick to build: nothing in it has a model."""
    place = tmp_path / "papers"
    place.mkdir()
    paper(place)
    return place


def test_building_again_touches_nothing(place: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    # The frame, which is in the company too, the one on paper, the company.
    assert publish(place, target).made == 3
    before, bytes_before = times(target), contents(target)
    again = publish(place, target)
    assert (again.made, again.kept) == (0, 3)
    after = times(target)
    written = {target / FILE, target / "index.html"}
    assert {file: when for file, when in after.items() if file not in written} == {
        file: when for file, when in before.items() if file not in written
    }
    assert contents(target) == bytes_before


def test_a_companys_change_makes_only_its_own_page_and_the_changed_ones(place: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(place, target)
    old = times(target / "small")
    (place / "c.yaml").write_text(COMPANY.replace("Paper", "Other").replace("Reds", "Blues"), "utf-8")
    changed = publish(place, target)
    # The company and the frame that is called otherwise; the model's page is good, but for its links.
    assert (changed.made, changed.kept) == (2, 1)
    page = target / "small" / "index.html"
    assert {**times(target / "small"), page: 0} == {**old, page: 0}
    assert "More of Blues" in read(page).text
    assert not (target / "c-paper").exists()
    assert (target / "c-other" / "index.html").is_file()
    assert "Blues" in read(target / "c" / "index.html").text


def test_a_models_change_makes_its_pages_anew(place: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(place, target)
    (place / "small.ldr").write_text(SMALL + "1 2 0 -72 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    built = publish(place, target)
    assert (built.made, built.kept) == (2, 1)
    assert "4 pieces" in read(target / "small" / "index.html").text


def test_a_change_in_a_file_that_a_model_uses_is_seen(tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / "a.mpd").write_text("0 A\n0 !MFZ FRAME A\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 arms/arm.ldr\n", "utf-8")
    (place / "arms").mkdir()
    brick = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    (place / "arms" / "arm.ldr").write_text(f"0 Arm\n{brick}", "utf-8")
    publish(place / "a.mpd", tmp_path / "site")
    (place / "arms" / "arm.ldr").write_text(f"0 Arm\n{brick}{brick.replace('4 0 0 0', '4 0 24 0')}", "utf-8")
    assert publish(place / "a.mpd", tmp_path / "site").made == 1
    assert "2 pieces" in read(tmp_path / "site" / "a" / "index.html").text


def test_the_same_files_give_the_same_bytes(place: Path, tmp_path: Path) -> None:
    publish(place, tmp_path / "a")
    publish(place, tmp_path / "b")
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_a_site_may_move_with_its_designs_and_be_built_from_anywhere(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(papers, papers.parent / "site")
    (tmp_path / "new").mkdir()
    shutil.move(papers, tmp_path / "new" / "papers")
    shutil.move(tmp_path / "site", tmp_path / "new" / "site")
    monkeypatch.chdir(tmp_path / "new")
    assert publish(Path("papers"), Path("site")).made == 0
    monkeypatch.chdir(tmp_path / "new" / "papers")
    assert publish(Path(), Path("../site")).made == 0


def test_a_site_in_the_folder_of_its_designs_is_not_published_itself(place: Path) -> None:
    target = place / "site"
    assert publish(place, target).made == 3
    assert (publish(place, target).made, len(list(target.glob("*/index.html")))) == (0, 3)


def test_a_file_that_is_named_twice_is_published_once(papers: Path, tmp_path: Path) -> None:
    built = publish_all([papers, papers / "p.yaml"], tmp_path / "site")
    assert built.made == 2


def test_what_is_gone_from_the_files_goes_from_the_site(papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    paper(papers, "Second", "Q", "q.yaml")
    publish(papers, target)
    (papers / "q.yaml").unlink()
    publish(papers, target)
    assert {folder.parent.name for folder in target.glob("*/index.html")} == {"p", "p-paper"}
    assert "Second" not in read(target / "index.html").text


def test_a_site_goes_into_a_folder_of_its_own(papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "full"
    target.mkdir()
    (target / "letter.txt").write_text("mine")
    run = brickyard(["publish", str(papers), "-o", str(target)])
    assert run.returncode == 2
    assert "contains other files" in run.stderr
    assert [file.name for file in target.iterdir()] == ["letter.txt"]


def test_a_folder_with_hidden_files_only_is_as_good_as_empty(papers: Path, tmp_path: Path) -> None:
    """That is what a fresh repository for a web host is."""
    target = tmp_path / "pages"
    (target / ".git").mkdir(parents=True)
    (target / ".git" / "config").write_text("mine")
    publish(papers, target)
    assert (target / ".git" / "config").read_text() == "mine"


def test_files_of_others_in_a_site_are_safe(papers: Path, tmp_path: Path) -> None:
    """Beside our pages, in their folders, and under a name that a design would like to have."""
    target = tmp_path / "site"
    publish(papers, target)
    mine = ["CNAME", "q/letter.txt", "p-paper/notes.txt", "p-paper/photos/1.txt", "p/notes.txt"]
    for name in mine:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text("mine")
    # Built anew over it, a new design that would like the folder's name, and one whose page goes.
    publish(papers, target, "Other")
    paper(papers, "Other", "Q", "q.yaml")
    publish(papers, target)
    assert (target / "papers-q" / "index.html").is_file()
    (papers / "p.yaml").unlink()
    publish(papers, target)
    assert not (target / "p-paper" / "index.html").exists()
    assert {name: (target / name).read_text() for name in mine} == dict.fromkeys(mine, "mine")
    assert not (target / "p" / "index.html").exists()


@pytest.mark.parametrize("name", ["Fonts", "Style css", "CON", "aux", "LPT1", "index.html"])
def test_a_design_takes_no_name_that_is_needed_otherwise(name: str, papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    paper(papers, json.dumps(name), file=f"{name}.yaml")
    publish(papers, target)
    assert (target / "fonts" / "bold.woff2").is_file()
    assert (target / "style.css").is_file()
    assert not any((target / slug).exists() for slug in ("con", "aux", "lpt1"))
    assert name in read(target / "index.html").text


def test_a_run_that_is_stopped_leaves_the_old_site_whole(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "site"
    paper(papers, "Second", "Q", "q.yaml")
    publish(papers, target)
    old = contents(target)
    made: list[str] = []

    def stop_at_second(*told: Any) -> PageEntry:
        if made:
            raise KeyboardInterrupt
        made.append("one")
        return write_design(*told)

    paper(papers, "First")
    paper(papers, "Third", "Q", "q.yaml")
    with monkeypatch.context() as patched:
        patched.setattr(site_plan, "write_design", stop_at_second)
        with pytest.raises(KeyboardInterrupt):
            publish(papers, target)
    now = contents(target)
    assert {name: now.get(name) for name in old if name != FILE and not name.startswith("p/")} == {
        name: data for name, data in old.items() if name != FILE and not name.startswith("p/")
    }
    assert not list(target.glob(".brickyard*"))
    publish(papers, target)
    fresh = tmp_path / "fresh"
    publish(papers, fresh)
    assert contents(target).keys() == contents(fresh).keys()


def test_what_a_killed_run_left_is_cleared_up(papers: Path, tmp_path: Path) -> None:
    """Killed between taking the old folder away and putting the new one there."""
    target = tmp_path / "site"
    publish(papers, target)
    before = contents(target)
    (target / "p-paper").rename(target / ".brickyard-old-p-paper")
    (target / ".brickyard-new-abc").mkdir()
    publish(papers, target)
    assert contents(target) == before


def test_what_a_site_remembers_can_be_broken_without_harm(papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(papers, target)
    whole = contents(target)
    for text in ("", "[]", '{"form": 2, "records": {"a": 3}}', "\0\0", '{"form": 1, "records": {}}'):
        (target / FILE).write_text(text, "utf-8")
        assert recall(target).records == {}
    assert publish(papers, target).made == 2
    assert contents(target) == whole


@pytest.mark.parametrize("slug", ["..", "../in", "/etc", "a/b", "", ".git", "A"])
def test_a_memory_that_names_other_folders_is_none(slug: str, papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(papers, target)
    told = json.loads((target / FILE).read_text("utf-8"))
    record = next(iter(told["records"].values()))
    record["entries"][0]["slug"] = slug
    (target / FILE).write_text(json.dumps(told), "utf-8")
    assert recall(target).records == {}
    record["entries"][0] |= {"slug": "p-paper", "files": ["../../papers/p.yaml"]}
    (target / FILE).write_text(json.dumps(told), "utf-8")
    assert recall(target).records == {}
    (papers / "p.yaml").rename(papers / "r.yaml")
    publish(papers, target)
    assert (papers / "r.yaml").is_file()


def test_a_page_that_lost_a_file_is_made_anew(papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(papers, target)
    (target / "p-paper" / "card.png").unlink()
    assert publish(papers, target).made == 2
    assert (target / "p-paper" / "card.png").is_file()


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
def test_a_link_that_leads_nowhere_keeps_no_site_from_being_built(papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(papers, target)
    (target / "p-paper" / "mine").symlink_to("x" * 300)
    assert publish(papers, target).made == 0
    (target / "p-paper" / "card.png").unlink()
    (target / "p-paper" / "card.png").symlink_to("x" * 300)
    assert publish(papers, target).made == 2
    assert (target / "p-paper" / "card.png").is_file()


def test_a_part_without_a_shape_keeps_no_site_from_being_built(papers: Path, tmp_path: Path) -> None:
    model = ["0 FILE ghost.ldr", "1 4 0 0 0 1 0 0 0 1 0 0 0 1 air.dat", "0 FILE air.dat", "0 Air"]
    (papers / "ghost.mpd").write_text("\n".join([*model, "0 !LDRAW_ORG Unofficial_Part", ""]))
    assert publish(papers, tmp_path / "site").made == 3
    assert (tmp_path / "site" / "ghost" / "index.html").is_file()


def test_nothing_to_publish_is_said_before_a_folder_is_made(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(BrickyardError, match="no models and no manifests in"):
        publish(tmp_path / "in", tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_of_many_designs_only_the_one_that_changed_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "in"
    place.mkdir()
    for number in range(12):
        paper(place, f"F{number}", f"C{number}", f"{number:03}.yaml")
    target = tmp_path / "site"
    publish(place, target)
    read_files: list[str] = []

    def opened(file: Path, request: JudgeSettings) -> DesignFile:
        read_files.append(file.name)
        return open_design_file(file, request)

    monkeypatch.setattr(site_plan, "open_design_file", opened)
    paper(place, "Changed", "C7", "007.yaml")
    built = publish(place, target)
    assert read_files == ["007.yaml"]
    assert (built.made, built.kept) == (2, 22)


@pytest.fixture
def _as_processes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each looks at our code by itself."""
    monkeypatch.setattr(made_from, "what_runs", what_runs.what_runs.__wrapped__)


def _again(papers: Path, tmp_path: Path) -> int:
    """How many pages are made anew."""
    return publish(papers, tmp_path / "site").made


SIDE = "4 16 0 0 {0} 40 0 {0} 40 24 {0} 0 24 {0}\n"


def _grown_old(library: Path) -> None:
    """What was changed in the moment before it was read may change again, unseen: it isn't remembered."""
    for path in (library, *library.rglob("*")):
        os.utime(path, (1_000_000_000, 1_000_000_000))


@pytest.mark.parametrize("name", ["3001.dat", "3001.DAT"])
@pytest.mark.parametrize("change", ["in place", "removed", "one before it", "unused"])
def test_code_5_2_a_part_that_changes_in_the_library_makes_the_pages_anew(
    change: str, name: str, place: Path, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    for folder in ("parts", "p", "unofficial/parts"):
        (library / folder).mkdir(parents=True)
    part = library / ("unofficial/parts" if change == "one before it" else "parts") / name
    for file in (part, library / "parts" / "9999.dat"):
        file.write_text(f"0 Brick  2 x  4\n0 !LDRAW_ORG Part\n{SIDE.format(0)}")
    _grown_old(library)

    def made(target: str) -> int:
        done = site.publish([place], tmp_path / target, library=[library], buildable=False, width=120)
        return done.made

    first = made("site")
    assert first
    assert made("site") == 0
    if change == "removed":
        part.unlink()
    elif change == "one before it":
        (library / "parts" / name).write_text(part.read_text() + SIDE.format(40))
    else:
        # As an update does: neither the folder nor its names change.
        with (part if change == "in place" else part.with_name("9999.dat")).open("a") as changed:
            changed.write(SIDE.format(40))
    assert made("site") == (0 if change == "unused" else first)
    if change != "unused":
        assert made("fresh") == first
        assert contents(tmp_path / "site") == contents(tmp_path / "fresh")


def _fresh(place: Path, tmp_path: Path) -> Path:
    publish(place, tmp_path / "fresh")
    return tmp_path / "fresh"


@pytest.mark.usefixtures("_as_processes_do")
@pytest.mark.parametrize("package", ["ldraw_tools", "catalog", "fleets", "validators", "brickyard"])
def test_code_5_3_whatever_changes_in_our_own_code_and_data_makes_the_pages_anew(
    package: str, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each package in turn has one file more, in a folder below."""
    copy = tmp_path / "packages" / package
    (copy / "data").mkdir(parents=True)
    monkeypatch.setattr(what_runs, "_place_of", lambda name: tmp_path / "packages" / name)
    first = _again(papers, tmp_path)
    assert _again(papers, tmp_path) == 0
    (copy / "data" / "rules.yaml").write_text("cost: 1")
    assert _again(papers, tmp_path) == first
    (copy / "data" / "rules.yaml").write_text("cost: 2")
    assert _again(papers, tmp_path) == first
    (copy / "data" / "__pycache__").mkdir()
    (copy / "data" / "__pycache__" / "rules.pyc").write_bytes(b"")
    assert _again(papers, tmp_path) == 0


@pytest.mark.usefixtures("_as_processes_do")
def test_code_5_3_another_version_of_what_draws_makes_the_pages_anew(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = publish(papers, tmp_path / "site").made
    version = what_runs._version
    newer = {"pillow": "999"}
    monkeypatch.setattr(what_runs, "_version", lambda name: newer.get(name) or version(name))
    assert _again(papers, tmp_path) == first


def test_tables_that_are_added_make_the_pages_anew(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = tmp_path / "rebrickable.sqlite"
    monkeypatch.setattr(site_memory, "tables_place", lambda *_: tables)
    first = publish(papers, tmp_path / "site").made
    assert _again(papers, tmp_path) == 0
    tables.write_bytes(b"tables")
    assert _again(papers, tmp_path) == first


def test_an_edition_that_a_house_edition_extends_is_one_of_its_files(papers: Path, tmp_path: Path) -> None:
    (papers / "p.yaml").write_text("company: P\nedition: house.yaml\nframes:\n  - {name: A, systems: 1B}\n")
    (papers / "house.yaml").write_text("extends: base.yaml\ntitle: House\n")
    (papers / "base.yaml").write_text("extends: rapid-attack\ntitle: Base\n")
    first = publish(papers, tmp_path / "site").made
    assert _again(papers, tmp_path) == 0
    (papers / "base.yaml").write_text("extends: rapid-attack\ntitle: Base\nwords: {frame: Walker}\n")
    assert _again(papers, tmp_path) == first


@pytest.mark.parametrize(
    ("lines", "file", "text"),
    [
        ("edition: house.yaml\nframes:\n  - {name: A, systems: 1B}\n", "house.yaml", "extends: condensed\n"),
        ("frames:\n  - {model: a.ldr}\n", "a.ldr", SMALL),
    ],
)
def test_what_a_list_names_and_isnt_there_is_seen_when_it_comes(
    lines: str, file: str, text: str, papers: Path, tmp_path: Path
) -> None:
    (papers / "p.yaml").write_text(f"company: P\n{lines}")
    publish(papers / "p.yaml", tmp_path / "site")
    (papers / file).write_text(text)
    assert _again(papers / "p.yaml", tmp_path)
    assert contents(tmp_path / "site") == contents(_fresh(papers / "p.yaml", tmp_path))


def test_a_part_that_is_put_beside_a_model_is_seen(place: Path, tmp_path: Path) -> None:
    publish(place, tmp_path / "site")
    (place / "3001.dat").write_text("0 Mine\n4 16 0 0 0 40 0 0 40 24 0 0 24 0\n")
    assert _again(place, tmp_path)
    assert contents(tmp_path / "site") == contents(_fresh(place, tmp_path))
