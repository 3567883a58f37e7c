"""Studio's archives: what is read of them, and what becomes of those made to harm."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.reading import document, studio
from ldraw_tools.reading.header import FileKind
from ldraw_tools.reading.studio import StudioModel, parse_studio, read_studio

PASSWORD = b"soho0909"
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
MODEL = (
    b"\xef\xbb\xbf0 Walker\r\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 fin.dat\r\n1 1 0 0 0 1 0 0 0 1 0 0 0 1 fin.dat\r\n"
)
FIN = b"0 FILE rename_fin.dat\r\n0 Fin with Stud\r\n1 16 0 0 0 1 0 0 0 1 0 0 0 1 s/fins01.dat\r\n"
SUBPART = b"0 ~Fin Side\r\n1 16 0 0 0 1 0 0 0 1 0 0 0 1 48\\edge.dat\r\n"
PRIMITIVE = b"0 Edge\r\n3 16 0 0 0 1 0 0 0 1 0\r\n"


@dataclass
class Member:
    """One file of a zip, with every field a liar would want to change."""

    name: str
    data: bytes
    password: bytes = b""
    method: int = 8
    flags: int = 0
    said_size: int | None = None
    crc: int | None = None


def crc_step(byte: int, crc: int) -> int:
    return ~zlib.crc32(bytes([byte]), ~crc & 0xFFFFFFFF) & 0xFFFFFFFF


def lock(data: bytes, password: bytes, check: int) -> bytes:
    """ZipCrypto, which Python's zipfile can read and not write."""
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = crc_step(byte, keys[0])
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = crc_step(keys[1] >> 24, keys[2])

    for byte in password:
        update(byte)
    locked = bytearray()
    for byte in bytes(11) + bytes([check]) + data:
        mask = keys[2] | 2
        locked.append(byte ^ (mask * (mask ^ 1) >> 8 & 0xFF))
        update(byte)
    return bytes(locked)


def pack(members: Iterable[Member]) -> bytes:
    bodies, directory, number = b"", b"", 0
    for member in members:
        body = member.data
        if member.method == 8:
            deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
            body = deflate.compress(body) + deflate.flush()
        crc = zlib.crc32(member.data) if member.crc is None else member.crc
        flags = member.flags
        if member.password:
            body, flags = lock(body, member.password, crc >> 24), flags | 1
        size = len(member.data) if member.said_size is None else member.said_size
        name = member.name.encode()
        common = struct.pack(
            "<HHHHHLLLHH", 20, flags, member.method, 0, 33, crc, len(body), size, len(name), 0
        )
        entry = struct.pack("<HHHLL", 0, 0, 0, 0, len(bodies))
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + common + entry + name
        bodies += b"PK\x03\x04" + common + name + body
        number += 1
    end = struct.pack("<HHHHLLH", 0, 0, number, number, len(directory), len(bodies), 0)
    return bodies + directory + b"PK\x05\x06" + end


def info(**values: object) -> Member:
    return Member(".info", json.dumps({"version": "2.25.9_1", "total_parts": 2} | values).encode())


def parts() -> list[Member]:
    return [
        Member("CustomParts/Fin.dat", FIN),
        Member("CustomParts/s/s/fins01.dat", SUBPART),
        Member("CustomParts/p/48/edge.dat", PRIMITIVE),
        Member("CustomParts/collider/fin.col", b"..."),
    ]


def archive(*more: Member) -> bytes:
    return pack([Member("model.ldr", MODEL), info(), *more])


def messages(model: StudioModel) -> list[str]:
    return [finding.message for finding in model.findings]


def test_a_plain_archive_gives_the_model_and_what_studio_says_of_it() -> None:
    model = parse_studio(archive(Member("thumbnail.png", PNG)), "walker.io")
    assert model.document.main.header.title == "Walker"
    assert model.document.name == "walker.io"
    assert model.document.folder is None
    assert model.total_parts == 2
    assert model.findings == []
    assert model.document.findings == []


def test_an_archive_of_an_older_studio_is_unlocked() -> None:
    members = [Member("model.ldr", MODEL), info(), *parts(), Member("thumbnail.png", PNG)]
    for member in members:
        member.password = PASSWORD
    model = parse_studio(pack(members), "walker.io")
    assert model.total_parts == 2
    found = model.custom.read("fin.dat")
    assert found is not None
    assert b"Fin with Stud" in found.data


def test_an_archive_is_read_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "walker.io"
    path.write_bytes(archive())
    assert read_studio(path).document.name == "walker.io"
    with pytest.raises(BrickyardError, match=r"none\.io"):
        read_studio(tmp_path / "none.io")


def test_model2_is_never_read() -> None:
    with pytest.raises(BrickyardError, match=r"no model\.ldr"):
        parse_studio(pack([Member("model2.ldr", MODEL), info()]), "walker.io")


@pytest.mark.parametrize(
    ("member", "key"),
    [
        ("CustomParts/x.dat", "x.dat"),
        ("CustomParts/parts/X.DAT", "x.dat"),
        ("CustomParts\\parts\\s\\x.dat", "s/x.dat"),
        ("CustomParts/p/stud.dat", "stud.dat"),
        ("CustomParts/p/48/x.dat", "48/x.dat"),
        ("CustomParts/s/x.dat", "s/x.dat"),
        ("CustomParts/s/s/x.dat", "s/x.dat"),
    ],
)
def test_custom_parts_have_the_names_the_library_would_give_them(member: str, key: str) -> None:
    model = parse_studio(archive(Member(member, FIN)), "walker.io")
    assert list(model.custom._members) == [key]
    assert model.custom.read(key) is not None
    assert model.custom.read("other.dat") is None


def test_custom_parts_count_as_parts_though_studio_drops_the_line_that_says_so() -> None:
    model = parse_studio(archive(*parts()), "walker.io")
    assembly = assemble(model.document, custom=model.custom)
    assert not assembly.missing
    assert count(assembly).lots == {("fin.dat", 4): 1, ("fin.dat", 1): 1}
    kinds = {node.key: node.facts.kind for node in assembly.nodes if node.facts}
    assert kinds == {
        "fin.dat": FileKind.PART,
        "s/fins01.dat": FileKind.SUBFILE,
        "48/edge.dat": FileKind.PRIMITIVE,
    }


def test_a_custom_part_that_says_what_it_is_is_left_as_it_is() -> None:
    data = b"0 Wing\n0 !LDRAW_ORG Unofficial_Shortcut\n1 16 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    found = parse_studio(archive(Member("CustomParts/wing.dat", data)), "walker.io").custom.read("wing.dat")
    assert found is not None
    assert found.data == data


def test_only_what_is_needed_is_unlocked() -> None:
    locked = Member("CustomParts/fin.dat", FIN, password=b"other")
    model = parse_studio(archive(locked), "walker.io")
    assert messages(model) == []
    assert model.custom.read("fin.dat") is None
    assert model.custom.read("fin.dat") is None
    assert len(messages(model)) == 1
    assert "locked" in messages(model)[0]


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[1]",
        b"\xff",
        b"[" * 60_000,
        b'{"version": "1"' + b" " * 70_000 + b"}",
        b'{"a": ' + b"9" * 5000,
    ],
)
def test_an_info_that_studio_did_not_write_is_a_finding(data: bytes) -> None:
    model = parse_studio(pack([Member("model.ldr", MODEL), Member(".info", data)]), "walker.io")
    assert model.total_parts is None
    assert len(messages(model)) == 1
    assert "“.info” in the archive is left out" in messages(model)[0]


@pytest.mark.parametrize("total", [True, -1, 1.5, "9", None, 10**30])
def test_a_total_that_is_no_number_of_parts_is_none(total: object) -> None:
    data = pack([Member("model.ldr", MODEL), info(total_parts=total, version=7)])
    assert parse_studio(data, "walker.io").total_parts is None


@pytest.mark.parametrize(
    "name",
    ["../model.ldr", "/etc/model.ldr", "C:\\model.ldr", "CustomParts/../../x.dat", "CustomParts/\tx.dat"],
)
def test_names_that_point_outside_are_left_out_with_a_finding(name: str) -> None:
    model = parse_studio(archive(Member(name, FIN)), "walker.io")
    assert not model.custom._members
    assert [finding.code for finding in model.findings] == ["LDR071"]


def test_many_bad_names_are_one_finding() -> None:
    model = parse_studio(archive(*(Member(f"../{i}", b"") for i in range(100))), "walker.io")
    assert [finding.code for finding in model.findings] == ["LDR072"]
    assert messages(model)[0].startswith("100 files in the archive are left out")


def test_a_name_as_long_as_a_book_is_left_out() -> None:
    model = parse_studio(archive(Member("CustomParts/" + "x" * 5000 + ".dat", FIN)), "walker.io")
    assert not model.custom._members
    assert "too long" in messages(model)[0]
    assert len(messages(model)[0]) < 200


def test_of_two_files_with_one_name_the_first_is_read_and_the_other_said() -> None:
    model = parse_studio(archive(Member("MODEL.LDR", b"0 Impostor\n")), "walker.io")
    assert model.document.main.header.title == "Walker"
    assert len(messages(model)) == 1
    model = parse_studio(
        archive(Member("CustomParts/x.dat", FIN), Member("CustomParts/parts/x.dat", SUBPART)), "walker.io"
    )
    found = model.custom.read("x.dat")
    assert found is not None
    assert b"Fin with Stud" in found.data
    assert len(messages(model)) == 1


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (Member("model.ldr", MODEL, password=b"guess"), "locked"),
        (Member("model.ldr", MODEL, method=99), "locked"),
        (Member("model.ldr", MODEL, password=PASSWORD, flags=0x40), "locked"),
        (Member("model.ldr", MODEL, method=14), "packed by a method"),
        (Member("model.ldr", MODEL, crc=1), "damaged"),
        (Member("model.ldr", MODEL, said_size=3), "damaged"),
        (Member("model.ldr", MODEL, said_size=2**31), "larger than 64 MB"),
    ],
)
def test_a_model_that_can_not_be_read_is_refused_with_the_reason(member: Member, words: str) -> None:
    with pytest.raises(RefusedError, match=words) as caught:
        parse_studio(pack([member, info()]), "walker.io")
    assert str(caught.value).startswith("walker.io: ")


def test_a_bomb_is_read_to_its_bound_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST_BYTES", 2**20)
    bomb = Member("model.ldr", bytes(2**22))
    with pytest.raises(RefusedError, match="larger than 1 MB"):
        parse_studio(pack([bomb]), "walker.io")
    # Its header lies: all of it would be unpacked by a reader that asked for all.
    bomb.said_size = 100
    with pytest.raises(RefusedError):
        parse_studio(pack([bomb]), "walker.io")


def test_all_parts_together_are_bounded() -> None:
    model = parse_studio(archive(*(Member(f"CustomParts/{i}.dat", FIN) for i in range(4))), "walker.io")
    model.custom._archive.bytes_left = 2 * len(FIN) + 1
    assert [model.custom.read(f"{i}.dat") is not None for i in range(4)] == [True, True, False, False]
    assert all("all files together" in message for message in messages(model))
    assert len(messages(model)) == 2


def test_a_part_of_a_million_lines_is_left_out_and_the_next_is_read() -> None:
    bomb = b"0\n" * 1000
    model = parse_studio(archive(Member("CustomParts/0.dat", bomb), Member("CustomParts/1.dat", FIN)), "a.io")
    model.custom._archive.lines_left = 500
    assert [model.custom.read(f"{i}.dat") is not None for i in range(2)] == [False, True]
    assert "all files together have more than 500,000 lines" in messages(model)[0]


def test_what_is_unlocked_is_bounded_too() -> None:
    members = [Member(f"CustomParts/{i}.dat", FIN, PASSWORD) for i in range(2)]
    model = parse_studio(archive(*members), "walker.io")
    model.custom._archive.locked_left = len(FIN) + 12
    assert model.custom.read("0.dat") is not None
    assert model.custom.read("1.dat") is None
    assert "too much to unlock" in messages(model)[0]


def test_an_absurd_number_of_members_is_refused_before_it_costs_anything() -> None:
    directory = b"PK\x01\x02" * (studio.MOST_MEMBERS + 1)
    with pytest.raises(RefusedError, match="more than 20,000 files"):
        parse_studio(archive() + directory, "walker.io")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b"\x7fELF and so on", "^walker.io: not a zip archive; save or download it again$"),
        (b"<html> and so on", "not a zip archive .it begins with “<html> and so on”.; save"),
        (MODEL, "rename it to .ldr"),
        (archive()[:-30], "damaged or cut short"),
        (b"PK\x03\x04", "damaged or cut short"),
        (archive()[:40] + archive()[90:], "damaged or cut short|can't be read"),
    ],
)
def test_what_is_no_archive_is_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(BrickyardError, match=words) as caught:
        parse_studio(data, "walker.io")
    assert "\n" not in str(caught.value)


def read_all(data: bytes) -> None:
    try:
        model = parse_studio(data, "walker.io")
    except BrickyardError:
        return
    assert model.document.folder is None
    assemble(model.document, custom=model.custom)
    for key in model.custom._members:
        model.custom.read(key)
    for finding in model.findings:
        assert "\n" not in finding.message


@given(st.binary(max_size=200), st.sampled_from([b"", b"PK\x03\x04", b"PK\x05\x06", b"0 "]))
def test_any_bytes_give_a_model_or_one_error(data: bytes, start: bytes) -> None:
    read_all(start + data)


@settings(max_examples=300)
@given(st.data())
def test_an_archive_damaged_anywhere_gives_a_model_or_one_error(data: st.DataObject) -> None:
    password = data.draw(st.sampled_from([b"", PASSWORD]))
    members = [Member("model.ldr", MODEL), info(), *parts(), Member("thumbnail.png", PNG)]
    for member in members:
        member.password = password
    whole = bytearray(pack(members))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, 30))
    read_all(bytes(whole[: len(whole) - end]))
