"""What isn't lost, in a real browser: tags of a flat file, and work at the end (newcomer A-F2, A-F10)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.workbench import FLAT, at_the_bench, save_elsewhere, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_f2_and_a_f10_nothing_that_was_tagged_is_lost(light_browser: Browser, tmp_path: Path) -> None:
    folder, state = tmp_path / "mechs", tmp_path / "state"
    folder.mkdir()
    model = folder / "picket.ldr"
    model.write_text(FLAT, "utf-8")
    with serving(folder, state=state) as address, at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("picket.ldr")
        page.click("summary:has-text('Single parts')")
        for piece in bench.coloured("Red"):
            page.check(f"[data-piece='{piece}']")
        bench.tag("2Rd")
        # Before the first save the safer way is offered.
        bench.see("[data-banner=flat]", "would save over its tags")
        page.reload()
        bench.see("[data-banner=flat]", "would save over its tags")
        page.click("[data-do=save]")
        bench.see(".notices", "picket.ldr.bak")
        page.wait_for_selector("[data-banner=flat]", state="detached")
        # The editor has the old model, moved as a whole.
        lines = [line.split(" ") for line in FLAT.splitlines()]
        moved = [[*line[:2], str(int(line[2]) + 40), *line[3:]] if line[0] == "1" else line for line in lines]
        save_elsewhere(model, "\n".join(" ".join(line) for line in moved) + "\n")
        bench.see("[data-banner=lost]", "[2Rd]")
        page.click("[data-do=put-back]")
        bench.until("document.querySelector('.notation b')?.textContent.includes('2Rd')")
    with serving(folder, state=state) as address, at_the_bench(light_browser, address) as bench:
        bench.show("/")
        bench.see("[data-note=kept]", "picket.ldr")
        bench.page.click("[data-do=take-up]")
        bench.until("location.search === '?file=picket.ldr'")
        bench.ready()
        assert "2Rd" in bench.dice
        assert bench.draft() > 0
