"""A whole game of Paper 'Mech, four waves tapped through in a real browser, from a folder and served."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.table.table_game import TableQuestion, open_table
from tests.hosting import hosted
from tests.running import ROOT, brickyard
from tests.test_table_page import replayed, saved_log, table
from validators.judged_files import JudgeSettings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STANDARD = ROOT / "examples" / "mechs" / "standard.yaml"
# Plays by what the page shows: the radar's words, the time track, and the buttons below. Until damage has
# spilled over, its own dice are bad and the enemies' good; then it is the other way round.
PLAYER = """async () => {
  const once = new Set();
  const first = (what, is = true) => is && !once.has(what) && Boolean(once.add(what));
  const below = (one) => document.querySelector(`footer ${one}:not(:disabled)`);
  const said = () => document.querySelector("footer").textContent;
  const radar = () => [...document.querySelector(".radar svg").getAttribute("aria-label")
    .matchAll(/([\\w ]+): (\\w+), space (\\d)/g)].map(([, name, band, sector]) => ({
      name: name.trim(), band, sector: Number(sector) }));
  const soon = () => document.querySelector(".track li:nth-child(2)").children.length > 1;
  const aims = () => {
    const [{ band, sector }] = radar();
    const [ahead, left, right] = [[3, 4], [2, 3, 4], [3, 4, 5]].map((arc) => arc.includes(sector));
    // An enemy that acts next would be elsewhere before the attack.
    return [
      ...(!soon() && left && band !== "long" ? ["left-arm/0", "left-arm/1"] : []),
      ...(!soon() && right ? ["right-shoulder/0", "right-shoulder/1", "right-shoulder/2"] : []),
      ...(ahead ? ["walk forwards"] : []),
      "turn or change stance",
    ];
  };
  const isAttackedNext = () => {
    const [{ band, sector }] = radar();
    return soon() && band !== "long" && [2, 3, 4].includes(sector);
  };
  const action = () => first("shield", isAttackedNext()) ? "left-shoulder/0"
    : aims().find((one) => below(`[data-action='${one}']`));
  const face = () => {
    const isOwn = radar().some(({ name }) => said().includes(`Dice on ${name}`));
    // One of the last wave's dice leaves a mark.
    if (!isOwn && first("late", Boolean([...document.querySelectorAll("h2")]
      .find((one) => one.textContent === "Wave 4")))) return 6;
    const isGood = once.has("spilled") ? isOwn : said().includes("Dice on Left shoulder");
    return isGood || said().includes("Repairs:") ? 6 : 1;
  };
  const number = () => said().includes("who comes") ? 5 : said().includes("enters") ? 3
    : said().includes("chooses") && !said().includes("firethrower") ? 6 : 1;
  const next = () => {
    if (below("[data-spill]")) once.add("spilled");
    const taps = {
      "[data-spill='5']": true,
      "[data-place='2']": true,
      "[data-anyway]": once.has("spilled") && !once.has("die"),
      "[data-dice='1']": once.has("spilled") && !once.has("die"),
      [`[data-face='${below("[data-face]") && face()}']`]: true,
      "[aria-label=Target] button": true,
      "[data-repair=left-arm]": true,
      "[data-repair]": true,
      [`[data-number='${number()}']`]: true,
      "[data-attack]": true,
      "[data-missed]": true,
      "[data-walk]": !below("[data-action]") || !once.has("free"),
      [`[data-action='${below("[data-action]") && action()}']`]: true,
      [`[data-way='${below("[data-way]") && radar()[0].sector < 4 ? 1 : -1}']`]: true,
      "[data-open=haste]": true,
      "[data-step]": true,
      "[data-do=advance]": true,
      "[data-do=acted]": true,
    };
    return Object.keys(taps).find((one) => taps[one] && below(one));
  };
  const named = { "[data-dice='1']": "die", "[data-open=haste]": "haste", "[data-step]": "step" };
  let taps = 0;
  for (; !below("[data-open=end]") && taps < 1000; taps += 1) {
    const tap = next();
    if (named[tap]) once.add(named[tap]);
    if (tap === "[data-walk]" && below("[data-action]")) once.add("free");
    below(tap).click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  return { taps, once: [...once], said: said() };
}"""


def play(page: Page) -> dict[str, Any]:
    page.click("[data-do=start]")
    found: dict[str, Any] = page.evaluate(PLAYER)
    return found


def check(told: dict[str, Any], played: dict[str, Any]) -> None:
    """Won on the page, with every kind of thing in it, and Python tells the same."""
    state, events = told["state"], told["events"]
    assert f"All four waves beaten: {state['mech']['circles']} circles" in played["said"]
    assert (state["phase"], state["mech"]["won"], state["mech"]["wave"]) == ("over", True, 4)
    # Everything was repaired but what the last wave did.
    assert state["mech"]["circles"] == 31
    assert [one["words"] for one in events if not one["effect"]] == []
    assert sorted(played["once"]) == ["die", "free", "haste", "late", "shield", "spilled", "step"]
    kinds = Counter(one["do"] for one in events)
    assert (kinds["wave"], kinds["repairs"], kinds["destroy"], kinds["go"]) == (4, 2, 0, 0)
    assert min(kinds[one] for one in ("spill", "repair", "foe", "free", "acted", "shoot")) > 0
    words = [one["words"] for one in events]
    assert any("T early" in one for one in words)
    assert any("on the left shoulder" in one and "spill" not in one for one in words), "the shield took it"
    insisted = [one for one in events if one["anyway"]]
    assert ["Entered anyway: dice for" in one["words"] for one in insisted] == [True]


def test_four_waves_are_won_on_a_page_from_a_folder(browser: Browser, tmp_path: Path) -> None:
    made = brickyard(["table", str(STANDARD), "-o", str(tmp_path / "mech")])
    assert made.returncode == 0, made.stderr
    with table(browser, tmp_path / "mech") as page:
        played = play(page)
        check(replayed(saved_log(page, tmp_path)), played)
        page.click("footer [data-open=end]")
        assert "circles still open, wave 4" in page.inner_text("dialog")


def test_four_waves_are_won_on_a_page_that_is_served(browser: Browser, tmp_path: Path) -> None:
    made = open_table(TableQuestion((str(STANDARD),), JudgeSettings()))
    with hosted(tmp_path, told=dict(made.told)) as host:
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(host.address)
        played = play(page)
        page.wait_for_function("() => !brickyardShelf.parsed(`${brickyardTable.game.id}:waiting`)?.length")
        check(replayed(host.log.path), played)
        page.context.close()


def test_a_player_who_knows_better_insists_and_the_log_says_so(browser: Browser, tmp_path: Path) -> None:
    """Range of an enemy, range of a target and the number of dice (V10, V11), on a phone of 360 pixels."""
    made = brickyard(["table", str(STANDARD), "-o", str(tmp_path / "mech")])
    assert made.returncode == 0, made.stderr
    with table(browser, tmp_path / "mech", width=360) as page:
        page.click("[data-do=start]")
        for number in (5, 3, 2):
            page.click(f"footer [data-number='{number}']")
        assert page.inner_text("footer [data-action='right-shoulder/0']") == "missile P2 (T2) → F"
        assert page.inner_text("footer [data-action='left-arm/2']") == "laser P4 (T4)"
        for tap in ("[data-action='left-arm/2']", "[data-do=advance]", "[data-near]", "[data-place='4']"):
            page.click(f"footer {tap}")
        for face in (6, 5, 4):
            page.click(f"footer [data-face='{face}']")
        for tap in ("[data-number='5']", "[data-number='1']", "[data-do=advance]"):
            page.click(f"footer {tap}")
        assert "Nobody is in range" in page.inner_text("footer")
        page.click("footer [data-anyway]")
        page.click("footer [aria-label=Target] button")
        page.click("footer [data-dice='1']")
        said = page.inner_text("footer .notice")
        assert said.startswith(
            "firethrower is at long range, too far for laser P4. The text has 4 dice here."
        )
        for _ in range(5):
            page.click("footer [data-face='6']")
        told = replayed(saved_log(page, tmp_path))
    assert [one["why"] for one in told["events"] if not one["effect"]] == []
    assert [one["note"] for one in told["events"] if one["anyway"]] == [
        "firethrower is at long range, too far for its laser.",
        "firethrower is at long range, too far for laser P4. dice for laser P4 on this target: 4.",
    ]


def test_a_whip_pulls_and_a_mortar_hits_two(browser: Browser, tmp_path: Path) -> None:
    armed = tmp_path / "armed.yaml"
    armed.write_text(
        "mech: Armed\nedition: paper-mech\nmounts:\n  left-shoulder: mortar\n  left-arm: energy whip\n",
        "utf-8",
    )
    made = brickyard(["table", str(armed), "-o", str(tmp_path / "mech")])
    assert made.returncode == 0, made.stderr
    with table(browser, tmp_path / "mech", width=360) as page:
        page.click("[data-do=start]")
        for number in (3, 3, 6):
            page.click(f"footer [data-number='{number}']")
        page.click("[data-enemy] summary")
        page.click("[data-enemy] button:has-text('short')")
        for tap in ("[data-action='left-arm/0']", "[data-do=advance]", "[data-face='1']", "[data-face='6']"):
            page.click(f"footer {tap}")
        page.click("footer [data-pull='3 close']")
        assert page.get_attribute(".radar svg", "aria-label") == "helo: close, space 3"
        page.click("[data-enemy] button:has-text('Destroyed')")
        for number in (3, 3, 3, 6, 1):
            page.click(f"footer [data-number='{number}']")
        for enemy in ("H1", "F2"):
            page.click(f"[data-enemy={enemy}] summary")
            page.click(f"[data-enemy={enemy}] button:has-text('medium')")
        page.click("footer [data-action='left-shoulder/0']")
        page.click("footer [data-do=advance]")
        page.click("footer [data-missed]")
        page.click("footer [data-number='1']")
        page.click("footer [aria-label=Target] button >> nth=0")
        page.click("footer [aria-label='The same dice also hit:'] button >> nth=1")
        for _ in range(3):
            page.click("footer [data-face='4']")
        told = replayed(saved_log(page, tmp_path))
    assert "Damage: helo 3, firethrower 3." in told["events"][-1]["words"]
