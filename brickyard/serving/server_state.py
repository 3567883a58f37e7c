"""The state of a workbench: its yard, what is unsaved in it, who works for it, and who listens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import tempfile
import time
import weakref
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from brickyard.facts.made_from import made_by
from brickyard.serving.kept_pictures import KeptPictures
from brickyard.serving.making import JobQueue
from brickyard.serving.unsaved import PREFIX, Unsaved, hold, note_draft, noted_in
from brickyard.serving.worker_pool import Gone, WorkerPool
from brickyard.serving.workers import WEBP, Changes, Made, WorkPlace
from brickyard.serving.yard import (
    NotInYardError,
    Yard,
    YardFile,
    YardListing,
    forces_in,
    kind_of,
    looked_at,
    read_file,
    role_of,
    title_of,
    version_of,
)
from catalog.languages import Language, language_named, texts_in
from ldraw_tools.choosing import split_choice
from ldraw_tools.findings import BrickyardError
from ldraw_tools.phrases import in_language, say
from ldraw_tools.workspace import LateLibrary

# A page that was away longer reloads everything.
_MOST_KEPT = 500
# So that we notice pages that are gone, and proxies don't close the stream.
_BEAT_SECONDS = 15.0
_MOST_LISTENERS = 60
# The events for the manual: their keys, and when they are sent.
EVENTS = {
    "changed": ("file, version, draft", "a file has changed, on disk or as a draft"),
    "added": ("file, version, draft", "a file is new"),
    "removed": ("file, version, draft", "a file is gone"),
    "waiting": ("file", "another program is saving a file; we wait until it is complete"),
    "judged": ("file, version, draft, verdict", "a file that was saved by another program is judged"),
    "tags-lost": ("file, tags", "a save took tags away: each with name, tag, and the tag as a name has it"),
    "job": ("id, what, name, state, done, of, error", "a long job has started, made progress or ended"),
    "restarted": ("", "some events are no longer known: load everything again"),
}


class PageEvent(NamedTuple):
    number: int
    name: str
    text: str

    def encode(self) -> bytes:
        return f"id: {self.number}\nevent: {self.name}\ndata: {self.text}\n\n".encode()


class Events:
    """A page that asks for events that are no longer kept gets `restarted`."""

    def __init__(self) -> None:
        self._kept: deque[PageEvent] = deque(maxlen=_MOST_KEPT)
        self._number = 0
        # A stream that its page has left before it began is forgotten with its listener.
        self._listeners: weakref.WeakSet[asyncio.Event] = weakref.WeakSet()
        self._ended = False

    @property
    def last(self) -> int:
        return self._number

    @property
    def is_crowded(self) -> bool:
        return len(self._listeners) >= _MOST_LISTENERS

    def tell(self, name: str, about: Mapping[str, Any]) -> None:
        self._number += 1
        self._kept.append(PageEvent(self._number, name, json.dumps(about, separators=(",", ":"))))
        self._wake()

    def end(self) -> None:
        """End all streams: the server stops."""
        self._ended = True
        self._wake()

    def since(self, last: int | None) -> AsyncIterator[bytes]:
        """All events after that number, then new ones as they come; without a number only new ones.

        It counts as a listener at once: many may come before the first stream begins.
        """
        woken = asyncio.Event()
        self._listeners.add(woken)
        return self._stream(self._number if last is None else last, woken)

    async def _stream(self, seen: int, woken: asyncio.Event) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1000\n\n"
            first = self._kept[0].number if self._kept else self._number + 1
            if seen > self._number or seen < first - 1:
                seen = self._number
                yield PageEvent(self._number, "restarted", "{}").encode()
            while not self._ended:
                woken.clear()
                for event in [one for one in self._kept if one.number > seen]:
                    seen = event.number
                    yield event.encode()
                try:
                    await asyncio.wait_for(woken.wait(), _BEAT_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self._listeners.discard(woken)

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.set()


# Of the page whose request is answered.
LANGUAGE: ContextVar[str] = ContextVar("language", default="")
# Pictures, which may take their time.
_DRAWN = ("picture", "part-picture")
_MOST_TITLES = 20_000
# Files that nobody has watched since they were saved.
_MOST_SAVED = 20


class Served(NamedTuple):
    """What `brickyard serve` was asked for; without paths it shows the examples."""

    paths: tuple[Path, ...]
    library: tuple[Path, ...] = ()
    read_only: bool = False
    examples: bool = False
    # Whether files in them may name files that lie elsewhere.
    outside: bool = False
    # Where unsaved changes are kept, for a server that ends or is killed.
    unsaved: Path | None = None
    # Where pictures are kept for the next start.
    pictures: Path | None = None


class ServerState:
    def __init__(self, served: Served) -> None:
        self.served = served
        self._folder = tempfile.TemporaryDirectory(prefix=time.strftime(f"{PREFIX}%Y-%m-%d-%H%M%S-"))
        home = Path(self._folder.name).resolve()
        self._held = hold(home)
        self.home = home
        self.noted = noted_in(served.unsaved, home, served.paths)
        self.dropped, self.made = home / "dropped", home / "made"
        for folder in (self.dropped, self.made):
            folder.mkdir()
        self.yard = Yard(served.paths, self.dropped, read_only=served.read_only or served.examples)
        self.unsaved = Unsaved()
        self.events = Events()
        self.place = WorkPlace(
            tuple(path.resolve() for path in served.library),
            tuple(self.yard.shown_as().items()),
            ((self.dropped,), *([] if served.outside else [tuple(self.yard.shown_as())])),
        )
        self.workers = WorkerPool(self.place, self.drafts, self._tell_long)
        self.job_queue = JobQueue(
            self.place, self.made, self.drafts, lambda job: self.events.tell("job", job.plain())
        )
        # By path: what a version was worked out from, so that a yard of files isn't read for each list.
        self._versions: dict[Path, tuple[float, int, str]] = {}
        # Each is kept only while it is held or waited for: pages send any number of names.
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._titles: dict[tuple[Any, ...], dict[str, Any]] = {}
        self._pictures: KeptPictures | None = None
        self._opening_pictures = asyncio.Lock()
        # By list: models from other folders that it names as if they lay beside it.
        self.companions: dict[str, dict[Path, str]] = {}
        # Copies of files that we have replaced, and tags that were lost when another program saved.
        self.kept: dict[Path, Path] = {}
        # What we wrote ourselves: watching needn't report it.
        self.saved: dict[Path, bytes] = {}
        self.lost: dict[str, tuple[Any, ...]] = {}
        self.background: set[asyncio.Task[Any]] = set()
        # Tables for game night that were started from here.
        self.tables: list[subprocess.Popen[bytes]] = []

    async def pictures(self) -> KeptPictures:
        """Those that were drawn; what draws them is found out once, for all of our files are read for it."""
        async with self._opening_pictures:
            if self._pictures is None:
                library = LateLibrary(self.place.library).library()
                drawn_by = f"{await asyncio.to_thread(made_by, library)} {self.served.outside}"
                self._pictures = KeptPictures(self.served.pictures, drawn_by, library)
        return self._pictures

    def drafts(self) -> Changes:
        """All unsaved changes, for a worker that starts."""
        found: Changes = {}
        found.update((self.yard.where(file), data) for file, data in self.unsaved.changed().items())
        for beside, model in (pair for known in self.companions.values() for pair in known.items()):
            with contextlib.suppress(BrickyardError):
                found[beside] = self.data_of(model)
        return found

    def listed(self, listing: YardListing | None = None) -> dict[str, dict[str, Any]]:
        """Every file for the page, with those that are not on disk yet."""
        files = (listing or self.yard.listing()).files
        found = {name: self._listed(one) for name, one in files.items()}
        for file, data in self.unsaved.changed().items():
            if file not in found:
                path = self.yard.where(file)
                found[file] = self._listed(YardFile(file, path, kind_of(path, data), len(data), 0))
        return found

    def find(self, text: str) -> str | None:
        """The path that a name means, with the submodel or unit that it chooses; None if it isn't there."""
        for file, mark, rest in _ways(text):
            try:
                path = self.yard.where(file)
            except NotInYardError:
                continue
            if self._is_served(file, path):
                return f"{path}{mark}{rest}"
        return None

    def found(self, text: str) -> str:
        """The same, or it is refused."""
        if (path := self.find(text)) is None:
            raise NotInYardError(say("{file}: no such file in this folder", file=text[:200]))
        return path

    def path_of(self, file: str) -> Path:
        """The same for a whole file; a file that isn't there is refused."""
        path = self.yard.where(file)
        if not self._is_served(file, path):
            raise NotInYardError(say("{file}: no such file in this folder", file=file))
        return path

    def _is_served(self, file: str, path: Path) -> bool:
        """Whether it is listed; a file that was changed here stays, whatever it says now."""
        if (draft := self.unsaved.of(file)) is not None:
            return draft.is_changed or path.is_file()
        return looked_at(path, file) is not None

    def data_of(self, file: str) -> bytes:
        """The bytes as they are now: the draft's, or else those on disk."""
        draft = self.unsaved.data(file)
        return read_file(self.yard.where(file)) if draft is None else draft

    def version(self, path: Path) -> str:
        """The version of what is on disk; empty if nothing is there."""
        try:
            found = path.stat()
        except OSError:
            return ""
        known = self._versions.get(path)
        if known is None or known[:2] != (found.st_mtime, found.st_size):
            try:
                known = found.st_mtime, found.st_size, version_of(read_file(path))
            except BrickyardError:
                # One file that can't be read must not hide all others.
                return version_of(f"{found.st_mtime} {found.st_size}".encode())
            self._versions[path] = known
        return known[2]

    def forget(self, path: Path) -> None:
        """The file on disk has changed."""
        self._versions.pop(path, None)

    def tell_changed(self, file: str, name: str = "changed") -> None:
        """Workers read it again, pages are told."""
        path = self.yard.where(file)
        self.workers.note(path, self.unsaved.data(file))
        about = {"file": file, "version": self.version(path), "draft": self.unsaved.number(file)}
        self.events.tell(name, about)
        note_draft(self.noted, file, self.unsaved.data(file))

    def lock(self, file: str) -> asyncio.Lock:
        """Only one change of a file at a time."""
        return self._locks.setdefault(file, asyncio.Lock())

    def said_of(self, file: str) -> dict[str, Any]:
        """What pages are told of a file's draft."""
        can_undo, can_redo = self.unsaved.can(file)
        return {
            "file": file,
            "version": self.version(self.yard.where(file)),
            "draft": self.unsaved.number(file),
            "canUndo": can_undo,
            "canRedo": can_redo,
        }

    def lost_of(self, file: str) -> list[dict[str, str]]:
        """The tags that were lost when another program saved, for pages."""
        lost = self.lost.get(file, ())
        return [{"name": one.shown, "tag": one.text, "inName": one.in_name} for one in lost]

    def note_saved(self, file: str, target: str, data: bytes) -> None:
        """The draft is on disk now, maybe under another name."""
        path = self.yard.where(target)
        self.forget(path)
        self.saved[path] = data
        while len(self.saved) > _MOST_SAVED:
            del self.saved[next(iter(self.saved))]
        if file != target:
            self.unsaved.discard(target)
            self.unsaved.rename(file, target)
            # The file that the draft began with is still there, and has no draft any more.
            self.tell_changed(file, "changed" if self.yard.where(file).is_file() else "removed")
        self.unsaved.note_saved(target, data)
        for beside in self.companions.pop(file, {}):
            self.workers.note(beside, None)
        self.tell_changed(target)

    def add_companion(self, manifest: str, model: str) -> Path:
        """A model from another folder that a list names: as if it lay beside the list until that is saved."""
        beside = self.yard.where(manifest).parent / Path(model).name
        known = self.companions.setdefault(manifest, {})
        if known.get(beside) != model and beside.exists():
            raise BrickyardError(
                say("{file}: another file of that name is beside the list; rename one", file=beside.name)
            )
        known[beside] = model
        self.workers.note(beside, self.data_of(model))
        return beside

    def drop_companions(self, manifest: str) -> None:
        for beside in self.companions.pop(manifest, {}):
            self.workers.note(beside, None)

    async def ask(
        self, question: str, arguments: dict[str, Any], about: str = "", is_gone: Gone | None = None
    ) -> Made:
        drawn, asked = question in _DRAWN, {"language": LANGUAGE.get(), **arguments}
        return await self.workers.ask(question, asked, about=about, drawn=drawn, is_gone=is_gone)

    async def picture(self, file: str, arguments: dict[str, Any], is_gone: Gone) -> Made:
        """Drawn once until something changes: the yard shows all its files again and again."""
        [kept] = await self.kept_pictures([arguments])
        if kept is not None:
            return Made(kept, WEBP)
        began = time.time_ns()
        made = await self.ask("picture", arguments, file, is_gone)
        if made.status == 200:
            pictures, looks = await self.pictures(), _looks_of(arguments)
            await asyncio.to_thread(pictures.keep, *looks, made.more, made.data, began)
        return made

    async def kept_pictures(self, asked: Sequence[Mapping[str, str]]) -> list[bytes | None]:
        """Those that were drawn before; empty where nothing can be drawn."""
        pictures, drafts = await self.pictures(), self.drafts()
        return await asyncio.to_thread(lambda: [pictures.find(*_looks_of(one), drafts) for one in asked])

    def run(self, work: Any) -> None:
        """In the background, until the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    def stop(self) -> None:
        self.events.end()
        for task in self.background:
            task.cancel()
        self.workers.stop()
        self.job_queue.stop()
        if self.tables:
            from brickyard.serving.job_answers import end_tables

            end_tables(self.tables)
        self._held.close()
        self._folder.cleanup()

    def _listed(self, one: YardFile) -> dict[str, Any]:
        is_dropped = self.yard.root_of(one.file).path == self.dropped
        return {
            "file": one.file,
            "kind": one.kind,
            **self._about(one),
            "version": self.version(one.path),
            "draft": self.unsaved.number(one.file),
            "bytes": one.bytes,
            "saved": one.saved,
            "dropped": is_dropped,
            "writable": self.yard.is_writable(one.file),
            "lost": self.lost_of(one.file),
        }

    def _about(self, one: YardFile) -> dict[str, Any]:
        key = (one.path, one.saved, one.bytes, self.unsaved.number(one.file))
        if key not in self._titles:
            if len(self._titles) > _MOST_TITLES:
                self._titles.clear()
            data = self.unsaved.data(one.file)
            told = {"name": title_of(one.path, data), "role": role_of(one.path, data)}
            named = forces_in(one.path, data) if one.kind == "campaign" else ()
            fielded = [name for path in named if (name := self.yard.name_of(path))]
            self._titles[key] = {**told, "fielded": fielded}
        return self._titles[key]

    def _tell_long(self, job: str, about: str, state: str) -> None:
        told = {"id": job, "what": "answer", "name": about, "state": state, "done": 0, "of": 0, "error": ""}
        self.events.tell("job", told)


def in_its_language(why: str) -> str:
    """A sentence in the language of the page whose request is answered."""
    return in_language(why, texts_in(language_named(LANGUAGE.get() or Language.ENGLISH)))


def looks_of(chosen: str, asked: Mapping[str, Any]) -> str:
    """What a picture of a file shows: a submodel or a unit, and how wide it is."""
    return f"{chosen} {asked['unit']} {asked['width']}"


def _looks_of(asked: Mapping[str, Any]) -> tuple[Path, str]:
    path, chosen = split_choice(Path(asked["path"]))
    return path, looks_of(chosen, asked)


def _ways(text: str) -> Sequence[tuple[str, str, str]]:
    """A whole name, a name with a submodel after #, a name with a unit after a colon."""
    ways = [(text, "", "")]
    for mark in "#:":
        ways += [
            (text[:place], mark, text[place + 1 :])
            for place, letter in enumerate(text)
            if letter == mark and text[place + 1 :].strip()
        ]
    return ways[:20]
