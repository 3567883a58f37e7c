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
    return page.server.yard.roots[0].path


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
    page.client.headers["Accept-Language"] = "de"
    refused = page.post("tag", file="pod.io", draft=0, changes=changes)
    assert (refused.status_code, refused.json()["goOn"]) == (400, "mpd")
    assert "nennt andere Teile als model.ldr" in refused.json()["error"]
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


def test_a_f13_what_touches_grows_by_a_ring_and_comes_to_joints_last(page: Page) -> None:
    """A column of bricks with a clip at its top, and a bar in the clip."""
    turn = "1 0 0 0 1 0 0 0 1"
    column = [f"1 4 0 {-24 * n} 0 {turn} 3004.dat" for n in range(3)]
    arm = [f"1 4 0 -56 0 {turn} 11476.dat", "1 4 0 -60 -20 0 0 1 0 1 0 -1 0 0 87994.dat"]
    (folder_of(page) / "arm.ldr").write_text("\n".join(["0 Arm", *column, *arm, ""]))
    scene = page.get("scene", file="arm.ldr").json()["pieces"]

    def grown(*pieces: int) -> list[int]:
        found: list[int] = page.get("touching", file="arm.ldr", piece=pieces, steps=1).json()["pieces"]
        return found

    # The bar touches the clip at once, and comes after all bricks.
    chosen, rings = [scene["part"].index("11476")], []
    while len(grown(*chosen)) > len(chosen):
        fresh = set(grown(*chosen)) - set(chosen)
        chosen += fresh
        rings.append([scene["part"][piece] for piece in fresh])
    assert rings == [["3004"], ["3004"], ["3004"], ["87994"]]
    assert "2,000 pieces" in page.get("touching", file="arm.ldr", piece=[0] * 2001).json()["error"]
