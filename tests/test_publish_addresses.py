"""Addresses of published pages: one page for a model, named after its file, and links that keep working."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brickyard.web.addresses import Addresses, variant_of
from fleets.forces.named_files import SITE_FILE as FILE
from tests.publishing import COMPANY, SMALL, leave_printing_out, make_place, paper, publish, read
from tests.running import brickyard


@pytest.fixture(autouse=True)
def _without_printing(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    place = tmp_path / "papers"
    place.mkdir()
    paper(place)
    return place


def test_forces_and_units_of_one_name_have_addresses_of_their_own(papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    (papers / "q.yaml").write_text("company: P\nframes:\n  - {name: Paper, systems: 2Y}\n", "utf-8")
    publish(papers, target)
    assert {page.parent.name for page in target.glob("*/index.html")} == {"p", "q", "p-paper", "q-paper"}
    before = (target / "q-paper" / "index.html").read_bytes()
    # The first one is called otherwise now: the second stays where links lead.
    paper(papers, "Another")
    publish(papers, target)
    assert b"2Y" in before
    assert b"2Y" in (target / "q-paper" / "index.html").read_bytes()
    assert (target / "p-another" / "index.html").is_file()


def test_W1_a_model_has_one_page_and_one_card_however_many_forces_field_it(tmp_path: Path) -> None:
    place = make_place(tmp_path / "in")
    (place / "d.yaml").write_text("company: Three\nframes:\n  - {model: small.ldr, name: Uno}\n", "utf-8")
    target = tmp_path / "site"
    assert publish(place, target).made == 4
    page, gallery = read(target / "small" / "index.html"), read(target / "index.html")
    assert "Fielded as 2 × One in Two, fielded as Uno in Three" in " ".join(page.text.split())
    assert "Fielded as One in Two, fielded as Uno in Three" in " ".join(gallery.text.split())
    [words] = [words for words in gallery.attributes("li", "data-words") if words.startswith("small ")]
    assert {"one", "uno", "two", "three"} <= set(words.split())
    # A force that goes takes its line along, and no picture is drawn for that.
    (place / "d.yaml").unlink()
    assert publish(place, target).made == 0
    assert "Three" not in read(target / "small" / "index.html").text
    # The model's own file isn't published any more: the company brings the page along, at the same address.
    assert publish(place / "c.yaml", target).made == 0
    assert "Small" in read(target / "small" / "index.html").text
    assert publish(place, target).kept == 3


def test_a_model_that_a_list_arms_otherwise_has_a_page_of_its_own(tmp_path: Path) -> None:
    place = make_place(tmp_path / "in")
    (place / "c.yaml").write_text(COMPANY.replace("name: One,", "name: One, rockets: 2,"), "utf-8")
    publish(place, tmp_path / "site")
    assert "fired once" not in read(tmp_path / "site" / "small" / "index.html").text
    page = read(tmp_path / "site" / "small-one" / "index.html")
    assert "fired once" in page.text
    assert "One" in page.text


@pytest.mark.parametrize(
    ("file", "name", "said"),
    [
        ("chub.mpd", "ST-07 Chub", "ST-07 Chub"),
        ("chub-brewer.mpd", "ST-07 Chub", "ST-07 Chub, Brewer"),
        ("my_chub_mark 2.mpd", "ST-07 Chub", "ST-07 Chub, Mark 2"),
        ("rifle [2Rd].ldr", "Rifle", "Rifle"),
        ("ruined-wall.ldr", "Ruined wall", "Ruined wall"),
        ("x17.ldr", "Grove", "Grove"),
    ],
)
def test_W2_a_variant_is_named_after_its_file(file: str, name: str, said: str) -> None:
    assert variant_of(name, Path(file)) == said


def test_W2_addresses_come_from_file_names_and_stay_when_a_file_is_added(tmp_path: Path) -> None:
    files = {name: Path("/bricks") / name for name in ("frames/chub.mpd", "frames/osprey.mpd")}
    first = Addresses(files, {}, set())
    given = {name: first.of(name, path) for name, path in files.items()}
    assert given == {"frames/chub.mpd": "chub", "frames/osprey.mpd": "osprey"}
    files = {"attic/chub.mpd": Path("/bricks/attic/chub.mpd"), **files}
    then = Addresses(files, given, set())
    assert {name: then.of(name, path) for name, path in files.items()} == {
        "attic/chub.mpd": "attic-chub",
        **given,
    }
    # Built from nothing, both have their folder in front.
    anew = Addresses(files, {}, set())
    assert [anew.of(name, path) for name, path in files.items()] == ["attic-chub", "frames-chub", "osprey"]


def test_an_address_from_before_leads_to_the_new_one(papers: Path, tmp_path: Path) -> None:
    """Until 0.1 addresses came from the names of designs."""
    target = tmp_path / "site"
    publish(papers, target)
    told = json.loads((target / FILE).read_text("utf-8"))
    record = next(iter(told["records"].values()))
    record["settings"] = "of an older version"
    for entry in record["entries"]:
        old = "paper" if entry["slug"] == "p-paper" else "company-p"
        (target / entry["slug"]).rename(target / old)
        entry |= {"slug": old, "home": ""}
        del entry["source"]
    (target / FILE).write_text(json.dumps(told), "utf-8")
    publish(papers, target)
    for old, new in (("paper", "p-paper"), ("company-p", "p")):
        page = read(target / old / "index.html")
        assert page.attributes("a", "href") == [f"../{new}/index.html"]
        assert f'content="0; url=../{new}/index.html"' in (target / old / "index.html").read_text("utf-8")
        assert (target / new / "index.html").is_file()
    # It stays as long as what it leads to.
    assert publish(papers, target).made == 0
    assert (target / "paper" / "index.html").is_file()
    paper(papers, "Other")
    publish(papers, target)
    assert not (target / "paper").exists()
    assert (target / "company-p" / "index.html").is_file()


# A frame without tags, as Studio saves it: by itself nothing says what it carries.
UNTAGGED = "0 Mech\n" + "".join(f"1 4 0 {-24 * i} 0 1 0 0 0 1 0 0 0 1 3003.dat\n" for i in range(3))
DESCRIBED = "company: {}\nauthor: {}\nframes:\n  - {{model: mech.ldr, name: Brutus, systems: 1B 1G}}\n"


def pages_of(site: Path) -> set[str]:
    return {page.parent.name for page in site.glob("*/index.html")}


def test_newcomer_B2_a_model_that_a_list_describes_is_judged_there_and_not_by_itself(tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / "mech.ldr").write_text(UNTAGGED)
    target = tmp_path / "site"
    publish(place, target)
    assert "NOT JUDGED" in read(target / "mech/index.html").text
    (place / "c.yaml").write_text(DESCRIBED.format("C", "Ann"))
    publish(place, target)
    assert pages_of(target) == {"c", "mech"}
    page = read(target / "mech/index.html").text
    assert "NOT JUDGED" not in page
    assert "Brutus" in page
    assert publish(place, target).made == 0
    # Without the list it is a model like any other again.
    (place / "c.yaml").unlink()
    assert publish(place, target).made == 1
    assert "NOT JUDGED" in read(target / "mech/index.html").text


def test_a_model_of_which_a_list_fields_only_a_part_is_judged_by_itself_too(tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    placed = "".join(f"1 4 {90 * n} 0 0 1 0 0 0 1 0 0 0 1 {name}.ldr\n" for n, name in enumerate("AB"))
    frames = "".join(f"0 FILE {name}.ldr\n{SMALL.replace('FRAME Small', f'FRAME {name}')}" for name in "AB")
    (place / "squad.mpd").write_text(f"0 FILE squad.ldr\n0 Squad\n{placed}{frames}")
    publish(place, tmp_path / "before")
    (place / "c.yaml").write_text("company: C\nframes:\n  - {model: 'squad.mpd#A.ldr', name: First}\n")
    publish(place, tmp_path / "site")
    assert pages_of(tmp_path / "before") < pages_of(tmp_path / "site")


def test_newcomer_B30_copies_of_one_model_share_one_page_and_its_address_stays(tmp_path: Path) -> None:
    place, target = tmp_path / "in", tmp_path / "site"
    for name in ("bob", "cid"):
        (place / name).mkdir(parents=True)
        (place / name / "small.ldr").write_text(SMALL)
        (place / name / f"{name}.yaml").write_text(COMPANY.replace("Two", name))
    publish(place, target)
    assert pages_of(target) == {"bob", "cid", "bob-paper", "cid-paper", "small"}
    fielded = read(target / "small/index.html").text
    assert "bob" in fielded
    assert "cid" in fielded
    # One more, which comes first.
    (place / "ann").mkdir()
    (place / "ann" / "small.ldr").write_text(SMALL)
    assert publish(place, target).made == 0
    assert "small" in pages_of(target)
    assert "ann-small" not in pages_of(target)
    # One that is changed is a copy no more.
    (place / "cid" / "small.ldr").write_text(SMALL.replace("1 4 0", "1 2 0"))
    publish(place, target)
    assert {"small", "cid-small"} <= pages_of(target)
    assert publish(place, target).made == 0


def test_newcomer_B30_the_gallery_sorts_letters_with_accents_and_names_who_made_a_company(
    tmp_path: Path,
) -> None:
    place = tmp_path / "in"
    place.mkdir()
    for number, name in enumerate(("Tank", "Çelik", "Anvil")):
        (place / f"{number}.yaml").write_text(
            f"company: {name}\nauthor: Maker of {name}\nframes:\n  - {{name: F, systems: 1B}}\n", "utf-8"
        )
    publish(place, tmp_path / "site")
    text = read(tmp_path / "site/index.html").text
    places = [text.index(f"by Maker of {name}") for name in ("Anvil", "Çelik", "Tank")]
    assert places == sorted(places)


def test_newcomer_B30_a_long_run_tells_how_far_it_is_where_there_is_no_terminal(tmp_path: Path) -> None:
    for number in range(4):
        paper(tmp_path, name=str(number), file=f"{number}.yaml")
    done = brickyard(["publish", str(tmp_path), "-o", str(tmp_path / "site")])
    assert done.stderr.splitlines() == [f"Publishing: {number} of 4" for number in range(5)]
    quiet = brickyard(["publish", str(tmp_path), "-o", str(tmp_path / "site"), "--quiet"])
    assert not quiet.stderr
