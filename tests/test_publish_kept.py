"""Publishing again after a change: pictures that show nothing of it stay, and none is out of date."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from brickyard.web.page_pictures import Packing, PagePictures, PictureStore
from tests.publishing import COMPANY, SMALL, leave_printing_out, make_place, publish, read

STILLS = {"picture.webp", "thumb.webp", "picture.png"}
# Steps are drawn together, so all or none of them.
STEPS = {"step-1.webp", "step-2.webp"}
SYSTEMS = {"systems.webp", "systems.png", "systems.json"}
FURTHER = {"back.webp", "eye-level.webp"}
ALL = STILLS | FURTHER | STEPS | SYSTEMS | {"front.webp", "parts.png"}
# What is changed in the model, and the pictures that show it.
CHANGES: dict[str, tuple[str, str, set[str]]] = {
    "nothing but words": ("Somebody", "Somebody else", set()),
    "a remark": ("0 Small\n", "0 Small\n0 // by night\n", set()),
    "what a system is called": ("1B shield", "1B buckler", SYSTEMS),
    "what a system gives": ("1B shield", "1G shield", SYSTEMS),
    "a colour in the second step": ("1 14 0 -48 0", "1 2 0 -48 0", ALL),
    "a part in the second step": (
        "1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat",
        "1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3003.dat",
        ALL,
    ),
    "where a part of the second step is": ("1 1 0 -24 0", "1 1 20 -24 0", ALL - {"parts.png"}),
    "when a part is placed": ("0 STEP\n1 1 0 -24 0", "1 1 0 -24 0", STEPS),
    "how a step is turned": ("0 STEP\n", "0 ROTSTEP 0 90 0 ABS\n", STEPS),
    "a colour of its own": (
        "0 STEP\n",
        "0 !COLOUR Blue CODE 1 VALUE #00FF00 EDGE #000000\n0 STEP\n",
        ALL,
    ),
}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the pictures that are drawn."""
    names: set[str] = set()
    picture = PagePictures.picture

    def spied(self: PagePictures, name: str, look: str, draw: Callable[[], bytes | Packing]) -> None:
        def told() -> bytes | Packing:
            names.add(name)
            return draw()

        picture(self, name, look, told)

    monkeypatch.setattr(PagePictures, "picture", spied)
    return names


def pictures(site: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((site / "small").glob("*.[pw]*"))}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small model and its site, to be copied."""
    folder = tmp_path_factory.mktemp("published")
    (folder / "in").mkdir()
    (folder / "in" / "small.ldr").write_text(SMALL, "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        leave_printing_out(patched)
        publish(folder / "in", folder / "site")
    assert {*pictures(folder / "site")} >= {name for name in ALL if name.endswith(("webp", "png"))}
    return folder


@pytest.mark.parametrize("change", CHANGES)
def test_what_shows_the_change_is_drawn_again_and_nothing_else(
    tmp_path: Path, published: Path, drawn: set[str], change: str
) -> None:
    was, becomes, shown = CHANGES[change]
    shutil.copytree(published, tmp_path, dirs_exist_ok=True)
    place = tmp_path / "in"
    assert was in SMALL
    (place / "small.ldr").write_text(SMALL.replace(was, becomes), "utf-8")
    assert publish(place, tmp_path / "site").made == 1
    assert drawn >= shown & set(pictures(tmp_path / "site"))
    assert drawn <= shown
    publish(place, tmp_path / "anew")
    assert pictures(tmp_path / "site") == pictures(tmp_path / "anew")


def test_a_picture_that_somebody_took_away_is_drawn_again(tmp_path: Path, drawn: set[str]) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / "small.ldr").write_text(SMALL, "utf-8")
    publish(place, tmp_path / "site")
    before = pictures(tmp_path / "site")
    (tmp_path / "site" / "small" / "picture.webp").unlink()
    drawn.clear()
    publish(place, tmp_path / "site")
    assert "picture.webp" in drawn
    assert pictures(tmp_path / "site") == before


def test_other_settings_draw_everything_anew(tmp_path: Path, drawn: set[str]) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / "small.ldr").write_text(SMALL, "utf-8")
    publish(place, tmp_path / "site")
    drawn.clear()
    publish(place, tmp_path / "site", "Another yard")
    assert drawn == ALL


def test_a_picture_is_drawn_once_for_all_pages_that_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    find = PictureStore.find

    def spied(self: PictureStore, name: str, look: str) -> bytes | None:
        found = find(self, name, look)
        names.extend([] if found else [name])
        return found

    monkeypatch.setattr(PictureStore, "find", spied)
    place = make_place(tmp_path / "in")
    # Armed otherwise by a list it has a page of its own, where only what points out its systems differs.
    (place / "c.yaml").write_text(COMPANY.replace("name: One,", "name: One, rockets: 1,"), "utf-8")
    assert publish(place, tmp_path / "site").made == 4
    assert sorted(names) == sorted(ALL)
    for name in ALL:
        shown = [(tmp_path / "site" / slug / name).read_bytes() for slug in ("small", "small-one")]
        assert shown[0] == shown[1]


def test_a_picture_of_another_page_that_changes_in_the_same_run_is_not_taken(tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    other = SMALL.replace("Small", "Zoo").replace("1 14 0 -48 0", "1 2 0 -48 0")
    (place / "small.ldr").write_text(SMALL, "utf-8")
    (place / "zoo.ldr").write_text(other, "utf-8")
    publish(place, tmp_path / "site")
    # Each becomes what the other was.
    (place / "small.ldr").write_text(SMALL.replace("1 14 0 -48 0", "1 2 0 -48 0"), "utf-8")
    (place / "zoo.ldr").write_text(other.replace("1 2 0 -48 0", "1 14 0 -48 0"), "utf-8")
    publish(place, tmp_path / "site")
    publish(place, tmp_path / "anew")
    assert pictures(tmp_path / "site") == pictures(tmp_path / "anew")
    zoo = [(tmp_path / site / "zoo" / "picture.webp").read_bytes() for site in ("site", "anew")]
    assert zoo[0] == zoo[1]


def test_several_processes_make_the_same_site(tmp_path: Path) -> None:
    place = make_place(tmp_path / "in")
    (place / "other.ldr").write_text(SMALL.replace("1 14 0 -48 0", "1 2 0 -48 0"), "utf-8")
    alone, together = (publish(place, tmp_path / f"with{jobs}", jobs=jobs) for jobs in (1, 2))
    assert (alone.made, alone.kept) == (together.made, together.kept) == (4, 0)
    made = [_pages(tmp_path / f"with{jobs}") for jobs in (1, 2)]
    assert made[0] == made[1]
    again = publish(place, tmp_path / "with1", jobs=2)
    assert (again.made, again.kept) == (0, 4)


def _pages(site: Path) -> dict[str, bytes]:
    """All that no test leaves out of printing."""
    found = (path for path in site.rglob("*") if path.suffix in (".html", ".png", ".js", ".json"))
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in found if path.name != "card.png"}


def test_pages_of_the_same_model_share_one_3d_view_and_unused_ones_go(tmp_path: Path) -> None:
    place, target = tmp_path / "in", tmp_path / "site"
    place.mkdir()
    models = [place / "small.ldr", place / "second.ldr"]
    for number, model in enumerate(models):
        model.write_text(SMALL.replace("Somebody", f"Somebody {number}"), "utf-8")
    publish(place, target)
    shown = [
        page.attributes("figure", "data-scene") for page in map(read, sorted(target.glob("*/index.html")))
    ]
    [scene] = {address for addresses in shown for address in addresses}
    assert sum(map(len, shown)) == 2
    kept = target / scene.removeprefix("../")
    assert [file.name for file in kept.parent.iterdir()] == [kept.name]
    # Where it is missing, it is made again; where the model changes, the old one goes.
    kept.unlink()
    publish(place, target)
    assert kept.is_file()
    for model in models:
        model.write_text(SMALL.replace("1 14 0 -48 0", "1 2 0 -48 0"), "utf-8")
    (kept.parent / "mine.js").write_text("mine", "utf-8")
    publish(place, target)
    assert not kept.exists()
    assert len(list(kept.parent.iterdir())) == 2
