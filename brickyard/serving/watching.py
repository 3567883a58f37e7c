"""Files that other programs save: wait until they are complete, judge them, tell the pages."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from brickyard.serving.server_state import ServerState
from brickyard.serving.unsaved import note_tags, recalled_tags
from brickyard.serving.yard import NotInYardError, is_shown, read_file, version_of
from brickyard.whole_files import STEP_SECONDS, Settling
from fleets.tagging.remembered_tags import RememberedTag
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import is_model

_MOST_REMEMBERED = 400
_ROUND_SECONDS = 2.0


class Watcher:
    """Knows what was on disk, and which tags were in it."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self._known: dict[Path, str] = {}
        self._tags: dict[str, tuple[RememberedTag, ...]] = {}
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._again: set[Path] = set()

    async def run(self) -> None:
        """Watches until the server stops."""
        server = self._server
        for one in (await asyncio.to_thread(server.yard.files)).values():
            self._known[one.path] = server.version(one.path)
        server.run(self._remember_all())
        roots = [root for root in server.yard.roots if root.path != server.dropped]
        for is_folder in (True, False):
            folders = {root.folder for root in roots if root.is_folder is is_folder}
            if folders:
                server.run(self._watch(folders, is_folder))

    async def _watch(self, folders: Iterable[Path], with_inner: bool) -> None:
        from watchfiles import awatch

        try:
            async for changes in awatch(
                *folders, step=20, debounce=200, watch_filter=_is_ours, recursive=with_inner
            ):
                self.look(Path(path) for _, path in changes)
        except (OSError, RuntimeError):
            # A folder of folders beyond what the system watches, or a disk that can't be watched.
            await self._look_around()

    async def _look_around(self) -> None:
        """Looks at every file again and again: slower, but it always works."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            files = await asyncio.to_thread(self._server.yard.files)
            there = {one.path for one in files.values()}
            changed = [path for path in there if self._server.version(path) != self._known.get(path)]
            self.look([*changed, *(path for path in self._known if path not in there)])

    def look(self, paths: Iterable[Path]) -> None:
        """These have changed; a file that is being looked at is looked at again afterwards."""
        for path in dict.fromkeys(paths):
            if path in self._waiting:
                self._again.add(path)
            elif self._file(path):
                task = asyncio.get_running_loop().create_task(self._settled(path))
                self._waiting[path] = task
                self._server.background.add(task)
                task.add_done_callback(self._server.background.discard)

    async def _settled(self, path: Path) -> None:
        try:
            await self.tell(path, await self._whole(path))
        finally:
            self._waiting.pop(path, None)
        if path in self._again:
            # It was saved again meanwhile.
            self._again.discard(path)
            self.look([path])

    async def tell(self, path: Path, data: bytes | None) -> None:
        """Compares the disk with before: the file is gone, new or changed."""
        server, file = self._server, self._file(path)
        server.forget(path)
        before = self._known.get(path)
        if data is None:
            if self._known.pop(path, None) is not None:
                server.workers.note(path, server.unsaved.data(file))
                server.events.tell(
                    "removed", {"file": file, "version": "", "draft": server.unsaved.number(file)}
                )
            return
        version = self._known[path] = version_of(data)
        ours = server.saved.pop(path, None)
        if ours is None and version == before:
            return
        if ours is not None:
            # Remembered even if another program has already replaced it.
            await self._compare_tags(file, path, ours, is_ours=True)
            if version_of(ours) == version:
                return
        if server.unsaved.number(file) == 0:
            # Steps that were undone here belong to the old file.
            server.unsaved.discard(file)
        server.tell_changed(file, "added" if before is None else "changed")
        await self._judge(file, path, version)
        await self._compare_tags(file, path, data)

    async def _whole(self, path: Path) -> bytes | None:
        """The file's bytes once it is complete; None if it is gone."""
        settling = Settling(path)
        await asyncio.to_thread(settling.look)
        while not settling.is_settled:
            if settling.takes_long:
                self._server.events.tell("waiting", {"file": self._file(path)})
            await asyncio.sleep(STEP_SECONDS)
            await asyncio.to_thread(settling.look)
        return settling.data

    async def _judge(self, file: str, path: Path, version: str) -> None:
        """Tells the verdict to all pages, whichever file they show."""
        try:
            asked = {"command": "check", "given": {"paths": [str(path)]}}
            made = await self._server.ask("answer", asked, file)
            verdict = json.loads(made.data).get("verdict", "not judged")
        except BrickyardError:
            verdict = "not judged"
        about: dict[str, Any] = {"file": file, "version": version, "draft": self._server.unsaved.number(file)}
        self._server.events.tell("judged", {**about, "verdict": verdict})

    async def _remember_all(self) -> None:
        """Reads the tags of every model once, so that we notice when one is lost."""
        files = await asyncio.to_thread(self._server.yard.files)
        models = [one for one in files.values() if is_model(one.path.name) and one.bytes < 4_000_000]
        for one in models[:_MOST_REMEMBERED]:
            if one.file not in self._tags:
                # An editor may have saved it while no workbench ran.
                self._tags[one.file] = await asyncio.to_thread(recalled_tags, self._noted(one.path))
                with contextlib.suppress(BrickyardError):
                    await self._compare_tags(one.file, one.path, await asyncio.to_thread(read_file, one.path))

    async def _compare_tags(self, file: str, path: Path, data: bytes, is_ours: bool = False) -> None:
        if not is_model(path.name):
            return
        # In files that we wrote ourselves the tags are as wanted.
        before, told = ((), ()) if is_ours else (self._tags.get(file, ()), self._server.lost.get(file, ()))
        try:
            arguments = {"data": data, "name": path.name, "before": before, "told": told}
            gone, now = (await self._server.ask("lost", arguments, file)).more
        except (BrickyardError, TypeError):
            return
        self._tags[file] = now
        if is_ours:
            await asyncio.to_thread(note_tags, self._noted(path), now)
        if gone:
            self._server.lost[file] = gone
            self._server.events.tell("tags-lost", {"file": file, "tags": self._server.lost_of(file)})
        else:
            self._server.lost.pop(file, None)

    def _noted(self, path: Path) -> Path | None:
        """Where the tags that we saved into a file are noted for the next start."""
        folder = self._server.served.unsaved
        name = hashlib.sha256(os.fsencode(path)).hexdigest()[:32]
        return folder.parent / "tags" / f"{name}.json" if folder is not None else None

    def _file(self, path: Path) -> str:
        """Its name in the yard; empty if it has none."""
        file = self._server.yard.name_of(path)
        try:
            return file if file and is_shown(path.name) and self._server.yard.where(file) else ""
        except NotInYardError:
            return ""


def _is_ours(_change: object, path: str) -> bool:
    return is_shown(Path(path).name)
