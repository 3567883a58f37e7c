"""Game night from the workbench: the table begins as a server of its own and ends with the workbench."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.serving import Page, workbench

PAPER = "company: Paper Lions\nframes:\n  - {name: Scout, count: 4, systems: 1B 1G 1Y 2Rd}\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("evening")
    (folder / "lions.yaml").write_text(PAPER)
    with workbench(folder) as found:
        yield found


def test_a_saved_company_is_played_and_its_log_is_beside_it(page: Page) -> None:
    told = page.post("play", files=["lions.yaml"]).json()
    assert told["join"] == ""
    assert told["log"] == page.server.yard.roots[0].path.name
    answer = httpx.get(told["address"])
    assert answer.status_code == 200
    assert "brickyard" in answer.text
    (table,) = page.server.tables
    assert table.poll() is None


@pytest.mark.parametrize(
    ("files", "status"), [(["../lions.yaml"], 404), (["nobody.yaml"], 404), ([], 400), (["-o"], 404)]
)
def test_only_files_of_the_yard_are_played(page: Page, files: list[str], status: int) -> None:
    before = len(page.server.tables)
    assert page.post("play", files=files).status_code == status
    assert len(page.server.tables) == before


def test_what_is_unsaved_or_no_force_is_refused_in_words(page: Page) -> None:
    (Path(page.server.yard.roots[0].path) / "broken.yaml").write_text("company: [\n")
    answer = page.post("play", files=["broken.yaml"])
    assert answer.status_code == 400
    assert "broken.yaml" in answer.json()["error"]
    page.post("text", file="lions.yaml", draft=0, text=PAPER.replace("4", "5"))
    answer = page.post("play", files=["lions.yaml"])
    assert answer.status_code == 400
    assert "save it first" in answer.json()["error"]


def test_tables_end_with_the_workbench(tmp_path: Path) -> None:
    (tmp_path / "lions.yaml").write_text(PAPER)
    with workbench(tmp_path) as page:
        address = page.post("play", files=["lions.yaml"]).json()["address"]
        (table,) = page.server.tables
    assert table.poll() is not None
    with pytest.raises(httpx.ConnectError):
        httpx.get(address)


def test_a_workbench_that_writes_nothing_starts_no_table(tmp_path: Path) -> None:
    (tmp_path / "lions.yaml").write_text(PAPER)
    with workbench(tmp_path, read_only=True) as page:
        assert page.post("play", files=["lions.yaml"]).status_code == 400
        assert page.server.tables == []
