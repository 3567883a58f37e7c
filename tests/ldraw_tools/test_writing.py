"""Outputs appear whole or not at all, and whoever can't write is told why."""

from __future__ import annotations

from pathlib import Path

import pytest

from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import replace_when_done, write_whole


def test_a_file_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    target = tmp_path / "list.csv"
    write_whole(target, b"one\n")
    write_whole(target, b"two\n")
    assert target.read_bytes() == b"two\n"
    assert list(tmp_path.iterdir()) == [target]


def test_what_breaks_off_leaves_the_file_that_was_there_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "list.csv"
    target.write_bytes(b"before")

    def break_off() -> None:
        with replace_when_done(target) as temporary:
            temporary.write_bytes(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert target.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_windows_keeps_open_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Path, _target: Path) -> None:
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(BrickyardError, match=r"Access is denied; is it open in another program\?"):
        write_whole(tmp_path / "sheet.pdf", b"%PDF")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "new" / "one" / "list.csv", b"one\n")
    assert (tmp_path / "new" / "one" / "list.csv").read_bytes() == b"one\n"


def test_a_folder_that_can_not_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BrickyardError, match="can't be made a folder") as caught:
        write_whole(tmp_path / "file" / "list.csv", b"")
    assert "\n" not in str(caught.value)


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "list").mkdir()
    with pytest.raises(BrickyardError, match="can't be written"):
        write_whole(tmp_path / "list", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["list"]
