"""The workbench as people use it, in a real browser, and judged as on the command line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browsers import hear
from tests.running import ROOT, brickyard
from tests.workbench import (
    APART,
    CHUB,
    FLAT,
    Bench,
    at_the_bench,
    save_elsewhere,
    serving,
    studio_file,
    untagged,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COMPANY = """company: Night Watch
frames:
  - {model: lost.mpd, name: Brutus, count: 3}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file for each journey, so that none is in another's way."""
    made = tmp_path_factory.mktemp("mechs")
    for name in ("chub", "watched", "lost", "tabs", "keys", "clash"):
        (made / f"{name}.mpd").write_bytes(CHUB.read_bytes())
    (made / "picket.ldr").write_text(FLAT, "utf-8")
    (made / "guard.ldr").write_text(APART, "utf-8")
    barrel = (f"1 4 {x} -24 0 1 0 0 0 1 0 0 0 1 3005.dat\n" for x in range(30, 270, 20))
    (made / "long gun.ldr").write_text(FLAT + "".join(barrel), "utf-8")
    for name in ("night-watch", "played"):
        (made / f"{name}.yaml").write_text(COMPANY, "utf-8")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as running:
        yield running


def judged(path: Path) -> tuple[str, str]:
    """Verdict and dice, as the command line has them."""
    report = json.loads(brickyard(["check", path.name, "--format", "json"], path.parent).stdout)["reports"][0]
    return report["verdict"], report["dice"]


def test_an_untagged_studio_file_is_dropped_tagged_by_clicks_and_judged_as_on_the_command_line(
    address: str, light_browser: Browser, folder: Path, tmp_path: Path
) -> None:
    dropped = studio_file(tmp_path / "pod.io", untagged(CHUB))
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.show("/")
        page.set_input_files(".file-fields input >> nth=0", dropped)
        bench.until("location.search === '?file=dropped%2Fpod.io'")
        bench.ready()
        assert bench.verdict == "not judged"
        for submodel, tag in (("rifle.ldr", "2Rd"), ("shield.ldr", "1B"), ("mast.ldr", "1Y")):
            bench.click_part(submodel)
            bench.tag(tag)
        # On the back, and not seen from here: the tree has it.
        page.click("[role=treeitem]:has-text('jets')")
        bench.tag("1G")
        assert bench.verdict == "legal"
        with page.expect_download() as waited:
            page.click(".save summary")
            page.click("[data-do=download-io]")
        saved = tmp_path / "tagged.io"
        waited.value.save_as(saved)
        assert judged(saved) == (bench.verdict, bench.dice)
        assert "2Rd" in bench.dice
        page.click("[data-do=save-as]")
        page.click("dialog button.main")
        bench.until("location.search === '?file=pod-2.io'")
        assert judged(folder / "pod-2.io") == judged(saved)


def test_a_flat_model_is_tagged_by_a_sweep_and_saved_in_place(
    address: str, light_browser: Browser, folder: Path
) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("picket.ldr")
        places = "(some) => some.map((piece) => document.querySelector('.stage').view.placeOf(piece))"
        red = page.evaluate(places, bench.coloured("Red"))
        left, right = min(x for x, _ in red) - 50, max(x for x, _ in red) + 40
        stage = page.locator(".stage").bounding_box()
        assert stage
        # A head of two lines leaves less room above them.
        top, bottom = max(min(y for _, y in red) - 60, stage["y"] + 2), max(y for _, y in red) + 60
        page.click("[data-do=sweep]")
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move((left + right) / 2, (top + bottom) / 2)
        assert page.locator(".band").count() == 1
        page.mouse.move(right, bottom)
        page.mouse.up()
        bench.see(".said", "3 parts chosen")
        bench.tag("2Rd")
        assert "2Rd" in bench.dice
        page.click("[data-do=save]")
        bench.see(".notices", "picket.ldr.bak")
        written = (folder / "picket.ldr").read_text("utf-8")
        assert "0 !MFZ BEGIN SYSTEM 2Rd Gun" in written
        assert [line for line in written.splitlines() if "!MFZ" not in line] == FLAT.splitlines()
        assert (folder / "picket.ldr.bak").read_text("utf-8") == FLAT
        assert judged(folder / "picket.ldr")[1] == bench.dice


def test_parts_stay_chosen_when_they_move_in_the_file_and_quick_clicks_tag_what_was_meant(
    address: str, light_browser: Browser, folder: Path
) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("guard.ldr")
        page.click("summary:has-text('Single parts')")
        for piece in bench.coloured("Red"):
            page.check(f"[data-piece='{piece}']")
        page.fill(".naming input", "Long gun")
        bench.tag("2Rd")
        bench.see(".notices", "stand together")
        bench.see(".said", "Long gun: 3 parts chosen")
        assert page.get_attribute("[data-tag='2Rd']", "aria-pressed") == "true"
        # Each tag gives parts other numbers; the second is pressed before the first has its answer.
        _, middle, top = bench.coloured("Light Bluish Grey")
        for spot, tag in ((bench.spot([top]), "1B"), (bench.spot([middle]), "1Y")):
            page.mouse.click(*spot)
            page.click(f".palette [data-tag='{tag}']")
        bench.until("document.querySelector('.notation b').textContent.includes('1B 1Y 2Rd')")
        page.keyboard.press("Control+s")
        bench.see(".notices", "guard.ldr.bak")
        assert judged(folder / "guard.ldr")[1] == bench.dice
    lines = (folder / "guard.ldr").read_text("utf-8").splitlines()
    begun = "0 !MFZ BEGIN SYSTEM "
    first = {line.removeprefix(begun): part for line, part in pairwise(lines) if line.startswith(begun)}
    assert sorted(first) == ["1B Shield", "1Y Comms", "2Rd Long gun"]
    assert (" -48 " in first["1B Shield"], " -24 " in first["1Y Comms"]) == (True, True)


def test_single_parts_are_chosen_by_shift_by_colour_and_by_touch(
    address: str, light_browser: Browser
) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("picket.ldr")
        page.click("[data-do=home]")
        grey = bench.coloured("Light Bluish Grey")
        page.mouse.click(*bench.spot(grey[:1]))
        bench.see(".said", "1 part chosen")
        page.keyboard.down("Shift")
        page.mouse.click(*bench.spot(grey[1:2]))
        page.keyboard.up("Shift")
        bench.see(".said", "2 parts chosen")
        page.click("[data-do=colour]")
        bench.see(".said", "3 parts chosen")
        page.mouse.click(*bench.spot(grey[:1]))
        bench.see(".said", "1 part chosen")
        # A ring with each press (newcomer A-F13).
        page.click("[data-do=touching]")
        bench.see(".said", "2 parts chosen")
        page.click("[data-do=touching]")
        bench.see(".said", "3 parts chosen")


def test_a_file_saved_elsewhere_is_judged_again_and_camera_choice_and_scroll_stay(
    address: str, light_browser: Browser, folder: Path
) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("watched.mpd")
        bench.click_part("shield.ldr")
        page.click("[data-do=right]")
        bench.see("[role=treeitem][aria-selected=true]", "Shield")
        page.evaluate("document.querySelector('.side-rest').scrollTop = 40")
        pose = "['azimuth', 'zoom'].map((name) => document.querySelector('.stage').view[name])"
        # A new finding above may not push away what one looks at.
        row = page.locator("[role=treeitem][aria-selected=true]")
        before, place = page.evaluate(pose), row.bounding_box()
        model = folder / "watched.mpd"
        changed = model.read_text("utf-8").replace("0 !MFZ SYSTEM 2Rd", "0 !MFZ SYSTEM 2Ra")
        # A part more, so that there is another scene to draw.
        save_elsewhere(
            model,
            changed.replace("0 FILE foot.ldr", "1 4 0 -400 0 1 0 0 0 1 0 0 0 1 3001.dat\n0 FILE foot.ldr", 1),
        )
        bench.until("document.querySelector('.notation b').textContent.includes('2Ra')")
        bench.see("[data-banner=saved]", "Saved elsewhere")
        bench.until("document.querySelector('.said').textContent.includes('Shield')")
        assert page.evaluate(pose) == before
        now = row.bounding_box()
        assert place
        assert now
        assert abs(now["y"] - place["y"]) < 1
        assert judged(model) == (bench.verdict, bench.dice)


def test_tags_that_an_editor_saved_over_are_put_back_or_kept_in_a_list(
    address: str, browser: Browser, folder: Path
) -> None:
    model = folder / "lost.mpd"
    with at_the_bench(browser, address, draws=False) as bench:
        bench.design("lost.mpd")
        before = bench.dice
        lines = [line for line in model.read_text("utf-8").splitlines() if "SYSTEM 2Rd" not in line]
        save_elsewhere(model, "\n".join(lines) + "\n")
        bench.see("[data-banner=lost]", "The tag of “Rifle” [2Rd] is gone")
        bench.page.reload()
        bench.see("[data-banner=lost]", "The tag of “Rifle” [2Rd] is gone")
        bench.until("!document.querySelector('.notation b').textContent.includes('2Rd')")
        bench.page.click("[data-do=put-back]")
        bench.until("document.querySelector('.notation b').textContent.includes('2Rd')")
        assert bench.dice == before
        bench.page.wait_for_selector("[data-banner=lost]", state="detached")
        bench.page.click("[data-do=save]")
        bench.see(".notices", "lost.mpd.bak")
        assert judged(model)[1] == before
        # Once more, and the safer way.
        save_elsewhere(model, "\n".join(lines) + "\n")
        bench.see("[data-banner=lost]", "Rifle")
        bench.page.click("[data-do=keep-in-list]")
        bench.page.click("dialog .main")
        bench.see(".notices", "night-watch.yaml")
        held = bench.page.evaluate("fetch('/api/text?file=night-watch.yaml').then((answer) => answer.json())")
        assert "2Rd" in held["text"]


def test_the_warning_of_lost_tags_goes_when_the_editor_brings_them_back(
    address: str, browser: Browser, folder: Path
) -> None:
    model = folder / "clash.mpd"
    tagged = model.read_text("utf-8")
    with at_the_bench(browser, address, draws=False) as bench:
        bench.design("clash.mpd")
        save_elsewhere(model, untagged(model))
        bench.see("[data-banner=lost]", "Shield")
        save_elsewhere(model, tagged)
        bench.page.wait_for_selector("[data-banner=lost]", state="detached")
        bench.until("document.querySelector('.notation b').textContent.includes('2Rd')")


def test_two_tabs_show_the_same_and_a_change_on_disk_is_asked_about(
    address: str, browser: Browser, folder: Path
) -> None:
    # A page may ask about a file at the moment when it goes.
    with at_the_bench(browser, address, draws=False, allowed="409|404|400") as bench:
        bench.design("tabs.mpd")
        other = Bench(bench.page.context.new_page(), address, draws=False)
        hear(other.page, bench.said)
        other.design("tabs.mpd")
        other.page.click("[role=treeitem]:has-text('Shield')")
        other.tag("1Y")
        assert "2Y" in other.dice
        bench.until("document.querySelector('.notation b').textContent.includes('2Y')")
        assert bench.draft() == other.draft() > 0
        bench.page.keyboard.press("Control+z")
        other.until("!document.querySelector('.notation b').textContent.includes('2Y')")
        bench.page.keyboard.press("Control+Shift+Z")
        other.until("document.querySelector('.notation b').textContent.includes('2Y')")
        # Saved by somebody else while our change waits: asked, and theirs stays if we say so.
        model = folder / "tabs.mpd"
        theirs = model.read_text("utf-8").replace("0 !MFZ SYSTEM 1G", "0 !MFZ SYSTEM 1B")
        save_elsewhere(model, theirs)
        bench.see("[data-banner=saved]", "not saved")
        bench.page.click("[data-do=save]")
        bench.see("dialog.question")
        assert model.read_text("utf-8") == theirs
        bench.page.click("dialog button >> text=Take the file")
        bench.until("document.querySelector('.state').dataset.draft === '0'")
        assert judged(model)[1] == bench.dice
        model.unlink()
        bench.see("[data-banner=gone]", "no longer on the disk")
        save_elsewhere(model, theirs)
        bench.page.wait_for_selector("[data-banner=gone]", state="detached")


def test_a_phone_shows_the_look_the_dice_and_the_verdict_on_one_screen(
    address: str, light_browser: Browser
) -> None:
    options: dict[str, Any] = {"has_touch": True, "is_mobile": True}
    with at_the_bench(light_browser, address, 390, 844, **options) as bench:
        page = bench.page
        bench.show("/")
        bench.see(".gallery .card")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.click("a.card[href*='chub.mpd']")
        bench.ready()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        tops = [page.locator(one).bounding_box() for one in (".stage", ".pool", ".stamp >> nth=0", ".found")]
        assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box)
        assert all(box and box["y"] + 40 < 844 for box in tops)
        # The rest is folded; a finger chooses, and below the picture stand what else to choose and the dice.
        assert not page.locator(".palette, .tools").count()
        page.touchscreen.tap(*bench.spot(bench.pieces("rifle.ldr")))
        bench.see(".said", "Rifle")
        bench.see(".tools [data-do=touching]")
        assert page.get_attribute(".palette [data-tag='2Rd']", "aria-pressed") == "true"
        page.go_back()
        bench.see(".gallery .card")


def test_everything_can_be_done_with_the_keyboard_alone(
    address: str, light_browser: Browser, folder: Path
) -> None:
    with at_the_bench(light_browser, address) as bench:
        page, press = bench.page, bench.page.keyboard.press
        bench.show("/")
        page.wait_for_selector("a.card[href*='keys.mpd']")

        def tab_to(selector: str) -> None:
            for _ in range(150):
                press("Tab")
                if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                    return
            raise AssertionError(f"Tab never comes to {selector}")

        press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        tab_to("header input[type=search]")
        page.keyboard.type("keys")
        bench.until("location.search === '?words=keys'")
        tab_to("a.card")
        press("Enter")
        bench.ready()
        # The view turns; the tree chooses what a click would.
        tab_to("canvas")
        before = page.evaluate("document.querySelector('.stage').view.azimuth")
        press("ArrowRight")
        assert page.evaluate("document.querySelector('.stage').view.azimuth") > before
        tab_to("[role=treeitem]")
        for _ in range(20):
            press("ArrowDown")
            if "Shield" in page.evaluate("document.activeElement.textContent"):
                break
        press("Enter")
        bench.see(".said", "Shield")
        assert page.locator("[role=treeitem][aria-selected=true]").inner_text().startswith("Shield")
        press("Shift+Tab")
        for _ in range(150):
            if page.evaluate("document.activeElement.matches(\"[data-tag='1Y']\")"):
                break
            press("Shift+Tab")
        press("Enter")
        bench.until("document.querySelector('.notation b').textContent.includes('2Y')")
        told = page.locator("section.judgement [role=status]").inner_text()
        assert "LEGAL" in told
        assert "2Y" in told
        press("Control+z")
        bench.until("!document.querySelector('.notation b').textContent.includes('2Y')")
        press("Control+Shift+Z")
        bench.until("document.querySelector('.notation b').textContent.includes('2Y')")
        press("Control+s")
        bench.see(".notices", "keys.mpd.bak")
        assert judged(folder / "keys.mpd")[1] == bench.dice


def test_a_finding_turns_the_view_and_a_die_lights_its_system(address: str, light_browser: Browser) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("chub.mpd")
        lit = "(document.querySelector('.stage').view.drawing.lit ? 1 : 0)"
        assert page.evaluate(lit) == 0
        hot = "document.querySelector('.stage').view.drawing.isHot"
        page.hover(".pool button >> nth=0")
        bench.until(hot)
        assert page.evaluate(lit) == 0, "pointing takes no colour away"
        page.mouse.move(5, 700)
        bench.until(f"!{hot}")
        page.click(".pool button >> nth=0")
        bench.until(f"{lit} === 1")
        page.click(".pool button >> nth=0")
        page.mouse.move(5, 700)
        bench.until(f"{lit} === 0")
        # And the reverse: pointing at the shield marks its die.
        page.mouse.move(*bench.spot(bench.pieces("shield.ldr")))
        bench.see(".pool .pointed")
        page.locator(".steps input").fill("2")
        bench.until("document.querySelector('.stage').view.drawing.step === 2")
        assert page.inner_text(".steps output") == "step 2 of 10"
        # What is taken apart is in the picture as a whole, with guide lines.
        reach = "document.querySelector('.stage').view.stand.reach"
        before = page.evaluate(reach)
        page.click("[data-do=explode]")
        bench.until(f"{reach} > 1.2 * {before} && document.querySelector('.stage').view.drawing.guides.count")
        page.click("[data-do=systems]")
        assert page.locator(".tools [aria-pressed=true]").count() == 2
        # Its name has a blank, and stands in the finding with the line of what sticks out.
        bench.design("long%20gun.ldr")
        near = "Boolean(document.querySelector('.stage').view.pose().frame)"
        assert page.evaluate(near) is False
        page.click(".findings button >> text=Show")
        bench.until(f"{lit} === 1 && {near}")
        assert "outside its box" in page.inner_text(".facts")


def test_things_to_take_away_are_made_and_downloaded(address: str, browser: Browser, tmp_path: Path) -> None:
    with at_the_bench(browser, address, draws=False) as bench:
        page = bench.page
        bench.design("chub.mpd")
        page.click("details.away summary")
        # A-F14: one press is enough.
        with page.expect_download() as waited:
            page.click("[data-make=glb]")
        waited.value.save_as(tmp_path / "chub.glb")
        assert (tmp_path / "chub.glb").read_bytes()[:4] == b"glTF"
        with page.expect_download():
            bench.see("[data-made=glb]").click()


def test_a_f14_one_press_starts_the_table_and_shows_it(address: str, browser: Browser) -> None:
    """The table itself is tested elsewhere: another page stands for it."""
    with at_the_bench(browser, address, draws=False) as bench:
        page = bench.page
        there = address.split("/?")[0] + "/how"
        page.route("**/api/play", lambda route: route.fulfill(json={"address": there, "log": "battles"}))
        bench.show("/company?file=played.yaml")
        page.click("details.play summary")
        with page.expect_popup() as waited:
            page.click("details.play .row button")
        waited.value.wait_for_url(there)
        bench.see("details.play a", "Open the table")


def test_files_and_folders_are_dropped_anywhere_and_what_is_refused_is_said(
    address: str, browser: Browser
) -> None:
    with at_the_bench(browser, address, draws=False) as bench:
        page = bench.page
        bench.show("/")
        bench.see(".gallery .card")
        drop = """([files]) => {
          const transfer = new DataTransfer();
          for (const [name, text] of files) transfer.items.add(new File([text], name));
          const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
          for (const kind of ["dragenter", "dragover", "drop"])
            document.body.dispatchEvent(new DragEvent(kind, options));
        }"""
        others = [[f"{number}.exe", "MZ"] for number in range(5)]
        page.evaluate(drop, [[*others, ["one.ldr", FLAT], ["two.ldr", FLAT]]])
        bench.see(".notices .bad", "0.exe, 1.exe, 2.exe and 2 others: ")
        bench.see("section.kind h2", "New here")
        bench.see("a.card[href*='dropped%2Fone.ldr']")
        assert page.locator("a.card[href*='dropped%2Ftwo.ldr']").count() == 1
        # Filters are in the address and survive Back.
        page.fill("header input[type=search]", "one")
        bench.until("location.search === '?words=one'")
        page.click("a.card[href*='one.ldr']")
        bench.ready()
        page.go_back()
        bench.see("a.card[href*='one.ldr']")
        assert page.locator("a.card").count() == 1
        page.click("button.forget")
        bench.see(".empty", "No file fits")


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_to_complain_of(
    width: int, address: str, light_browser: Browser, checkers: Path
) -> None:
    with at_the_bench(light_browser, address, width, 844) as bench:
        for path in ("/", "/design?file=chub.mpd"):
            bench.page.emulate_media(color_scheme="light")
            bench.show(path)
            if "design" in path:
                bench.ready()
                bench.click_part("rifle.ldr")
            else:
                bench.page.locator(".gallery .card").first.scroll_into_view_if_needed()
                bench.see(".gallery .stamp")
            bench.page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
            found = bench.page.evaluate("async () => (await axe.run({ preload: false })).violations")
            bench.page.emulate_media(color_scheme="dark")
            found += bench.page.evaluate(
                "async () => (await axe.run({ preload: false, runOnly: ['color-contrast'] })).violations"
            )
            assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == [], path


def test_at_twice_the_size_everything_is_still_there(address: str, browser: Browser) -> None:
    with at_the_bench(browser, address, 640, 400, draws=False) as bench:
        bench.design("chub.mpd")
        assert bench.page.evaluate("document.documentElement.scrollWidth") <= 640
        bench.see("[data-do=save]").scroll_into_view_if_needed()
        assert bench.page.locator("[data-do=save]").is_visible()


def test_the_yard_loads_no_3d_view_and_draws_nothing_before_all_verdicts_are_asked_for(
    address: str, browser: Browser
) -> None:
    with at_the_bench(browser, address, draws=False) as bench:
        asked: list[str] = []
        bench.page.on("request", lambda request: asked.append(request.url.partition("?")[0].split("/", 3)[3]))
        bench.show("/")
        bench.see(".gallery .stamp")
        bench.until("() => !document.querySelector('.gallery .image.loading')")
        first, last = asked.index("api/picture"), len(asked) - asked[::-1].index("api/card")
        assert first > last - 1
        assert "static/3d.js" not in asked
        # Whoever moves a pointer will soon open a design.
        with bench.page.expect_response("**/views/design.js"):
            bench.page.mouse.move(300, 300)
        assert asked.count("static/3d.js") == 1
        bench.page.click(".gallery a.card")
        bench.see(".stage")
        assert asked.count("static/3d.js") == 1


def test_german_browsers_get_german(address: str, browser: Browser) -> None:
    with at_the_bench(browser, address, draws=False, locale="de-AT") as bench:
        bench.see("nav", "Kompanien")
        assert bench.page.get_attribute("html", "lang") == "de"


def test_under_its_own_policy_the_page_says_nothing_on_the_console(
    address: str, light_browser: Browser
) -> None:
    with at_the_bench(light_browser, address, bypass_csp=False, pictures=True) as bench:
        bench.page.goto(address)
        bench.see(".gallery .stamp")
        assert "token" not in bench.page.url
        bench.design("chub.mpd")
        bench.see(".pool button").hover()
        bench.page.reload()
        bench.ready()


@pytest.fixture
def elsewhere(address: str) -> Iterator[str]:
    """A page of another origin."""
    page = (ROOT / "tests" / "hostile_page.html").read_text("utf-8").replace("OWN", address.split("/?")[0])

    class Hostile(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_hostile_page_elsewhere_reaches_nothing(
    address: str, browser: Browser, elsewhere: str, folder: Path
) -> None:
    before = (folder / "chub.mpd").read_bytes()
    # The browser has the workbench's cookie: it must not help.
    with at_the_bench(
        browser,
        address,
        allowed="CORS|Failed to load|refused to|blocked|Refused|MIME",
        pictures=True,
        draws=False,
    ) as bench:
        bench.see("header nav")
        bench.page.goto(elsewhere)
        bench.until("window.told && window.told.length === 9")
        assert {name: what for name, what in bench.page.evaluate("window.told") if what != "refused"} == {}
    assert (folder / "chub.mpd").read_bytes() == before
