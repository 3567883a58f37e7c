"""Work that is spread over processes or over a Dask cluster: the same answers, whoever dies on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from brickyard import batches, battle, dask_workers
from brickyard.spreading import spread
from brickyard.web import site
from brickyard.what_runs import what_runs
from ldraw_tools.findings import BrickyardError
from ldraw_tools.json_values import json_text
from tests.publishing import COMPANY, SMALL
from tests.running import brickyard
from tests.spread_work import die, refuse, square, square_or_die

if TYPE_CHECKING:
    from distributed import LocalCluster

_HOUSE = "id: ours\ntitle: Ours\nextends: rapid-attack\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as started:
        yield started


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """So many models that no worker is idle at first; a company with a photograph and rules of its own."""
    place = tmp_path / "papers"
    place.mkdir()
    (place / "small.ldr").write_text(SMALL, "utf-8")
    for colour in (2, 3, 4, 5):
        model = SMALL.replace("1 14 0 -48 0", f"1 {colour} 0 -48 0")
        (place / f"other{colour}.ldr").write_text(model, "utf-8")
    (place / "ours.yaml").write_text(_HOUSE, "utf-8")
    (place / "c.yaml").write_text(f"{COMPANY}edition: ours.yaml\nphoto: photo.png\n", "utf-8")
    Image.new("RGB", (40, 30), (200, 30, 30)).save(place / "photo.png")
    return place


@pytest.mark.parametrize("jobs", [1, 3])
def test_each_item_is_done_once_and_told_with_its_place(jobs: int) -> None:
    assert sorted(spread(square, iter(range(50)), jobs=jobs)) == [(n, n * n) for n in range(50)]


def test_one_item_needs_no_other_process() -> None:
    assert list(spread(lambda number: number + 1, [1], jobs=4)) == [(0, 2)]


@pytest.mark.skipif(os.name == "nt", reason="nobody is killed there")
def test_a_process_that_dies_is_replaced_and_its_batch_is_done_again(tmp_path: Path) -> None:
    items = [(number, tmp_path / "mark") for number in range(20)]
    assert sorted(spread(square_or_die, items, jobs=2)) == [(n, n * n) for n in range(20)]


def test_what_kills_every_process_is_given_up_with_a_sentence() -> None:
    with pytest.raises(BrickyardError, match="4 processes ended in the middle of the same work"):
        list(spread(die, range(4), jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_refused_is_refused_wherever_it_was_done(jobs: int) -> None:
    with pytest.raises(BrickyardError, match="not 0"):
        list(spread(refuse, [0, 0], jobs=jobs))


def test_items_are_taken_not_long_before_their_turn() -> None:
    taken: list[int] = []
    results = spread(square, (taken.append(n) or n for n in range(10_000)), jobs=2)  # type: ignore[func-returns-value]
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(taken) == 2 * batches._AHEAD


# A cluster


def test_a_cluster_draws_the_same_site_though_a_worker_dies(
    cluster: LocalCluster, papers: Path, tmp_path: Path
) -> None:
    alone = _site(papers, tmp_path / "alone")
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if done and not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    assert _site(papers, tmp_path / "many", cluster=cluster.scheduler_address, told=kill_one) == alone
    assert killed
    assert {"c/photo.jpg", "c/c.zip", "small/picture.webp", "other2/picture.webp"} <= set(alone)


def test_a_battle_is_the_same_to_the_byte_on_a_cluster_though_a_worker_dies(cluster: LocalCluster) -> None:
    killed: list[int] = []

    def kill_one_at_work(_done: int, _planned: int) -> None:
        busy = [one for one in cluster.scheduler.workers.values() if one.processing]  # type: ignore[union-attr]
        if busy and not killed:
            killed.extend(
                one.pid for one in cluster.workers.values() if one.worker_address == busy[0].address
            )
            os.kill(killed[0], signal.SIGKILL)

    def played(**how: object) -> str:
        return json_text(battle(["4/16", "4/15"], tactics="rush", within=50, **how))  # type: ignore[arg-type]

    alone = played()
    assert played(jobs=2) == alone
    assert played(cluster=cluster.scheduler_address, told=kill_one_at_work) == alone
    assert killed, "no worker was at work when the first batch was done"


def _site(papers: Path, target: Path, **how: object) -> dict[str, bytes]:
    """All but the memory of it, which knows the times of files."""
    site.publish(papers, target, width=120, steps=False, buildable=False, **how)  # type: ignore[arg-type]
    files = sorted(
        path for path in target.rglob("*") if path.is_file() and path.name != ".brickyard-site.json"
    )
    return {path.relative_to(target).as_posix(): path.read_bytes() for path in files}


def test_a_worker_with_another_brickyard_is_refused_by_name(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {**what_runs(), "brickyard": "9.9"}
    monkeypatch.setattr(dask_workers, "what_runs", lambda: ours)
    with pytest.raises(
        BrickyardError, match=r"the worker tcp://\S+ has brickyard [\w.]+ \(\w+\), not 9.9; install"
    ):
        list(spread(square, range(3), cluster=cluster.scheduler_address))


def test_a_scheduler_without_workers_is_told_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(dask_workers, "_SECONDS_TO_CONNECT", 1)
    with LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        address = empty.scheduler_address
        with pytest.raises(BrickyardError, match=f"{address} has no workers; start one with: dask worker"):
            spread(square, range(3), cluster=address)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        (
            "here",
            "--cluster: “here” is not the address of a Dask scheduler; write it like tcp://192.168.1.20:8786",
        ),
        (
            "http://127.0.0.1:8787",
            "--cluster: “http://127.0.0.1:8787” is not the address of a Dask scheduler; ",
        ),
    ],
)
def test_a_cluster_that_is_not_there_is_one_sentence(
    papers: Path, address: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_workers, "_SECONDS_TO_CONNECT", 1)
    run = brickyard(["publish", ".", "-o", "site", "--cluster", address], papers)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr
