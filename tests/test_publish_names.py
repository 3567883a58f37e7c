"""Names, authors and files of strangers on published pages: text, and in their place."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from tests.publishing import leave_printing_out, publish, read

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7*7 }} {% raw %}",
    "javascript:alert(1)",
    "</title><svg onload=alert(1)>",
    "</style><style>*{display:none}",
    "<!-- --!>",
    "../../etc/passwd",
    "..\\..\\windows",
    "/etc/passwd",
    "file:///etc/passwd",
    "CON",
    "nul.png",
    "index.html",
    "\u202egnp.exe",
    "\u2028\u2029\ufeff",
    "😀 émoji ümlaut 漢字",
    "%2e%2e%2f",
    "&lt;b&gt; &amp;",
    "a" * 90,
    "-" * 40,
]
MODEL = """0 {name}
0 Name: m.ldr
0 Author: {name}
0 !LICENSE {name}
0 !MFZ FRAME {name}
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ BEGIN SYSTEM 1B {name}
1 14 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ END
"""


@pytest.fixture(autouse=True)
def _without_printing(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)


def write_company(folder: Path, name: str) -> None:
    text = json.dumps(name, ensure_ascii=not name.isprintable())
    (folder / "c.yaml").write_text(
        f"company: {text}\nauthor: {text}\nlicence: {text}\nfaction: {text}\n"
        f"frames:\n  - {{name: {text}, systems: 1B 1Y}}\n",
        "utf-8",
    )


def tags_of(site: Path) -> dict[str, list[list[str]]]:
    """The tags of every page, by what the page is."""
    found: dict[str, list[list[str]]] = {}
    for page in site.rglob("*.html"):
        reader = read(page)
        assert not any(key.startswith("on") for _, told in reader.tags for key in told), page
        links = [*reader.attributes("a", "href"), *reader.attributes("script", "src")]
        assert not any(link.lower().startswith(("javascript:", "data:", "file:")) for link in links)
        kind = "gallery" if page.parent == site else "page"
        tags = [tag for tag, _ in reader.tags]
        # A long name takes another line of a chart.
        lines = [tag for before, tag in pairwise(["", *tags]) if (before, tag) != ("text", "text")]
        found.setdefault(kind, []).append(lines)
    return {kind: sorted(pages) for kind, pages in found.items()}


def published(place: Path, name: str) -> dict[str, list[list[str]]]:
    folder = place / "in"
    folder.mkdir(parents=True)
    write_company(folder, name)
    publish(folder, place / "site", name)
    assert {file.name for file in place.iterdir()} == {"in", "site"}
    return tags_of(place / "site")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """The tags of the pages of a company with harmless names."""
    with pytest.MonkeyPatch.context() as patched:
        leave_printing_out(patched)
        return published(tmp_path_factory.mktemp("plain"), "c")


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name[:20]))
def test_a_hostile_name_is_text_and_stays_in_its_folder(
    name: str, plain: dict[str, list[list[str]]], tmp_path: Path
) -> None:
    # A name adds no tag: the pages have the very ones that harmless names have.
    assert published(tmp_path / "here", name) == plain
    assert {file.name for file in tmp_path.iterdir()} == {"here"}


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).filter(str.strip))
@example(name="\x00\x1b[31m\r\n\t<b>")
def test_any_name_is_text(
    name: str, plain: dict[str, list[list[str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Of some names there is a finding; there is nothing else on the page that wasn't there."""
    found = published(tmp_path_factory.mktemp("any"), name)
    for kind, pages in found.items():
        known = {tag for page in plain[kind] for tag in page} | {"ul", "li", "b", "small", "div"}
        assert {tag for page in pages for tag in page} <= known


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "{{ 7*7 }}", "</script><script>alert(1)</script>"]
)
def test_hostile_words_in_a_model_are_text(name: str, tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / "m.ldr").write_text(MODEL.format(name=name), "utf-8")
    publish(place, tmp_path / "site")
    page = next((tmp_path / "site").glob("*/index.html"))
    reader = read(page)
    assert reader.text.count(name) >= 3
    assert reader.attributes("script", "src") == ["../viewer.js"]
    assert not [tag for tag, told in reader.tags if "onerror" in told]
    [scene] = reader.attributes("figure", "data-scene")
    assert "<" not in (page.parent / scene).read_text("utf-8")


@pytest.mark.parametrize(
    "name", ["<b>.ldr", "a'b\".ldr", "{{ 7 }}.ldr", "%2e%2e.ldr", "  .ldr", "émoji 漢字.ldr"]
)
def test_hostile_file_names_stay_in_the_site(name: str, tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / name).write_text("0 x\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    assert publish(place, tmp_path / "site").made == 1
    page = next((tmp_path / "site").glob("*/index.html"))
    assert page.parent.name.replace("-", "").isalnum()
    for link in read(page).attributes("a", "href"):
        assert "<" not in link
        leads_to = page.parent / link.partition("#")[0]
        assert link.startswith(("#", "https://www.bricklink.com/")) or leads_to.is_file()


@pytest.mark.parametrize("path", ["/etc/passwd", "../../gone.png", "a\0b.png", "in", "<b>.png", "c.yaml"])
def test_a_photograph_that_is_none_is_left_out(path: str, tmp_path: Path) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / "c.yaml").write_text(
        f"company: C\nphoto: {json.dumps(path)}\nframes:\n  - {{name: F, systems: 1B}}\n", "utf-8"
    )
    assert publish(place, tmp_path / "site").made == 2
    assert "photo.jpg" not in read(tmp_path / "site" / "c" / "index.html").attributes("img", "src")
