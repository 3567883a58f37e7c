"""Downloads that take long to make: one at a time, each by a process of its own that can be stopped."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

import typer

import brickyard
from brickyard.commands.options import OverHttp
from brickyard.serving.workers import Changes, Made, StoppedError, Worker, WorkPlace
from ldraw_tools.findings import BrickyardError
from ldraw_tools.json_values import json_text
from ldraw_tools.phrases import say
from ldraw_tools.writing import write_whole

if TYPE_CHECKING:
    from brickyard.battle_values.battle_answer import BattleAnswer
    from brickyard.battle_values.three_answer import ThreeAnswer
    from brickyard.serving.answerer import Answerer


_SECONDS = 1800.0
_MOST_WAITING = 20
# The newest results are kept, at most so many.
_MOST_KEPT = 30
# Whole battles are played while a page shows them.
_UNSEEN_SECONDS = 20.0
# In a folder of downloads each is told from the others.
_ENDINGS = {
    "sheets": "-sheets.pdf",
    "cards": "-cards.pdf",
    "instructions": "-instructions.pdf",
    "site": "-site",
    "glb": ".glb",
    "parts": "-parts",
    "picture": ".png",
    "battle": "-battle.json",
}
# What makes each, where the answer has another name.
_ANSWERS = {"cards": "card", "site": "publish", "glb": "export", "picture": "render", "parts": "parts_list"}


@dataclass(slots=True)
class Job:
    """`state` is waiting, working, done, failed or stopped; `file` is what was made."""

    id: str
    what: str
    name: str
    arguments: dict[str, Any]
    folder: Path
    state: str = "waiting"
    done: int = 0
    of: int = 0
    error: str = ""
    file: Path | None = None
    # When somebody last asked for what was made.
    seen: float = field(default_factory=time.monotonic)

    @property
    def so_far(self) -> Path | None:
        """What was made, or is being made and can be read already."""
        return self.file or next(self.folder.glob(f"*{_ENDINGS['battle']}"), None)

    def plain(self) -> dict[str, Any]:
        keys = ("id", "what", "name", "state", "done", "of", "error")
        return {key: getattr(self, key) for key in keys}


class JobQueue:
    """The queue of jobs."""

    def __init__(
        self, place: WorkPlace, folder: Path, drafts: Callable[[], Changes], tell: Callable[[Job], None]
    ) -> None:
        from brickyard.serving.answerer import open_answerer

        self._worker = Worker(place, open_answerer, drafts)
        self._folder, self._tell = folder, tell
        self._jobs: dict[str, Job] = {}
        self._ids = count(1)
        self._turn = asyncio.Lock()

    @property
    def jobs(self) -> list[Job]:
        return list(self._jobs.values())

    def job(self, name: str) -> Job:
        if name not in self._jobs:
            raise BrickyardError("There is no such job.")
        return self._jobs[name]

    def add(self, what: str, name: str, arguments: dict[str, Any]) -> Job:
        """Adds a job to the queue; `run` it."""
        if sum(job.state in ("waiting", "working") for job in self.jobs) >= _MOST_WAITING:
            raise BrickyardError("Too many jobs are waiting already; stop one, or wait.")
        self._clear()
        number = f"job-{next(self._ids)}"
        folder = self._folder / number
        folder.mkdir()
        job = self._jobs[number] = Job(number, what, name, arguments, folder)
        self._tell(job)
        return job

    async def run(self, job: Job) -> None:
        """Makes it when its turn comes."""
        async with self._turn:
            if job.state == "stopped":
                return
            job.state = "working"
            self._tell(job)
            loop = asyncio.get_running_loop()

            def told(done: int, of: int) -> None:
                job.done, job.of = done, of
                loop.call_soon_threadsafe(self._tell, job)
                if job.what == "battle" and time.monotonic() - job.seen > _UNSEEN_SECONDS:
                    loop.call_soon_threadsafe(self.stop_one, job.id)

            arguments = {**job.arguments, "what": job.what, "folder": str(job.folder), "name": job.name}
            try:
                made = await self._worker.ask("make", arguments, _SECONDS, told)
                self._finish(job, made)
            except StoppedError as error:
                job.state, job.error = "stopped", str(error)
            finally:
                # This frees its memory. A page is told what happened to a job that was cut short.
                self._worker.stop()
                self._worker.stopping = False
                if job.state == "working":
                    job.state = "stopped"
            self._tell(job)

    def stop_one(self, number: str) -> bool:
        job = self._jobs.get(number)
        if job is None or job.state not in ("waiting", "working"):
            return False
        if job.state == "working":
            self._worker.stop()
        else:
            job.state = "stopped"
            self._tell(job)
        return True

    def stop(self) -> None:
        self._worker.stop()

    def _finish(self, job: Job, made: Made) -> None:
        if made.status != 200:
            job.state, job.error = "failed", json.loads(made.data)["error"]
            return
        job.state, job.file = "done", Path(made.more)

    def _clear(self) -> None:
        over = [job for job in self.jobs if job.state not in ("waiting", "working")]
        for job in over[: max(0, len(over) - _MOST_KEPT)]:
            shutil.rmtree(job.folder, ignore_errors=True)
            del self._jobs[job.id]


def make(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The worker's side: what the answer writes; a folder becomes an archive."""
    what, folder = arguments["what"], Path(arguments["folder"])
    name = made_name(arguments["name"])
    target = folder / f"{name}{_ENDINGS[what]}"
    if what == "battle":
        return _battle(answerer, arguments, target)
    several = len(arguments["paths"]) > 1
    if several and what in ("glb", "picture"):
        target = folder / name
    answer = getattr(brickyard, _ANSWERS.get(what, what))
    options = {name: value for name, value in _options(answerer, arguments).items() if value is not None}
    answer(arguments["paths"], target=target, workspace=answerer.workspace, **options)
    if not target.exists():
        raise BrickyardError("nothing was made of it")
    if target.is_dir():
        shutil.make_archive(str(target), "zip", target)
        shutil.rmtree(target, ignore_errors=True)
        target = target.with_name(f"{target.name}.zip")
    return Made(more=str(target))


def _battle(answerer: Answerer, arguments: Mapping[str, Any], target: Path) -> Made:
    """Written anew each time that it has become narrower."""

    def write(found: BattleAnswer | ThreeAnswer) -> None:
        write_whole(target, json_text(found, answerer.texts).encode())

    asked = {name: arguments[name] for name in ("terrain", "anyway")}
    workspace = answerer.workspace
    write(
        brickyard.battle(
            arguments["paths"], **asked, told=answerer.tell, sharpened=write, workspace=workspace
        )
    )
    return Made(more=str(target))


def _options(answerer: Answerer, arguments: Mapping[str, Any]) -> dict[str, Any]:
    what = arguments["what"]
    if what == "parts":
        return {"condition": answerer.defaults.get("condition")}
    if what in ("sheets", "cards", "instructions"):
        told = None if what == "cards" else answerer.tell
        return {"paper": arguments.get("paper"), "told": told}
    if what == "site":
        # Lists can't lead out of the open folders, and may name all that is in them.
        return {"outside": True, "steps": arguments.get("steps", True), "told": answerer.tell}
    return {"told": answerer.tell}


def made_name(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "made"


# In the order of the manual; each gives the document that it prints with `--format json`.
ASKED = (
    "check",
    "inspect",
    "tags",
    "rules",
    "explain",
    "editions",
    "dice",
    "odds",
    "compare",
    "bid",
    "card",
    "parts",
    "owned",
    "can-build",
    "pack",
    "campaign",
    "diff",
)
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
_PATH = re.compile(r"[/\\]")
_PLACES = ("path", "file", "side", "what", "code", "id")
_MOST_VALUES = 60
_LONGEST = 1_000
# Finds the path of a file of the yard, with the submodel or unit that is chosen; None if it isn't there.
Finder = Callable[[str], str | None]


class ServedOption(NamedTuple):
    """An argument or option as pages give it: its name there, its type, and how many there may be."""

    option: str
    served: OverHttp
    name: str
    type: type
    is_argument: bool
    is_needed: bool
    is_many: bool
    is_switch: bool
    # Whether the command line counts how often it is given; here it may also be a number.
    is_counted: bool
    span: tuple[float | None, float | None]

    @property
    def kind(self) -> str:
        """What its value is, in a word for the manual."""
        if self.type is bool:
            return "on-off" if self.is_switch else "flag"
        return "number" if self.type is int else self.served.what


@cache
def served_options(command: str) -> tuple[ServedOption, ...]:
    """What the workbench may give a command, in its order."""
    name = command.replace("-", "_")
    function = getattr(import_module(f"brickyard.commands.{name}"), name)
    hints = get_type_hints(function, include_extras=True)
    found = (_read(one, hints[one.name]) for one in signature(function).parameters.values())
    return tuple(one for one in found if one is not None)


def _read(parameter: Parameter, hint: Any) -> ServedOption | None:
    base, *notes = get_args(hint) or (hint,)
    served = next((one for one in notes if isinstance(one, OverHttp)), None)
    if served is None:
        return None
    info = next(one for one in notes if isinstance(one, typer.models.ParameterInfo))
    # In Annotated, typer takes the first name for the default.
    words = [str(one) for one in (info.default, *(info.param_decls or ())) if str(one).startswith("--")]
    option = words[0][2:].partition("/")[0] if words else parameter.name.replace("_", "-")
    inner = [one for one in get_args(base) if one is not type(None)] or [base]
    is_many = getattr(inner[0], "__origin__", inner[0]) is list or getattr(base, "__origin__", None) is list
    kind = get_args(inner[0])[0] if get_args(inner[0]) else inner[0]
    return ServedOption(
        option,
        served,
        served.name or parameter.name,
        kind,
        isinstance(info, typer.models.ArgumentInfo),
        parameter.default is Parameter.empty,
        is_many,
        any("/" in one for one in words),
        getattr(info, "count", False) or False,
        (info.min, info.max),
    )


def question(command: str, values: Sequence[tuple[str, str]], find: Finder) -> dict[str, Any]:
    """What the answer is to be given; whatever isn't marked as served is refused."""
    if len(values) > _MOST_VALUES or any(len(value) > _LONGEST for _, value in values):
        raise BrickyardError("this question has too many values")
    options = served_options(command)
    places = [one for one in options if one.is_argument]
    known = {one.option: one for one in options if not one.is_argument}
    known |= (
        {one.option: one for one in places}
        if len(places) > 1
        else dict.fromkeys(_PLACES, places[0])
        if places
        else {}
    )
    given: dict[str, Any] = {}
    for name, value in values:
        option = known.get(name.replace("_", "-"))
        if option is None:
            has = ", ".join(one.option for one in options if not one.is_argument) or "none"
            raise BrickyardError(f"{command} has no option {name[:60]}; it has: {has}")
        read = _value(option, name, value, find)
        if option.is_many:
            given.setdefault(option.name, []).append(read)
        elif option.is_counted:
            given[option.name] = given.get(option.name, 0) + read
        elif option.is_argument and option.name in given:
            raise BrickyardError(f"{command} takes one at a time")
        else:
            given[option.name] = read
    missing = [one for one in places if one.is_needed and one.name not in given]
    if missing and len(places) > 1:
        raise BrickyardError(f"{command} needs {' and '.join(one.option for one in places)}")
    if missing:
        raise BrickyardError(f"{command} needs path=, the name of a file")
    return given


def about(command: str) -> str:
    """What it answers: the first sentence of its help."""
    name = command.replace("-", "_")
    function = getattr(import_module(f"brickyard.commands.{name}"), name)
    return " ".join((function.__doc__ or "").partition("\n\n")[0].split())


def with_defaults(command: str, given: Mapping[str, Any], defaults: Mapping[str, str]) -> dict[str, Any]:
    """With what the settings say where nothing was given."""
    usual = {one.name: one for one in served_options(command) if one.option.replace("-", "_") in defaults}
    read = {
        name: _value(one, name, defaults[one.option.replace("-", "_")], str) for name, one in usual.items()
    }
    return {**{name: [one] if usual[name].is_many else one for name, one in read.items()}, **given}


def _value(option: ServedOption, name: str, value: str, find: Finder) -> Any:
    """A file's path, a number, a choice, or words that can't be taken for a file."""
    if "\0" in value:
        raise BrickyardError(f"{name}: this is not text")
    if option.type is bool or (option.is_counted and not value.isdecimal()):
        is_on = value.lower() in ("1", "true", "yes", "on", "")
        return is_on == option.served.on
    if option.type is int:
        return _number(option, name, value)
    if issubclass(option.type, Enum):
        choices = [str(one.value) for one in option.type]
        if value not in choices:
            raise BrickyardError(f"{name}: choose {', '.join(choices)}")
        return value
    what = option.served.what
    if what == "text":
        return value
    found = find(value)
    if found is not None:
        return found
    if what == "file":
        raise BrickyardError(say("{file}: no such file in this folder", file=value))
    if what == "edition" and not _ID.fullmatch(value):
        raise BrickyardError(f"{value}: no such edition; choose one that is offered")
    if what == "side" and _PATH.search(value) and not re.fullmatch(r"[\d/]+", value):
        raise BrickyardError(say("{file}: no such file in this folder", file=value))
    return value


def _number(option: ServedOption, name: str, value: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", value):
        raise BrickyardError(f"{name}: write a number")
    least, most = option.span
    if (least is not None and int(value) < least) or (most is not None and int(value) > most):
        raise BrickyardError(f"{name}: {value} is not in the range from {least or 0:g} to {most or 10**9:g}")
    return int(value)
