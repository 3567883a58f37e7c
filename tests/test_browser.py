"""Published pages in a real browser: the 3D view, no error, no request, nothing axe would complain of."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from brickyard.web.gallery_page import write_gallery
from brickyard.web.site import publish
from brickyard.web.site_memory import FileRecord, SiteMemory, recall
from brickyard.web.site_pages import Pages, SiteSettings
from tests.browsers import NOT_DRAWING, Launch, hear
from tests.coarse_pictures import draw_coarsely
from tests.publishing import leave_printing_out
from tests.running import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROKEN = """company: Broken
faction: Reds
frames:
  - {model: gone.ldr, name: Gone}
  - {name: Too many, systems: 5B 5Y}
"""
CAMPAIGN = """\
campaign: The Long Dry
forces: [{examples}/companies/estars-anvil.yaml, broken.yaml]
games:
  - date: 2026-09-05
    scores: {{Estar's Anvil: 15, Broken: 48}}
    losses: {{Estar's Anvil: [Brutus 3, Hammer, a station]}}
    log: {examples}/campaigns/games/2026-09-05.json
"""
# A page of every kind, by its folder.
KINDS = {
    "gallery": ".",
    "frame": "chub",
    "frame on paper": "broken-too-many",
    "unread frame": "broken-gone",
    "station": "depot",
    "ship": "lantern",
    "company": "estars-anvil",
    "broken company": "broken",
    "fleet": "first-patrol",
    "mech": "standard",
    "campaign": "dry",
    "comparison": "compare.html#chub,osprey-guard,bullfrog",
}


def page_of(site: Path, kind: str) -> str:
    folder, _, chosen = KINDS[kind].partition("#")
    return (site / folder / ("" if chosen else "index.html")).as_uri() + (f"#{chosen}" if chosen else "")


@dataclass
class Seen:
    """A page, what its console said and what it asked for."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    examples = ROOT / "examples"
    (folder / "broken.yaml").write_text(BROKEN, "utf-8")
    paths = [examples / "companies" / "estars-anvil.yaml", examples / "mechs" / "standard.yaml"]
    paths += [examples / "fleets" / "first-patrol.yaml", examples / "ships" / "lantern.mpd"]
    paths += [folder / "broken.yaml", folder / "dry.yaml"]
    (folder / "dry.yaml").write_text(CAMPAIGN.format(examples=relpath(examples, folder)), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        leave_printing_out(patched)
        draw_coarsely(patched)
        publish(paths, folder / "site", buildable=False, width=240)
    return folder / "site"


@contextmanager
def visit(browser: Browser, page: Path | str, width: int = 1100, **options: Any) -> Iterator[Seen]:
    """Nothing may be said on the console, and nothing asked for but files of the site.

    A page's policy forbids what Playwright waits with; tests of the policy turn it on.
    """
    options = {"bypass_csp": True} | options
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    seen = Seen(context.new_page())
    hear(seen.page, seen.said)
    seen.page.on("request", lambda request: seen.asked.append(request.url))
    seen.page.goto(page.as_uri() if isinstance(page, Path) else page)
    yield seen
    assert seen.said == []
    assert [address for address in seen.asked if not address.startswith("file:")] == []
    context.close()


def pixels(seen: Seen) -> bytes:
    return seen.page.locator("figure.viewer canvas").screenshot()


def changes(seen: Seen, do: Callable[[], object]) -> bool:
    """Whether it is drawn otherwise afterwards."""
    before = pixels(seen)
    drawn = seen.page.locator("figure.viewer").get_attribute("data-drawn")
    do()
    seen.page.wait_for_selector(f"figure.viewer:not([data-drawn='{drawn}'])")
    seen.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return pixels(seen) != before


def start(seen: Seen) -> None:
    seen.page.click("text=View in 3D")
    seen.page.wait_for_selector("figure.viewer.live")
    seen.page.wait_for_selector("figure.viewer[data-drawn]")


def test_the_3d_view_turns_shows_steps_and_points_out_a_system(site: Path, drawing_browser: Browser) -> None:
    with visit(drawing_browser, site / "chub" / "index.html", reduced_motion="reduce") as seen:
        page = seen.page
        start(seen)
        assert changes(seen, lambda: page.click("[aria-label='Turn right']"))
        assert changes(seen, lambda: page.click("[aria-label='Zoom in']"))
        assert changes(seen, lambda: page.click("text=Reset view"))
        die = page.locator(".pool [data-system='0']")
        assert changes(seen, die.click)
        assert page.locator("figure.viewer").get_attribute("data-system") == "0"
        # The same system in the list below is pressed with it, and both let go together.
        pressed = page.locator("[aria-pressed=true]")
        assert pressed.count() == 2
        assert changes(seen, die.click)
        assert pressed.count() == 0
        slider = page.locator("#step")
        assert changes(seen, lambda: slider.fill("2"))
        assert page.inner_text("output") == "step 2 of 10"
        assert changes(seen, lambda: slider.fill("10"))
        assert page.inner_text("output") == "all steps"


def test_fingers_turn_it_and_pinch_it_and_still_move_the_page(site: Path, drawing_browser: Browser) -> None:
    options = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    with visit(drawing_browser, site / "chub" / "index.html", width=390, **options) as seen:
        start(seen)
        box = seen.page.locator("canvas").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        told = seen.page.context.new_cdp_session(seen.page)

        def touch(*moments: list[tuple[float, float]]) -> None:
            for number, points in enumerate(moments):
                kind = "touchStart" if number == 0 else "touchMove"
                at = [{"x": px, "y": py, "id": place} for place, (px, py) in enumerate(points)]
                told.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
            told.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        assert changes(seen, lambda: touch([(x, y)], [(x + 30, y)], [(x + 80, y)]))
        near, far = [(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)]
        assert changes(seen, lambda: touch(near, [(x - 40, y), (x + 40, y)], far))
        assert seen.page.evaluate("getComputedStyle(document.querySelector('canvas')).touchAction") == "pan-y"


def test_without_webgl_the_picture_stays_and_dice_lead_to_the_picture_of_systems(
    site: Path, launch: Launch
) -> None:
    with visit(launch(NOT_DRAWING), site / "chub" / "index.html") as seen:
        page = seen.page
        page.wait_for_selector("figure.viewer.still img", state="visible")
        assert not page.locator(".start").is_visible()
        assert not page.locator("#step").is_visible()
        page.locator(".pool [data-system='0']").click()
        assert page.url.endswith("#which")


def test_without_script_everything_is_there_and_nothing_is_dead(site: Path, light_browser: Browser) -> None:
    with visit(light_browser, site / "chub" / "index.html", java_script_enabled=False) as seen:
        page = seen.page
        assert page.locator("figure.viewer img").is_visible()
        assert page.locator(".stamp").is_visible()
        # No button that does nothing: dice are links to the picture of systems.
        assert page.locator("button:visible, input:visible").count() == 0
        assert page.locator(".pool a[href='#which']").count() == 5
    with visit(light_browser, site / "index.html", java_script_enabled=False) as seen:
        assert not seen.page.locator("form").is_visible()
        assert seen.page.locator(".gallery li:visible").count() == len(recall(site).entries())


def test_the_gallery_finds_filters_sorts_and_says_when_nothing_is_left(
    site: Path, light_browser: Browser
) -> None:
    with visit(light_browser, site / "index.html") as seen:
        page, cards = seen.page, seen.page.locator(".gallery li:visible")
        everything = cards.count()
        for name, value in (
            ("system", "Ra"),
            ("faction", "Reds"),
            ("verdict", "not judged"),
            ("kind", "'mech"),
        ):
            page.select_option(f"select[name={name}]", value)
            assert 0 < cards.count() < everything, name
            page.select_option(f"select[name={name}]", "")
        page.select_option("select[name=parts]", "50")
        assert page.locator(".gallery li:visible[data-parts='0']").count() == 0
        page.select_option("select[name=parts]", "")
        # W2: a model is found by its type and by what forces call it.
        page.fill("input[name=words]", "BRUTUS frame")
        assert cards.locator("b").all_text_contents() == ["ST-07 Chub"]
        assert page.inner_text(".shown") == f"1 of {everything} designs"
        page.fill("input[name=words]", "chub")
        assert cards.locator("b").all_text_contents() == ["Estar's Anvil", "ST-07 Chub"]
        page.fill("input[name=words]", "no such thing")
        assert page.locator(".nothing").is_visible()
        page.click("text=Show everything")
        page.wait_for_function("document.querySelector('.nothing').hidden")
        assert cards.count() == everything
        page.select_option("select[name=order]", "most")
        sizes = [int(size) for size in cards.evaluate_all("all => all.map((one) => one.dataset.parts)")]
        assert sizes == sorted(sizes, reverse=True)
        page.select_option("select[name=order]", "name")
        names = cards.evaluate_all("all => all.map((one) => one.dataset.name)")
        assert names == sorted(names, key=str.lower)


def test_W0_W13_filters_are_in_the_address_and_survive_back_and_reload(
    site: Path, light_browser: Browser
) -> None:
    with visit(light_browser, site / "index.html") as seen:
        page, cards = seen.page, seen.page.locator(".gallery li:visible")

        def shown() -> tuple[str, list[str]]:
            return page.input_value("select[name=kind]"), cards.locator("b").all_text_contents()

        everything = cards.count()
        page.select_option("select[name=kind]", "frame")
        page.select_option("select[name=order]", "most")
        page.wait_for_function("location.hash.includes('order=most')")
        frames = shown()
        assert 0 < len(frames[1]) < everything
        cards.locator("a.card").first.click()
        page.wait_for_selector(".stamp")
        page.go_back()
        page.wait_for_selector(".gallery")
        assert shown() == frames
        page.reload()
        assert shown() == frames
        # Typed, and left before the address had time to follow.
        page.fill("input[name=words]", "hammer")
        cards.locator("a.card").first.click()
        page.wait_for_selector(".stamp")
        page.go_back()
        page.wait_for_selector(".gallery")
        assert page.input_value("input[name=words]") == "hammer"
        assert cards.count() == 1
        # Somebody else opens the link, or changes it by hand; the way to the content changes nothing.
        page.goto((site / "index.html").as_uri() + "#kind=station&order=name")
        assert shown() == ("station", ["Field depot"])
        page.evaluate("location.hash = 'main'")
        assert shown() == ("station", ["Field depot"])
        page.evaluate("location.hash = 'kind=nothing+like+it'")
        page.wait_for_function(
            f"document.querySelectorAll('.gallery li:not([hidden])').length === {everything}"
        )
        assert page.input_value("select[name=kind]") == ""


def test_W3_W17_W18_the_gallery_begins_with_companies_and_frames_and_its_filters_take_one_line(
    site: Path, light_browser: Browser
) -> None:
    with visit(light_browser, site / "index.html", width=1280) as seen:
        page = seen.page
        headings = [text.split("\n")[0] for text in page.locator("section h2").all_inner_texts()]
        assert [text.split(" Mobile")[0] for text in headings[:3]] == ["Companies", "Frames", "Stations"]
        tops = page.locator(".filters label").evaluate_all("all => all.map((one) => one.offsetTop)")
        assert len(set(tops)) == 1
        assert "by Mobile Frame Zero" not in page.locator("[data-slug=chub]").inner_text()
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.locator("select:visible").count() == 0
        fold = page.locator(".fold")
        fold.focus()
        page.keyboard.press("Enter")
        assert fold.get_attribute("aria-expanded") == "true"
        assert page.locator("select:visible").count() > 3
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_two_to_four_designs_are_chosen_in_the_gallery_and_compared(
    site: Path, light_browser: Browser
) -> None:
    with visit(light_browser, site / "index.html", width=1280) as seen:
        page = seen.page
        page.check("[data-slug=chub] .pick input")
        assert not page.locator(".compare-bar a").is_visible()
        page.locator("[data-slug=bullfrog] .pick input").focus()
        page.keyboard.press("Space")
        page.reload()
        assert page.locator(".pick input:checked").count() == 2
        page.click("text=Compare >> nth=-1")
        page.wait_for_selector("table.compare img")
        assert page.url.endswith("compare.html#bullfrog,chub")
        names = page.locator(".compare thead a")
        assert names.all_inner_texts() == ["ST-06 Bullfrog", "ST-07 Chub"]
        rows = page.locator(".compare tbody th").all_inner_texts()
        wanted = ["Picture", "Kind", "Dice", "Verdict", "Damage, direct", "Size", "Pieces"]
        assert [row for row in rows if row in wanted] == wanted
        sizes = page.locator(".compare tr", has_text="Pieces").locator("rect")
        shares = sizes.evaluate_all("all => all.map((one) => Number(one.getAttribute('width')))")
        assert max(shares) == 100
        assert 0 < min(shares) < 100
        # Only what is better or worse has a best, and not if all are alike.
        starred = page.locator(".compare tr:has(.star)")
        assert starred.count() > 0
        assert "Pieces" not in starred.locator("th").all_inner_texts()
        assert page.locator("header.head a").all_inner_texts()[-2:] == ["Campaigns", "Compare"]
        page.click("#add [data-slug=depot] button")
        assert names.count() == 3
        page.click("[aria-label='Remove ST-06 Bullfrog']")
        assert page.url.endswith("#chub,depot")
        page.goto((site / "compare.html").as_uri() + "#chub,<b>,chub,gone")
        assert names.all_inner_texts() == ["ST-07 Chub"]
        assert page.locator(".nothing").is_visible()
        page.goto((site / "chub" / "index.html").as_uri())
        page.click("text=Compare with other designs")
        page.wait_for_selector("table.compare img")


def test_a_page_may_load_nothing_but_files_of_the_site(site: Path, drawing_browser: Browser) -> None:
    """Whatever got into a page: what isn't a file of the site is neither run nor asked for."""
    with visit(drawing_browser, site / "chub" / "index.html", bypass_csp=False) as seen:
        page, loaded = seen.page, []
        page.click("text=View in 3D")
        page.wait_for_selector("figure.viewer.live canvas")
        assert seen.said == []
        page.on("requestfinished", lambda request: loaded.append(request.url))
        page.evaluate(
            """() => {
              const made = (tag) => document.createElement(tag);
              const add = (tag, told) => document.body.append(Object.assign(made(tag), told));
              add("script", { textContent: "window.harmed = true" });
              add("script", { src: "data:text/javascript,window.harmed = true" });
              add("img", { src: "https://example.org/x.png" });
              add("iframe", { src: "https://example.org/" });
              add("div", { innerHTML: "<img src=x onerror='window.harmed = true'>" });
              document.body.lastChild.setAttribute("style", "color: red");
            }"""
        )
        refused = "document.body.lastChild.style.color === '' && window.harmed === undefined"
        while len(seen.said) < 5:
            page.wait_for_event("console")
        assert page.evaluate(refused)
        assert page.evaluate("fetch('scene.js').then(() => 'loaded', () => 'refused')") == "refused"
        assert all("Content Security Policy" in said or "ERR_" in said for said in seen.said)
        assert [address for address in loaded if not address.startswith("file:")] == []
        seen.said.clear()
        seen.asked.clear()


def test_a_gallery_of_two_hundred_answers_at_once(site: Path, light_browser: Browser, tmp_path: Path) -> None:
    first = recall(site).by_slug()["chub"]
    many = tuple(replace(first, slug=f"frame-{n}", name=f"Frame {n}", words=f"frame {n}") for n in range(200))
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    write_gallery(Pages(copy, SiteSettings()), SiteMemory({"a": FileRecord({}, "", many)}))
    with visit(light_browser, copy / "index.html") as seen:
        took = seen.page.evaluate(
            """() => {
              const field = document.querySelector("input[name=words]"), begin = performance.now();
              for (const words of ["f", "fr", "frame 17", ""]) {
                field.value = words;
                field.dispatchEvent(new Event("input", { bubbles: true }));
                document.body.offsetHeight;
              }
              return (performance.now() - begin) / 4;
            }"""
        )
        assert seen.page.locator(".gallery li:visible").count() == 200
        assert took < 500, "milliseconds a key"


@pytest.mark.parametrize("slug", ["chub", "osprey-guard", "estars-anvil", "standard"])
def test_a_telephone_shows_the_look_the_dice_and_the_verdict_on_one_screen(
    slug: str, site: Path, light_browser: Browser
) -> None:
    with visit(light_browser, site / slug / "index.html", width=390, device_scale_factor=2) as seen:
        seen.page.set_viewport_size({"width": 390, "height": 844})
        look = seen.page.locator(".stage img, .lineup img, .mech .plot:visible").first.bounding_box()
        assert look
        # Large enough to be seen: not a strip.
        assert look["height"] > 200
        shown = seen.page.locator(".stamp, .pool").all()
        boxes = [look, *(one.bounding_box() for one in shown)]
        assert max(box["y"] + box["height"] for box in boxes if box) <= 844


@pytest.mark.parametrize("kind", list(KINDS))
def test_axe_finds_nothing_to_complain_of(
    kind: str, site: Path, light_browser: Browser, checkers: Path
) -> None:
    with visit(light_browser, page_of(site, kind), color_scheme="light") as seen:
        seen.page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
        found = seen.page.evaluate("async () => (await axe.run({ preload: false })).violations")
        # Only colours differ in the dark.
        seen.page.emulate_media(color_scheme="dark")
        found += seen.page.evaluate(
            "async () => (await axe.run({ preload: false, runOnly: ['color-contrast'] })).violations"
        )
    told = [(one["id"], one["help"], [node["html"] for node in one["nodes"]][:2]) for one in found]
    assert told == []


@pytest.mark.parametrize("kind", list(KINDS))
def test_nothing_is_wider_than_a_telephone_or_a_sheet(kind: str, site: Path, light_browser: Browser) -> None:
    with visit(light_browser, page_of(site, kind), width=360, bypass_csp=False) as seen:
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360
        # W9: no cell of a table of odds is cut off.
        cells = seen.page.locator(".stack td")
        assert (
            max(cells.evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)"), default=0)
            <= 360
        )
        seen.page.set_viewport_size({"width": 700, "height": 900})
        seen.page.emulate_media(media="print")
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 700
        # What can't be done on paper isn't printed.
        assert seen.page.locator("button:visible, input:visible, a[download]:visible").count() == 0
