"""Addresses of published pages: one page for a model, named after its file, and links that keep working."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brickyard.web.addresses import Addresses, variant_of
from fleets.forces.named_files import SITE_FILE as FILE
from tests.publishing import COMPANY, leave_printing_out, make_place, paper, publish, read


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
    assert publish(place / "c.yaml", target).made == 1
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
