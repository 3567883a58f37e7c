"""The table as files: from a disk, from a web host, offline after one visit, on a narrow phone, in a site."""

from __future__ import annotations

import functools
import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from brickyard.pictures.lettering import OTHER, PAINTS
from brickyard.table.table_files import TableFiles, page_html, script_names, shared_files, write_folder
from ldraw_tools.findings import BrickyardError
from tests.browsers import hear
from tests.publishing import leave_printing_out, make_place, publish
from tests.running import brickyard

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHORT = """company: {name}
frames:
  - {{name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}}
  - {{name: Scout, systems: 1B 1G 2Y}}
stations:
  - {{name: Depot, count: 2}}
"""
_ADD = "(id) => window.sync.add({id, do: 'note', text: id})"
_OPEN = "() => { window.sync = brickyardSync.open({game: brickyardTable.game, onChange() {}}); }"
_IDS = "() => window.sync.events.map((one) => one.id)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("table")
    for name in ("Reds", "Blues"):
        (place / f"{name.lower()}.yaml").write_text(SHORT.format(name=name), "utf-8")
    run = brickyard(["table", "reds.yaml", "blues.yaml", "frames=5,systems=20", "-o", "page"], place)
    assert (run.returncode, run.stderr) == (0, "")
    assert "Open page" in run.stdout
    return place / "page"


@contextmanager
def visit(browser: Browser, address: str, **options: Any) -> Iterator[tuple[Page, list[str]]]:
    context = browser.new_context(bypass_csp=True, **options)
    page, said = context.new_page(), list[str]()
    hear(page, said)
    page.goto(address)
    page.wait_for_selector("#table > *")
    try:
        yield page, said
    finally:
        context.close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def plain_web_host(folder: Path) -> Iterator[tuple[str, http.server.ThreadingHTTPServer]]:
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/", server
        finally:
            server.shutdown()
            thread.join()


def data_of(folder: Path, name: str = "data.js") -> dict[str, Any]:
    text = (folder / name).read_text("ascii")
    found: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return found


def test_the_page_knows_forces_what_to_bring_the_field_and_the_options(folder: Path) -> None:
    told = data_of(folder)
    game, about = told["game"], told["about"]
    assert [one["force"]["name"] for one in game["players"]][:2] == ["Reds", "Blues"]
    assert [unit["name"] for unit in game["players"][0]["force"]["units"]] == [
        "Soldier 1", "Soldier 2", "Soldier 3", "Scout",
    ]  # fmt: skip
    assert game["players"][2]["name"] == "Opponent"
    assert game["players"][2]["force"]["counts"]["frames"] == 5
    assert [player["name"] for player in about["pack"]["players"]] == ["Reds", "Blues"]
    assert any("doomsday clock" in line["words"] for line in about["pack"]["table"])
    assert [line["id"] for line in about["pack"]["table"]][:3] == ["clock", "hinges", "field"]
    assert about["field"]["placing"]
    assert {one["name"] for one in about["options"]} >= {"ruler"}
    assert told["host"] is None


def test_from_a_disk_it_opens_asks_nobody_and_a_reload_loses_nothing(folder: Path, browser: Browser) -> None:
    asked: list[str] = []
    with visit(browser, (folder / "index.html").as_uri()) as (page, said):
        page.on("request", lambda request: asked.append(request.url))
        page.evaluate(_OPEN)
        page.evaluate(_ADD, "kept")
        page.reload()
        page.wait_for_selector("#table > *")
        page.evaluate(_OPEN)
        assert page.evaluate(_IDS) == ["kept"]
        assert page.evaluate("() => window.sync.status.mode") == "alone"
        keys = page.evaluate("() => Object.keys(localStorage)")
        game = page.evaluate("() => brickyardTable.game.id")
        assert {
            key.split(":")[0] for key in keys if "kept" in page.evaluate("(key) => localStorage[key]", key)
        } == {game}
        assert said == []
    assert [address for address in asked if not address.startswith(("file:", "data:"))] == []


def test_two_windows_of_one_device_keep_one_log(folder: Path, browser: Browser) -> None:
    with plain_web_host(folder) as (address, _), visit(browser, address) as (page, _said):
        other = page.context.new_page()
        other.goto(address)
        for one in (page, other):
            one.evaluate(_OPEN)
        page.evaluate(_ADD, "one")
        other.wait_for_function("() => window.sync.events.length === 1")
        other.evaluate(_ADD, "two")
        page.wait_for_function("() => window.sync.events.length === 2")
        assert page.evaluate(_IDS) == other.evaluate(_IDS) == ["one", "two"]


def test_after_one_visit_to_localhost_it_opens_without_a_network(folder: Path, browser: Browser) -> None:
    with plain_web_host(folder) as (address, server), visit(browser, address) as (page, said):
        page.wait_for_selector("html[data-kept]")
        page.evaluate(_OPEN)
        page.evaluate(_ADD, "kept")
        # The host goes away for good.
        server.shutdown()
        server.socket.close()
        page.goto(f"{address}index.html?x=1")
        page.wait_for_selector("#table > *")
        page.evaluate(_OPEN)
        assert page.evaluate(_IDS) == ["kept"]
        assert page.evaluate("() => document.fonts.ready.then(() => document.fonts.check('16px Yard'))")
        assert said == []


def test_it_can_be_installed(folder: Path) -> None:
    told = json.loads((folder / "table.webmanifest").read_text("utf-8"))
    assert (told["display"], told["start_url"]) == ("standalone", "index.html")
    for icon in told["icons"]:
        assert (folder / icon["src"]).read_bytes().startswith(b"\x89PNG")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_of_360_pixels_nothing_sticks_out(scheme: Any, folder: Path, browser: Browser) -> None:
    size = {"width": 360, "height": 740}
    with visit(browser, (folder / "index.html").as_uri(), viewport=size, color_scheme=scheme) as (page, said):
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        assert said == []


def test_every_script_that_is_listed_is_there_and_needs_no_module(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    scripts = re.findall(r'<script defer src="([^"]+)"></script>', page)
    assert [name for name in scripts if not (folder / name).is_file()] == []
    assert "module" not in page
    assert scripts[3] == "data.js"
    for name in script_names():
        assert "fetch(" not in (folder / name).read_text("utf-8") or name == "sync.js"


def test_dice_have_the_colours_that_they_have_everywhere(folder: Path) -> None:
    told = (folder / "data.js").read_text("ascii")
    whole = json.loads(told[told.index("{") : told.rindex("}") + 1])
    assert whole["dice"] == {key: list(paint) for key, paint in {**PAINTS, "": OTHER}.items()}
    scripts = "".join((folder / name).read_text("utf-8") for name in script_names())
    assert [paint for row in PAINTS.values() for paint in row if paint in scripts] == []


def test_names_are_text_wherever_they_stand() -> None:
    name = "</script><img src=x onerror=alert(1)>"
    page = page_html(name, ["data.js"])
    assert "<img" not in page
    files = TableFiles(name, {"game": {"name": name + "\u2028"}}).alone()
    assert b"\xe2\x80\xa8" not in files["data.js"]


def test_a_folder_that_isnt_ours_stays_as_it_is(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "diary.txt").write_text("Dear diary")
    (tmp_path / "file").write_text("x")
    (tmp_path / "reds.yaml").write_text(SHORT.format(name="Reds"), "utf-8")
    for target, why in (("mine", "holds other files"), ("file", "is a file")):
        run = brickyard(["table", "reds.yaml", "-o", target], tmp_path)
        assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
        assert why in run.stderr
    assert [file.name for file in mine.iterdir()] == ["diary.txt"]


def test_writing_again_keeps_what_the_user_put_beside_it_and_the_games_id(folder: Path) -> None:
    (folder / "saved-log.json").write_text("mine")
    before = data_of(folder)["game"]["id"]
    run = brickyard(["table", "reds.yaml", "blues.yaml", "frames=5,systems=20", "-o", "page"], folder.parent)
    assert run.returncode == 0
    assert (folder / "saved-log.json").read_text() == "mine"
    assert data_of(folder)["game"]["id"] == before
    assert sorted(path.name for path in folder.parent.iterdir()) == ["blues.yaml", "page", "reds.yaml"]


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    real = Path.write_bytes

    def fails(path: Path, data: bytes) -> int:
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        written.append(path.name)
        return real(path, data)

    monkeypatch.setattr(Path, "write_bytes", fails)
    with pytest.raises(BrickyardError, match="No space left"):
        write_folder(tmp_path / "page", shared_files())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gone.yaml"], "for a side you only know by its numbers, write frames=5"),
        (["reds.yaml", "frames=x,systems=3"], "frames is a whole number"),
        (["reds.yaml", "ships=4,systems=14"], "they play different games"),
        (["reds.yaml"] * 6, "at most 5 players, and 6 are named"),
        (["reds.yaml", "-o", "x", "--lan"], "leave out --lan"),
        (["reds.yaml", "--edition", "intercept-orbit"], "is a company"),
        (["reds.yaml", "--lan", "--address", "nowhere"], "is not like 192.168.1.20"),
        (["reds.yaml", "--address", "127.0.0.1"], "--address is for --lan"),
        (["reds.yaml", "--log", "reds.yaml"], "this is not the log of a game"),
        (["reds.yaml", "--log", "nowhere/x.json"], "no such folder"),
    ],
)
def test_what_cant_be_played_is_told_in_one_line(arguments: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "reds.yaml").write_text(SHORT.format(name="Reds"), "utf-8")
    run = brickyard(["table", *arguments, *([] if "--lan" in arguments else ["--no-open"])], tmp_path)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
    assert words in run.stderr


def test_a_campaign_brings_its_forces_and_its_objective(tmp_path: Path) -> None:
    for name in ("Reds", "Blues"):
        (tmp_path / f"{name.lower()}.yaml").write_text(SHORT.format(name=name), "utf-8")
    text = "campaign: War\nforces: [reds.yaml, blues.yaml]\nobjective: {name: the gate, holder: Reds}\n"
    (tmp_path / "war.yaml").write_text(text, "utf-8")
    run = brickyard(["table", "war.yaml", "-o", "page"], tmp_path)
    assert run.returncode == 0, run.stderr
    told = data_of(tmp_path / "page")
    assert told["game"]["objective"] is True
    assert (told["about"]["campaign"]["objective"], told["about"]["campaign"]["holder"]) == (
        "the gate",
        "Reds",
    )
    assert [one["name"] for one in told["game"]["players"]] == ["Reds", "Blues"]


def test_a_campaign_of_many_comes_to_the_table_with_those_who_play(tmp_path: Path) -> None:
    names = ["Reds", "Blues", "Greens", "Golds", "Greys", "Blacks"]
    for name in names:
        (tmp_path / f"{name.lower()}.yaml").write_text(SHORT.format(name=name), "utf-8")
    forces = ", ".join(f"{name.lower()}.yaml" for name in names)
    (tmp_path / "war.yaml").write_text(f"campaign: War\nforces: [{forces}]\n", "utf-8")
    refused = brickyard(["table", "war.yaml", "-o", "page"], tmp_path)
    assert refused.returncode == 2
    assert "6 forces, and 5 players are the most: say which of them play" in refused.stderr
    run = brickyard(["table", "war.yaml", "blacks.yaml", "reds.yaml", "-o", "page"], tmp_path)
    assert run.returncode == 0, run.stderr
    told = data_of(tmp_path / "page")
    assert [one["name"] for one in told["game"]["players"]] == ["Blacks", "Reds"]
    assert told["about"]["campaign"]["name"] == "War"
    (tmp_path / "guest.yaml").write_text(SHORT.format(name="Guest"), "utf-8")
    (tmp_path / "bad.yaml").write_text(f"campaign: War\nforces: [{forces}]\nobjective: the gate\n", "utf-8")
    bad = brickyard(["table", "bad.yaml", "-o", "page"], tmp_path).stderr
    assert "MAN012" in bad
    assert bad.splitlines()[-1] == "brickyard: bad.yaml: not all of it can be read"
    guest = brickyard(["table", "war.yaml", "guest.yaml", "reds.yaml", "-o", "page"], tmp_path)
    assert "guest.yaml is not a force of war.yaml; it has reds.yaml, blues.yaml" in guest.stderr


def test_a_published_company_can_be_played_and_the_site_has_the_scripts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    leave_printing_out(monkeypatch)
    place, site = make_place(tmp_path / "place"), tmp_path / "site"
    (place / "d.yaml").write_text(SHORT.format(name="Other"), "utf-8")
    publish(place, site)
    assert 'href="play.html">Play<' in (site / "c" / "index.html").read_text("utf-8")
    assert [path.parent.name for path in site.rglob("table.js")] == ["table.files"]
    assert len(list((site / "table.files").glob("rules-*.js"))) == 1
    assert sum(file.stat().st_size for file in (site / "c").glob("play*")) < 20_000
    with visit(browser, (site / "c" / "play.html").as_uri()) as (page, said):
        assert page.evaluate("() => brickyardTable.game.rules.edition") == "rapid-attack"
        assert page.evaluate("() => document.fonts.ready.then(() => document.fonts.check('16px Yard'))")
        assert said == []
    with plain_web_host(site) as (address, server), visit(browser, f"{address}c/play.html") as (page, said):
        page.wait_for_selector("html[data-kept]")
        battle = page.evaluate("() => brickyardBattle.page(brickyardTable.game, [])")
        assert battle.count('<img src="data:image/webp;base64,') == 2
        server.shutdown()
        server.socket.close()
        page.reload()
        page.wait_for_selector("#table > *")
        assert page.evaluate("() => document.fonts.ready.then(() => document.fonts.check('16px Yard'))")
        assert said == []
    (place / "c.yaml").unlink()
    (place / "d.yaml").unlink()
    publish(place, site)
    assert not (site / "table.files").exists()
    assert not (site / "table-worker.js").exists()
