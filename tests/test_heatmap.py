"""Heat maps: a number in every cell, readable in grey, and nobody's name becomes markup."""

from __future__ import annotations

import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from brickyard.pictures.lettering import Face, elide, missing_letters, width_of, wrap_text
from brickyard.plots.flat_drawing import Drawing, Rectangle, Words, png_of, svg_of, write_drawing
from brickyard.plots.heatmap import Cell, HeatMap, heat_map_png, heat_map_svg, write_heat_map
from ldraw_tools.findings import BrickyardError

_FACES = {"": Face.REGULAR, "600": Face.CONDENSED, "700": Face.BOLD}
_SVG = "{http://www.w3.org/2000/svg}"


def small(rows: int = 2, columns: int = 3, **more: str) -> HeatMap:
    cells = [
        [Cell(Fraction(row * columns + column, 7), f"{row}{column}", "note") for column in range(columns)]
        for row in range(rows)
    ]
    names = {"title": "Who hits whom", "measure": "damage", **more}
    return HeatMap(
        rows=[f"row {row}" for row in range(rows)],
        columns=[f"column {column}" for column in range(columns)],
        cells=cells,
        **names,  # type: ignore[arg-type]
    )


def words_in(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{_SVG}text")]


def test_every_row_column_and_cell_is_named_with_its_number() -> None:
    found = words_in(heat_map_svg(small(subtitle="at range", column_title="target", row_title="attacker")))
    for word in ("Who hits whom", "at range", "target", "attacker", "row 0", "row 1", "00", "12", "damage"):
        assert word in found
    assert found.count("note") == 6


def test_darker_is_more_in_grey_too() -> None:
    svg = heat_map_svg(small(1, 8))
    fills = re.findall(r'fill="#([0-9a-f]{6})" stroke="#d0cfcb"', svg)
    greys = [
        sum(int(fill[at : at + 2], 16) * part for at, part in ((0, 3), (2, 6), (4, 1))) for fill in fills
    ]
    assert len(greys) == 8
    assert greys == sorted(greys, reverse=True)
    assert len(set(greys)) == 8


def test_letters_stand_out_from_every_shade() -> None:
    for part in range(101):
        heat = HeatMap("t", ["r"], ["c"], [[Cell(part, "x")]], low=0, high=100)
        svg = heat_map_svg(heat)
        fill = re.findall(r'fill="#([0-9a-f]{6})" stroke="#d0cfcb"', svg)[0]
        ink = re.findall(r'fill="#([0-9a-f]{6})"[^>]*>x</text>', svg)[0]
        assert contrast(fill, ink) > 4


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines define it; 3 is enough for large letters."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    levels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [level / 12.92 if level <= 0.03928 else ((level + 0.055) / 1.055) ** 2.4 for level in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_strangers_name_is_text_and_nothing_else() -> None:
    name = '<script>alert("x")</script> & \x00\x1b[31m]]>'
    svg = heat_map_svg(small(title=name, subtitle=name))
    root = ElementTree.fromstring(svg)
    assert {element.tag.removeprefix(_SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "rect",
        "text",
        "path",
    }
    assert "<script" not in svg
    assert 'alert("x")' in "".join(words_in(svg))


def test_png_and_svg_are_of_one_size_and_the_same_every_run() -> None:
    heat = small(notes=("a note",))  # type: ignore[arg-type]
    data = heat_map_png(heat)
    assert data == heat_map_png(heat)
    root = ElementTree.fromstring(heat_map_svg(heat))
    with Image.open(BytesIO(data)) as image:
        assert image.size == tuple(round(float(root.attrib[side]) * 2) for side in ("width", "height"))
        assert len(image.convert("L").getcolors(256) or []) > 10


def test_letters_that_the_font_lacks_are_written_as_near_as_can_be() -> None:
    plain = png_of(Drawing("t", 300, 40, [Words("Zoë Sa 3km ?? Жд", 5, 30, 20)]))
    foreign = png_of(Drawing("t", 300, 40, [Words("Zoë S\u1ea1 ３㎞ 紅い Жд", 5, 30, 20)]))
    assert plain == foreign
    assert missing_letters(["Zoë", "紅い", "Is it? 紅", "３"]) == "紅い"


def test_nothing_sticks_out_of_the_picture() -> None:
    heat = small(2, 2, title="A very long title " * 12, row_title="x" * 200)
    heat = heat._replace(rows=["n" * 300, "m"], columns=["w " * 90, "v" * 90])
    root = ElementTree.fromstring(heat_map_svg(heat))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for text in root.iter(f"{_SVG}text"):
        size, at = float(text.attrib["font-size"]), float(text.attrib["x"])
        wide = width_of(text.text or "", size, _FACES[text.attrib.get("font-weight", "")])
        assert abs(float(text.attrib["textLength"]) - wide) < 0.1
        start = {"start": at, "middle": at - wide / 2, "end": at - wide}[
            text.attrib.get("text-anchor", "start")
        ]
        assert start >= 0, text.text
        assert start + wide <= width + 1, text.text
        assert 0 < float(text.attrib["y"]) < height


def test_several_maps_stand_one_below_the_other() -> None:
    one, two = small(), small(title="Second")
    found = words_in(heat_map_svg(one, two))
    assert found.index("Who hits whom") < found.index("Second")


def test_a_cell_without_a_number_is_crossed_out() -> None:
    svg = heat_map_svg(HeatMap("t", ["r"], ["c", "d"], [[Cell(None), Cell(1, "1")]], blank="can't"))
    assert svg.count("<path") == 2
    assert "can't" in words_in(svg)


def test_one_value_everywhere_has_a_shade_too() -> None:
    assert words_in(heat_map_svg(HeatMap("t", ["r"], ["c"], [[Cell(3, "3")]]))).count("3") == 3


def test_the_names_end_decides_and_others_are_refused(tmp_path: Path) -> None:
    write_heat_map(tmp_path / "a.svg", small())
    assert (tmp_path / "a.svg").read_bytes().startswith(b"<svg")
    write_heat_map(tmp_path / "a.png", small())
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BrickyardError, match=r"ends with \.svg or \.png"):
        write_heat_map(tmp_path / "a.jpg", small())


def test_a_picture_that_is_too_large_is_refused_as_png_only(tmp_path: Path) -> None:
    huge = Drawing("t", 50_000, 50_000, [Rectangle(0, 0, 1, 1)])
    assert svg_of(huge)
    with pytest.raises(BrickyardError, match=r"write an \.svg"):
        write_drawing(huge, tmp_path / "huge.png")


def test_text_is_wrapped_and_cut_with_a_mark() -> None:
    assert wrap_text("one two three", 10, 36) == ["one two", "three"]
    assert wrap_text("one two three four", 10, 36, lines=1)[0].endswith("…")
    assert elide("abc", 10, 100) == "abc"
    assert width_of(elide("a" * 100, 10, 100), 10) <= 100
