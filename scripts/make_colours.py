"""Make catalog/data/colours.csv from LDConfig.ldr and a table of shop-number facts."""

import argparse
import csv
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

HEADING = re.compile(r"0 // LDraw (.+) Colours\s*$")
LEGO_IDS = re.compile(r"0\s+// LEGOID\s+(\d+)(?:\s*/\s*(\d+))?\s+-\s+(.*?)\s*$")
LEGO_NAME = re.compile(r"0\s+// LEGO\s+-\s+(.*?)\s*$")
COLOUR = re.compile(r"0\s+!COLOUR\s+(\S+)\s+(.*)$")

FINISHES = {
    "CHROME": "chrome",
    "PEARLESCENT": "pearl",
    "RUBBER": "rubber",
    "MATTE_METALLIC": "matte-metallic",
    "METAL": "metal",
    "GLITTER": "glitter",
    "SPECKLE": "speckle",
    "FABRIC": "fabric",
}
# The tags of these two families don't tell them from transparent and glitter.
FAMILY_FINISHES = {"milky": "milky", "opalescent": "opal"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of our table; its fields are the columns, in order."""

    code: int
    name: str
    value: str
    edge: str
    alpha: int
    luminance: int
    finish: str
    family: str
    lego_id: str = ""
    lego_name: str = ""
    bricklink_id: str = ""
    bricklink_name: str = ""
    bricklink_confidence: str = "none"
    bricklink_sources: str = ""
    rebrickable_id: str = ""
    rebrickable_name: str = ""
    bought_as: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shop:
    """Shop numbers that the facts lack or rate too high, and why we say so."""

    bricklink_id: str
    bricklink_name: str
    confidence: str
    sources: str
    rebrickable_id: str
    rebrickable_name: str
    note: str


SAME_RGB = "named otherwise on BrickLink; same RGB"
CORRECTIONS = {
    121: Shop(
        "32", "Light Orange", "uncertain", "name", "125", "Light Orange", "others: 32 is 125 Spud_Orange"
    ),
    176: Shop("252", "Pearl Red", "probable", "name", "1069", "Pearl Red", "Studio says 237 Bionicle Copper"),
    184: Shop(
        "252", "Pearl Red", "probable", "studio rgb", "1069", "Pearl Red", "other sources: 5(ldraworg)"
    ),
    225: Shop("172", "Warm Yellowish Orange", "probable", "name", "1091", "Warm Yellowish Orange", ""),
    316: Shop("77", "Pearl Dark Gray", "probable", "rgb", "1103", "Pearl Titanium", SAME_RGB),
    431: Shop("174", "Blue Violet", "exact", "studio name", "1147", "Blue Violet", ""),
    30054: Shop(
        "131", "Mx Tile Brown", "exact", "ldconfig rgb", "1019", "Modulex Tile Brown", "named by LDConfig"
    ),
    30089: Shop("217", "Mx Foil Red", "probable", "rgb", "1047", "Modulex Foil Red", SAME_RGB),
    31000: Shop("127", "Mx Tile Gray", "probable", "rgb", "1017", "Modulex Tile Gray", SAME_RGB),
    31001: Shop("143", "Mx Tile Blue", "probable", "rgb", "1034", "Modulex Tile Blue", SAME_RGB),
}
# The facts have words of their own for how sure they are.
CONFIDENCES = {"high": "exact", "medium": "probable", "low": "uncertain", "conflict": "probable"}


def read_ldconfig(lines: Iterable[str]) -> Iterator[Row]:
    """The colours LDConfig defines, edges as they stand there: #RRGGBB or a code."""
    family = lego_id = lego_name = note = ""
    for line in lines:
        if found := HEADING.match(line):
            family = found[1].lower()
        elif found := LEGO_IDS.match(line):
            lego_id, lego_name = found[1], found[3]
            note = f"LEGO {found[2]} too" if found[2] else ""
        elif found := LEGO_NAME.match(line):
            lego_name = found[1]
        elif found := COLOUR.match(line):
            row = read_colour(found[1], found[2].split(), family)
            yield replace(row, lego_id=lego_id, lego_name=lego_name, note=note)
            lego_id = lego_name = note = ""


def read_colour(name: str, words: list[str], family: str) -> Row:
    """One !COLOUR statement: the words after its name."""
    tags = [word.upper() for word in words]
    # MATERIAL has a VALUE of its own, which comes later than the colour's.
    given = dict(reversed(list(zip(tags, words[1:], strict=False))))
    alpha = int(given.get("ALPHA", "255"))
    finish = FAMILY_FINISHES.get(family) or next((FINISHES[tag] for tag in tags if tag in FINISHES), "")
    return Row(
        code=int(given["CODE"]),
        name=name,
        value=hex_value(given["VALUE"]),
        edge=given["EDGE"],
        alpha=alpha,
        luminance=int(given.get("LUMINANCE", "0")),
        finish=finish or ("solid" if alpha == 255 else "transparent"),
        family=family,
    )


def hex_value(text: str) -> str:
    """#RRGGBB of #rrggbb or 0xRRGGBB."""
    return f"#{int(text.removeprefix('#').removeprefix('0x'), 16):06X}"


def with_edge(row: Row, rows: dict[int, Row]) -> Row:
    """The row with its edge as RGB, where LDConfig names it by code too."""
    edge = rows[int(row.edge)].value if row.edge.isdigit() else hex_value(row.edge)
    return replace(row, edge=edge)


def with_shops(row: Row, fact: dict[str, str]) -> Row:
    """The row with what the facts say of BrickLink and Rebrickable."""
    sources = [source for source in fact["bl_sources"].split("+") if source and "->" not in source]
    if derived := "->" in fact["bl_sources"]:
        sources.insert(0, "rule")
    said = fact["bl_confidence"]
    notes = [row.note]
    if said == "derived":
        confidence = "exact" if len(sources) > 1 else "probable"
    else:
        confidence = CONFIDENCES.get(said, "none")
    if said == "conflict":
        notes.append("another source disagrees")
    if not derived:
        notes.append(fact["note"])
    return replace(
        row,
        bricklink_id=fact["bl_id"],
        # Studio writes an earlier name behind the present one.
        bricklink_name=fact["bl_name"].partition("(Old")[0],
        bricklink_confidence=confidence if fact["bl_id"] else "none",
        bricklink_sources=" ".join(sources),
        rebrickable_id=fact["rb_id"],
        rebrickable_name=fact["rb_name"],
        note="; ".join(filter(None, notes)),
    )


def corrected(row: Row) -> Row:
    """The row with our own correction, where there is one."""
    if not (shop := CORRECTIONS.get(row.code)):
        return row
    return replace(
        row,
        bricklink_id=shop.bricklink_id,
        bricklink_name=shop.bricklink_name,
        bricklink_confidence=shop.confidence,
        bricklink_sources=shop.sources,
        rebrickable_id=shop.rebrickable_id,
        rebrickable_name=shop.rebrickable_name,
        note=shop.note,
    )


def with_bought_as(row: Row, by_name: dict[str, Row]) -> Row:
    """Rubber_X and Canvas_X with the shop numbers of X, where the facts say they are X's."""
    base = by_name.get(re.sub(r"^(Rubber|Canvas)_", "", row.name), row)
    if base is row or base.bricklink_id != row.bricklink_id:
        return row
    return replace(
        row,
        rebrickable_id=base.rebrickable_id,
        rebrickable_name=base.rebrickable_name,
        bought_as=str(base.code),
    )


def differences(rows: dict[int, Row], facts: dict[int, dict[str, str]]) -> Iterator[str]:
    """Where facts and LDConfig disagree; LDConfig wins."""
    for code in sorted(rows.keys() - facts.keys()):
        yield f"{code} {rows[code].name}: not in the facts"
    for code in sorted(facts.keys() - rows.keys()):
        yield f"{code} {facts[code]['ldraw_name']}: not in LDConfig"
    for code in sorted(rows.keys() & facts.keys()):
        row, fact = rows[code], facts[code]
        for column, ours in (
            ("ldraw_name", row.name),
            ("rgb", row.value),
            ("lego_id", row.lego_id),
            ("lego_name", row.lego_name),
        ):
            if fact[column] != ours:
                yield f"{code} {row.name}: {column} is {ours!r} in LDConfig, {fact[column]!r} in the facts"


def shop_differences(rows: Iterable[Row], facts: dict[int, dict[str, str]]) -> Iterator[str]:
    """Where the finished table says something else of the shops than the facts."""
    for row in rows:
        fact = facts.get(row.code, {})
        for column, ours in (
            ("bl_id", row.bricklink_id),
            ("bl_name", row.bricklink_name),
            ("rb_id", row.rebrickable_id),
        ):
            theirs = fact.get(column, "")
            if theirs != ours:
                yield f"{row.code} {row.name}: {column} is {ours!r} here, {theirs!r} in the facts"


def make(ldconfig: Path, facts_file: Path) -> tuple[list[Row], list[str]]:
    """The finished table, sorted by code, and everything the two sources disagree on."""
    defined = {row.code: row for row in read_ldconfig(ldconfig.read_text(encoding="utf-8").splitlines())}
    with facts_file.open(encoding="utf-8", newline="") as file:
        facts = {int(fact["ldraw"]): fact for fact in csv.DictReader(file)}
    rows = [with_edge(defined[code], defined) for code in sorted(defined)]
    rows = [with_shops(row, facts[row.code]) if row.code in facts else row for row in rows]
    rows = [corrected(row) for row in rows]
    by_name = {row.name: row for row in rows}
    rows = [with_bought_as(row, by_name) for row in rows]
    return rows, [*differences(defined, facts), *shop_differences(rows, facts)]


def write(rows: Iterable[Row], output: Path) -> None:
    """The table as CSV, one line a colour."""
    with output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ldconfig", type=Path, required=True, help="LDConfig.ldr of the parts library")
    parser.add_argument("--facts", type=Path, required=True, help="CSV of shop numbers by LDraw code")
    parser.add_argument("-o", "--output", type=Path, required=True, help="CSV to write")
    arguments = parser.parse_args()
    rows, disagreements = make(arguments.ldconfig, arguments.facts)
    write(rows, arguments.output)
    for line in disagreements:
        print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
