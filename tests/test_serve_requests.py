"""Who may use the workbench: nobody without the token, no other page, and no path that leaves the folder."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator

import pytest

from brickyard.serving.app import PAGES, ROUTES
from brickyard.serving.dropping import safe_name
from brickyard.serving.request_guard import HEADER, MOST_BODY, cookie_name
from tests.serving import ADDRESS, PORT, TOKEN, Page, TestClient, workbench

NAMES = {
    *("mech.ldr", "mech.ldr.bak", ".hidden.ldr", "notes.txt", "settings.yaml"),
    *(".git", "inner", "linked.ldr", "folder"),
}
MODEL = b"0 Test\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("yard")
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.ldr").write_bytes(MODEL)
    (folder / "mech.ldr").write_bytes(MODEL)
    (folder / "mech.ldr.bak").write_bytes(MODEL)
    (folder / ".hidden.ldr").write_bytes(MODEL)
    (folder / "notes.txt").write_text("mine")
    (folder / "settings.yaml").write_text("colour: red\n")
    (folder / ".git").mkdir()
    (folder / ".git" / "a.ldr").write_bytes(MODEL)
    (folder / "inner").mkdir()
    (folder / "inner" / "b.ldr").write_bytes(MODEL)
    (folder / "linked.ldr").symlink_to(outside / "secret.ldr")
    (folder / "folder").symlink_to(outside, target_is_directory=True)
    with workbench(folder) as found:
        yield found


@pytest.fixture
def stranger(page: Page) -> TestClient:
    """Without the cookie."""
    return TestClient(page.client.app, base_url=ADDRESS)


@pytest.mark.parametrize("address", PAGES)
def test_the_printed_address_answers_by_itself_and_sets_the_cookie(
    stranger: TestClient, address: str
) -> None:
    answer = stranger.get(address, params={"token": TOKEN})
    assert answer.status_code == 200
    assert f'content="{TOKEN}"' in answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie == f"{cookie_name(PORT)}={TOKEN}; Path=/; HttpOnly; SameSite=Strict"
    assert stranger.get(address).status_code == 200, "the cookie is enough after a reload"


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/?token=",
        "/?token=wrong",
        "/api/yard",
        f"/api/yard?token={TOKEN}",
        "/static/style.css",
        "/api/events",
    ],
)
def test_without_the_token_nothing_is_answered(stranger: TestClient, address: str) -> None:
    answer = stranger.get(address)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    # Who opens an old address reads a sentence, a program JSON.
    is_page = answer.headers["content-type"].startswith("text/html")
    assert is_page is not address.startswith(("/api", "/static"))
    assert is_page or set(answer.json()) == {"error"}
    assert "open the address that the window of brickyard shows" in answer.text


def test_every_request_that_changes_something_needs_the_token_in_a_header(page: Page) -> None:
    changing = [route for route in ROUTES if route.method == "POST"]
    assert len(changing) > 10
    for route in changing:
        for headers in ({}, {HEADER: "wrong"}):
            answer = page.client.post(f"/api/{route.name}", json={"file": "mech.ldr"}, headers=headers)
            assert answer.status_code == 403, route.name


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "127.0.0.1",
        f"127.0.0.1:{PORT + 1}",
        f"127.0.0.1.evil:{PORT}",
        "",
    ],
)
def test_another_host_name_is_refused_so_that_no_name_can_be_bent_to_this_machine(
    page: Page, host: str
) -> None:
    assert page.client.get("/api/yard", headers={"host": host}).status_code == 403
    assert page.client.get(f"/?token={TOKEN}", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_the_names_of_this_machine_are_taken(page: Page, name: str) -> None:
    assert page.client.get("/api/yard", headers={"host": f"{name}:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", f"http://127.0.0.1:{PORT + 1}", "file://"]
)
def test_another_pages_requests_are_refused_even_with_the_token(page: Page, origin: str) -> None:
    headers = {"origin": origin, HEADER: TOKEN}
    assert page.client.get("/api/yard", headers=headers).status_code == 403
    answer = page.client.post("/api/discard", json={"file": "mech.ldr"}, headers=headers)
    assert answer.status_code == 403
    assert page.client.get("/api/yard", headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_our_own_origin_is_taken(page: Page) -> None:
    headers = {"origin": ADDRESS, HEADER: TOKEN, "sec-fetch-site": "same-origin"}
    answer = page.client.post("/api/discard", json={"file": "mech.ldr"}, headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize("address", ["/", "/api/yard", "/static/style.css", "/nowhere", "/api/nowhere"])
def test_every_answer_has_the_headers_that_keep_it_safe(page: Page, address: str) -> None:
    headers = page.client.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


def test_the_page_has_no_script_in_it(page: Page) -> None:
    text = page.client.get("/").text
    assert "<script>" not in text
    assert "onload=" not in text


def test_other_methods_are_refused(page: Page) -> None:
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert page.client.request(method, "/api/yard").status_code == 405


def test_only_models_lists_and_pictures_are_listed(page: Page) -> None:
    files = {one["file"] for one in page.get("yard").json()["files"]}
    assert files == {"mech.ldr", "inner/b.ldr"}


NOT_THERE = [
    "../outside/secret.ldr",
    "inner/../../outside/secret.ldr",
    "..%2foutside%2fsecret.ldr",
    "/etc/passwd",
    "/etc/passwd.ldr",
    "C:/x.ldr",
    "C:\\x.ldr",
    "..\\outside\\secret.ldr",
    "linked.ldr",
    "folder/secret.ldr",
    ".hidden.ldr",
    ".git/a.ldr",
    "mech.ldr.bak",
    "notes.txt",
    "",
    "mech.ldr\0.png",
    "x" * 5000,
    "dropped/../mech.ldr",
]


@pytest.mark.parametrize("file", NOT_THERE)
@pytest.mark.parametrize("name", ["check", "scene", "picture", "text", "download", "bundle", "card"])
def test_no_name_leads_out_of_the_folder_or_to_what_is_not_shown(page: Page, name: str, file: str) -> None:
    answer = page.get(name, file=file)
    assert answer.status_code in (400, 404), answer.text[:200]
    assert "3001" not in answer.text


@pytest.mark.parametrize("file", NOT_THERE)
def test_nothing_can_be_written_there_either(page: Page, file: str) -> None:
    for name, body in (
        ("text", {"text": "company: x\n"}),
        ("save", {"version": "", "as": file or "../x.yaml"}),
        ("discard", {}),
        ("undo", {}),
    ):
        answer = page.post(name, file="mech.ldr" if name == "save" else file, **body)
        assert answer.status_code in (400, 404, 409), (name, answer.text)
    root = page.server.yard.roots[0].path
    assert {path.name for path in root.iterdir()} == NAMES
    assert not list(root.parent.glob("x.*"))


@pytest.mark.parametrize(
    "query",
    ["path=mech.ldr&output=/tmp/x", "path=mech.ldr&library=/", "path=mech.ldr&pictures-in=/tmp", "path=-"],
)
def test_options_that_read_or_write_other_files_are_not_options_here(page: Page, query: str) -> None:
    assert page.client.get(f"/api/check?{query}").status_code == 400


def test_an_address_that_leads_nowhere_is_a_page_for_people_and_a_sentence_for_programs(page: Page) -> None:
    answer = page.client.get("/nowhere/at/all", headers={"accept": "text/html,*/*"})
    assert answer.status_code == 404
    assert 'id="app"' in answer.text
    for address, accept in (("/nowhere", "application/json"), ("/api/nowhere", "text/html")):
        answer = page.client.get(address, headers={"accept": accept})
        assert answer.status_code == 404
        assert answer.json()["error"] == "There is nothing at this address."


@pytest.mark.parametrize("side", ["/etc/passwd", "../x.ldr", "a/b.ldr", "c:\\x.ldr"])
def test_a_side_in_words_is_never_a_path(page: Page, side: str) -> None:
    answer = page.get("compare", side=[side, "frames=5,systems=20"])
    assert answer.status_code == 400
    assert "no such file in this folder" in answer.json()["error"]


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "workbench/../../cli.py", "web/style.css/..", "", "cli.py"]
)
def test_static_files_are_ours_and_no_others(page: Page, name: str) -> None:
    assert page.client.get(f"/static/{name}").status_code in (404, 400)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("style.css", "text/css"),
        ("vendor/preact.umd.js", "text/javascript"),
        ("fonts/regular.woff2", "font/woff2"),
        ("workbench/main.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
        ("manual/battles.html", "text/html"),
    ],
)
def test_static_files_have_their_type_and_are_asked_for_once(page: Page, name: str, kind: str) -> None:
    answer = page.client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    again = page.client.get(f"/static/{name}", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_body_that_is_too_large_is_refused(page: Page) -> None:
    text = "#" * (MOST_BODY + 1)
    answer = page.post("text", file="mech.ldr", draft=0, text=text)
    assert answer.status_code == 413
    assert "MB" in answer.json()["error"]


def test_a_body_without_a_length_is_counted_while_it_comes(page: Page) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(MOST_BODY // 65536 + 2):
            yield b"#" * 65536

    headers = {HEADER: TOKEN, "content-type": "application/json"}
    assert page.client.post("/api/text", content=pieces(), headers=headers).status_code == 413


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"file": 1}', b'{"file": "mech.ldr", "changes": []}', b"\xff", b"[" * 5000],
)
def test_a_body_that_is_not_what_is_asked_for_gets_a_sentence(page: Page, body: bytes) -> None:
    headers = {HEADER: TOKEN, "content-type": "application/json"}
    answer = page.client.post("/api/tag", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.ldr", "a.ldr"),
        ("folder/a.ldr", "folder/a.ldr"),
        ("folder\\a.ldr", "folder/a.ldr"),
        ("./a.ldr", "a.ldr"),
        ("a:b.ldr", "a_b.ldr"),
        ("../a.ldr", ""),
        ("a/../../b.ldr", ""),
        ("/etc/a.ldr", ""),
        ("C:/a.ldr", ""),
        (".a.ldr", ""),
        ("a/.git/b.ldr", ""),
        ("", ""),
        *[
            ("con.ldr", "con_.ldr"),
            ("Aux/a.ldr", "Aux_/a.ldr"),
            ("NUL", "NUL_"),
            ("lpt1.old.ldr", "lpt1_.old.ldr"),
        ],
        *[
            ("COM¹.ldr", "COM¹_.ldr"),
            ("nul .ldr", "nul_ .ldr"),
            ("console.ldr", "console.ldr"),
            ("com.ldr", "com.ldr"),
        ],
        ("/".join("abcdefghijk"), ""),
    ],
)
def test_names_of_dropped_files_stay_in_their_folder(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_names_that_cannot_be_read_are_told_and_the_list_says_when_it_is_cut(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = page.server.yard.roots[0].path
    odd = folder / os.fsdecode(b"b\xfcchse.ldr")
    odd.write_bytes(MODEL)
    try:
        yard = page.get("yard").json()
        assert (yard["unnamed"], yard["isCut"]) == (["b\ufffdchse.ldr"], False)
        assert "mech.ldr" in [one["file"] for one in yard["files"]]
        monkeypatch.setattr("brickyard.serving.yard.MOST_FILES", 1)
        yard = page.get("yard").json()
        assert (len(yard["files"]), yard["isCut"]) == (1, True)
    finally:
        odd.unlink()


def test_names_that_pages_make_up_take_no_memory(page: Page) -> None:
    for number in range(20):
        assert page.post("discard", file=f"made-up-{number}.ldr").status_code == 200
    assert not page.server._locks


def _zip(**members: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return target.getvalue()


def test_an_archive_cant_write_outside_of_its_folder(page: Page) -> None:
    data = _zip(**{"..__..__evil.ldr": MODEL, "__evil.ldr": MODEL, "good.ldr": MODEL, ".hidden.ldr": MODEL})
    found = page.drop(evil__zip=data)
    assert found["files"] == ["dropped/evil/good.ldr"]
    assert {one["why"] for one in found["refused"]} == {"the name points outside the archive"}
    names = {path.name for path in page.server.dropped.parent.rglob("*evil.ldr")}
    assert names == set()


def test_a_bomb_is_not_unpacked(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    zeros = b"0 " + b"\n" * (80 * 1024 * 1024)
    found = page.drop(bomb__zip=_zip(**{"bomb.ldr": zeros}))
    assert found["files"] == []
    assert "larger than" in found["refused"][0]["why"]
    monkeypatch.setattr("brickyard.serving.dropping._MOST_FILES", 20)
    many = page.drop(many__zip=_zip(**{f"{number}.ldr": b"0\n" for number in range(30)}))
    assert len(many["files"]) == 20
    assert "more than 20 files" in many["refused"][-1]["why"]


def test_of_a_published_page_only_models_and_lists_are_taken(page: Page) -> None:
    published = {
        "index.html": b"<html>",
        "brickyard-site.json": b"{}",
        "chub/chub.mpd": MODEL,
        "chub/picture.webp": b"x",
        "chub/bricklink.xml": b"<x/>",
        "lads/lads.yaml": b"company: Lads\n",
    }
    packed = _zip(**{name.replace("/", "__"): data for name, data in published.items()})
    assert page.drop_named({"site.zip": packed}) == {
        "files": ["dropped/site/chub/chub.mpd", "dropped/site/lads/lads.yaml"],
        "refused": [],
    }
    folder = page.drop_named({f"mine/{name}": data for name, data in published.items()})
    assert folder == {"files": ["dropped/mine/chub/chub.mpd", "dropped/mine/lads/lads.yaml"], "refused": []}


def test_more_files_than_fit_are_a_sentence(page: Page) -> None:
    given = [("files", (f"{number}.ldr", b"0\n")) for number in range(1001)]
    answer = page.client.post("/api/drop", files=given, headers={HEADER: TOKEN})
    assert answer.status_code == 400
    assert "1000" in answer.json()["error"]


def test_damaged_and_wrong_archives_are_sentences(page: Page) -> None:
    found = page.drop(cut__zip=_zip(a__ldr=MODEL)[:40], text__zip=b"hello", empty__zip=_zip(readme=b"x"))
    assert found["files"] == []
    assert len(found["refused"]) == 3


def test_a_list_that_was_dropped_reads_nothing_outside_of_its_folder(page: Page) -> None:
    root = page.server.yard.roots[0].path
    path = os.path.relpath(root / "mech.ldr", page.server.dropped)
    text = f"company: Spy\nframes:\n  - {{model: {path}, name: A, systems: 2B}}\n"
    page.drop(spy__yaml=text.encode())
    report = page.get("check", path="dropped/spy.yaml").json()["reports"][0]
    assert "MAN" in {finding["code"][:3] for finding in report["findings"]}
    assert "3001" not in page.get("parts", path="dropped/spy.yaml").text


def test_what_was_dropped_takes_neither_rules_nor_forces_from_outside(page: Page) -> None:
    root = page.server.yard.roots[0].path
    (root / "house.yaml").write_text("extends: rapid-attack\ntitle: Secret rules\n")
    (root / "force.yaml").write_text("company: Secret force\n")
    try:
        up = os.path.relpath(root, page.server.dropped)
        page.drop(spy__yaml=f"company: Spy\nedition: {up}/house.yaml\n".encode())
        page.drop(rules__yaml=f"extends: {up}/house.yaml\ntitle: Mine\n".encode())
        page.drop(games__yaml=f"campaign: Spies\nforces: [{up}/force.yaml]\n".encode())
        for name in ("spy", "rules", "games"):
            assert "Secret" not in page.get("check", path=f"dropped/{name}.yaml").text
        assert "Secret" in page.get("check", path="house.yaml").text
    finally:
        (root / "house.yaml").unlink()
        (root / "force.yaml").unlink()
