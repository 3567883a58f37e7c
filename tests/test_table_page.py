"""The table's page in a real browser: whole games tapped through, two taps an entry, axe, phones, keys."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from brickyard.table.hosted_log import HOST_SAYS, why_no_event
from brickyard.table.table_texts import sentences, texts
from catalog.editions.loading import edition, shipped_editions
from fleets.battle_tables.battle_rules import battle_rules
from tests.browsers import NOT_DRAWING, QUIET, hear
from tests.coarse_pictures import draw_coarsely
from tests.running import ROOT, brickyard

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STATIC = ROOT / "brickyard" / "table" / "static"
EXAMPLES = ROOT / "examples"
# The book's three companies as models; the others are on paper, which needs no pictures.
GAMES = {
    "frames": ["companies/piercing-eye.yaml", "companies/suns-fang.yaml", "companies/estars-anvil.yaml"],
    "mech": ["mechs/standard.yaml"],
}
ON_PAPER = {
    "alone": """company: Sun's Fang
edition: rapid-attack
game: {size: skirmish, players: 3}
frames:
  - {name: Brewer, systems: 1B 1G 1Y 2Rd, rockets: 1}
  - {name: Tooth, systems: 1B 1Y 2Ra & d8, rockets: 1, count: 2}
  - {name: Eye, systems: 1G 2Y 2Rd}
stations:
  - {name: Well, count: 2}
""",
    "rockets": """company: Salvo
edition: rapid-attack
game: {size: skirmish, players: 2}
frames:
  - {name: Battery, systems: 1B 1G 1Y 2Rd, rockets: 3}
  - {name: Guard, systems: 2B 2Rd, count: 3}
stations:
  - {name: Well, count: 3}
""",
    "convoy": """fleet: Red Convoy
edition: intercept-orbit
game: {players: 2}
ships:
  - {name: Olympus, class: capital, systems: 1B 1Y 2Rs & d8}
  - {name: Hellas, class: frigate, systems: 1B 1Y 2Ra}
  - {name: Tharsis, class: frigate, systems: 1B 1K 2Rp, count: 2}
companies:
  - {name: Dust Devils}
  - {name: Iron Rain}
ace: yellow
hvas:
  - {name: Rust Bucket, count: 3}
""",
}
HEARSAY: list[str | Path] = ["frames=4,systems=16", "frames=5,systems=20"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for name, text in ON_PAPER.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    games: dict[str, list[str | Path]]
    games = {name: [EXAMPLES / force for force in forces] for name, forces in GAMES.items()}
    games["alone"] = [folder / "alone.yaml"]
    games["fleet"] = [EXAMPLES / "fleets" / "first-patrol.yaml", folder / "convoy.yaml"]
    games["draft"] = [*HEARSAY, "--edition", "rapid-attack-draft"]
    games["twins"] = ["frames=4,systems=16", "frames=4,systems=16"]
    games["rockets"] = [folder / "rockets.yaml", "frames=5,systems=20"]
    games["campaign"] = [EXAMPLES / "campaigns" / "the-long-dry.yaml"]
    with pytest.MonkeyPatch.context() as patched:
        draw_coarsely(patched)
        for name, forces in [*games.items(), ("hearsay", HEARSAY)]:
            made = brickyard(["table", *map(str, forces), "-o", str(folder / name)])
            assert made.returncode == 0, made.stderr
    return folder


@contextmanager
def table(browser: Browser, folder: Path, width: int = 390, level: int = 0, **options: Any) -> Iterator[Page]:
    """A page from a disk; nothing may be said on its console, nothing asked of anybody else."""
    settings: dict[str, Any] = {"bypass_csp": True, "locale": "en-GB", "reduced_motion": "reduce", **options}
    context = browser.new_context(viewport={"width": width, "height": 844}, accept_downloads=True, **settings)
    page, said, asked = context.new_page(), list[str](), list[str]()
    hear(page, said)
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / "index.html").as_uri())
    page.wait_for_selector("#table > *")
    if level:
        set_level(page, level)
    yield page
    assert said == []
    assert [one for one in entries(page) if why_no_event(one)] == [], "a host would refuse it"
    assert [one for one in asked if not one.startswith(("file:", "data:", "blob:"))] == []
    context.close()


def scores(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".score-row")].map(
            (row) => [row.dataset.player, Number(row.querySelector(".points").textContent)]))"""
    )
    return found


def saved_log(page: Page, folder: Path) -> Path:
    """The log as a player saves it."""
    page.click("[data-tab=more]")
    with page.expect_download() as loading:
        page.click("[data-save=log]")
    # Who fought, and when.
    assert re.fullmatch(r"[\w-]+-\d{4}-\d\d-\d\d\.json", loading.value.suggested_filename)
    target = folder / "log.json"
    loading.value.save_as(target)
    page.keyboard.press("Escape")
    return target


def replayed(log: Path, *more: str) -> dict[str, Any]:
    ran = brickyard(["replay", str(log), "--format", "json", *more])
    assert ran.returncode == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def played_to_its_end(told: dict[str, Any], rounds: int, end: dict[str, Any]) -> set[str]:
    """Python says what the page shows; returns the kinds of events that were in it."""
    state = told["state"]
    assert (state["round"], state["clock"], state["phase"]) == (rounds, 0, "over")
    assert {one["key"]: one["score"] for one in state["players"]} == end["scores"]
    assert [one["words"] for one in told["events"] if not one["effect"]] == []
    return {one["do"] for one in told["events"]}


def test_three_companies_play_eleven_rounds_and_python_has_the_same_scores(
    browser: Browser, tables: Path, tmp_path: Path
) -> None:
    with table(browser, tables / "frames") as page:
        assert scores(page) == {"a": 42, "b": 36, "c": 21}
        page.add_script_tag(path=ROOT / "tests" / "table_player.js")
        end = page.evaluate("player.play({hurry: false})")
        told = replayed(saved_log(page, tmp_path))
        kinds = played_to_its_end(told, 11, end)
        assert {"attack", "defend", "hits", "strike", "station", "pass"} <= kinds
        page.click("[data-open=end]")
        assert page.locator(".curve path:not(.mark)").count() == 3


def test_players_who_hurry_the_clock_are_done_after_three_rounds(
    browser: Browser, tables: Path, tmp_path: Path
) -> None:
    with table(browser, tables / "frames", locale="de-DE") as page:
        page.add_script_tag(path=ROOT / "tests" / "table_player.js")
        end = page.evaluate("player.play({hurry: true, fights: false, first: 11})")
        told = replayed(saved_log(page, tmp_path))
        played_to_its_end(told, 3, end)
        # The page's own sentences are those of `replay` in its language.
        page.click(".open-log")
        said = page.locator("dialog .log .words").all_inner_texts()
        told = replayed(tmp_path / "log.json", "--language", "de")
        assert [one["words"] for one in told["events"]] == said[::-1]


def test_two_fleets_play_eleven_rounds_and_python_has_the_same_scores(
    browser: Browser, tables: Path, tmp_path: Path
) -> None:
    with table(browser, tables / "fleet") as page:
        page.add_script_tag(path=ROOT / "tests" / "table_player.js")
        end = page.evaluate("player.play({hurry: false, first: 5})")
        told = replayed(saved_log(page, tmp_path))
        assert {"launch", "capture", "attack", "decide"} <= played_to_its_end(told, 11, end)


def entries(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "JSON.parse(localStorage.getItem(`${brickyardTable.game.id}:log`) || '[]')"
    )
    return found


def set_level(page: Page, level: int) -> None:
    page.evaluate(f"brickyardShelf.put('brickyard-table:level', '{level}')")
    page.reload()
    page.wait_for_selector("#table > *")


IN_COVER = [
    "[data-do=turn][data-unit=a1]",
    "[data-unit=b1] [data-target]",
    "[data-range=d][data-cover=frame][data-number='6']",
    "footer [data-number='2']",
]
# What is entered, where one begins, and the taps; each at the level that asks for it.
TWO_TAPS = {
    "turn": (2, [], ["[data-do=turn][data-unit=a1]"]),
    "gone": (1, [], ["[data-do=gone][data-unit=a1]"]),
    "pass": (2, [], ["[data-do=pass]"]),
    "strike": (2, [], ["[data-unit=c5] [data-system=B]"]),
    "undo": (2, ["[data-unit=c5] [data-system=B]"], ["[data-unit=c5] [data-system=B]"]),
    "lost": (1, [], ["[data-unit=b2] [data-lost]"]),
    "rocket": (2, [], ["[data-unit=a1] [data-rocket='0']"]),
    "hurt": (2, [], ["[data-unit=b2] [data-more]", "[data-hurt='2']"]),
    "station": (1, [], ["[data-station=cs1]", "[data-to=a]"]),
    "defend": (
        3,
        ["[data-do=turn][data-unit=a1]"],
        ["[data-unit=a1] [data-slot=defense]", "[data-number='5']"],
    ),
    "spot": (3, ["[data-do=turn][data-unit=a1]"], ["[data-open=spot]", "[data-target=b1][data-number='4']"]),
    "attack": (
        3,
        ["[data-do=turn][data-unit=a1]"],
        ["[data-unit=b1] [data-target]", "dialog [data-number='6']"],
    ),
    "attack, in cover": (
        3,
        ["[data-do=turn][data-unit=a1]"],
        ["[data-unit=b1] [data-target]", "[data-range=d][data-cover=cover][data-number='6']"],
    ),
    "attack, at another range": (
        2,
        ["[data-do=turn][data-unit=a1]"],
        ["[data-unit=b1] [data-target]", "[data-range=h][data-number='3']"],
    ),
    "attack, with a rocket behind a frame": (
        3,
        ["[data-do=turn][data-unit=a1]"],
        ["[data-unit=b1] [data-target]", "[data-rockets='1'][data-cover=frame][data-number='8']"],
    ),
    "hits": (3, IN_COVER, ["footer [data-cover='2'][data-number='1']"]),
    "covered": (3, [*IN_COVER, "footer [data-cover='2'][data-number='1']"], ["footer [data-covered=b2]"]),
    "done": (2, ["[data-do=turn][data-unit=a1]"], ["[data-do=done]"]),
    "round-end": (1, [], ["footer [data-do=round-end]"]),
    "tick": (1, ["footer [data-do=round-end]"], ["[data-take=true]"]),
}


def test_every_entry_takes_two_taps_at_most(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames") as page:
        page.click("[data-do=start]")
        now = 0
        for kind, (level, before, taps) in sorted(TWO_TAPS.items(), key=lambda one: one[1][0]):
            # As if another window of this device had begun again.
            page.evaluate(
                """() => {
                    const key = `${brickyardTable.game.id}:log`, log = JSON.parse(localStorage.getItem(key));
                    localStorage.setItem(key, JSON.stringify(log.filter((one) => one.do === "start")));
                    window.dispatchEvent(new StorageEvent("storage", { key }));
                }"""
            )
            if level != now:
                set_level(page, now := level)
            for selector in before:
                page.click(selector)
            number = len(entries(page))
            for selector in taps:
                page.click(selector)
            page.wait_for_selector("dialog", state="detached")
            made = entries(page)
            assert len(taps) <= 2
            assert [one["do"] for one in made[number:]] == [kind.split(",")[0]], kind
            # Range and cover are those of the row that was tapped.
            row = dict(re.findall(r"\[data-(range|cover|rockets)='?(\w+)'?\]", taps[-1]))
            assert {key: str(made[-1][key]) for key in row} == row, kind


def test_terrain_is_spotted_where_the_text_allows_it(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "draft", level=3) as page:
        page.click("[data-do=start]")
        page.click("footer [data-do=turn] >> nth=0")
        page.click("[data-open=spot]")
        page.click("dialog [data-target=terrain][data-number='4']")
        page.click("footer [data-do=done]")
        page.click("footer [data-do=turn] >> nth=0")
        page.click("[data-open=attack]")
        page.click("dialog [data-target=terrain]")
        assert page.get_attribute("dialog [data-spot='4']", "aria-pressed") == "true"
        page.click("[data-range=d][data-number='3']")
        assert "attack 3 + spot 4 − defense 0 = 7 damage dice" in page.inner_text("footer.dock")
    with table(browser, tables / "hearsay", level=3) as page:
        page.click("[data-do=start]")
        page.click("footer [data-do=turn] >> nth=0")
        page.click("[data-open=spot]")
        assert page.locator("dialog [data-target=terrain]").count() == 0


def test_the_last_attack_on_a_target_is_marked_the_next_time(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames", level=3) as page:
        page.click("[data-do=start]")
        for selector in (*IN_COVER, "footer [data-cover='0'][data-number='0']"):
            page.click(selector)
        page.click(".clock")
        page.click("dialog [data-do=round-end]")
        for _ in range(3):
            page.click("[data-take=false]")
        page.click("[data-do=turn][data-unit=a1]")
        # Nobody needs to name the target again.
        page.click("[data-open=attack]")
        assert "Brewer" in page.inner_text("dialog [data-aim]")
        marked = page.locator(".shot.usual")
        assert marked.count() == 1
        assert marked.get_attribute("aria-label") == "direct, behind a frame"


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames", level=3) as page:
        page.click("[data-do=start]")
        page.click("[data-do=turn][data-unit=a1]")
        page.click("[data-unit=a1] [data-slot=defense]")
        page.click("[data-number='5']")
        page.click("[data-unit=b1] [data-target]")
        page.click("dialog [data-number='6']")
        page.wait_for_selector("dialog", state="detached")
        before = page.inner_text("footer.dock"), page.inner_text("main"), scores(page)
        assert "Brewer (Sun's Fang) is attacked by Iris 1 (Piercing Eye)" in before[0]
        page.reload()
        page.wait_for_selector("footer.dock")
        assert (page.inner_text("footer.dock"), page.inner_text("main"), scores(page)) == before
        page.click("footer [data-number='2']")
        assert "4 damage dice" in page.inner_text("footer.dock")


# A browser that takes long to open its database, as phones do that have just been switched on.
SLOW_DATABASE = """() => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (...named) => {
        const asked = {};
        window.openAtLast = () => {
            const real = open(...named);
            for (const kind of ["onsuccess", "onerror", "onupgradeneeded"]) {
                real[kind] = (event) => { asked.result = real.result; asked[kind](event); };
            }
        };
        return asked;
    };
}"""


def test_a_database_that_comes_late_is_joined_to_what_was_entered_since(
    browser: Browser, tables: Path
) -> None:
    with table(browser, tables / "hearsay", level=1) as page:
        page.click("[data-do=start]")
        page.click("footer [data-do=gone] >> nth=0")
        page.evaluate(WRITTEN)
        # The browser has lost what it keeps elsewhere, and is slow.
        page.evaluate("localStorage.clear()")
        page.add_init_script(f"({SLOW_DATABASE})()")
        page.reload()
        page.wait_for_selector("footer [data-do=start]")
        page.click("[data-tab=more]")
        page.fill("dialog input[maxlength]", "We are late.")
        page.click("dialog button:has-text('Write')")
        page.evaluate("openAtLast()")
        page.wait_for_function(
            "JSON.parse(localStorage.getItem(`${brickyardTable.game.id}:log`)).length === 3"
        )
        assert [one["do"] for one in entries(page)] == ["start", "gone", "note"]
        assert page.inner_text("h1") == "Round 1"


# Whoever only reads waits for those who write.
WRITTEN = """() => new Promise((done) => {
    indexedDB.open("brickyard-table").onsuccess = ({ target }) => {
        target.result.transaction("texts").objectStore("texts").count().onsuccess = done;
    };
}).then(() => true)"""


def kill_9(mark: str) -> None:
    """Ends every process that was started with these words, as an empty battery does."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "cmdline").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


def test_an_empty_battery_in_the_middle_of_a_turn_loses_nothing(
    browser: Browser, browser_path: Path, tables: Path, tmp_path: Path
) -> None:
    profile, address = tmp_path / "profile", (tables / "frames" / "index.html").as_uri()
    flags = QUIET + NOT_DRAWING

    def wake() -> Page:
        context = browser.browser_type.launch_persistent_context(
            profile, executable_path=browser_path, args=flags, locale="en-GB"
        )
        page = context.new_page()
        page.goto(address)
        return page

    page = wake()
    page.click("[data-do=start]")
    page.click("[data-do=turn][data-unit=a1]")
    page.click("[data-unit=b2] [data-system=B]")
    before = [one["id"] for one in entries(page)]
    assert len(before) == 3
    page.evaluate(WRITTEN)
    kill_9(str(profile))
    page = wake()
    page.wait_for_selector("[data-do=done]")
    assert [one["id"] for one in entries(page)] == before
    page.context.close()


def test_anything_can_be_taken_back_and_brought_again(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames", level=1) as page:
        page.click("[data-do=start]")
        page.click("[data-unit=a4] [data-lost]")
        page.click("[data-unit=b4] [data-lost]")
        assert scores(page) == {"a": 35, "b": 30, "c": 21}
        page.click(".undo")
        assert scores(page) == {"a": 35, "b": 36, "c": 21}
        # The leader has fallen, so the other one goes first.
        assert page.locator(".score-row").first.get_attribute("data-player") == "b"
        page.click(".redo")
        assert scores(page) == {"a": 35, "b": 30, "c": 21}
        page.click(".open-log")
        page.locator("dialog li", has_text="Beam").locator("[data-undo]").click()
        assert scores(page) == {"a": 42, "b": 30, "c": 21}
        page.click("[data-redo]")
        page.keyboard.press("Escape")
        assert scores(page) == {"a": 35, "b": 30, "c": 21}
        assert "30" in page.inner_text("[role=status]")


def test_opponents_are_typed_in_sealed_and_revealed(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "alone") as page:
        page.click("[data-join]")
        page.click("[data-player=b] [data-bring]")
        page.check("dialog input[type=checkbox]")
        page.click("dialog [data-bring]")
        page.wait_for_selector("dialog", state="detached")
        assert "sealed, code" in page.inner_text("#who")
        assert page.locator("[data-do=start]").is_disabled()
        page.click("[data-reveal]")
        page.click("[data-join]")
        page.click("[data-player=c] [data-bring]")
        page.click("dialog button:has-text('Frame by frame')")
        for _ in range(3):
            page.click("dialog [data-kind=frame]")
        for code in ("B", "Rd", "Rd"):
            page.locator(f"dialog [data-add={code}]").first.click()
        # Two of a kind is the most that the book's frames carry.
        assert page.locator("dialog [data-add=Rd]").first.is_disabled()
        page.click("dialog [data-bring]")
        page.wait_for_selector("dialog", state="detached")
        assert page.locator("#compared li").count() == 3
        page.click("[data-do=start]")
        assert page.locator(".card").count() == 4 + 4 + 3


def test_a_company_is_handed_on_as_text(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "alone") as page:
        page.click("[data-share]")
        text = page.input_value("dialog textarea")
        page.keyboard.press("Escape")
        page.click("[data-join]")
        page.click("[data-player=b] [data-bring]")
        page.click("dialog button:has-text('Paste a list')")
        page.fill("dialog textarea", text)
        page.click("dialog button:has-text('Take it')")
        page.wait_for_selector("dialog", state="detached")
        lines = page.locator("#who li small").all_inner_texts()
        assert lines[0].startswith("4 frames, 16 systems, 2 stations")
        assert lines[1] == "4 frames, 16 systems, 2 stations"
        # Equal companies are tied for everything, and the page asks who won the roll.
        page.click("footer [data-question=tie-highest] [data-answer=b]")
        page.click("[data-tie=remove] >> nth=0")
        assert scores(page) == {"a": 18, "b": 35}


def test_of_a_frame_known_by_number_a_tie_asks_how_many_systems_it_has(
    browser: Browser, tables: Path
) -> None:
    with table(browser, tables / "twins") as page:
        assert page.locator(".score-row .name").all_inner_texts() == ["Opponent 1", "Opponent 2"]
        assert page.locator("footer [data-do=start]").inner_text() == "Start with the tie"
        page.click("footer [data-question=tie-highest] [data-answer=b]")
        page.click("[data-tie=remove] >> nth=0")
        page.click("[data-systems='2']")
        assert (entries(page)[-1]["systems"], scores(page)) == (2, {"a": 21, "b": 42})


def test_who_contests_a_station_are_two_who_did_not_hold_it(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames", level=1) as page:
        page.click("[data-do=start]")
        # The second player has seized it from the first, and leaves it to the others.
        page.click("[data-station=as1]")
        page.click("dialog [data-to=b]")
        page.click("[data-station=as1]")
        assert page.locator("dialog [data-contest]").all_inner_texts() == ["Piercing Eye + Estar's Anvil"]
        page.click("dialog [data-contest]")
        assert scores(page) == {"a": 35, "b": 36, "c": 21}
        page.click("[data-station=as1]")
        assert page.locator("dialog [data-contest]").count() == 3


def test_several_rockets_are_fired_in_one_attack(browser: Browser, tables: Path, tmp_path: Path) -> None:
    with table(browser, tables / "rockets", level=2) as page:
        page.click("[data-do=start]")
        page.click("[data-do=turn][data-unit=a1]")
        page.click("[data-unit=b1] [data-target]")
        page.click("dialog button:has-text('3 rockets')")
        page.click("dialog [data-rockets='3'][data-cover=open][data-number='8']")
        assert entries(page)[-1]["rockets"] == 3
        assert page.locator("[data-unit=a1] [data-rocket].gone").count() == 3


def test_equal_scores_are_asked_about_before_anybody_goes(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "twins", level=2) as page:
        page.click("[data-do=start]")
        # A tie for defense is to be settled first (RA p.129), unless all want to begin with it.
        page.click("dialog [data-anyway]")
        assert page.locator("footer [data-do=turn], footer [data-do=round-end]").count() == 0
        page.click("footer [data-question] [data-answer=b]")
        assert page.locator("footer .says b").inner_text() == "Opponent 2"


def test_a_first_game_is_offered_before_it_begins_and_says_what_to_do(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames") as page:
        page.click("[data-teaching=true]")
        assert "when the clock is at 0 wins" in page.inner_text(".first .teach")
        page.click("[data-do=start]")
        assert "highest score goes first" in page.inner_text("footer .teach")


def test_a_campaign_says_what_it_brings(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "campaign") as page:
        said = page.inner_text(".steps")
        for words in ("The Long Dry", "Game 4", "the last deep well", "Estar's Anvil holds it", "dust"):
            assert words in said
        assert "the half of the table behind the well" in said
        page.click("[data-do=start]")
        assert page.inner_text("[data-objective]") == "★ the last deep well: nobody"


def test_every_unit_may_roll_its_place_in_the_round(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "hearsay") as page:
        page.click("summary:has-text('Agreed options')")
        page.click("[aria-label='Every frame rolls for its place in the round'] button:has-text('Yes')")
        page.click("[data-do=start]")
        for number in range(9):
            page.locator("footer [data-do=order]").first.click()
            page.click(f"dialog [data-number='{20 - number}']")
            page.wait_for_selector("dialog", state="detached")
        assert page.locator("footer [data-do=turn]").all_inner_texts() == ["Frame 5"]


def test_a_word_of_the_rules_is_explained_with_its_page(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "hearsay") as page:
        page.click("[data-tab=rules]")
        page.click("[data-word=cover]")
        assert "RA p.77" in page.inner_text("dialog:has([data-meaning=cover])")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.click("[data-tab=more]")
        page.locator("[aria-label='First game'] button").first.click()
        page.keyboard.press("Escape")
        page.click("[data-do=start]")
        assert "The highest score goes first" in page.inner_text(".teach")
        page.click(".teach .word:has-text('pass')")
        assert "RA p.90" in page.inner_text("dialog")


def test_a_mech_fights_a_wave_on_the_page(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "mech") as page:
        page.click("[data-do=start]")
        # Who comes, where it enters, what it will do.
        for number in (5, 3, 2):
            page.click(f"footer [data-number='{number}']")
        assert page.get_attribute(".radar svg", "aria-label") == "firethrower: long, space 3"
        page.click("[data-enemy] summary")
        page.click("[data-enemy] button:has-text('close')")
        page.click("footer [data-action='right-arm/0']")
        page.click("[data-do=advance]")
        for face in (6, 6):
            page.click(f"footer [data-face='{face}']")
        assert [one["do"] for one in entries(page)][-1] == "shoot"
        assert page.locator("[data-enemy] .circles i.filled").count() == 2
        assert page.locator(".ours, .ours-tag").count() >= 2, "what is ours is marked"


# Taps whatever is to be done until the 'mech has been hit and has shot twice; only what hits it hurts.
MECH_TURNS = """async () => {
    const said = () => document.querySelector("footer").textContent;
    const face = () => `[data-face='${said().includes(" attacks ") ? 6 : 1}']`;
    const order = () => ["[data-spill]", "[data-place='2']", "[data-missed]", face(), "[data-number='1']",
        "[data-action='left-arm/0']", "[data-action]", "[data-way]", "[data-do=advance]", "[data-do=acted]"];
    const log = () => JSON.parse(localStorage.getItem(`${brickyardTable.game.id}:log`) || "[]");
    const made = (kind) => log().filter((one) => one.do === kind && !one.missed).length;
    for (let n = 0; n < 200 && (made("shoot") < 2 || !made("foe")); n += 1) {
        const shown = (one) => document.querySelector(`footer ${one}:not(:disabled)`);
        const found = order().map(shown).find(Boolean);
        found.click();
        await new Promise((done) => setTimeout(done));
    }
    return document.querySelectorAll("[data-part] i.filled").length;
}"""


def test_a_mech_is_hit_and_shoots_again_and_python_counts_the_same_circles(
    browser: Browser, tables: Path, tmp_path: Path
) -> None:
    with table(browser, tables / "mech") as page:
        page.click("[data-do=start]")
        for number in (5, 3):
            page.click(f"footer [data-number='{number}']")
        filled = page.evaluate(MECH_TURNS)
        told = replayed(saved_log(page, tmp_path))
        kinds = [one["do"] for one in told["events"] if one["effect"]]
        assert kinds.count("shoot") >= 2
        assert "foe" in kinds
        assert len(kinds) == len(told["events"])
        parts = told["state"]["mech"]["parts"].values()
        assert sum(map(sum, (part["damage"] for part in parts))) == filled > 0


def test_a_company_drifts_is_held_and_refuelled_and_a_ship_is_boarded(
    browser: Browser, tables: Path, tmp_path: Path
) -> None:
    with table(browser, tables / "fleet") as page:
        page.click("[data-do=start]")
        first = scores(page)
        for company, fuel in (("b5", 1), ("b6", 6)):
            page.click(f"[data-unit={company}] [data-slot=fuel]")
            page.click(f"dialog .pad [data-number='{fuel}']")
        page.click(".clock")
        page.click("dialog [data-do=round-end]")
        page.click("[data-question=boarding-when] [data-answer=both]")
        adrift = scores(page)
        assert (adrift["a"], adrift["b"] < first["b"]) == (first["a"], True)
        page.click("[data-unit=a1] [data-slot=holder]")
        for player, face in enumerate((2, 3)):
            page.locator("dialog fieldset").nth(player).locator("[data-dice=Y6]").click()
            page.click(f"dialog [data-face='{face}']")
        page.click("dialog [data-board]")
        boarded = scores(page)
        assert boarded["a"] < adrift["a"]
        assert boarded["b"] > adrift["b"]
        page.click("[data-do=next-round]")
        page.click("[data-unit=b5] [data-back]")
        page.click("dialog [data-hold=a]")
        page.click("[data-question=drifter-points] [data-answer=holder]")
        assert scores(page)["a"] > boarded["a"]
        page.click("[data-unit=b5] [data-back]")
        page.click("dialog [data-fuel='4']")
        end = scores(page)
        assert end == {"a": boarded["a"], "b": boarded["b"] + first["b"] - adrift["b"]}
        told = replayed(saved_log(page, tmp_path))
        assert {one["key"]: one["score"] for one in told["state"]["players"]} == end
        assert [one["words"] for one in told["events"] if not one["effect"]] == []


def test_old_games_are_listed_to_go_on_with_or_to_delete(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "hearsay") as page:
        page.click("[data-do=start]")
        before = page.evaluate("brickyardTable.game.id")
        page.click("[data-tab=more]")
        page.click("section button:has-text('Begin again')")
        page.click("[data-clear]")
        assert page.locator("[data-do=start]").count() == 1
        page.click("[data-tab=more]")
        page.click(f"[data-old='{before}'] [data-continue]")
        page.wait_for_selector("dialog", state="detached")
        assert page.locator("[data-do=start]").count() == 0
        page.goto((tables / "alone" / "index.html").as_uri())
        page.click("[data-tab=more]")
        assert page.get_attribute(f"[data-old='{before}'] [data-continue]", "href") == (
            (tables / "hearsay" / "index.html").as_uri()
        )
        page.click(f"[data-old='{before}'] [data-delete]")
        page.click(f"[data-old='{before}'] [data-delete=sure]")
        assert page.evaluate(f"Object.keys(localStorage).filter((key) => key.startsWith('{before}:'))") == []


def test_options_that_are_lists_or_decimals_are_offered_too(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "hearsay") as page:
        page.click("summary:has-text('Agreed options')")
        page.click("[aria-label='System types that no one may use'] button:has-text('Ra')")
        page.fill("[aria-label='Hostile environments on the table']", "vacuum, lava")
        page.fill("[aria-label='Most systems per frame on average']", "3.5")
        page.keyboard.press("Tab")
        assert {one["name"]: one["value"] for one in entries(page) if one["do"] == "option"} == {
            "ban": ["Ra"],
            "environments": ["vacuum", "lava"],
            "average-systems": 3.5,
        }
        page.reload()
        page.click("summary:has-text('Agreed options')")
        assert page.input_value("[aria-label='Hostile environments on the table']") == "vacuum, lava"


# One page for each, and what is tapped from one screen to the next.
SCREENS: dict[tuple[str, int], dict[str, list[str]]] = {
    ("frames", 2): {
        "setting up": [],
        "rules": ["[data-tab=rules]"],
        "word": ["[data-tab=rules]", "[data-word=cover]"],
        "menu": ["[data-tab=more]"],
        "share": ["[data-share] >> nth=0"],
        "log": ["[data-do=start]", "[data-unit=c5] [data-system=B]", ".open-log"],
    },
    ("frames", 3): {
        "play": ["[data-do=start]", "[data-do=turn][data-unit=a1]"],
        "spot": ["[data-open=spot]"],
        "attack": ["[data-unit=b1] [data-target]"],
        "hits": ["[data-unit=b1] [data-target]", *IN_COVER[2:]],
    },
    ("hearsay", 1): {
        "scores only": ["[data-do=start]"],
        "end": ["footer [data-do=round-end]", "[data-tab=more]", "[data-open=end]"],
    },
    ("alone", 2): {"bring": ["[data-join]", "[data-player=b] [data-bring]"]},
    ("fleet", 3): {"fleet": ["[data-do=start]"]},
    ("mech", 2): {
        "mech": ["[data-do=start]", "footer [data-number='5']"],
        "mech's action": ["footer [data-number='3']", "footer [data-number='2']"],
        "mech's time": ["footer [data-action='left-arm/0']"],
        "mech's attack": ["footer [data-do=advance]", "footer [data-anyway]"],
    },
}
# What is behind a sheet has its own screen.
AXE = """async (more) => {
    const sheets = document.querySelectorAll("dialog");
    return (await axe.run(sheets[sheets.length - 1] ?? document, { preload: false, ...more })).violations;
}"""


def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    browser: Browser, tables: Path, checkers: Path
) -> None:
    told = []
    for (game, level), screens in SCREENS.items():
        with table(browser, tables / game, level=level) as page:
            page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
            for name, steps in screens.items():
                page.set_viewport_size({"width": 390, "height": 844})
                page.emulate_media(color_scheme="light")
                while page.locator("dialog").count():
                    page.keyboard.press("Escape")
                for selector in steps:
                    page.click(selector)
                found = page.evaluate(AXE, {})
                # Only colours differ in the dark.
                page.emulate_media(color_scheme="dark")
                found += page.evaluate(AXE, {"runOnly": ["color-contrast"]})
                told += [
                    (name, one["id"], [node["html"][:120] for node in one["nodes"]][:2]) for one in found
                ]
                page.set_viewport_size({"width": 360, "height": 740})
                widths = page.evaluate(
                    "[document.documentElement, ...document.querySelectorAll('dialog .inside')].map("
                    "(one) => one.scrollWidth - one.clientWidth)"
                )
                told += [(name, "wide", [str(widths)])] if any(wide > 0 for wide in widths) else []
    assert told == []


def test_numbers_are_read_in_sunlight(browser: Browser, tables: Path) -> None:
    """AAA, 7 to 1, for scores and the clock, light and dark."""
    contrast = """(selector) => {
        const light = (colour) => {
            const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255);
            const linear = (one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
            const [r, g, b] = parts.map(linear);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const one = document.querySelector(selector), style = getComputedStyle(one);
        const isClear = (box) => /(, 0\\)|transparent)$/.test(getComputedStyle(box).backgroundColor);
        let under = one;
        while (isClear(under)) under = under.parentElement;
        const paint = one.closest("svg") ? style.fill : style.color;
        const shades = [paint, getComputedStyle(under).backgroundColor];
        const [a, b] = shades.map(light);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }"""
    with table(browser, tables / "frames") as page:
        page.click("[data-do=start]")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for selector in (
                ".score-row.now .points",
                ".score-row.now .per",
                ".clock-face text",
                ".dock .says",
            ):
                assert page.evaluate(contrast, selector) >= 7, (scheme, selector)


def test_keys_are_enough_and_nothing_is_hidden_behind_the_edges(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames", level=3) as page:
        page.focus("[data-do=start]")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-do=turn][data-unit=a1]")
        page.focus("[data-do=turn][data-unit=a1]")
        page.keyboard.press("Space")
        page.wait_for_selector("[data-open=attack]")
        page.focus("[data-unit=a1] [data-slot=defense]")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        # Every button of the cards can be reached, and is seen when it is.
        hidden = page.evaluate(
            """() => {
                const top = document.querySelector(".top").getBoundingClientRect().bottom, told = [];
                const bottom = document.querySelector(".dock").getBoundingClientRect().top;
                for (const one of document.querySelectorAll("main button:not(:disabled)")) {
                    one.focus();
                    const box = one.getBoundingClientRect();
                    const isSeen = box.top >= top - 1 && box.bottom <= bottom + 1;
                    if (document.activeElement !== one || !isSeen) told.push(one.outerHTML.slice(0, 90));
                }
                return told;
            }"""
        )
        assert hidden == []


def test_a_large_screen_shows_scores_and_takes_no_entry(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "frames", width=1280) as page:
        page.click("[data-do=start]")
        page.goto((tables / "frames" / "index.html").as_uri() + "#watch")
        page.reload()
        page.wait_for_selector(".watch .points")
        assert page.locator(".watch .points").all_inner_texts() == ["42", "36", "21"]
        assert page.locator(".watch [data-do], .watch [data-system]").count() == 0


def keys_of(name: str) -> dict[str, str]:
    return dict(texts(name))


def test_no_text_is_missing_in_either_language() -> None:
    english, german = keys_of("en"), keys_of("de")
    assert set(english) - {"word.haste"} == set(german)
    places = re.compile(r"\{(\w+)\}")
    assert [
        key for key in german if set(places.findall(german[key])) != set(places.findall(english[key]))
    ] == []
    code = "\n".join(
        path.read_text("utf-8")
        for path in [
            *STATIC.glob("views/*.js"),
            *STATIC.glob("s*.js"),
            STATIC / "table.js",
            STATIC / "page.js",
        ]
    )
    used = set(re.findall(r'\b(?:t|say)\("([\w.-]+)"', code))
    assert len(used) > 150
    assert used - set(english) - set(keys_of("en-words")) == set()


def rule_words(text: str) -> Iterator[tuple[str, ...]]:
    """Keys of the page's texts, each with those that would do as well."""
    rules = battle_rules(edition(text))
    game = rules["game"]
    for word in (one.replace(" ", "-") for one in rules["learn"]):
        yield f"word.{word}", f"word.{word}.{game}"
        yield f"word.{word}.is", f"word.{word}.{game}.is"
    yield from ((f"option.{option['name']}",) for option in rules["options"])
    for name, point in rules["open"].items():
        yield (f"question.{name}",)
        yield from ((f"answer.{answer}",) for answer, _ in point["answers"])
    for kind, names in (
        ("range", "ranges"),
        ("system", "system_names"),
        ("chart", "charts"),
        ("kind", "kinds"),
    ):
        yield from ((f"{kind}.{name}", f"{kind}.{game}.{name}") for name in rules.get(names, ()))
    yield from ((f"compared.{label}",) for label, _ in rules.get("comparison", {}).get("compared", ()))
    if mech := rules["mech"]:
        yield from ((f"weapon.{name}",) for name in mech["weapons"])
        yield from ((f"keyword.{one['keyword']}",) for one in mech["weapons"].values())
        for letter, enemy in mech["enemies"].items():
            yield (f"enemy.{letter}",)
            yield from ((f"shot.{attack['name']}",) for attack in enemy["attacks"])
        named = [action for one in mech["weapons"].values() for action in one["actions"] if action["name"]]
        yield from ((f"move.{one['name']}",) for one in (*mech["board"]["moves"], *named))
        yield from ((f"mech.board.{place}",) for place in range(len(mech["board"]["ours"])))
    kit = edition(text).kit
    yield from ((f"pack.{name}",) for name in (kit.things if kit else ()))


@pytest.mark.parametrize("text", shipped_editions())
def test_every_word_of_the_rules_is_there_in_german(text: str) -> None:
    german = {**keys_of("de"), **keys_of("de-words")}
    assert [keys[0] for keys in rule_words(text) if not german.keys() & set(keys)] == []


@pytest.mark.parametrize("part", ["battle", "replay"])
def test_a_battles_page_and_a_replay_have_german_words_too(part: str) -> None:
    english, german = keys_of(f"en-{part}"), keys_of(f"de-{part}")
    assert len(english) > 12
    places = re.compile(r"\{(\w+)\}")
    assert {key: set(places.findall(words)) for key, words in english.items()} == {
        key: set(places.findall(words)) for key, words in german.items()
    }


def test_the_host_refuses_in_german_too() -> None:
    german = keys_of("de-host")
    assert set(german) == set(HOST_SAYS)
    numbers = re.compile(r"\d[\d.,]*\d|\d")
    for key, words in HOST_SAYS.items():
        assert numbers.findall(german[key].replace(".", ",")) == numbers.findall(words), key


def test_every_line_of_deployment_is_there_in_german() -> None:
    german = keys_of("de-words")
    fields = {one.id: one.field for one in map(edition, shipped_editions()) if one.field}
    wanted = {f"placing.{key}.{n}" for key, field in fields.items() for n in range(len(field.placing))}
    assert len(wanted) > 15
    assert {key for key in german if key.startswith("placing.")} == wanted
    assert {f"across.{one.across}" for one in fields.values() if one.across} <= set(german)


def test_the_log_speaks_german_in_every_sentence() -> None:
    german = keys_of("de-say")
    assert set(sentences()) - set(german) == set()
    places = re.compile(r"\{(\w+)\}")
    assert [
        key
        for key in sentences()
        if set(places.findall(german[key])) != set(places.findall(sentences()[key]))
    ] == []


@pytest.mark.usefixtures("coarse_pictures")
def test_a_f9_a_list_that_isnt_legal_in_this_game_says_why_in_the_pages_language(
    browser: Browser, tmp_path: Path
) -> None:
    two_for_three = EXAMPLES / "companies" / "suns-fang.yaml"
    made = brickyard(["table", str(two_for_three), "frames=5,systems=20", "-o", str(tmp_path / "two")])
    assert made.returncode == 0, made.stderr
    for locale, said in (("en-GB", "2 stations; a company"), ("de-DE", "2 Stationen; bei einer Kompanie")):
        with table(browser, tmp_path / "two", 360, locale=locale) as page:
            assert said in page.inner_text("[data-player=a] .why")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_tabs_at_the_foot_are_seen_however_many_choices_there_are(browser: Browser, tables: Path) -> None:
    with table(browser, tables / "mech", 360, locale="de-DE") as page:
        page.set_viewport_size({"width": 360, "height": 700})
        page.click("[data-do=start]")
        for number in ("5", "3", "2"):
            page.click(f".dock button[data-number='{number}']")
        page.wait_for_selector(".dock button:has-text('Faust')")
        foot = page.evaluate(
            """() => [".dock nav", ".dock nav button"].map((one) =>
              document.querySelector(one).getBoundingClientRect().bottom)"""
        )
        assert max(foot) <= 700
        assert page.evaluate("document.elementFromPoint(40, 690).closest('.dock nav') !== null")
