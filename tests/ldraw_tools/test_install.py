"""Installing a library: from zips, folders and the net, and what is refused. No network is used."""

from __future__ import annotations

import io
import os
import ssl
import stat
import urllib.error
import urllib.request
import warnings
import zipfile
from collections.abc import Callable
from email.message import Message
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.library import install as installs
from ldraw_tools.library.install import MARK, install
from ldraw_tools.library.part_files import Library

PART = b"0 Brick\n"
WHOLE = {"ldraw/parts/3001.dat": PART, "ldraw/p/stud.dat": b"0 Stud\n", "ldraw/LDConfig.ldr": b"0 LDraw\n"}
URL = "https://example.org/complete.zip"


def zip_bytes(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def zip_at(folder: Path, more: dict[str, bytes] | None = None) -> str:
    path = folder / "complete.zip"
    path.write_bytes(zip_bytes(WHOLE | (more or {})))
    return str(path)


def names_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {MARK}


class Answer:
    """A server's answer that never saw a server."""

    def __init__(self, data: bytes, length: int | str | None = None, error: Exception | None = None) -> None:
        self._data = io.BytesIO(data)
        self._error = error
        self.headers = {"Content-Length": str(len(data) if length is None else length)}

    def read(self, amount: int, /) -> bytes:
        data = self._data.read(min(amount, 100))
        if not data and self._error:
            raise self._error
        return data

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self._data.close()


def answering(answer: Answer) -> Callable[[str], Answer]:
    return lambda _: answer


def failing(error: Exception) -> Callable[[str], Answer]:
    def open_it(_: str) -> Answer:
        raise error

    return open_it


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "share" / "brickyard" / "ldraw"


def test_a_zip_is_unpacked_to_where_a_library_reads_it(tmp_path: Path, target: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = install(zip_at(tmp_path), target, lambda done, total: seen.append((done, total)))
    assert names_in(target) == {"parts/3001.dat", "p/stud.dat", "LDConfig.ldr"}
    assert (report.files, report.bytes) == (3, sum(map(len, WHOLE.values())))
    assert (report.replaced, report.left_out) == (False, {})
    assert seen[-1] == (report.bytes, report.bytes)
    found = Library([target]).read("3001.dat")
    assert found is not None
    assert found.data == PART
    assert [path.name for path in target.parent.iterdir()] == ["ldraw"]


def test_only_what_belongs_to_a_library_is_written_and_the_rest_is_said(tmp_path: Path, target: Path) -> None:
    wanted = {
        "ldraw/PARTS/S/3001S01.DAT": PART,
        "ldraw/parts/textures/face.png": PART,
        "ldraw/UnOfficial/p/48/odd.dat": PART,
        "ldraw/models/Note2602CA.txt": PART,
        "ldraw/CAreadme.txt": PART,
        "ldraw/CAlicense4.txt": PART,
    }
    unwanted = {
        "ldraw/mklist.exe": b"MZ",
        "ldraw/parts/run.exe": b"MZ",
        "ldraw/lsynth/x.dat": PART,
        "parts/outside.dat": PART,
        "__MACOSX/ldraw/parts/._3001.dat": PART,
    }
    report = install(zip_at(tmp_path, wanted | unwanted), target)
    assert names_in(target) == {
        *("parts/3001.dat", "p/stud.dat", "LDConfig.ldr", "parts/s/3001s01.dat", "parts/textures/face.png"),
        *("unofficial/p/48/odd.dat", "models/Note2602CA.txt", "CAreadme.txt", "CAlicense4.txt"),
    }
    assert report.left_out == {"no part of a library": list(unwanted)}


@pytest.mark.parametrize("root", ["", "ldraw/", "ldraw-main/", "a/b/LDRAW/"])
def test_the_library_may_lie_in_any_folder_of_the_zip(root: str, tmp_path: Path, target: Path) -> None:
    path = tmp_path / "library.bin"
    path.write_bytes(zip_bytes({root + "parts/3001.dat": PART, root + "p/stud.dat": PART}))
    install(str(path), target)
    assert names_in(target) == {"parts/3001.dat", "p/stud.dat"}


@pytest.mark.parametrize(
    "name",
    [
        "ldraw/parts/con.dat",
        "ldraw/parts/aux.x.dat",
        "ldraw/parts/a:b.dat",
        "ldraw/parts/a. /b.dat",
        "ldraw/parts/ä.dat",
        f"ldraw/parts/{'x' * 300}.dat",
    ],
)
def test_names_that_not_every_system_can_store_are_left_out(name: str, tmp_path: Path, target: Path) -> None:
    report = install(zip_at(tmp_path, {name: PART}), target)
    assert list(report.left_out) == ["not every system can store such a name"]
    assert len(names_in(target)) == 3


def test_of_two_files_with_one_name_the_first_stays(tmp_path: Path, target: Path) -> None:
    report = install(zip_at(tmp_path, {"ldraw/Parts/3001.DAT": b"0 Impostor\n"}), target)
    assert (target / "parts" / "3001.dat").read_bytes() == PART
    assert report.left_out == {"there already under that name": ["ldraw/Parts/3001.DAT"]}


@pytest.mark.parametrize(
    "name",
    ["../evil.dat", "ldraw/parts/../../evil.dat", "/etc/evil.dat", "C:\\evil.dat", "ldraw\\..\\evil.dat"],
)
def test_a_zip_with_a_name_that_leads_outside_is_refused_whole(
    name: str, tmp_path: Path, target: Path
) -> None:
    with pytest.raises(RefusedError, match="points outside"):
        install(zip_at(tmp_path, {name: PART}), target)
    assert list(target.parent.iterdir()) == []


def test_a_zip_with_a_link_is_refused_whole(tmp_path: Path, target: Path) -> None:
    link = zipfile.ZipInfo("ldraw/parts/link.dat")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = Path(zip_at(tmp_path))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(RefusedError, match="link"):
        install(str(path), target)
    assert not target.exists()


def test_a_bomb_is_refused(tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installs, "_SLACK_BYTES", 1000)
    with pytest.raises(RefusedError, match="far more than a library contains"):
        install(zip_at(tmp_path, {"ldraw/parts/bomb.dat": bytes(2**20)}), target)
    monkeypatch.setattr(installs, "MOST_PART_BYTES", 2**20 - 1)
    with pytest.raises(RefusedError, match="it is larger than"):
        install(zip_at(tmp_path, {"ldraw/parts/bomb.dat": bytes(2**20)}), target)
    monkeypatch.setattr(installs, "MOST_MEMBERS", 2)
    with pytest.raises(RefusedError, match="more than 2 files"):
        install(zip_at(tmp_path), target)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_zip_packed_by_a_method_nobody_uses_is_refused(method: int, tmp_path: Path, target: Path) -> None:
    path = tmp_path / "complete.zip"
    path.write_bytes(zip_bytes(WHOLE, method))
    with pytest.raises(RefusedError, match="packed by a method"):
        install(str(path), target)


def test_what_is_no_library_is_refused(tmp_path: Path, target: Path) -> None:
    (tmp_path / "x.zip").write_bytes(zip_bytes({"parts/u9000.dat": PART}))
    (tmp_path / "page.zip").write_bytes(b"<!DOCTYPE html>")
    (tmp_path / "empty").mkdir()
    for name, words in {
        "x.zip": "contains no LDraw library",
        "empty": "contains no LDraw library",
        "page.zip": "not a zip archive.*DOCTYPE",
        "gone.zip": "can't be read: No such file",
    }.items():
        with pytest.raises(BrickyardError, match=words) as caught:
            install(str(tmp_path / name), target)
        assert str(caught.value).count(name) == 1
    assert not target.exists()


def test_a_folder_is_copied_without_its_links(tmp_path: Path, target: Path) -> None:
    source = tmp_path / "LDraw"
    for name, data in WHOLE.items():
        path = source / name.removeprefix("ldraw/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (tmp_path / "secret.dat").write_bytes(b"secret")
    (source / "parts" / "link.dat").symlink_to(tmp_path / "secret.dat")
    report = install(str(source), target)
    assert names_in(target) == {"parts/3001.dat", "p/stud.dat", "LDConfig.ldr"}
    assert report.left_out == {"a link or a device": ["parts/link.dat"]}


def test_a_library_is_not_installed_into_itself(tmp_path: Path, target: Path) -> None:
    install(zip_at(tmp_path), target)
    for source in (target, target.parent, tmp_path):
        with pytest.raises(RefusedError, match="choose another place"):
            install(str(source), target)
    assert len(names_in(target)) == 3


def test_a_later_install_replaces_the_earlier_one_whole(tmp_path: Path, target: Path) -> None:
    install(zip_at(tmp_path, {"ldraw/parts/old.dat": PART}), target)
    report = install(zip_at(tmp_path, {"ldraw/parts/new.dat": PART}), target)
    assert report.replaced
    assert "parts/new.dat" in names_in(target)
    assert "parts/old.dat" not in names_in(target)
    assert [path.name for path in target.parent.iterdir()] == ["ldraw"]


def test_a_broken_one_never_replaces_a_good_one(tmp_path: Path, target: Path) -> None:
    install(zip_at(tmp_path), target)
    before = names_in(target)
    whole = zip_bytes(WHOLE | {"ldraw/parts/9.dat": os.urandom(500)}, zipfile.ZIP_STORED)
    broken = whole.replace(b"0 Brick", b"0 Crick")
    path = tmp_path / "broken.zip"
    for data in (broken, whole[:-100], whole[:300]):
        path.write_bytes(data)
        with pytest.raises(BrickyardError, match="damaged"):
            install(str(path), target)
    assert names_in(target) == before
    assert [path.name for path in target.parent.iterdir()] == ["ldraw"]


def test_an_interrupted_one_leaves_nothing(tmp_path: Path, target: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(zip_at(tmp_path), target, interrupt)
    assert list(target.parent.iterdir()) == []


def test_where_the_new_one_can_not_be_moved_in_the_old_one_comes_back(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(zip_at(tmp_path), target)
    rename = Path.rename

    def stubborn(self: Path, to: Path) -> Path:
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", stubborn)
    with pytest.raises(BrickyardError, match="can't be written: No space left"):
        install(zip_at(tmp_path), target)
    assert len(names_in(target)) == 3
    assert [path.name for path in target.parent.iterdir()] == ["ldraw"]


def test_a_folder_that_is_not_ours_is_never_replaced(tmp_path: Path) -> None:
    mine = tmp_path / "Documents"
    mine.mkdir()
    (mine / "novel.txt").write_text("Chapter one")
    file = tmp_path / "file"
    file.write_text("text")
    link = tmp_path / "link"
    link.symlink_to(mine)
    for place in (mine, file, link, file / "below"):
        with pytest.raises(BrickyardError):
            install(zip_at(tmp_path), place)
    assert (mine / "novel.txt").read_text() == "Chapter one"


def test_an_empty_folder_is_a_fine_place(tmp_path: Path) -> None:
    place = tmp_path / "empty"
    place.mkdir()
    assert install(zip_at(tmp_path), place).files == 3


def test_an_address_is_fetched_and_unpacked(target: Path) -> None:
    seen: list[tuple[int, int]] = []
    data = zip_bytes(WHOLE)
    report = install(URL, target, lambda done, total: seen.append((done, total)), answering(Answer(data)))
    assert report.files == 3
    assert seen[0] == (100, len(data))
    assert (len(data), len(data)) in seen
    assert [path.name for path in target.parent.iterdir()] == ["ldraw"]


@pytest.mark.parametrize("length", ["", "many", "-1", "²"])
def test_a_server_need_not_say_how_much_it_sends(length: str, target: Path) -> None:
    seen: list[tuple[int, int]] = []
    answer = Answer(zip_bytes(WHOLE), length)
    install(URL, target, lambda done, total: seen.append((done, total)), answering(answer))
    assert seen[0] == (100, 0)


@pytest.mark.parametrize(
    ("opener", "words"),
    [
        (
            failing(urllib.error.HTTPError(URL, 404, "Not FoundFile", Message(), None)),
            "404 Not FoundFile; is the address",
        ),
        (failing(urllib.error.HTTPError(URL, 503, "Busy", Message(), None)), "503 Busy; try again later"),
        (failing(urllib.error.URLError(OSError(-2, "Name or service not known"))), "are you online"),
        (failing(urllib.error.URLError(TimeoutError("timed out"))), "no answer within 60 seconds"),
        (failing(urllib.error.URLError(ssl.SSLError(1, "bad certificate"))), "no secure connection"),
        (failing(ValueError("bad host")), "can't be reached"),
        (answering(Answer(b"PK", error=ConnectionResetError(104, "Connection reset"))), "Connection reset"),
        (answering(Answer(zip_bytes(WHOLE)[:200], 400)), "broke off at 200 of 400 bytes"),
        (answering(Answer(b"<html>Sorry</html>")), "not a zip archive.*<html>"),
        (answering(Answer(b"", 2**40)), "larger than 1,024 MB"),
    ],
)
def test_what_goes_wrong_on_the_net_is_said_and_leaves_nothing(
    opener: Callable[[str], Answer], words: str, target: Path
) -> None:
    with pytest.raises(BrickyardError, match=words) as caught:
        install(URL, target, None, opener)
    assert str(caught.value).startswith(f"{URL}: ")
    assert "\n" not in str(caught.value)
    assert list(target.parent.iterdir()) == []


def test_a_download_is_bounded_whatever_the_server_says(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installs, "MOST_BYTES", 150)
    with pytest.raises(RefusedError, match="larger than"):
        install(URL, target, None, answering(Answer(bytes(1000), "")))


@pytest.mark.parametrize(
    "url",
    ["http://example.org/x.zip", "ftp://example.org/x.zip", "file:///etc/passwd", "data://x", "HTTP://x"],
)
def test_only_https_is_fetched(url: str, target: Path) -> None:
    with pytest.raises(RefusedError, match=r"only https|give the path itself"):
        install(url, target, None, failing(AssertionError()))


@pytest.mark.parametrize("url", ["http://example.org/x.zip", "file:///etc/passwd", "ftp://example.org/x"])
def test_a_redirect_to_anything_but_https_is_refused(url: str) -> None:
    body = io.BytesIO()
    request = urllib.request.Request(URL)
    with pytest.raises(RefusedError, match=r"only https|file://"):
        installs.HttpsRedirects().redirect_request(request, body, 302, "FoundFile", Message(), url)
    assert body.closed
    onward = installs.HttpsRedirects().redirect_request(
        request, io.BytesIO(), 302, "FoundFile", Message(), "https://example.org/other.zip"
    )
    assert onward is not None
    assert onward.full_url == "https://example.org/other.zip"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40), max_size=4))
def test_whatever_the_names_nothing_is_written_outside(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    path = folder / "complete.zip"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        path.write_bytes(zip_bytes(WHOLE | {f"ldraw/parts/{name}": PART for name in names}))
    target = folder / "inner" / "ldraw"
    try:
        install(str(path), target)
    except BrickyardError:
        assert not target.exists()
    assert {entry.name for entry in folder.iterdir()} == {"complete.zip", "inner"}
    assert {entry.name for entry in (folder / "inner").iterdir()} <= {"ldraw"}
