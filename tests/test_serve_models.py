"""Models that are huge, lie in heaps, or can't take a tag, on the workbench (newcomer A-F3, A-F4, A-F8)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Page, workbench
from tests.test_studio_writing import FLAT, archive, members, with_member

BRICK = "1 4 {} {} 0 1 0 0 0 1 0 0 0 1 3005.dat\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("yard")
    with workbench(folder) as page:
        yield page


def folder_of(page: Page) -> Path:
    return page.bench.yard.roots[0].path


def test_a_f8_a_huge_model_is_sent_only_if_that_is_wanted(page: Page) -> None:
    lines = "".join(BRICK.format(20 * (n % 100), -24 * (n // 100)) for n in range(10_001))
    (folder_of(page) / "huge.ldr").write_text("0 Huge\n" + lines)
    assert page.get("scene", file="huge.ldr").json() == {"many": 10_001}
    whole = page.get("scene", file="huge.ldr", all="1").json()
    assert len(whole["pieces"]["part"]) == 10_001
    assert whole["scene"]


def test_a_f4_a_studio_file_that_cant_take_a_tag_goes_on_as_mpd_with_it(page: Page) -> None:
    path = archive(folder_of(page) / "pod.io", FLAT)
    listed = members(path)["model.lxfml"].replace(b'<Brick brickRef="pod-0" />', b"")
    with_member(path, "model.lxfml", listed)
    original = path.read_bytes()
    before = page.get("scene", file="pod.io").json()["pieces"]
    changes = [{"target": {"pieces": [1, 2]}, "tag": 'system "2Rd" Gun'}]
    refused = page.post("tag", file="pod.io", draft=0, changes=changes)
    assert (refused.status_code, refused.json()["goOn"]) == (400, "mpd")
    for name in ("pod.mpd", "pod-2.mpd"):
        answer = page.post("tag", file="pod.io", draft=0, changes=changes, **{"go-on": True}).json()
        assert answer["file"] == name
        assert answer["card"]["cards"][0]["units"][0]["notation"].endswith("2Rd")
        after = page.get("scene", file=name).json()
        [gun] = [place for place, one in enumerate(after["instances"]) if one["called"] == "Gun"]
        tagged = [piece for piece, owner in enumerate(after["pieces"]["instance"]) if owner == gun]

        def places(pieces: dict[str, list[int]], some: list[int]) -> list[list[int]]:
            return sorted(pieces["place"][3 * piece : 3 * piece + 3] for piece in some)

        assert places(after["pieces"], tagged) == places(before, [1, 2])
        assert page.file(name)["draft"] > 0
    assert path.read_bytes() == original
    assert page.file("pod.io")["draft"] == 0
