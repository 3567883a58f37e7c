"""Models to break, and ways to break them: the seeds and mutations of fuzz.py."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable

MOST_BYTES = 300_000
ARCHIVE = b"PK\x03\x04"

# Seeds: between them every meta, line type and oddity that the reader knows.
IDENTITY = "1 0 0 0 1 0 0 0 1"
SEEDS = (
    f"""0 FILE main.ldr
0 Main model
0 Name: main.ldr
0 Author: Nobody
0 !LICENSE Licensed under CC BY 4.0
0 !KEYWORDS one, two, BrickLink 3001
0 !CATEGORY Brick
1 4 0 0 0 {IDENTITY} 3001.dat
1 16 0 -24 0 {IDENTITY} arm.ldr
0 STEP
1 0x2FF00AA 40 0 0 0 0 1 0 1 0 -1 0 0 arm.ldr
0 ROTSTEP 45 30 0 REL
1 24 40 0 0 -1 0 0 0 1 0 0 0 1 own part.dat
0 FILE arm.ldr
1 16 0 0 0 {IDENTITY} 3023.dat
1 2 0 -8 0 .5 .5 0 -.5 .5 0 0 0 1 3062b.dat
1 14 0 0 10 1 0 0 0 0 -1 0 1 0 4070.dat
0 NOFILE
1 4 0 0 0 {IDENTITY} 3005.dat
0 FILE own part.dat
0 Own Part
0 !LDRAW_ORG Unofficial_Part
0 BFC CERTIFY CCW
0 BFC INVERTNEXT
1 16 0 0 0 {IDENTITY} stud.dat
3 16 0 0 0 10 0 0 10 10 0
4 16 0 0 0 10 0 0 10 10 0 0 10 0
2 24 0 0 0 1 1 1
5 24 0 0 0 1 1 1 2 2 2 3 3 3
0 !DATA picture.png
0 !: iVBORw0KGgo=
""",
    f"""0 Untitled
0 !COLOUR Mine CODE 900 VALUE #112233 EDGE #445566 ALPHA 128
0 COLOR 901 other 0 10 20 30 255 10 20 30 255
0 GHOST 1 4 0 0 0 {IDENTITY} 3001.dat
0 MLCAD HIDE 1 4 0 0 0 {IDENTITY} 3001.dat
0 MLCAD BTG group one
1 4 0 0 0 {IDENTITY} 3001.dat
0 BUFEXCHG A STORE
1 4 0 0 0 {IDENTITY} 3002.dat
0 BUFEXCHG A RETRIEVE
0 SYNTH BEGIN HOSE 16
1 16 0 0 0 {IDENTITY} LS00.dat
0 SYNTH SYNTHESIZED BEGIN
1 16 0 0 0 {IDENTITY} LS01.dat
0 SYNTH SYNTHESIZED END
0 SYNTH END
0 !LPUB PLI BEGIN IGN
1 4 0 0 0 {IDENTITY} 3003.dat
0 !LPUB PLI END
0 LPUB BOM BEGIN IGN
1 4 0 0 0 {IDENTITY} 3003.dat
0 LPUB BOM END
0 !LPUB PART BEGIN IGN
0 !LPUB PART END
0 !LPUB PLI BEGIN SUB 3004.dat 4
1 4 0 0 0 {IDENTITY} 3005.dat
0 !LPUB PLI END
0 !LDVIEW BBOX_IGNORE BEGIN
1 4 900 0 0 {IDENTITY} 3005.dat
0 !LDVIEW BBOX_IGNORE END
0 !LEOCAD GROUP BEGIN Group 1
1 4 0 0 0 {IDENTITY} 3068b.dat
0 !LEOCAD GROUP END
0 !LEOCAD PIECE STEP_HIDE 3
0 !LDCAD GROUP_DEF [topLevel=true] [LID=7] [GID=x] [name=Seven] [center=0 0 0]
0 !LDCAD GROUP_NXT [ids=7] [nrs=-1]
1 4 0 0 0 {IDENTITY} 3069b.dat
0 !TEXMAP START PLANAR 0 0 0 1 0 0 0 1 0 picture.png
0 !: 4 16 0 0 0 1 0 0 1 1 0 0 1 0
0 !TEXMAP FALLBACK
4 16 0 0 0 1 0 0 1 1 0 0 1 0
0 !TEXMAP END
0 ROTATE 90 0 1 0
0 TRANSLATE 1 2 3
0 SCALE 2
0 WRITE hello
0 PAUSE
0 CLEAR
0 // comment
7 junk
""",
    f"""0 FILE hose.ldr
1 4 0 0 0 {IDENTITY} generated.dat
1 4 0 0 0 {IDENTITY} hose.ldr
1 4 0 0 0 {IDENTITY} loop.ldr
1 4 0 0 0 {IDENTITY} ../../secret.dat
1 4 0 0 0 {IDENTITY} C:\\windows\\x.dat
1 4 0 0 0 {IDENTITY} s\\3001s01.dat
1 4 0 0 0 {IDENTITY} 48\\4-4cyli.dat
1 4 0 0 0 {IDENTITY} missing.dat
1 4 0 0 0 {IDENTITY} missing.ldr
1 4 0 0 0 {IDENTITY} 970c00.dat
1 4 0 0 0 {IDENTITY} local.dat
0 FILE generated.dat
0 !LDCAD GENERATED [generator=LDCad 1.6d]
1 16 0 0 0 {IDENTITY} axle.dat
1 16 0 9 0 {IDENTITY} 4-4cyli.dat
0 FILE loop.ldr
1 4 0 0 0 {IDENTITY} hose.ldr
0 FILE old.dat
0 ~Moved to local
0 !LDRAW_ORG Unofficial_Part
1 16 0 0 0 {IDENTITY} local.dat
0 FILE twice.ldr
0 FILE twice.ldr
0 FILE
""",
    "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n0 FILE a.ldr\n3 16 0 0 0 1 0 0 0 1 0\n",
    "0 FILE 0.ldr\n"
    + "".join(
        f"{''.join(f'1 4 {n * 20} 0 0 {IDENTITY} {level + 1}.ldr' + chr(10) for n in range(10))}"
        f"0 FILE {level + 1}.ldr\n"
        for level in range(20)
    )
    + f"1 4 0 0 0 {IDENTITY} 3001.dat\n",
)  # fmt: skip
# fmt: off
WORDS = """
0 1 2 3 4 5 FILE NOFILE !DATA !: STEP ROTSTEP GHOST MLCAD HIDE BTG BUFEXCHG A STORE RETRIEVE SYNTH BEGIN END
SYNTHESIZED LPUB !LPUB PLI PART BOM IGN SUB !LDVIEW BBOX_IGNORE !LEOCAD GROUP !LDCAD GENERATED GROUP_DEF
GROUP_NXT [ids=1] [LID=1] [name=x] !TEXMAP START NEXT FALLBACK PLANAR !COLOUR COLOR CODE VALUE EDGE ALPHA BFC
CERTIFY NOCERTIFY CW CCW CLIP NOCLIP INVERTNEXT ROTATE TRANSLATE TRANSFORM SCALE !LDRAW_ORG Unofficial_Part
Unofficial_Primitive Part Subpart Shortcut Model Helper Alias Physical_Colour Name: Author: ~Moved to =x _x |x
~x 3001.dat 3001 stud.dat s\\3001s01.dat 973p01c01.dat main.ldr arm.ldr 16 24 4 0x2FF0000 0x30000FF 33554432
134217727 #FF0000 / .. CON NUL {name} {} %s %n
""".split()  # noqa: SIM905 - a list of quoted words nobody can read
NUMBERS = """
0 -0 +0 .5 1. 1e5 1E-5 nan inf -inf NaN 1e308 -1e308 1e309 1e-320 1e19 9223372036854775808 1,5 1_0 0x10 --1 1e
1e+ ٣ １ ½ | ~ 1e200 -1e155 1e154 99999999999 0.00000000001 1e7 -1e9 123456789.123456789 2147483648
""".split()  # noqa: SIM905
# fmt: on
ODD_TEXT = (
    "\ufeff",
    "\0",
    "\x1a",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
    "\u202e",
    "é",
    "ß",
    "İ",
    "ﬀ",
    "💥",
    "\ud7ff",
    "\uffff",
    "\t",
    " ",
    "\xa0",
    "\u3000",
    "\r",
    "\n",
    "\r\n",
    "\\",
    "/",
    '"',
    "\x1b[31m",
)  # fmt: skip


def mutate(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    if data.startswith(ARCHIVE):
        return _break_bytes(data, rng)
    for _ in range(rng.choice((1, 1, 2, 3, 5, 8))):
        data = rng.choice(MUTATIONS)(data, rng)[:MOST_BYTES]
    if rng.random() < 0.1:
        data = _splice(data, rng.choice(others), rng)
    return _archived(data, rng.choice(others), rng) if rng.random() < 0.05 else data


def _break_bytes(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.3:
        return data[: rng.randrange(len(data) + 1)]
    broken = bytearray(data)
    for _ in range(rng.choice((1, 2, 4, 16, 64)) if data else 0):
        new = rng.choice(b"\0\t\n\r -.01|\xff") if rng.random() < 0.7 else rng.randrange(256)
        broken[rng.randrange(len(broken))] = new
    return bytes(broken)


def _lines(data: bytes, rng: random.Random) -> bytes:
    """Delete, repeat or move a run of lines."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    first = rng.randrange(len(lines))
    last = min(len(lines), first + rng.choice((1, 1, 1, 2, 5, 20)))
    run = lines[first:last]
    way = rng.randrange(4)
    if way == 0:
        del lines[first:last]
    elif way == 1:
        lines[first:first] = run * rng.choice((1, 2, 10, 400))
    else:
        if way == 2:
            del lines[first:last]
        there = rng.randrange(len(lines) + 1)
        lines[there:there] = run
    return b"".join(lines)


def _token(data: bytes, rng: random.Random) -> bytes:
    """Replace, drop or add a word."""
    spans = [match.span() for match in re.finditer(rb"\S+", data)]
    if not spans:
        return data
    first, last = rng.choice(spans)
    word = rng.choice((WORDS, NUMBERS, NUMBERS, ODD_TEXT))
    new = rng.choice(word).encode("utf-8", "surrogatepass")
    way = rng.randrange(6)
    if way == 0:
        new = b""
    elif way == 1:
        new = data[first:last] + b" " + new
    elif way == 2:
        new = data[first:last] * rng.choice((2, 3, 500))
    elif way == 3:
        one, other = rng.choice(spans)
        new = data[one:other]
    return data[:first] + new + data[last:]


def _column(data: bytes, rng: random.Random) -> bytes:
    """Put one nasty number into many reference lines."""
    number, at = rng.choice(NUMBERS).encode(), rng.randrange(1, 15)
    lines = data.split(b"\n")
    for index, line in enumerate(lines):
        fields = line.split(b" ")
        if len(fields) > at and fields[0] in b"12345" and rng.random() < 0.5:
            fields[at] = number
            lines[index] = b" ".join(fields)
    return b"\n".join(lines)


def _line_ends(data: bytes, rng: random.Random) -> bytes:
    end = rng.choice((b"\r", b"\r\n", b"\n\r", b"\n\n", b"\x85", b"\x0c", b" \n"))
    return re.sub(rb"\r?\n", lambda m: end if rng.random() < 0.9 else m[0], data)


def _encoding(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return rng.choice(
        (
            lambda: b"\xef\xbb\xbf" + data,
            lambda: text.encode("utf-16"),
            lambda: text.encode("cp1252", "replace") + b"\x81\xe9",
            lambda: text.swapcase().encode("utf-8", "replace"),
        )
    )()


def _splice(data: bytes, other: bytes, rng: random.Random) -> bytes:
    if other.startswith(ARCHIVE):
        return data
    return data[: rng.randrange(len(data) + 1)] + b"\n" + other[rng.randrange(len(other) + 1) :]


def _nest(data: bytes, rng: random.Random) -> bytes:
    """The whole inside many levels of submodels, placed twice in each."""
    levels, times = rng.choice((3, 30, 300)), rng.choice((1, 2))
    end = rng.choice(("top.ldr", "main.ldr", "hose.ldr"))
    text = []
    for level in range(levels):
        inner = f"nest {level + 1}.ldr" if level + 1 < levels else end
        turn = rng.choice((IDENTITY, "0 0 1 0 1 0 -1 0 0", "1 0 0 0 0 -1 0 1 0", "1.5 0 0 0 1.5 0 0 0 1.5"))
        text.append(f"0 FILE nest {level}.ldr\n" + f"1 16 {level} -8 0 {turn} {inner}\n" * times)
    return "".join(text).encode() + b"0 FILE top.ldr\n" + data


def _archived(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """A Studio archive, sometimes damaged."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        archive.writestr(rng.choice(("model.ldr", "model.ldr", "Model.LDR", "model2.ldr")), data)
        archive.writestr(".info", rng.choice(('{"version": "2.1", "total_parts": 3}', "[" * 5000, "", "{}")))
        archive.writestr("CustomParts/parts/local.dat", other[:2000])
        archive.writestr(rng.choice(("CustomParts/p/stud.dat", "../x", "customparts/s/s/y.dat")), data[:500])
    whole = buffer.getvalue()
    return whole if rng.random() < 0.4 else _break_bytes(whole, rng)


Mutation = Callable[[bytes, random.Random], bytes]
MUTATIONS: tuple[Mutation, ...] = (
    _break_bytes, _lines, _lines, _token, _token, _token, _token, _column, _line_ends, _encoding, _nest,
)  # fmt: skip
