"""Golden answers: what commands print and what the workbench's server answers, compared with hashes.

`python -m scripts.golden_answers` compares; with `--renew` it writes the hashes anew. What was said is left
in build/golden, so that two commits can be compared by `diff -r`. It goes when issue 26 is resolved.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from urllib.parse import urlencode

from brickyard import cli

HOME = Path(__file__).parent.parent
HASHES = HOME / "scripts" / "golden_answers.json"
CORPUS = HOME.parent / "shared" / "corpus"
_MOST_BYTES = 300_000
_JSON = ("--format", "json")
_WARM = ("numpy", "PIL.Image", "yaml", "validators.judged_files", "brickyard.parts.list_making", "typer.main")


def main() -> int:
    said = HOME / "build" / "golden"
    shutil.rmtree(said, ignore_errors=True)
    said.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        yard = Path(folder, "yard")
        _lay_out(yard)
        found = {**_commands(yard), **_requests(yard)}
    for name, text in found.items():
        (said / re.sub(r"[^\w.=#:-]+", "_", name)[:180]).write_text(text, "utf-8")
    hashes = {name: hashlib.sha256(text.encode()).hexdigest()[:12] for name, text in sorted(found.items())}
    if "--renew" in sys.argv:
        HASHES.write_text(json.dumps(hashes, indent=0) + "\n", "utf-8")
        return 0
    known = json.loads(HASHES.read_text("utf-8"))
    wrong = sorted(name for name in {*known, *hashes} if known.get(name) != hashes.get(name))
    print(f"{len(hashes)} golden answers, {len(wrong)} differ", *wrong, sep="\n")
    return int(bool(wrong))


def _lay_out(yard: Path) -> None:
    shutil.copytree(HOME / "examples", yard)
    models = [path for path in sorted(CORPUS.rglob("*")) if path.suffix.lower() in (".ldr", ".mpd", ".io")]
    models = [path for path in models if path.stat().st_size < _MOST_BYTES]
    (yard / "corpus").mkdir()
    # Thirty of them, from all folders.
    for number, path in enumerate(models[:: len(models) // 30][:30]):
        shutil.copy(path, yard / "corpus" / f"{number}{path.suffix.lower()}")
    for log in (HOME / "tests" / "fleets" / "battles").glob("*.json"):
        (yard / "logs").mkdir(exist_ok=True)
        shutil.copy(log, yard / "logs")


def _lines(yard: Path) -> Iterator[tuple[str, ...]]:
    def named(pattern: str) -> list[str]:
        return sorted(path.relative_to(yard).as_posix() for path in yard.glob(pattern))

    corpus, frames = named("corpus/*"), named("frames/*")
    models = [*corpus, *frames, *named("ships/*"), *named("stations/*")]
    forces = [*named("companies/*"), *named("fleets/*"), *named("beginners/*"), "night-shift.yaml"]
    mechs = named("mechs/*")
    for model in models:
        yield ("check", model)
        yield ("check", *_JSON, model)
        yield ("inspect", "--all", model)
        yield ("inspect", *_JSON, model)
        yield ("tags", model)
        yield ("tags", *_JSON, model)
        yield ("card", *_JSON, model)
        yield ("parts", model)
        yield ("parts", *_JSON, model)
    for model in corpus[:8]:
        yield ("check", "--buildable", *_JSON, model)
        yield ("can-build", "--owned", "owned.csv", model)
        for form in ("csv", "bricklink", "rebrickable", "html"):
            yield ("parts", "--format", form, "--no-pictures", model)
    for model in [*frames, *mechs, *forces]:
        yield ("card", model)
        yield ("odds", model)
        yield ("odds", *_JSON, model)
        yield ("dice", model)
        yield ("dice", *_JSON, model)
    for force in [*forces, *mechs]:
        yield ("check", force)
        for form in ("json", "sarif", "github"):
            yield ("check", "--format", form, force)
        yield ("check", "--all", "--no-suppress", force)
        yield ("card", *_JSON, force)
        yield ("parts", force)
        yield ("parts", *_JSON, force)
        yield ("pack", force)
        yield ("pack", *_JSON, force)
        yield ("bid", force)
        yield ("bid", *_JSON, "--players", "3", force)
        yield ("can-build", *_JSON, "--owned", "owned.csv", force)
    ours, theirs, third = named("companies/*")
    for form in ("text", "json", "markdown"):
        yield ("compare", "--format", form, ours, theirs, third)
        yield ("compare", "--format", form, *named("fleets/*")[:2])
        yield ("diff", "--format", form, frames[0], frames[1])
        yield ("diff", "--format", form, ours, theirs)
        yield ("pack", "--format", form, ours, theirs)
    for form in ("text", "json"):
        for log in named("logs/*"):
            yield ("replay", "--format", form, log)
        for line in (
            ("odds", "--matrix", ours, theirs),
            ("odds", "2Rd 1B 1Y", "2Rd 1G"),
            ("odds", "--white", "attack", "--spot", "2", "2Rd 2W", frames[0]),
            ("odds", mechs[0], "--waves", "50"),
            ("dice", "2W 1B 1Y 2Rd"),
            ("dice", "Rd2", "2Rd 1Z"),
            ("rules",),
            ("rules", "--edition", "condensed"),
            ("explain", "BLD002"),
            ("explain", "SIZ001"),
            ("editions",),
            ("editions", "rapid-attack"),
            ("catalog", "search", "plate", "1", "x", "2"),
            ("catalog", "show", "3001"),
            ("owned", "owned.csv"),
            ("draft", "owned.csv", "--player", "Ann", "--player", "Bo", "--seed", "3"),
            ("check", "no-such.mpd"),
            ("check", "frames"),
            ("check", "."),
        ):
            yield (line[0], "--format", form, *line[1:])
    yield ("check", "--statistics", ".")
    yield ("check", "--quiet", ".")
    yield ("render", "--size", "200x150", "-o", "-", frames[0])
    yield ("inspect", "--fit", "10x10x12", "--lines", frames[0])
    for command in cli.COMMANDS:
        yield (command, "--help")


def _commands(yard: Path) -> dict[str, str]:
    for module in _WARM:
        import_module(module)
    _, text = _run(yard, "parts", "--format", "csv", "frames/chub.mpd")
    (yard / "owned.csv").write_text(text.partition("\0")[0], "utf-8")
    with ThreadPoolExecutor(2) as pool:
        told = pool.map(lambda line: (" ".join(line), _run(yard, *line)), list(_lines(yard)))
        return {line: f"{status}\n{text}".replace(str(yard), "YARD") for line, (status, text) in told}


def _run(yard: Path, *line: str) -> tuple[int, str]:
    """A command's status and what it prints; in a fork, which needn't import everything again."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = os.fork()
        if not process:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os.chdir(yard)
            os.environ.clear()
            os.environ.update(_environment(yard))
            sys.argv = ["brickyard", *line]
            cli.main()
        _, status = os.waitpid(process, 0)
        out.seek(0)
        err.seek(0)
        return status, "\0".join(one.read().decode("utf-8", "replace") for one in (out, err))


def _environment(yard: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(yard.parent), "COLUMNS": "100", "PYTHONPATH": str(HOME), "NO_COLOR": "1"}


def _requests(yard: Path) -> dict[str, str]:
    server = subprocess.Popen(
        [sys.executable, "-m", "brickyard", "serve", "--no-open", str(yard)],
        cwd=yard.parent,
        env=_environment(yard),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        address, _, token = server.stdout.readline().strip().partition("/?token=")
        return {
            f"{what} {body or ''}"[:150]: _asked(address, token, what, body) for what, body in _questions()
        }
    finally:
        server.terminate()
        server.wait()


def _questions() -> Iterator[tuple[str, object]]:
    chub, eye = "frames/chub.mpd", "companies/piercing-eye.yaml"

    def get(name: str, *values: tuple[str, str]) -> tuple[str, None]:
        return f"GET {name}?{urlencode(values)}", None

    for file in (chub, eye, "corpus/0.ldr", "mechs/siege.yaml", "no-such.mpd", "../x.mpd"):
        for name in ("check", "card", "tags", "inspect", "parts", "pack", "dice", "odds", "bid"):
            yield get(name, ("path", file))
    yield get("check", ("path", chub), ("buildable", "1"), ("nonsense", "1"))
    yield get("check", ("path", eye), ("game", "skirmish"), ("players", "3"), ("no-suppress", "1"))
    yield get("check", ("path", f"{eye}:Brutus"))
    yield get("odds", ("side", chub), ("side", "2Rd 1G"), ("spot", "2"), ("range", "direct"))
    yield get("odds", ("side", eye), ("side", "companies/suns-fang.yaml"), ("matrix", "1"))
    yield get("compare", ("side", eye), ("side", "5/20/2"), ("score", "Piercing Eye lost 1 frame"))
    yield get("bid", ("side", eye), ("against", "frames=4,systems=16"), ("players", "3"))
    yield get("parts", ("path", chub), ("spares", "0"), ("recolour", "4=1"))
    yield get("can-build", ("path", chub), ("owned", "owned.csv"))
    yield get("owned", ("path", "owned.csv"))
    yield get("rules")
    yield get("explain", ("code", "BLD002"))
    yield get("editions")
    yield get("editions", ("id", "rapid-attack"))
    yield get("diff", ("old", chub), ("new", "frames/bullfrog.mpd"))
    yield get("yard")
    yield get("text", ("file", eye))
    yield get("scene", ("file", chub))
    yield get("touching", ("file", chub), ("piece", "3"))
    yield get("words")
    yield "POST tag", {"file": chub, "changes": [{"target": {"submodel": "rifle.ldr"}, "tag": "2Rd"}]}
    yield "POST tag", {"file": "corpus/0.ldr", "changes": [{"target": {"pieces": [0, 1]}, "tag": "2Rd"}]}
    yield "POST edit", {"file": eye, "edits": [{"at": ["company"], "set": "Other"}]}
    yield "POST undo", {"file": eye}
    yield "POST redo", {"file": eye, "draft": 0}
    yield "POST text", {"file": eye, "text": "company: [\n"}
    yield "POST new", {"what": "company", "name": "New One"}
    yield "POST new", {"what": "edition", "extends": "rapid-attack", "name": "Ours"}
    yield "POST buy", {"files": [chub], "format": "json"}
    yield "POST buy", {"files": [chub], "format": "bricklink", "owned": ["owned.csv"]}
    yield "POST discard", {"file": eye}
    yield get("yard")


def _asked(address: str, token: str, what: str, body: object) -> str:
    method, _, path = what.partition(" ")
    request = urllib.request.Request(
        f"{address}/api/{path}",
        None if body is None else json.dumps(body).encode(),
        {"X-Brickyard-Token": token, "Content-Type": "application/json"},
        method=method,
    )
    try:
        with urllib.request.urlopen(request) as answer:
            status, data = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, data = error.code, error.read()
    text = data.decode("utf-8", "replace")
    # When a file was copied is no answer.
    return f"{status}\n" + re.sub(r'"(saved|event)": ?[0-9.]+', r'"\1":0', text)


if __name__ == "__main__":
    sys.exit(main())
