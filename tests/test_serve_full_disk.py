"""Issue 25, 14: no room on the disk or in the temporary folder: a sentence, no half files, drafts stay."""

from __future__ import annotations

import errno
import io
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brickyard.serving import dropping
from brickyard.serving.request_guard import HEADER
from tests.serving import EXAMPLES, TOKEN, Page, workbench

CHUB = (EXAMPLES / "frames" / "chub.mpd").read_bytes()
FULL = "No space left on device"


def _full_below(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The disk takes half of a file and no more."""
    real: Callable[[Path, Any], int] = Path.write_bytes

    def write(path: Path, data: Any) -> int:
        if not path.is_relative_to(folder):
            return real(path, data)
        real(path, bytes(data)[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(Path, "write_bytes", write)


@pytest.fixture
def page(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    (tmp_path / "chub.mpd").write_bytes(CHUB)
    with workbench(tmp_path, unsaved=tmp_path_factory.mktemp("state")) as found:
        yield found


def test_a_full_disk_keeps_file_and_draft_and_leaves_nothing(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = page.tag("chub.mpd", 0, {"submodel": "rifle.ldr"}, "2Ra").json()
    draft = page.server.unsaved.data("chub.mpd")
    asked = {"file": "chub.mpd", "draft": told["draft"], "version": told["version"]}
    with monkeypatch.context() as full:
        _full_below(full, tmp_path.resolve())
        answer = page.post("save", **asked)
        assert answer.status_code == 400
        assert answer.json() == {"error": f"chub.mpd.bak: can't be written: {FULL}"}
        assert [path.name for path in tmp_path.iterdir()] == ["chub.mpd"]
        assert (tmp_path / "chub.mpd").read_bytes() == CHUB
        assert page.server.unsaved.data("chub.mpd") == draft
    assert page.post("save", **asked).status_code == 200
    assert (tmp_path / "chub.mpd").read_bytes() == draft


def test_a_full_temporary_folder_takes_drafts_but_no_drops(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        assert page.server.noted is not None
        for folder in (page.server.dropped.parent, page.server.noted):
            _full_below(full, folder)
        tagged = page.tag("chub.mpd", 0, {"submodel": "rifle.ldr"}, "2Ra")
        assert (tagged.status_code, tagged.json()["draft"]) == (200, 1)
        assert [path for path in page.server.noted.rglob("*") if path.is_file()] == []
        dropped = page.drop(more__mpd=CHUB)
        assert dropped == {
            "files": [],
            "refused": [{"name": "more.mpd", "why": f"it can't be written: {FULL}"}],
        }
    assert [path for path in page.server.dropped.rglob("*") if path.is_file()] == []
    saved = page.post("save", file="chub.mpd", draft=1, version=tagged.json()["version"])
    assert saved.status_code == 200


def test_a_large_drop_into_a_full_temporary_folder_is_refused_in_words(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: Any, **_named: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    # What is larger than a megabyte is put there while it comes.
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", full)
    files = [("files", ("large.mpd", b"0 x\n" * 500_000))]
    answer = page.client.post("/api/drop", files=files, headers={HEADER: TOKEN})
    assert answer.status_code == 507
    assert answer.json()["error"] == f"this can't be written: {FULL}; put that right, then try again"


def test_an_archive_that_is_too_large_says_the_true_limit(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dropping, "_MOST_UNPACKED", 5 * 2**20)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a.ldr", "b.ldr", "c.ldr", "d.ldr"):
            archive.writestr(name, b"0 x\n" * 500_000)
    found = page.drop(many__zip=packed.getvalue())
    assert found["files"] == ["dropped/many/a.ldr", "dropped/many/b.ldr"]
    why = "many.zip holds more than 5 MB; this file and all after it are left out"
    assert found["refused"] == [{"name": "c.ldr", "why": why}]
