"""Three real browsers at one game: equal logs, whoever was away; a reload loses nothing."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from brickyard.table.battle_page import battle_html
from brickyard.table.hosted_log import HostedLog, opened_log
from brickyard.table.table_files import PAGE
from tests.hosting import Host, event, hosted
from tests.running import ROOT, brickyard
from tests.test_table_results import GAME, STATES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

# Only the log, none of what draws it.
_PARTS = ("data.js", "texts/en.js", "seal.js", "shelf.js", "sync.js", "qr.js", "share.js")
_BARE = "".join(f'<script src="{name}"></script>' for name in _PARTS)
_OPEN = """() => {
  window.arrived = {};
  window.sync = brickyardSync.open({
    game: brickyardTable.game,
    onChange: (sync) => sync.events.forEach((one) => { window.arrived[one.id] ??= Date.now(); }),
  });
}"""
_REFUSED = """() => new Promise((done) => {
  const onChange = ({ status }) => { if (status.problem) done(status.problem); };
  brickyardSync.open({ game: brickyardTable.game, onChange }).add({ id: "!", do: "note" });
})"""
_KEEPS_STREAMS = """window.streams = [];
window.EventSource = class extends EventSource {
  constructor(...said) { super(...said); window.streams.push(this); }
};"""
_IDS = "() => window.sync.events.map((one) => one.id)"


@contextmanager
def bare_host(folder: Path, **more: Any) -> Iterator[Host]:
    with hosted(folder, **more) as host:
        host.served.files.common[PAGE] = f"<!doctype html><title>x</title>{_BARE}".encode()
        yield host


def sits_down(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.evaluate(_OPEN)
    page.wait_for_function("() => window.sync.status.online")
    return page


def adds(page: Page, *names: str) -> None:
    for name in names:
        page.evaluate("(id) => window.sync.add({id, do: 'note', text: id})", name)


def has(page: Page, number: int) -> list[str]:
    """Its log when everything has arrived and nothing waits."""
    page.wait_for_function(
        "(most) => window.sync.events.filter((one) => one.n).length >= most && !window.sync.status.waiting",
        arg=number,
    )
    found: list[str] = page.evaluate(_IDS)
    return found


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    with ExitStack() as stack:
        made = [browser.new_context(bypass_csp=True) for _ in range(3)]
        for one in made:
            stack.callback(one.close)
        yield made


def test_three_browsers_have_equal_logs_although_one_was_away(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        ann, bob, cat = (sits_down(context, host.address) for context in contexts)
        lags = []
        for number in range(20):
            sent = ann.evaluate("() => Date.now()")
            adds(ann, f"e{number}")
            for page in (bob, cat):
                page.wait_for_function("(id) => window.arrived[id]", arg=f"e{number}")
                lags.append(page.evaluate("(id) => window.arrived[id]", f"e{number}") - sent)
        assert statistics.median(lags) < 1000
        contexts[2].set_offline(True)
        adds(ann, "while-away-1")
        adds(cat, "away-1", "away-2")
        adds(bob, "while-away-2")
        assert cat.evaluate("() => window.sync.status.waiting") == 2
        assert cat.evaluate(_IDS)[-2:] == ["away-1", "away-2"]
        contexts[2].set_offline(False)
        logs = [has(page, 24) for page in (ann, bob, cat)]
        assert logs[0] == logs[1] == logs[2] == [one["id"] for one in host.on_disk()]
        assert len(logs[0]) == len(set(logs[0])) == 24
        late = sits_down(contexts[0], host.address)
        assert has(late, 24) == logs[0]


@pytest.mark.parametrize("closes", [False, True], ids=["stays open", "is closed"])
def test_a_phone_that_missed_ten_events_has_them_and_hands_over_its_own(
    closes: bool, tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    """Issue 25, item 14: a phone without the network for a round."""
    with bare_host(tmp_path) as host:
        contexts[1].add_init_script(_KEEPS_STREAMS)
        ann, bob = (sits_down(context, host.address) for context in contexts[:2])
        adds(ann, "begins")
        has(bob, 1)
        # Chromium lets a stream that is open go on; the network of a phone doesn't.
        contexts[1].set_offline(True)
        bob.evaluate("() => window.streams.at(-1).onerror()")
        missed, own = ([f"{who}-{number}" for number in range(10)] for who in ("ann", "bob"))
        for theirs, ours in zip(missed, own, strict=True):
            adds(ann, theirs)
            adds(bob, ours)
        assert has(ann, 11) == ["begins", *missed]
        assert bob.evaluate(_IDS) == ["begins", *own]
        if closes:
            bob.close()
        contexts[1].set_offline(False)
        if closes:
            bob = sits_down(contexts[1], host.address)
        logs = [has(page, 21) for page in (ann, bob)]
        assert logs[0] == logs[1] == [one["id"] for one in host.on_disk()] == ["begins", *missed, *own]


def test_an_entry_waits_on_the_phone_while_the_hosts_disk_is_full(
    tmp_path: Path, contexts: list[BrowserContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 25, item 14."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with bare_host(tmp_path) as host:
        ann, bob = (sits_down(context, host.address) for context in contexts[:2])
        with monkeypatch.context() as patched:
            patched.setattr(HostedLog, "save", full)
            adds(ann, "kept")
            ann.wait_for_function("() => window.sync.status.problem.includes('is its disk full?')")
            assert ann.evaluate(_IDS) == ["kept"]
            assert bob.evaluate(_IDS) == []
        for page in (ann, bob):
            assert has(page, 1) == ["kept"]
        assert ann.evaluate("() => window.sync.status.problem") == ""


def test_a_reload_in_the_middle_loses_nothing_even_without_the_host(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        adds(page, "first")
        has(page, 1)
        contexts[0].route("**/events*", lambda route: route.abort())
        adds(page, "kept-1", "kept-2")
        page.goto(host.address)
        page.evaluate(_OPEN)
        assert page.evaluate(_IDS) == ["first", "kept-1", "kept-2"]
        assert page.evaluate("() => window.sync.status.online") is False
        assert "kept on this device" in page.evaluate("() => window.sync.status.words")
        contexts[0].unroute("**/events*")
        assert has(page, 3) == ["first", "kept-1", "kept-2"]
        assert [one["id"] for one in host.on_disk()] == ["first", "kept-1", "kept-2"]


def test_two_windows_of_one_phone_lose_nothing_of_each_other(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        one, other = (sits_down(contexts[0], host.address) for _ in range(2))
        contexts[0].route("**/events*", lambda route: route.abort())
        adds(one, "of-one")
        adds(other, "of-other")
        one.close()
        other.close()
        contexts[0].unroute("**/events*")
        page = sits_down(contexts[0], host.address)
        assert sorted(has(page, 2)) == ["of-one", "of-other"]


def test_phones_find_a_host_that_crashed_and_give_back_what_it_lost(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        adds(page, "one", "two", "three")
        has(page, 3)
        doors, port = host.served.doors, host.served.port
    page.wait_for_function("() => !window.sync.status.online")
    adds(page, "meanwhile")
    # The last event never reached the disk.
    with bare_host(tmp_path, events=(event("one"), event("two")), doors=doors, port=port) as host:
        assert has(page, 4) == ["one", "two", "three", "meanwhile"]
        assert [one["id"] for one in host.on_disk()] == ["one", "two", "three", "meanwhile"]


def test_another_game_at_the_same_address_gets_nothing_of_ours(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        adds(page, "ours")
        has(page, 1)
        game, doors, port = host.served.files.told["game"], host.served.doors, host.served.port
    other = {"game": {**game, "id": "another-game"}}
    with bare_host(tmp_path, told=other, doors=doors, port=port) as host:
        page.wait_for_function("() => window.sync.status.problem.startsWith('Another game')")
        assert host.log.events == []
        assert page.evaluate(_IDS) == ["ours"]


def test_a_refused_entry_is_told_and_the_rest_goes_on(tmp_path: Path, contexts: list[BrowserContext]) -> None:
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        page.evaluate("() => window.sync.add({id: 'bad', do: 'Not a kind!'})")
        page.wait_for_function("() => window.sync.status.problem.startsWith('An event says in `do`')")
        assert page.evaluate(_IDS) == []
        page.evaluate("(id) => window.sync.add({id, do: 'note'})", "x" * 70)
        page.wait_for_function("() => window.sync.status.problem.startsWith('An event needs an id')")
        assert page.evaluate(_IDS) == []
        adds(page, "good")
        assert has(page, 1) == ["good"]
        assert host.on_disk()[0]["id"] == "good"


def test_what_the_host_couldnt_read_in_time_is_sent_again(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        late = {"status": 408, "json": {"words": "This took too long to arrive. Send it again."}}
        contexts[0].route(
            "**/events",
            lambda route: route.fulfill(**late) if route.request.method == "POST" else route.fallback(),
        )
        adds(page, "slow")
        page.wait_for_function("() => window.sync.status.problem.startsWith('This took too long')")
        assert page.evaluate("() => window.sync.status.waiting") == 1
        contexts[0].unroute("**/events")
        assert has(page, 1) == ["slow"]
        assert [one["id"] for one in host.on_disk()] == ["slow"]


def test_one_refused_entry_among_many_holds_none_of_them_up(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        contexts[0].set_offline(True)
        page.evaluate("() => window.sync.add({id: 'bad', do: 'Not a kind!'})")
        page.evaluate("() => { for (let n = 0; n < 150; n += 1) window.sync.add({do: 'note', text: 'x'}) }")
        contexts[0].set_offline(False)
        assert len(has(page, 150)) == len(host.on_disk()) == 150
        assert page.evaluate("() => window.sync.status.problem").startswith("An event says in `do`")


def test_who_watches_hears_everything_and_can_add_nothing(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    with bare_host(tmp_path, events=(event("one"),)) as host:
        page = sits_down(contexts[0], host.served.watch_address)
        assert has(page, 1) == ["one"]
        assert page.evaluate("() => window.sync.status.mode") == "watching"
        said = page.evaluate(
            "() => { try { window.sync.add({do: 'note'}) } catch (error) { return error.message } }"
        )
        assert said == "This screen only watches."


def test_a_company_goes_by_link_and_comes_back_the_same(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    force = {
        "name": "Estar's Anvil · Größe",
        "units": [
            {"id": f"a{number}", "name": f"Frame {number}", "kind": "frame", "systems": ["B", "B", "Rd", "Y"],
             "rockets": 1, "ace": "", "picture": "p1"} for number in range(1, 6)
        ],
        "stations": [{"id": "a-s1", "name": "Station 1"}],
    }  # fmt: skip
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        shared = page.evaluate("(force) => brickyardShare.link(force)", force)
        assert shared["link"].startswith(host.address + "#force=1")
        assert len(shared["text"]) < 400
        assert shared["qr"].startswith("data:image/svg+xml,")
        back = page.evaluate("(said) => brickyardShare.read(said)", f"Look:\n{shared['link']}\n")
        assert back["name"] == force["name"]
        assert [unit["systems"] for unit in back["units"]] == [["B", "B", "Rd", "Y"]] * 5
        for bad in ("", "hello", "force=1!!", "force=1" + "A" * 9000, shared["text"][:-9], "force=0e30"):
            said = page.evaluate("(said) => brickyardShare.read(said).catch((error) => error.message)", bad)
            assert isinstance(said, str)
            assert said.endswith(".")


def test_a_small_text_that_unpacks_to_a_large_one_is_refused(
    tmp_path: Path, contexts: list[BrowserContext]
) -> None:
    import base64
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b" " * 5_000_000) + packer.flush()
    text = "force=1" + base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    with bare_host(tmp_path) as host:
        page = sits_down(contexts[0], host.address)
        said = page.evaluate("(said) => brickyardShare.read(said).catch((error) => error.message)", text)
        assert "can't be read" in said


def test_phones_tap_one_game_through_the_real_page_and_a_reload_in_a_turn_loses_nothing(
    tmp_path: Path, browser: Browser
) -> None:
    from brickyard.table.table_game import TableQuestion, open_table
    from catalog.database.part_database import open_workspace
    from validators.judged_files import JudgeSettings

    frames = "  - {name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3}\n  - {name: Scout, systems: 1B 1G 2Y}\n"
    for name, more in (("reds", ""), ("blues", "  - {name: Gun, systems: 2B 2Ra}\n")):
        text = f"company: {name.title()}\nframes:\n{frames}{more}stations:\n  - {{name: Depot, count: 2}}\n"
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    paths = tuple(str(tmp_path / name) for name in ("reds.yaml", "blues.yaml"))
    made = open_table(TableQuestion(paths, JudgeSettings(workspace=open_workspace())))
    phone: ViewportSize = {"width": 360, "height": 740}
    with hosted(tmp_path, told=dict(made.told)) as host, ExitStack() as stack:
        # The page's own policy holds here.
        contexts = [browser.new_context(viewport=phone, locale="en-GB") for _ in range(2)]
        for one in contexts:
            stack.callback(one.close)
        said: list[str] = []
        ann, bob = (context.new_page() for context in contexts)
        wide = contexts[0].new_page()
        for page, address in ((ann, host.address), (bob, host.address), (wide, host.served.watch_address)):
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("console", lambda message: said.append(message.text))
            page.goto(address)
        ann.get_by_text("Start round 1").click()
        for page in (ann, bob, wide):
            page.get_by_text("Round 1").first.wait_for()
        chooser = bob.get_by_role("button", name="Scout", exact=True).first
        chooser.click()
        bob.wait_for_selector(".unit, [data-unit]")
        before = bob.evaluate("() => document.body.innerText")
        bob.reload()
        bob.get_by_text("Round 1").first.wait_for()
        # The other devices are there again a moment later.
        bob.wait_for_function("before => document.body.innerText === before", arg=before)
        assert [one["do"] for one in host.on_disk()] == ["start", "turn"]
        assert bob.evaluate("() => document.documentElement.scrollWidth") <= phone["width"]
        # Ann was too late: her page says why nothing happened.
        scout = ann.evaluate("() => document.querySelector('.card.turn').dataset.unit")
        ann.evaluate(
            "(unit) => brickyardSync.open({ game: brickyardTable.game }).add({ do: 'turn', unit })", scout
        )
        assert ann.inner_text("[data-nothing]") == "That did nothing: Scout (Reds) has its turn already."
        assert said == []


# Does what has to be done before the 'mech acts: enemies choose, and miss.
_UNTIL = """async (wanted) => {
  const order = [wanted, "[data-missed]", "[data-number='2']", "[data-do=advance]"];
  for (let n = 0; n < 40; n += 1) {
    const shown = order.map((one) => document.querySelector(`footer ${one}`));
    const at = shown.findIndex(Boolean);
    shown[at].click();
    if (at === 0) return;
    await new Promise((done) => setTimeout(done));
  }
  throw new Error(`${wanted} never came`);
}"""

_NUMBERED_TURNS = """(most) => {
  const log = JSON.parse(localStorage.getItem(`${brickyardTable.game.id}:log`) || "[]");
  return log.filter((one) => one.n && "way" in one).length === most;
}"""


def test_a_mech_turns_at_a_served_table_and_its_log_is_replayed(tmp_path: Path, browser: Browser) -> None:
    """V1, newcomer A-F1: the way round was sent where the host wants to know who entered it."""
    from brickyard.table.table_game import TableQuestion, open_table
    from catalog.database.part_database import open_workspace
    from validators.judged_files import JudgeSettings

    paths = (str(ROOT / "examples" / "mechs" / "standard.yaml"),)
    made = open_table(TableQuestion(paths, JudgeSettings(workspace=open_workspace())))
    with hosted(tmp_path, told=dict(made.told)) as host, ExitStack() as stack:
        context = browser.new_context(locale="en-GB")
        stack.callback(context.close)
        page = context.new_page()
        page.goto(host.address)
        page.click("[data-do=start]")
        for number in (5, 3, 2):
            page.click(f"footer [data-number='{number}']")
        page.click("[data-enemy] summary")
        page.click("[data-enemy] button:has-text('close')")
        page.click("footer [data-action='right-arm/0']")
        page.evaluate(_UNTIL, "[data-face='1']")
        page.click("footer [data-face='1']")
        page.evaluate(_UNTIL, "[data-way='1']")
        for action in ("turn or change stance", "turn and squat"):
            page.evaluate(_UNTIL, f"[data-action='{action}']")
            page.evaluate(_UNTIL, "[data-way='-1']")
        page.wait_for_function(_NUMBERED_TURNS, arg=3)
        told = [one for one in host.on_disk() if "way" in one]
        device = told[0]["by"]
        assert [(one["do"], one["way"], one["by"]) for one in told] == [
            ("free", 1, device), ("acted", -1, device), ("acted", -1, device)
        ]  # fmt: skip
        assert device.startswith("device ")
        ran = brickyard(["replay", str(host.log.path)])
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "Done: turn and squat." in ran.stdout


def test_an_old_game_goes_on_when_its_host_is_there_again_and_its_log_can_be_saved(
    tmp_path: Path, browser: Browser
) -> None:
    from brickyard.table.table_game import TableQuestion, open_table
    from validators.judged_files import JudgeSettings

    question = TableQuestion(("frames=3,systems=9,stations=2", "frames=4,systems=9"), JudgeSettings())
    old, new = (dict(open_table(question).told) for _ in range(2))
    (tmp_path / "other").mkdir()
    context = browser.new_context(locale="de-DE", accept_downloads=True)
    page = context.new_page()
    with hosted(tmp_path, told=old) as host:
        doors, port, address = host.served.doors, host.served.port, host.address
        page.goto(address)
        page.click("[data-do=start]")
        page.wait_for_function("() => document.querySelector('[data-do=turn]')")
        # The host refuses in the page's language.
        assert page.evaluate(_REFUSED) == "Ein Eintrag braucht eine Kennung aus Buchstaben und Ziffern."
    name = old["game"]["id"]
    with hosted(tmp_path / "other", told=new, port=port) as host:
        page.goto(host.address)
        page.click("[data-tab=more]")
        page.click(f"[data-old='{name}'] [data-continue]")
        assert "--log log.json" in page.inner_text(f"[data-old='{name}'] [role=alert]")
        with page.expect_download() as loading:
            page.click(f"[data-old='{name}'] [data-save-old]")
        loading.value.save_as(tmp_path / "saved.json")
    saved = opened_log(tmp_path / "saved.json")
    assert (saved["game"]["id"], saved["events"][0]["do"]) == (name, "start")
    with hosted(tmp_path, told=old, port=port, doors=doors):
        page.click(f"[data-old='{name}'] [data-continue]")
        page.wait_for_url(address)
        page.wait_for_selector("[data-do=turn]")
    context.close()


def test_no_entry_of_a_guest_stops_the_page(tmp_path: Path, browser: Browser) -> None:
    from brickyard.table.table_game import TableQuestion, open_table
    from validators.judged_files import JudgeSettings

    made = open_table(TableQuestion(("frames=3,systems=9,stations=2", "frames=4,systems=9"), JudgeSettings()))
    one = {"kind": "frame", "systems": ["B"]}
    forces: list[Any] = [
        {"units": 5},
        {"units": {"length": 3}},
        {"units": "frames"},
        {"units": [None, 3, []]},
        {
            "name": "Reds <img src=x onerror=alert(1)>",
            "units": [{**one, "rockets": 1e9, "names": [{"a": 1}]}],
        },
        {
            "name": "Reds",
            "units": [{**one, "picture": "__proto__", "rockets": "many"}, {**one, "picture": {}}],
        },
    ]
    odd: list[Any] = [{"do": "bring", "player": player, "force": each} for each in forces for player in "ab"]
    odd += [{"do": "bring", "player": {"key": "a"}, "force": 3}, {"do": "reveal", "text": {"units": 3}}]
    odd += [
        {"do": "reveal", "player": "a", "text": '{"units": [null]}'},
        {"do": "start", "unit": ["a1"], "anyway": True},
    ]
    odd += [{"do": "attack", "unit": "a1", "target": {}, "value": "x"}, {"do": "undo", "what": {"id": 1}}]
    events = tuple({**each, "id": f"odd{at}"} for at, each in enumerate(odd))
    with hosted(tmp_path, events, told=dict(made.told)) as host, ExitStack() as stack:
        said: list[str] = []
        for address in (host.address, host.served.watch_address):
            context = browser.new_context(locale="en-GB")
            stack.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("console", lambda message: said.append(message.text))
            page.goto(address)
            page.get_by_text("Round 1").first.wait_for()
            assert page.locator("[data-rocket]").count() == 0
        assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_against_the_page_with_the_codes_and_the_page_of_a_battle(
    scheme: Any, tmp_path: Path, browser: Browser, checkers: Path
) -> None:
    battle = tmp_path / "battle.html"
    battle.write_text(battle_html(GAME, STATES["three"]), "utf-8")
    with bare_host(tmp_path) as host, ExitStack() as stack:
        context = browser.new_context(
            bypass_csp=True, color_scheme=scheme, viewport={"width": 360, "height": 740}
        )
        stack.callback(context.close)
        for address in (host.address + "join", battle.as_uri()):
            page = context.new_page()
            page.goto(address)
            page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
            found = page.evaluate("async () => (await axe.run({ preload: false })).violations")
            assert [one["id"] for one in found] == []
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_no_code_is_shown_that_no_phone_can_open(tmp_path: Path, browser: Browser) -> None:
    """Without --lan the menu showed a code of 127.0.0.1."""
    from brickyard.table.table_game import TableQuestion, open_table
    from validators.judged_files import JudgeSettings

    made = open_table(TableQuestion(("frames=3,systems=9,stations=2", "frames=4,systems=9"), JudgeSettings()))
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    with hosted(tmp_path, told=dict(made.told)) as host:
        page.goto(host.address)
        page.click("[data-tab=more]")
        page.wait_for_selector("dialog >> text=Only browsers on this computer")
        assert page.locator("dialog .qr").count() == 0
    context.close()
