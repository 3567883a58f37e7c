"""The workbench in a real browser: companies, fights, shopping and house rules, as people use them."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.browsers import PATIENCE, hear
from tests.running import ROOT, brickyard
from tests.serving import running
from tests.workbench import STILL

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

_EXAMPLES = ROOT / "examples"
_MODELS = (
    *(
        f"frames/{name}.mpd"
        for name in ("chub", "bullfrog", "osprey-guard", "chub-brewer", "commissar", "hi-leg")
    ),
    *(f"stations/{name}.mpd" for name in ("depot", "well")),
)
_LISTS = ("companies/estars-anvil.yaml", "companies/suns-fang.yaml")
_CAMPAIGN = """\
# Two that meet again.
campaign: The Long Dry
forces: [companies/estars-anvil.yaml]
objective: {name: the last well, holder: Estar's Anvil}
games:
  - {date: 2026-09-05, size: skirmish, scores: {Estar's Anvil: 21}, losses: {Estar's Anvil: [Brutus]}}
"""
_MISTAKEN = """\
# Our club's first company.
company: Night Watch
game: {size: skirmish, players: 3}
frames:
  - {name: Guard, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}  # the same three
  - {name: Scout, systms: 1B 1G 2Y}
stations:
  - {name: Depot, count: 2}
"""


@dataclass
class Serving:
    """A workbench over a folder: its address with the token, and without."""

    folder: Path
    address: str

    @property
    def root(self) -> str:
        return self.address.partition("/?")[0]


@dataclass
class Seen:
    page: Page
    said: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("my-mechs")
    for name in (*_MODELS, *_LISTS):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(_EXAMPLES / name, folder / name)
    (folder / "watch.yaml").write_text(_MISTAKEN, "utf-8")
    (folder / "long-dry.yaml").write_text(_CAMPAIGN, "utf-8")
    shutil.copy(_EXAMPLES / "garage-rules.yaml", folder)
    with running(str(folder), folder=folder) as server:
        yield Serving(folder, server.address)
        server.stop()


@contextmanager
def visit(browser: Browser, serving: Serving, address: str = "/how", **options: Any) -> Iterator[Page]:
    """A page of the workbench; nothing may be said on its console."""
    options = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", **options}
    context = browser.new_context(**options)
    seen = Seen(context.new_page())
    # Pictures take most of the time, and other tests look at them.
    for drawn in ("picture", "part-picture"):
        seen.page.route(
            f"**/api/{drawn}?*", lambda route: route.fulfill(body=STILL, content_type="image/svg+xml")
        )
    hear(seen.page, seen.said)
    seen.page.goto(serving.address.replace("/?", f"{address}&" if "?" in address else f"{address}?", 1))
    yield seen.page
    assert seen.said == []
    context.close()


def shows(locator: Locator) -> Any:
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(locator)


def verdict(page: Page) -> Locator:
    return page.locator(".verdict")


def judged(path: Path, *more: str) -> dict[str, Any]:
    ran = brickyard(["check", path.name, "--format", "json", *more], path.parent)
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    shows(page.locator(".save-bar .state")).to_have_text("No unsaved changes")


def new_company(page: Page) -> str:
    """Begin one; its file's name."""
    page.get_by_role("button", name="New company").click()
    shows(page.locator(".units")).to_be_visible()
    found = re.search(r"file=([^&]+)", page.url)
    assert found
    return found[1]


def card(page: Page, file: str) -> Locator:
    return page.locator(f'.shelf .card[data-file="{file}"]')


def drag(page: Page, file: str, to: Locator) -> None:
    """Where both are is looked up before the card is taken up, so nothing may be on its way then."""
    shows(verdict(page)).to_have_attribute("aria-busy", "false")
    card(page, file).scroll_into_view_if_needed()
    card(page, file).drag_to(to)


def units(page: Page, kind: str) -> Locator:
    return page.locator(f'.unit-list[data-list="{kind}"]')


def test_a_company_is_built_by_dragging_saved_and_judged_the_same(serving: Serving, browser: Browser) -> None:
    with visit(browser, serving, "/company") as page:
        file = new_company(page)
        page.get_by_label("Name of the company").fill("Dragged Together")
        page.get_by_label("Name of the company").press("Enter")
        drag(page, "frames/chub.mpd", units(page, "frames"))
        shows(units(page, "frames").locator("li.unit")).to_have_count(1)
        drag(page, "frames/bullfrog.mpd", units(page, "frames").locator("h2"))
        shows(units(page, "frames").locator("li.unit")).to_have_count(2)
        drag(page, "stations/depot.mpd", units(page, "stations"))
        shows(units(page, "stations").locator("li.unit")).to_have_count(1)
        chub = page.locator("li.unit", has=page.locator('input[placeholder="ST-07 Chub"]'))
        for count in ("2", "3"):
            chub.get_by_role("button", name="Count: one more").click()
            shows(chub.get_by_label("Count", exact=True)).to_have_value(count)
        chub.get_by_label("Name", exact=True).fill("Brutus")
        chub.get_by_label("Name", exact=True).press("Enter")
        units(page, "stations").get_by_role("button", name="Count: one more").click()
        shows(page.locator('[data-count="stations"] dd')).to_have_text("2")
        shows(page.locator('[data-count="frames"] dd')).to_have_text("4")
        shows(verdict(page)).to_have_attribute("data-verdict", "legal")
        save(page)
    path = serving.folder / file
    report = judged(path)["reports"][0]
    assert (report["verdict"], report["name"]) == ("legal", "Dragged Together")
    assert [(one["name"], one["count"]) for one in report["units"]] == [
        ("ST-06 Bullfrog", 1), ("Brutus", 3), ("Field depot", 2),
    ] or [(one["name"], one["count"]) for one in report["units"]] == [
        ("Brutus", 3), ("ST-06 Bullfrog", 1), ("Field depot", 2),
    ]  # fmt: skip


def test_nothing_moves_while_a_card_is_dragged(serving: Serving, browser: Browser) -> None:
    """Findings that come meanwhile are shown when it is dropped."""
    held: list[Route] = []
    with visit(browser, serving, "/company") as page:
        new_company(page)
        frames = units(page, "frames")
        findings = page.locator(".force-top .findings li")
        drag(page, "frames/chub.mpd", frames)
        shows(verdict(page)).to_have_attribute("aria-busy", "false")
        before = findings.count()
        page.route("**/api/edit", lambda route: held.append(route))
        frames.get_by_label("Count", exact=True).fill("40")
        frames.get_by_label("Count", exact=True).press("Enter")
        card(page, "frames/bullfrog.mpd").scroll_into_view_if_needed()
        start, place = card(page, "frames/bullfrog.mpd").bounding_box(), frames.bounding_box()
        assert start
        assert place
        page.mouse.move(start["x"] + 30, start["y"] + 20)
        page.mouse.down()
        for step in range(4):
            page.mouse.move(place["x"] + 60 + step, place["y"] + 10)
        shows(page.locator(".unit-list.over")).to_have_count(1)
        page.unroute("**/api/edit")
        with page.expect_response("**/api/edit") as last:
            held[0].continue_()
        last.value.finished()
        page.evaluate("() => new Promise((d) => requestAnimationFrame(() => requestAnimationFrame(d)))")
        assert frames.bounding_box() == place
        page.mouse.up()
        shows(frames.locator("li.unit")).to_have_count(2)
        shows(verdict(page)).to_have_attribute("aria-busy", "false")
        shows(page.locator('[data-count="frames"] dd')).to_have_text("41")
        assert findings.count() > before


def test_the_same_by_keyboard_alone(serving: Serving, browser: Browser) -> None:
    with visit(browser, serving, "/company") as page:

        def press(locator: Locator, key: str = "Enter") -> None:
            locator.focus()
            page.keyboard.press(key)

        shows(page.get_by_role("button", name="New company")).to_be_visible()
        press(page.get_by_role("button", name="New company"))
        shows(page.locator(".units")).to_be_visible()
        file = re.search(r"file=([^&]+)", page.url)
        assert file
        for times in range(1, 4):
            press(card(page, "frames/chub.mpd").get_by_role("button"))
            shows(page.locator('[data-count="frames"] dd')).to_have_text(str(times))
        press(card(page, "stations/depot.mpd").get_by_role("button"))
        shows(page.locator('[data-count="stations"] dd')).to_have_text("1")
        count = units(page, "stations").get_by_label("Count", exact=True)
        press(count, "ArrowUp")
        shows(page.locator('[data-count="stations"] dd')).to_have_text("2")
        shows(verdict(page)).to_have_attribute("data-verdict", "legal")
        press(page.get_by_role("button", name="Add a frame on paper"))
        shows(page.locator('[data-count="frames"] dd')).to_have_text("4")
        press(page.get_by_role("button", name=re.compile("Make Frame 1 a spare")))
        shows(units(page, "spares").locator("li.unit")).to_have_count(1)
        shows(page.locator('[data-count="frames"] dd')).to_have_text("3")
        press(page.get_by_role("button", name="Undo"))
        shows(page.locator('[data-count="frames"] dd')).to_have_text("4")
        press(page.get_by_role("button", name="Save", exact=True))
        shows(page.locator(".save-bar .state")).to_have_text("No unsaved changes")
    report = judged(serving.folder / file[1])["reports"][0]
    assert (report["verdict"], report["counts"]["frames"], report["counts"]["stations"]) == ("legal", 4, 2)


def test_a_mistake_is_found_at_its_line_corrected_and_comments_stay(
    serving: Serving, browser: Browser
) -> None:
    path = serving.folder / "watch.yaml"
    with visit(browser, serving, "/company?file=watch.yaml") as page:
        shows(verdict(page)).to_have_attribute("data-verdict", "not judged")
        page.get_by_role("button", name="As text").click()
        shows(page.locator('.at-lines [data-line="6"]')).to_contain_text("systms")
        shows(page.locator(".gutter li.error")).to_have_text("6")
        text = page.locator(".manifest-text textarea")
        text.fill(text.input_value().replace("systms", "systems"))
        shows(verdict(page)).to_have_attribute("data-verdict", "legal")
        shows(page.locator(".at-lines")).to_have_count(0)
        # A field changes its own place in the text, and nothing else.
        units(page, "stations").get_by_label("Name", exact=True).fill("Well")
        units(page, "stations").get_by_label("Name", exact=True).press("Enter")
        shows(text).to_have_value(re.compile("Well"))
        save(page)
    assert path.read_text("utf-8") == _MISTAKEN.replace("systms", "systems").replace("Depot", "Well")
    assert judged(path)["verdict"] == "legal"


def test_opponents_show_the_score_step_by_step_and_the_own_cell_in_the_map(
    serving: Serving, browser: Browser
) -> None:
    anvil, fang = "companies/estars-anvil.yaml", "companies/suns-fang.yaml"
    ran = brickyard(["compare", anvil, fang, "frames=4,systems=12", "--format", "json"], serving.folder)
    expected = {one["name"]: one for one in json.loads(ran.stdout)["sides"]}
    with visit(browser, serving, f"/company?file={anvil}&against={fang}") as page:
        page.get_by_role("button", name="Add an opponent by numbers").click()
        for label, value in (("frames", 4), ("systems", 12)):
            slider = page.locator(".opponent").get_by_role("slider", name=re.compile(label))
            slider.fill(str(value))
            shows(slider).to_have_value(str(value))
        for name, side in expected.items():
            shown = page.locator(f'.podium [data-side="{name}"]')
            shows(shown.locator("[data-score]")).to_have_text(str(side["score"]))
            shows(shown.locator(".ladder li")).to_have_count(len(side["adjustments"]) + 3)
        shows(page.locator(".bid-map td.own")).to_have_count(1)
        shows(page.locator(".podium .own h3")).to_contain_text("Estar's Anvil")


def test_sliders_change_the_bars_to_what_odds_says(serving: Serving, browser: Browser) -> None:
    pair = ["frames/chub.mpd", "frames/bullfrog.mpd"]

    def compare(page: Page, *options: str) -> None:
        answer = json.loads(brickyard(["odds", *pair, "--format", "json", *options], serving.folder).stdout)
        for row in (one for one in answer["fights"][0]["rows"] if one["possible"]):
            place = f'.attack:first-child [data-range="{row["range"]}"][data-cover="{row["cover"]}"]'
            shows(page.locator(f"{place} [data-mean]")).to_have_attribute("data-mean", row["mean"]["exact"])
            bars = page.locator(f"{place} [data-exact]")
            shown = [one.get_attribute("data-exact") for one in bars.all()]
            assert shown == [one["exact"] for one in row["damage"]][: len(shown)]
            assert len(shown) > 3

    with visit(browser, serving, f"/fight?a={pair[0]}&b={pair[1]}") as page:
        compare(page)
        page.get_by_role("slider", name=re.compile("Spot")).fill("3")
        compare(page, "--spot", "3")
        page.get_by_role("slider", name=re.compile("Rockets")).fill("1")
        compare(page, "--spot", "3", "--rocket")
        page.get_by_role("radio", name="attack").check()
        compare(page, "--spot", "3", "--rocket", "--white", "attack")
        page.reload()
        compare(page, "--spot", "3", "--rocket", "--white", "attack")


def test_b14_one_system_less_and_another_more_stand_side_by_side(serving: Serving, browser: Browser) -> None:
    pair = ["frames/chub.mpd", "frames/bullfrog.mpd"]
    with visit(browser, serving, f"/fight?a={pair[0]}&b={pair[1]}") as page:
        # Another weapon has other ranges.
        for old, new in (("1B", "1G"), ("2Rd", "2Ra")):
            run = brickyard(["odds", *pair, "--instead", f"{old}={new}", "--format", "json"], serving.folder)
            rows = json.loads(run.stdout)["rows"]
            page.get_by_role("group", name="ST-07 Chub: instead of").locator(f"[value='{old}']").check()
            page.get_by_role("group", name="it carries").locator(f"[value='{new}']").check()
            shown = page.locator(".what-if tbody tr")
            shows(shown).to_have_count(len(rows))
            for at, row in enumerate(rows):
                told = [f"{row[key]['value']:.2f}" if row[key] else "–" for key in ("before", "after")]
                shows(shown.nth(at)).to_contain_text("".join(told))
            shows(page.locator(".what-if")).to_contain_text("White dice go where each set lacks most")
        assert "instead=2Rd" in page.url


def test_two_companies_are_a_matrix_and_a_cell_opens_its_pair(serving: Serving, browser: Browser) -> None:
    with visit(browser, serving, "/fight?a=companies/estars-anvil.yaml&b=companies/suns-fang.yaml") as page:
        first = page.locator(".attack").first
        shows(first.locator("tbody tr")).to_have_count(3)
        shows(first.locator("thead th")).to_have_count(4)
        cell = first.get_by_role("link", name=re.compile("Brutus attacks Eye"))
        # B14: what comes back, and who wins the exchange.
        shows(cell.locator(".answer")).to_have_text("takes 0.57: ahead")
        cell.click()
        shows(page.locator(".attack h2").first).to_have_text("Brutus against Eye")


def test_whole_battles_sharpen_while_one_looks_and_stop(serving: Serving, browser: Browser) -> None:
    address = "/fight?a=companies/estars-anvil.yaml&b=companies/suns-fang.yaml"
    with visit(browser, serving, address) as page:
        part = page.get_by_role("region", name="Whole battles")
        button = part.locator("[data-battle]")
        state = part.get_by_role("status")
        button.press("Enter")
        # The lists are for three players.
        shows(part.get_by_role("alert")).to_contain_text("or tick the box beside Play")
        part.get_by_label(re.compile("Play companies that aren't legal")).press("Space")
        part.get_by_role("radio", name="open").check()
        button.press("Enter")
        shows(state).to_have_text("Battles are being played …")
        # The table fills, then words stand above it, and their interval becomes narrower.
        shows(part.locator("td[data-battles]")).not_to_have_count(0)
        value = part.locator(".battle-value")
        shows(value).to_contain_text("Between sensible players")
        first = wide(value)
        page.wait_for_function(
            """(first) => {
              const { low, high } = document.querySelector(".battle-value").dataset;
              return high - low < first;
            }""",
            arg=first,
        )
        # Meanwhile the page answers, and says what it rests on.
        shows(page.locator(".attack").first).to_contain_text("Brutus")
        button.press("Enter")
        shows(state).to_have_text("Stopped; this is what was played until then.")
        assert wide(value) < first
        shows(part).to_contain_text("Eight small pieces of cover")
        shows(part).to_contain_text("Sun's Fang isn't legal in a game of two players")
        shows(part.get_by_role("link", name="What the numbers mean")).to_be_visible()
        # Played again, it goes on over a reload, and a second tab shows it and stops it.
        button.press("Enter")
        shows(state).to_have_text("Battles are being played …")
        page.reload()
        shows(state).to_have_text("Battles are being played …")
        other = page.context.new_page()
        other.goto(page.url)
        shows(other.get_by_role("region", name="Whole battles").get_by_role("status")).to_have_text(
            "Battles are being played …"
        )
        other.locator("[data-battle=stop]").click()
        shows(state).to_have_text("Stopped; this is what was played until then.")


def test_jobs_stand_in_the_order_in_which_they_were_begun(serving: Serving, browser: Browser) -> None:
    """What the page hears before the yard is answered: the second battle begins, the first of others ends."""
    told = [{"id": f"job-{one}", "what": "battle", "state": "working"} for one in (1, 2, 3)]
    heard = {
        "job-3": {"id": "job-3", "what": "battle", "state": "stopped"},
        "job-4": {"id": "job-4", "what": "battle", "state": "waiting"},
        "job-2": {"id": "job-2", "what": "battle", "state": "waiting"},
        "job-0": {"id": "job-0", "what": "answer", "state": "working"},
    }
    with visit(browser, serving, "/how") as page:
        jobs = page.evaluate(
            """async ({ heard, told }) => {
              const page = document.querySelector("script[type=module]").src;
              const { putYard } = await import(new URL("store.js", page));
              let state = { jobs: heard, lost: {}, left: {} };
              const store = { set: (change) => (state = { ...state, ...change(state) }) };
              putYard(store, { files: [], jobs: told });
              return Object.values(state.jobs).map((job) => `${job.id} ${job.state}`);
            }""",
            {"heard": heard, "told": told},
        )
    assert jobs == ["job-1 working", "job-2 working", "job-3 stopped", "job-4 waiting"]


def test_battles_are_told_in_german_and_the_curve_says_its_ends(serving: Serving, browser: Browser) -> None:
    address = "/fight?a=companies/estars-anvil.yaml&b=companies/suns-fang.yaml"
    with visit(browser, serving, address, locale="de-DE") as page:
        part = page.locator(".battles")
        part.locator("[data-battle=play]").click()
        shows(part.get_by_role("alert")).to_have_text(
            re.compile(
                "ist in einem Spiel zu zweit nicht regelgerecht: öffne sie, um zu sehen, warum, oder setze"
            )
        )
        play_a_little(page)
        shows(part).to_contain_text("Vierzehn Stück Deckung")
        shows(part).to_contain_text("Geht sofort auf Stationen")
        shows(part).to_contain_text("Frames beenden keine Bewegung auf Deckung")
        said = part.locator(".battle-curve svg").get_attribute("aria-label") or ""
        assert re.fullmatch(r"Estar's Anvil von \d+ bis \d+, Sun's Fang von \d+ bis \d+", said)


def play_a_little(page: Page) -> None:
    part = page.locator(".battles")
    part.locator("input[type=checkbox]").check()
    part.locator('[data-battle="play"]').click()
    shows(part.locator(".battle-value")).to_be_visible()
    part.locator('[data-battle="stop"]').click()
    shows(part.locator('[data-state="stopped"]')).to_be_visible()


def wide(value: Locator) -> float:
    return float(value.get_attribute("data-high") or 1) - float(value.get_attribute("data-low") or 0)


REOPEN_WHEN_GONE = """() => {
  const first = document.querySelector("dialog.pick-sheet");
  first.addEventListener("close", () =>
    requestAnimationFrame(() => setTimeout(() => (document.documentElement.dataset.reopened = ""))));
  new MutationObserver((_, watch) => {
    if (first.isConnected) return;
    watch.disconnect();
    document.querySelector('[data-side="a"] .pick').click();
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_design_is_chosen_by_its_portrait_with_the_keyboard_alone(
    serving: Serving, browser: Browser
) -> None:
    """Look B4: Fight opens on the pair of the last time, and offers only what can fight."""
    with visit(browser, serving, "/fight") as page:
        button = page.locator('[data-side="a"] .pick')
        shows(button).to_contain_text("ST-06 Bullfrog")
        button.press("Enter")
        sheet = page.locator("dialog.pick-sheet")
        shows(sheet.locator('[data-file="companies/suns-fang.yaml"]')).to_be_visible()
        assert sheet.locator('[data-file^="stations/"]').count() == 0
        page.keyboard.type("hi-leg")
        shows(sheet.locator("[role=option]")).to_have_count(1)
        page.keyboard.press("Enter")
        shows(button).to_contain_text("Hi-Leg")
        shows(button).to_be_focused()
        button.press("Enter")
        shows(sheet).to_be_visible()
        page.keyboard.press("Escape")
        shows(sheet).to_have_count(0)
        # A sheet that is opened in the moment in which another one goes stays.
        button.press("Enter")
        shows(sheet).to_be_visible()
        page.evaluate(REOPEN_WHEN_GONE)
        page.keyboard.press("Enter")
        shows(page.locator("html[data-reopened]")).to_have_count(1)
        shows(sheet).to_be_visible()
        page.keyboard.press("Escape")
        shows(sheet).to_have_count(0)
        page.goto(serving.root + "/fight")
        shows(page.locator('[data-side="a"] .pick')).to_contain_text("Hi-Leg")


def test_ticks_leave_out_what_parts_owned_leaves_out(serving: Serving, browser: Browser) -> None:
    folder, model = serving.folder, "frames/chub.mpd"
    everything = json.loads(brickyard(["parts", model, "--format", "json"], folder).stdout)["lots"]
    ticked = everything[2:9]
    have = folder / "have.csv"
    lines = [f"{lot['number']},{lot['colour']},{lot['needed']}\n" for lot in ticked]
    have.write_text("number,colour,quantity\n" + "".join(lines), "utf-8")
    expected = brickyard(["parts", model, "--owned", "have.csv", "--format", "bricklink"], folder).stdout
    left = json.loads(brickyard(["parts", model, "--owned", "have.csv", "--format", "json"], folder).stdout)
    have.unlink()
    pieces = sum(lot["quantity"] for lot in left["lots"])
    assert 0 < pieces < sum(lot["quantity"] for lot in everything)
    with visit(
        browser, serving, f"/buy?file={model}", permissions=["clipboard-read", "clipboard-write"]
    ) as page:
        for lot in ticked:
            page.locator(f'[data-lot="{lot["number"]} {lot["colour"]}"] input').check()
        shows(page.locator(".totals")).to_have_attribute("data-pieces", str(pieces))
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert Path(download.value.path()).read_text("utf-8").strip() == expected.strip()
        assert download.value.suggested_filename == "bricklink.xml"
        page.get_by_role("button", name="Copy").click()
        shows(page.locator(".notices")).to_contain_text("clipboard")
        # A list of one's own does the same as ticks.
        page.evaluate("localStorage.clear()")
        page.reload()
        page.locator('input[type="file"]').first.wait_for(state="attached")
        page.locator(".own-lists input").set_input_files(
            {
                "name": "have.csv",
                "mimeType": "text/csv",
                "buffer": ("number,colour,quantity\n" + "".join(lines)).encode(),
            }
        )
        shows(page.locator(".totals")).to_have_attribute("data-pieces", str(pieces))


def test_house_rules_from_the_form_can_be_used(serving: Serving, browser: Browser) -> None:
    with visit(browser, serving, "/house") as page:
        page.get_by_role("button", name="Begin house rules").click()
        shows(verdict(page)).to_have_attribute("data-verdict", "can be used")
        found = re.search(r"file=([^&]+)", page.url)
        assert found
        path = serving.folder / found[1]
        rule = page.locator('[data-rule="SYS001"]')
        rule.get_by_label("at most").fill("many")
        rule.get_by_label("at most").press("Enter")
        shows(verdict(page)).to_have_attribute("data-verdict", "can't be used")
        rule.get_by_label("at most").fill("5")
        rule.get_by_label("at most").press("Enter")
        shows(verdict(page)).to_have_attribute("data-verdict", "can be used")
        page.locator('[data-rule="SYS002"]').get_by_label("Breaking it is").select_option("warning")
        shows(page.locator('[data-rule="SYS002"]')).to_have_class(re.compile("changed"))
        page.locator('[data-rule="SYS004"]').get_by_label("Breaking it is").select_option("none")
        shows(page.locator('[data-rule="SYS004"]')).to_have_class(re.compile("gone"))
        page.get_by_role("button", name="Add a design rule").click()
        page.locator(".demand").get_by_label("In your own words").fill("Every company can spot")
        page.locator(".demand").get_by_label("In your own words").press("Enter")
        page.get_by_role("checkbox", name=re.compile("Weapons may be split")).check()
        shows(page.locator(".save-bar .state")).to_have_text("Not saved yet")
        shows(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.get_by_role("button", name="As text").click()
        shows(page.locator(".manifest-text textarea")).to_have_value(re.compile("split-range"))
        save(page)
    assert judged(path)["verdict"] == "can be used"
    rules = json.loads(
        brickyard(["rules", "--edition", path.name, "--format", "json"], serving.folder).stdout
    )
    cited = {one["code"]: one for one in rules["rules"]}
    assert cited["SYS001"]["numbers"]["most"] == 5
    assert cited["SYS002"]["severity"] == "warning"
    assert "SYS004" not in cited
    assert any("Every company can spot" in one for one in cited["CMP020"]["demands"])
    # The comments of the starter are still there.
    assert "# Judge by them:" in path.read_text("utf-8")


def test_tables_of_the_game_are_changed_in_the_form(serving: Serving, browser: Browser) -> None:
    path = serving.folder / "tables.yaml"
    own = "tables:\n  companies:\n    skirmish:\n      5: {stations: 2}  # ours\n"
    path.write_text(f"extends: rapid-attack\ntitle: Tables\n{own}", "utf-8")
    with visit(browser, serving, "/house?file=tables.yaml") as page:
        page.locator('[data-table="companies"] summary').click()
        row = page.locator('[data-table="companies"] tr[data-row="5"]').first
        shows(row.get_by_label("stations")).to_have_value("2")
        for label, number in (
            ("companies, skirmish, 5, frames", "2, 4"),
            ("companies, skirmish, 2, stations", "4"),
        ):
            page.get_by_label(label).fill(number)
            page.get_by_label(label).press("Enter")
        page.get_by_label("Name of a new row of companies, skirmish").fill("6")
        page.get_by_label("Name of a new row of companies, skirmish").press("Enter")
        shows(page.get_by_label("companies, skirmish, 6, frames")).to_have_value("2, 4")
        page.get_by_role("button", name="Leave out companies, battle", exact=True).click()
        shows(page.get_by_role("button", name="companies, battle as in the book")).to_be_visible()
        page.locator('[data-table="ranges"] summary').click()
        page.get_by_label("ranges, h, to").fill("2")
        page.get_by_label("ranges, h, to").press("Enter")
        shows(page.locator('[data-table="ranges"] summary small')).to_have_text("1 changed")
        # What is as in the book again is no longer ours.
        page.get_by_label("ranges, h, to").fill("1")
        page.get_by_label("ranges, h, to").press("Enter")
        shows(page.locator('[data-table="ranges"] summary small')).to_have_count(0)
        shows(verdict(page)).to_have_attribute("data-verdict", "can be used")
        save(page)
    text = path.read_text("utf-8")
    assert "# ours" in text
    assert "ranges" not in text
    told = json.loads(brickyard(["editions", path.name, "--format", "json"], serving.folder).stdout)
    companies = told["editions"][0]["tables"]["companies"]
    assert list(companies) == ["skirmish"]
    assert companies["skirmish"]["2"] == {"stations": 4, "frames": [4, 6]}
    assert companies["skirmish"]["5"] == companies["skirmish"]["6"] == {"stations": 2, "frames": [2, 4]}


def test_a_company_leaves_as_a_zip_and_comes_back_by_dropping_it(serving: Serving, browser: Browser) -> None:
    with visit(browser, serving, "/company?file=companies/estars-anvil.yaml") as page:
        with page.expect_download() as download:
            page.get_by_text("Take away", exact=True).click()
            page.get_by_role("link", name="Everything as one .zip").click()
        data = Path(download.value.path()).read_bytes()
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
        assert {Path(name).name for name in names} >= {"estars-anvil.yaml", "chub.mpd", "depot.mpd"}
        page.goto(serving.root + "/")
        page.locator('input[type="file"]').first.set_input_files(
            {"name": "estars-anvil.zip", "mimeType": "application/zip", "buffer": data}
        )
        page.goto(serving.root + "/company")
        page.locator('.forces [data-file^="dropped/"] a').first.click()
        shows(verdict(page)).to_have_attribute("data-verdict", "legal")
        shows(page.locator('[data-count="frames"] dd')).to_have_text("5")


def test_a_campaign_is_no_company_and_has_the_command_lines_verdict(
    serving: Serving, browser: Browser
) -> None:
    file = serving.folder / "long-dry.yaml"
    with visit(browser, serving, "/?words=long-dry") as page:
        # One force alone has no game.
        assert judged(file)["verdict"] == "not judged"
        shows(page.locator("[data-file='long-dry.yaml'] .stamp")).to_have_text("NOT JUDGED")
        page.click("[data-file='long-dry.yaml'] a")
        shows(page.locator(".campaign table:not([data-standings])")).to_contain_text("Estar's Anvil: Brutus")
        assert page.locator(".units, .shelf").count() == 0
        add_force(page, "companies/suns-fang.yaml")
        shows(page.locator("[data-force='companies/suns-fang.yaml'] .stamp")).to_be_visible()
        save(page)
        shows(verdict(page)).to_have_attribute("data-verdict", judged(file)["verdict"])
    saved = file.read_text("utf-8")
    assert "forces: [companies/estars-anvil.yaml, companies/suns-fang.yaml]" in saved
    assert saved.startswith("# Two that meet again.")


def add_force(page: Page, file: str) -> None:
    """By its portrait; only forces of the same game are offered."""
    page.locator(".campaign .pick").click()
    sheet = page.locator("dialog.pick-sheet")
    shows(sheet.locator(f'[data-file="{file}"]')).to_be_visible()
    assert sheet.locator('[data-file^="frames/"], [data-file^="fleets/"]').count() == 0
    sheet.locator(f'[data-file="{file}"]').click()


def test_a_f5_a_campaign_is_begun_a_game_added_and_choices_made_without_a_terminal(
    serving: Serving, browser: Browser
) -> None:
    forces = ("estars-anvil", "suns-fang")
    for log in sorted((_EXAMPLES / "campaigns" / "games").glob("*.json"))[:2]:
        told = json.loads(log.read_text("utf-8"))
        # Between the two that are here, and the second one isn't over.
        told["game"]["players"] = [one for one in told["game"]["players"] if one["name"] != "Piercing Eye"]
        told["game"]["objective"] = False
        end = [{"id": "end", "at": f"{log.stem}T22:00:00Z", "do": "agree"}] if log.stem < "2026-10" else []
        told["events"] = [{"id": "s", "do": "deploy"}, {"id": "t", "do": "start"}, *end]
        (serving.folder / log.name).write_text(json.dumps(told), "utf-8")
    with visit(browser, serving, "/company") as page:
        page.get_by_role("button", name="New campaign").click()
        for name in forces:
            add_force(page, f"companies/{name}.yaml")
            shows(page.locator(f"[data-force='companies/{name}.yaml'] .stamp")).to_be_visible()
        page.get_by_label("What it is").fill("the gate")
        page.get_by_label("What it is").press("Enter")
        page.get_by_label("Who holds it").select_option("Sun's Fang")
        choices = page.get_by_role("group", name="the size of the game")
        choices.get_by_label("Size").select_option("skirmish")
        shows(page.locator(".choices-of-holder")).to_contain_text("1 of two chosen")
        logs = page.locator("[data-log]")
        shows(logs).to_have_count(2)
        shows(logs.nth(1)).to_contain_text("This game isn't over.")
        logs.nth(0).get_by_role("button", name="Add this game").click()
        shows(page.locator("[data-standings]")).to_contain_text("Sun's Fang")
        shows(logs).to_have_count(1)
        logs.nth(0).get_by_role("button", name="Add it as it stands").click()
        shows(logs).to_have_count(0)
        save(page)
    saved = (serving.folder / "my-campaign.yaml").read_text("utf-8")
    assert "log: 2026-09-05.json" in saved
    assert saved.count("unfinished: true") == 1
    told = json.loads(brickyard(["campaign", "my-campaign.yaml", "--format", "json"], serving.folder).stdout)
    assert [one["games"] for one in told["standings"]] == [2, 2]
    assert (told["holder"], told["objective"], told["logs"]) == ("Sun's Fang", "the gate", [])
    assert "size: skirmish" in saved.partition("games:")[0]


def test_two_pages_on_one_company_show_the_same(serving: Serving, browser: Browser) -> None:
    address = "/company?file=companies/suns-fang.yaml"
    with visit(browser, serving, address) as one, visit(browser, serving, address) as other:
        for page in (one, other):
            shows(verdict(page)).to_have_attribute("data-verdict", "legal")
        one.get_by_role("button", name="Players: one more").click()
        shows(other.get_by_label("Players", exact=True)).to_have_value("4")
        other.get_by_role("button", name="Players: one more").click()
        shows(one.get_by_label("Players", exact=True)).to_have_value("5")
        shows(verdict(one)).to_have_attribute("data-verdict", "not legal")
        one.get_by_role("button", name="Discard changes").click()
        one.get_by_role("button", name="Discard them").click()
        for page in (one, other):
            shows(page.get_by_label("Players", exact=True)).to_have_value("3")
            shows(verdict(page)).to_have_attribute("data-verdict", "legal")


_VIEWS = {
    "companies": "/company",
    "a company": "/company?file=companies/estars-anvil.yaml&against=companies/suns-fang.yaml",
    "a campaign": "/company?file=long-dry.yaml",
    "a fight": "/fight?a=frames/chub.mpd&b=frames/bullfrog.mpd",
    "a matrix": "/fight?a=companies/estars-anvil.yaml&b=companies/suns-fang.yaml",
    "shopping": "/buy?file=frames/chub.mpd",
    "house rules": "/house",
    "an edition": "/house?file=garage-rules.yaml",
    "how": "/how?editor=leocad",
}
_SETTLED = {
    "companies": ".forces .card .stamp",
    "a company": ".bid-map td.own",
    "a campaign": ".choices-of-holder",
    "a fight": ".damage",
    "a matrix": ".matrix td a",
    "shopping": ".lots",
    "house rules": ".begin",
    "an edition": '[data-rule="SYS001"]',
    "how": ".guide-steps",
}


def test_axe_finds_nothing_in_both_themes_and_every_view_has_room_on_a_phone(
    serving: Serving, browser: Browser, checkers: Path
) -> None:
    """German has the longer words. A page at twice its size is 640 wide."""
    with visit(browser, serving, bypass_csp=True, locale="de-DE") as page:
        for view, address in _VIEWS.items():
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(serving.root + address)
            page.locator(_SETTLED[view]).first.wait_for()
            assert page.evaluate("document.documentElement.lang") == "de"
            if view == "a matrix":
                play_a_little(page)
            if view == "an edition":
                page.locator('[data-table="combat"] summary').click()
            if view in ("a company", "an edition"):
                page.get_by_role("button", name="Als Text").click()
            page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
            # Themes differ in their colours alone.
            themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
            for theme in themes:
                page.emulate_media(color_scheme=theme)
                only = ", runOnly: ['color-contrast']" if theme == "dark" else ""
                run = f"async () => (await axe.run({{ preload: false{only} }})).violations"
                said = [
                    (one["id"], [node["html"][:200] for node in one["nodes"]][:3])
                    for one in page.evaluate(run)
                ]
                assert said == [], (view, theme)
            for width in (390, 640):
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, view


def test_a_finger_adds_what_a_mouse_drags(serving: Serving, browser: Browser) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "de-DE"}
    with visit(browser, serving, "/company", is_mobile=True, **phone) as page:
        page.get_by_role("button", name="Neue Kompanie").tap()
        card(page, "frames/chub.mpd").get_by_role("button").tap()
        shows(page.locator('[data-count="frames"] dd')).to_have_text("1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
