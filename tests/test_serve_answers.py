"""The workbench answers what the command line prints, draws what it shows, and makes what is taken away."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from brickyard.serving.answerer import open_answerer
from brickyard.serving.making import ASKED
from brickyard.serving.starting import examples
from brickyard.serving.worker_pool import WorkerPool
from brickyard.serving.workers import Changes, StoppedError, Worker, WorkPlace
from tests.running import ROOT, brickyard
from tests.serving import EXAMPLES, Page, workbench

BESIDE = ROOT.parent / "shared" / "corpus"
CORPUS = Path(os.environ["BRICKYARD_CORPUS"]) if "BRICKYARD_CORPUS" in os.environ else BESIDE
needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(), reason="needs a folder of models, named by BRICKYARD_CORPUS"
)
_MOST_BYTES = 40_000


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with workbench(examples(), examples=True) as found:
        yield found


def _reports(folder: Path, files: list[str]) -> dict[str, Any]:
    """By file, what `brickyard check --format json` says of each."""
    said = json.loads(brickyard(["check", *files, "--format", "json"], folder).stdout)
    assert len(said["reports"]) == len(files)
    # The workbench asks for one file at a time, so that no list of the run fields it.
    alone = [{**report, "judged_in": ""} for report in said["reports"]]
    return dict(zip(files, alone, strict=True))


def _judged(page: Page, file: str) -> Any:
    (report,) = page.get("check", path=file).json()["reports"]
    return report


def test_the_verdict_of_every_example_is_the_command_lines(page: Page) -> None:
    listed = page.get("yard").json()["files"]
    files = [one["file"] for one in listed if one["kind"] in ("model", "manifest", "edition", "campaign")]
    assert len(files) > 60
    for file, report in _reports(EXAMPLES, files).items():
        assert _judged(page, file) == report, file


@needs_corpus
def test_the_verdicts_of_fifty_models_of_the_corpus_are_the_command_lines() -> None:
    found = sorted(path for suffix in ("ldr", "mpd", "io") for path in CORPUS.rglob(f"*.{suffix}"))
    small = [path for path in found if path.stat().st_size < _MOST_BYTES and not path.is_symlink()]
    chosen = small[:: max(1, len(small) // 50)][:50]
    assert len(chosen) == 50
    with workbench(CORPUS) as page:
        files = [path.relative_to(CORPUS).as_posix() for path in chosen]
        for file, report in _reports(CORPUS, files).items():
            assert _judged(page, file) == report, file


QUESTIONS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "check": ({"path": "frames/chub.mpd", "buildable": 1}, ["frames/chub.mpd", "--buildable"]),
    "card": ({"file": "companies/suns-fang.yaml"}, ["companies/suns-fang.yaml"]),
    "tags": ({"path": "frames/chub.mpd"}, ["frames/chub.mpd"]),
    "inspect": ({"path": "frames/chub.mpd", "fit": "8x8"}, ["frames/chub.mpd", "--fit", "8x8"]),
    "dice": ({"what": "2W 1B 1Y"}, ["2W 1B 1Y"]),
    "odds": (
        {"path": ["frames/chub.mpd", "frames/osprey.mpd"], "spot": 2, "rocket": [1, 1]},
        ["frames/chub.mpd", "frames/osprey.mpd", "--spot", "2", "--rocket", "--rocket"],
    ),
    "compare": (
        {"side": ["companies/suns-fang.yaml", "frames=5,systems=20"]},
        ["companies/suns-fang.yaml", "frames=5,systems=20"],
    ),
    "bid": (
        {"path": "companies/suns-fang.yaml", "players": 3, "against": "frames=4,systems=16"},
        ["companies/suns-fang.yaml", "--players", "3", "--against", "frames=4,systems=16"],
    ),
    "parts": ({"path": "frames/chub.mpd", "spares": 0}, ["frames/chub.mpd", "--no-spares"]),
    "pack": ({"path": "companies/suns-fang.yaml"}, ["companies/suns-fang.yaml"]),
    "campaign": ({"path": "campaigns/the-long-dry.yaml"}, ["campaigns/the-long-dry.yaml"]),
    "rules": ({"edition": "rapid-attack"}, ["--edition", "rapid-attack"]),
    "explain": ({"code": "SYS001"}, ["SYS001"]),
    "editions": ({"path": "garage-rules.yaml"}, ["garage-rules.yaml"]),
    "diff": (
        {"old": "frames/chub.mpd", "new": "frames/chub-soldier.mpd"},
        ["frames/chub.mpd", "frames/chub-soldier.mpd"],
    ),
}


@pytest.mark.parametrize("command", QUESTIONS)
def test_an_answer_is_the_document_that_the_command_prints(page: Page, command: str) -> None:
    values, arguments = QUESTIONS[command]
    answer = page.get(command, **values)
    assert answer.status_code == 200, answer.text
    printed = brickyard([command, "--format", "json", *arguments], EXAMPLES)
    assert answer.json() == json.loads(printed.stdout)


def test_what_one_owns_is_asked_with_lists_of_the_yard(page: Page) -> None:
    assert set(ASKED) - set(QUESTIONS) == {"owned", "can-build"}
    page.drop(mine__csv=b"Part,Color,Quantity\n3001,4,10\n")
    owned = page.get("owned", path="dropped/mine.csv").json()
    assert owned["lots"]
    answer = page.get("can-build", path="frames/chub.mpd", owned="dropped/mine.csv")
    assert answer.status_code == 200
    assert page.get("can-build", path="frames/chub.mpd", owned="/etc/passwd").status_code == 400


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("check", "needs path"),
        ("check?path=nothing.ldr", "no such file"),
        ("check?path=frames/chub.mpd&colour=red", "has no option colour"),
        ("check?path=frames/chub.mpd&players=many", "write a number"),
        ("check?path=frames/chub.mpd&players=900", "900"),
        ("check?path=frames/chub.mpd&edition=../x", "no such edition"),
        ("check?path=frames/chub.mpd&edition=nothing", "there is no edition"),
        ("bid?path=frames/chub.mpd&path=frames/chub.mpd", "one at a time"),
        ("diff?old=frames/chub.mpd", "needs old and new"),
        ("explain?code=XYZ999", "XYZ999"),
        ("inspect?path=frames/chub.mpd&fit=large", "write a box"),
        ("scene?file=companies/suns-fang.yaml", "suns-fang.yaml"),
        ("picture?file=frames/chub.mpd&width=wide", "pixels"),
        ("check?path=frames/chub.mpd%23nothing", "no submodel"),
        ("card?file=companies/suns-fang.yaml:Nobody", "no unit"),
    ],
)
def test_a_question_that_cant_be_answered_gets_a_sentence_to_act_on(
    page: Page, query: str, said: str
) -> None:
    answer = page.client.get(f"/api/{query}")
    assert answer.status_code in (400, 404)
    assert said in answer.json()["error"]
    assert str(EXAMPLES) not in answer.text


def test_the_card_of_a_model_has_a_unit_with_dice_that_know_who_gives_them(page: Page) -> None:
    (card,) = page.get("card", file="frames/chub.mpd").json()["cards"]
    (unit,) = card["units"]
    assert (card["kind"], unit["role"], unit["notation"]) == ("file", "frame", "2W 1B 1G 1Y 2Rd 1Rd8")
    owners = [(die["colour"], die["owner"]) for die in unit["dice"]]
    assert owners[:3] == [("W", None), ("W", None), ("B", 0)]
    shown = [system["submodel"].removesuffix(".ldr") for system in unit["systems"]]
    assert shown == ["shield", "jets", "mast", "rifle", "rocket"]
    assert unit["box"]["allowed"][0] >= unit["box"]["width_studs"] > 8
    assert unit["verdict"]["style"] == "legal"


def test_every_piece_of_a_scene_knows_its_part_its_line_and_its_submodel(page: Page) -> None:
    lines = (EXAMPLES / "frames" / "chub.mpd").read_text().splitlines()
    scene = page.get("scene", file="frames/chub.mpd").json()
    pieces, instances = scene["pieces"], scene["instances"]
    assert len(pieces["part"]) == 75
    section = ""
    sections = {}
    for number, line in enumerate(lines, 1):
        section = line.removeprefix("0 FILE ") if line.startswith("0 FILE ") else section
        sections[number] = section
    for part, line, owner in zip(pieces["part"], pieces["line"], pieces["instance"], strict=True):
        assert lines[line - 1].lower().endswith(f"{part}.dat")
        assert sections[line] == instances[owner]["section"]
    assert instances[0]["parent"] == -1
    assert {one["pieces"][0] for one in scene["systems"]} <= set(range(75))


def test_copies_of_a_submodel_are_told_apart(page: Page) -> None:
    scene = page.get("scene", file="frames/chub.mpd").json()
    legs = [place for place, one in enumerate(scene["instances"]) if one["name"] == "leg.ldr"]
    assert len(legs) == 2
    counts = [scene["pieces"]["instance"].count(leg) for leg in legs]
    assert counts[0] == counts[1] > 0
    assert {scene["instances"][leg]["copies"] for leg in legs} == {2}


def test_a_mechs_picture_is_its_figure_on_no_ground(page: Page) -> None:
    answer = page.get("picture", file="mechs/siege.yaml", width=200)
    assert answer.status_code == 200, answer.text
    with Image.open(BytesIO(answer.content)) as drawn:
        figure = drawn.convert("RGBA")
    assert figure.size == (200, 150)
    corner, chest = figure.getpixel((2, 2)), figure.getpixel((100, 60))
    assert isinstance(corner, tuple)
    assert isinstance(chest, tuple)
    assert (corner[3], chest[3]) == (0, 255)


def test_pictures_of_models_and_units_are_webp_and_drawn_once(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("frames/chub.mpd", "companies/suns-fang.yaml", "frames/chub.mpd#rifle"):
        answer = page.get("picture", file=file, width=64)
        assert answer.status_code == 200, answer.text
        assert answer.content[8:12] == b"WEBP"
    # Nothing in it has a model to draw.
    assert page.get("picture", file="night-shift.yaml").status_code == 204
    # What was drawn is not asked for again.
    monkeypatch.setattr(page.server, "ask", None)
    assert page.get("picture", file="frames/chub.mpd", width=64).status_code == 200


def test_the_examples_are_shown_but_never_written(page: Page) -> None:
    yard = page.get("yard").json()
    assert yard["examples"]
    assert not any(one["writable"] for one in yard["files"])
    answer = page.post("save", file="frames/chub.mpd", version="", draft=0)
    assert answer.json()["error"] == "Nothing is saved here: download the file instead."


def _wait(page: Page, job: str) -> dict[str, Any]:
    for _ in range(600):
        found = next(one for one in page.get("yard").json()["jobs"] if one["id"] == job)
        if found["state"] not in ("waiting", "working"):
            return dict(found)
        time.sleep(0.1)
    raise AssertionError("it takes too long")


def test_things_to_take_away_are_made_one_after_the_other_and_can_be_stopped(page: Page) -> None:
    first = page.post("make", what="parts", files=["frames/chub.mpd"]).json()["job"]
    second = page.post("make", what="site", files=["frames/chub.mpd"]).json()["job"]
    third = page.post("make", what="glb", files=["frames/chub.mpd"], name="Mein Chub").json()["job"]
    assert page.get("made", job=second).status_code == 400
    assert page.post("stop", job=second).status_code == 200
    assert _wait(page, second)["state"] == "stopped"
    assert _wait(page, first)["state"] == "done"
    assert _wait(page, third)["state"] == "done"
    made = page.get("made", job=first)
    assert made.headers["content-disposition"].startswith('attachment; filename="chub-parts.zip"')
    glb = page.get("made", job=third)
    assert glb.content[:4] == b"glTF"
    assert 'filename="mein-chub.glb"' in glb.headers["content-disposition"]
    for job in ("nothing", second):
        assert page.post("stop", job=job).status_code == 400


def test_a_job_that_is_being_worked_on_can_be_stopped_and_the_next_begins(page: Page) -> None:
    job = page.post("make", what="site", files=["frames/chub.mpd", "frames/commissar.mpd"]).json()["job"]
    after = page.post("make", what="glb", files=["frames/chub.mpd"]).json()["job"]
    for _ in range(600):
        states = {one["id"]: one["state"] for one in page.get("yard").json()["jobs"]}
        if states[job] == "working":
            break
        time.sleep(0.02)
    assert (states[job], states[after]) == ("working", "waiting")
    assert page.post("stop", job=job).status_code == 200
    assert _wait(page, job)["state"] == "stopped"
    assert page.get("made", job=job).status_code == 400
    assert page.post("stop", job=job).status_code == 400
    assert _wait(page, after)["state"] == "done"
    assert page.get("made", job=after).content[:4] == b"glTF"


def test_what_cant_be_made_says_why(page: Page) -> None:
    job = page.post("make", what="instructions", files=["mechs/siege.yaml"]).json()["job"]
    found = _wait(page, job)
    assert found["state"] == "failed"
    assert "no model in it to build" in found["error"]


def test_a_model_that_takes_long_is_told_and_can_be_stopped_while_others_are_answered(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that hangs: the first pretends to, by a question that waits."""
    import threading

    from brickyard.serving import worker_pool

    monkeypatch.setattr(worker_pool, "_LONG_SECONDS", 0.2)
    answers: list[Any] = []
    heavy = "x.ldr"
    page.drop_named({heavy: _tangled()})
    thread = threading.Thread(
        target=lambda: answers.append(page.get("check", path=f"dropped/{heavy}", buildable=1))
    )
    thread.start()
    job = ""
    for _ in range(100):
        working = [one for one in page.get("yard").json()["jobs"] if one["what"] == "answer"]
        if working:
            job = working[0]["id"]
            assert working[0]["name"] == f"dropped/{heavy}"
            break
        if answers:
            break
        time.sleep(0.05)
    assert job, "the model was judged too quickly to be stopped"
    assert page.get("check", path="frames/lancer.mpd").status_code == 200
    assert page.post("stop", job=job).status_code == 200
    thread.join(20)
    assert answers[0].status_code == 503
    assert answers[0].json()["error"] == "it was stopped"
    assert page.get("check", path="frames/chub.mpd").status_code == 200


def _tangled() -> bytes:
    """Hundreds of bricks in one place: each pair must be looked at."""
    places = (f"{number % 40} {number % 7} {number % 31}" for number in range(2000))
    return "\n".join(["0 Tangle", *(f"1 4 {place} 1 0 0 0 1 0 0 0 1 3001.dat" for place in places)]).encode()


def test_what_takes_too_long_is_stopped_by_itself(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    from brickyard.serving import worker_pool

    monkeypatch.setattr(worker_pool, "SECONDS", 0.2)
    page.drop_named({"slow.ldr": _tangled()})
    answer = page.get("check", path="dropped/slow.ldr", buildable=1)
    assert answer.status_code == 503
    assert "took longer than" in answer.json()["error"]
    monkeypatch.undo()
    assert page.get("check", path="frames/chub.mpd").status_code == 200


def test_item_5_a_worker_that_takes_too_much_memory_is_ended_and_the_next_has_the_drafts() -> None:
    drafts: list[Path] = []

    def begun() -> Changes:
        drafts.append(Path("x.ldr"))
        return {drafts[-1]: b"0 Draft"}

    async def asked() -> None:
        worker = Worker(WorkPlace(most_memory=2**20), open_answerer, begun)
        with pytest.raises(StoppedError, match=r"^this takes more than 0 GB of memory and was stopped$"):
            await worker.ask("warm", {}, 60)
        worker._place = WorkPlace()
        assert (await worker.ask("warm", {}, 60)).status == 200
        # One that ends after its answer is not missed.
        assert worker._process is not None
        worker._process.kill()
        worker._process.join()
        assert (await worker.ask("warm", {}, 60)).status == 200
        worker.stop()

    asyncio.run(asked())
    assert len(drafts) == 3


def test_too_much_at_once_is_refused(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    from brickyard.serving import worker_pool

    monkeypatch.setattr(worker_pool, "_MOST_WAITING", 0)
    assert page.get("check", path="frames/chub.mpd").status_code == 429
    assert isinstance(page.server.workers, WorkerPool)


def test_what_nobody_waits_for_any_more_is_not_worked_on() -> None:
    """A page that is left has asked for many pictures."""

    async def is_gone() -> bool:
        return True

    async def asked() -> None:
        pool = WorkerPool(WorkPlace(), dict, lambda *_: None)
        with pytest.raises(StoppedError):
            await pool.ask("picture", {}, is_gone=is_gone)
        assert not any(worker._process for worker in pool._workers)

    asyncio.run(asked())
