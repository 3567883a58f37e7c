"""A game that is played together: numbers, streams, the log on the disk, and guests who mean no good."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from brickyard.table import table_address
from brickyard.table.game_host import Allowance, GameHost
from brickyard.table.hosted_log import HOST_SAYS, MOST_EVENTS, HostedLog, opened_log, why_no_event
from brickyard.table.table_address import doors_of, keep_doors, lan_address, new_doors, only_host
from brickyard.table.table_game import TableQuestion, open_table
from brickyard.table.table_server import qr_svg
from ldraw_tools.findings import BrickyardError
from tests.hosting import GAME, Host, event, heard, hosted
from validators.judged_files import JudgeSettings


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("hosted")) as found:
        yield found


def test_the_host_numbers_events_saves_them_and_tells_everybody(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        told: list[list[dict[str, Any]]] = []
        listening = threading.Thread(target=lambda: told.append(heard(host, 3)))
        listening.start()
        answer = host.post(event("one"), event("two"))
        assert answer.json() == {"numbers": [{"id": "one", "n": 1}, {"id": "two", "n": 2}], "refused": []}
        assert [one["id"] for one in host.on_disk()] == ["one", "two"]
        host.post(event("three"))
        listening.join(5)
        assert [(one["id"], one["n"]) for one in told[0]] == [("one", 1), ("two", 2), ("three", 3)]
        late = heard(host, 3)
        assert late == told[0] == host.on_disk()


def test_an_event_that_is_handed_over_twice_is_there_once(host: Host) -> None:
    first = host.post(event("same")).json()
    assert host.post(event("same", text="other")).json() == first
    assert [one["id"] for one in host.on_disk()].count("same") == 1


def test_a_page_that_comes_back_hears_only_what_it_missed(tmp_path: Path) -> None:
    with hosted(tmp_path, (event("a1"), event("a2"), event("a3"))) as host:
        assert [one["id"] for one in heard(host, 1, after=2, held="a2")] == ["a3"]
        assert [one["id"] for one in heard(host, 1, 0, "a2", last_id="2")] == ["a3"]
        # It holds another log: it begins again.
        assert [one["id"] for one in heard(host, 3, after=2, held="other")] == ["a1", "a2", "a3"]
        # It holds more than we do, so nobody knows whether its first events are ours.
        assert [one["id"] for one in heard(host, 3, after=9, held="a9")] == ["a1", "a2", "a3"]


def test_after_a_crash_the_game_goes_on_with_all_events_and_the_same_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with hosted(tmp_path) as host:
        keep_doors("game-of-tests", host.served.doors)
        host.post(event("before"))
        address = host.served.doors
    log = opened_log(tmp_path / "log.json")
    assert doors_of("game-of-tests") == address
    with hosted(tmp_path, tuple(log["events"]), doors=address) as host:
        assert host.post(event("after")).json()["numbers"] == [{"id": "after", "n": 2}]
        assert [one["id"] for one in heard(host, 2)] == ["before", "after"]


def test_two_hosts_of_one_game_are_one_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with only_host("mine"):
        with only_host("yours"):
            pass
        with pytest.raises(BrickyardError, match="served already by another brickyard"), only_host("mine"):
            pass
    with only_host("mine"):
        pass


BAD = {
    "no object": 7,
    "no id": {"do": "note"},
    "a strange id": event("../../etc"),
    "no kind": {"id": "x"},
    "a kind with code": event("x", "<script>"),
    "a number of its own": event("x", n=1),
    "a deep one": event("x", deep=[[[[[[[[[[]]]]]]]]]]),
    "a long text": event("x", force={"name": "y" * 3000}),
    "a large one": event("x", text="y" * 19_999, more=["z" * 1900] * 10),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_event_is_refused_in_words_and_the_good_ones_beside_it_are_taken(what: str, host: Host) -> None:
    good = event(f"good-{what.replace(' ', '-')}")
    answer = host.post(BAD[what], good)
    assert answer.status_code == 200
    (refused,) = answer.json()["refused"]
    assert refused["words"].endswith(".")
    assert len(refused["words"]) > 15
    assert [one["id"] for one in answer.json()["numbers"]] == [good["id"]]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"not JSON", 400),
        (b"[" * 20_000, 400),
        (b'{"game": "game-of-tests", "events": []}', 400),
        (b'{"game": "game-of-tests", "events": [NaN]}', 400),
        (b'{"game": "another", "events": [1]}', 409),
        (b"x" * 64_001, 413),
        (json.dumps({"game": "game-of-tests", "events": [0] * 201}).encode(), 413),
    ],
)
def test_what_is_no_list_of_events_is_refused_in_words(body: bytes, status: int, host: Host) -> None:
    headers = {"Content-Type": "application/json"}
    answer = host.guest.post(host.address + "events", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["words"].endswith(".")


def test_a_number_that_no_page_could_read_is_refused(host: Host) -> None:
    """The log and the stream would no longer be JSON, and the game would stand still for everybody."""
    for number in ("1e999", "-1e999"):
        told = {"game": "game-of-tests", "events": [{"id": "huge", "do": "hurt", "number": [7]}]}
        body = json.dumps(told).replace("7", number)
        answer = host.guest.post(
            host.address + "events", content=body, headers={"Content-Type": "application/json"}
        )
        says = {"say": "large-number", "words": "A number of an event is too large."}
        assert answer.json()["refused"] == [{"id": "huge", **says}]
    assert "Infinity" not in host.guest.get(host.address + "log.json").text


def test_a_body_that_says_no_length_is_bounded_too(host: Host) -> None:
    parts = (b"x" * 10_000 for _ in range(1000))
    headers = {"Content-Type": "application/json"}
    answer = host.guest.post(host.address + "events", content=parts, headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["", "wrong/", "wrong/events", "wrong/log.json", "{watch}x/", "{play}"])
def test_a_wrong_token_opens_nothing(path: str, host: Host) -> None:
    doors = host.served.doors
    place = path.format(watch=doors.watch, play=doors.play[:-1])
    answer = host.guest.get(f"http://127.0.0.1:{host.served.port}/{place}", follow_redirects=True)
    assert answer.status_code == 404
    assert "Scan the code" in answer.json()["words"]


@pytest.mark.parametrize(
    "name",
    ["../log.json", "..%2flog.json", "%2e%2e/log.json", "/etc/passwd", "static/../../x", "C:\\x", "con"],
)
def test_no_path_leads_out_of_the_game(name: str, host: Host) -> None:
    answer = host.guest.get(host.address + name)
    assert answer.status_code == 404


def test_pages_from_elsewhere_cant_play(host: Host) -> None:
    for headers in (
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        assert host.post(event("evil"), headers=headers).status_code in (403, 421)
    # A form of another page can't send JSON.
    plain = host.guest.post(host.address + "events", content=b"{}", headers={"Content-Type": "text/plain"})
    assert plain.status_code == 415
    assert "evil" not in [one["id"] for one in host.log.events]


def test_who_watches_sees_everything_and_enters_nothing(host: Host) -> None:
    host.post(event("seen"))
    watch = host.served.watch_address
    assert b'"watch":true' in host.guest.get(watch + "data.js").content
    assert b'"watch":false' in host.guest.get(host.address + "data.js").content
    answer = host.guest.post(watch + "events", json={"game": "game-of-tests", "events": [event("no")]})
    assert (answer.status_code, "for watching" in answer.json()["words"]) == (403, True)
    # The address for watching doesn't tell the one for playing.
    for name in ("", "data.js", "join", "qr.svg", "log.json"):
        assert host.served.doors.play not in host.guest.get(watch + name).text


def test_every_answer_has_a_policy_and_is_kept_nowhere(host: Host) -> None:
    for name in ("", "data.js", "join", "qr.svg", "nothing"):
        headers = host.guest.get(host.address + name).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_flood_from_one_guest_is_told_to_wait_and_the_others_play_on(tmp_path: Path) -> None:
    host = GameHost(HostedLog(tmp_path / "log.json", GAME), now=lambda: clock[0])
    clock = [0.0]
    sent = [host.may_send("flood", 100) for _ in range(6)]
    assert sent == [True] * 4 + [False] * 2
    assert host.may_send("friend", 1)
    clock[0] += 10
    assert host.may_send("flood", 100)
    with hosted(tmp_path) as real:
        real.served.host._allowances["127.0.0.1"] = Allowance(0.0, time.monotonic())
        answer = real.post(*(event(f"e{number}") for number in range(50)))
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "3")
        assert "wait a little" in answer.json()["words"]


def test_connections_that_one_guest_piles_up_are_cut_and_the_game_goes_on(tmp_path: Path) -> None:
    with hosted(tmp_path) as host, contextlib.ExitStack() as stack:
        place, guest = ("127.0.0.1", host.served.port), ("127.0.0.9", 0)
        opened = (socket.create_connection(place, timeout=5, source_address=guest) for _ in range(80))
        piled = [stack.enter_context(one) for one in opened]
        assert [is_cut(one) for one in piled[60:]] == [True] * 20
        assert host.post(event("goes-on")).status_code == 200


def is_cut(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_a_host_whose_disk_is_full_says_so_and_takes_the_event_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with hosted(tmp_path) as host:
        with monkeypatch.context() as patched:
            patched.setattr(HostedLog, "save", full)
            answer = host.post(event("kept"))
            assert (answer.status_code, "disk full" in answer.json()["words"]) == (507, True)
            assert not host.log.path.exists()
        assert host.post(event("kept")).json()["numbers"] == [{"id": "kept", "n": 1}]
        assert [one["id"] for one in host.on_disk()] == ["kept"]


def test_streams_that_come_at_once_are_no_more_than_may_be_and_make_room_when_they_go(tmp_path: Path) -> None:
    """robustness 8: each was counted when its stream began, after all of them had been let in."""
    with hosted(tmp_path) as host:
        doors, port = host.served.doors, host.served.port
        asked = f"GET /{doors.play}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()

        def status_of_all(guests: list[str]) -> Counter[bytes]:
            with contextlib.ExitStack() as stack:
                opened = [
                    stack.enter_context(
                        socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(guest, 0))
                    )
                    for guest in guests
                ]
                for one in opened:
                    one.sendall(asked)
                return Counter(one.recv(12)[9:] for one in opened)

        assert status_of_all(["127.0.0.9"] * 50) == {b"200": 20, b"503": 30}
        left(host)
        guests = [f"127.0.0.{10 + number % 10}" for number in range(150)]
        assert status_of_all(guests) == {b"200": 60, b"503": 90}
        left(host)


def left(host: Host) -> None:
    """When nobody but us listens any more."""
    with host.guest.stream("GET", host.address + "events") as stream:
        assert stream.status_code == 200
        for line in stream.iter_lines():
            if line.startswith("data: {") and json.loads(line.removeprefix("data: "))["people"] == 1:
                return


# How many are more than enough, and how long they are.
FLOODS = {"long": (60, 19_500), "short": (1_300, 700), "empty": (2_100, 0)}


def notes(flood: str, name: str) -> list[dict[str, Any]]:
    number, size = FLOODS[flood]
    return [event(f"{name}-{flood}-{place}", text="x" * size) for place in range(number)]


@pytest.mark.parametrize("flood", FLOODS)
def test_one_guest_cant_fill_the_log_for_the_others(flood: str, tmp_path: Path) -> None:
    """robustness 3: a hundred long notes of one guest were the end of the game."""
    with hosted(tmp_path) as host:
        flooded = host.log.add(notes(flood, "first"), "127.0.0.9")
        assert flooded.numbers
        assert set(flooded.refused.values()) == {"share"}
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9")) as guest:
            sent = {"game": "game-of-tests", "events": notes(flood, "more")[:1]}
            said = guest.post(host.address + "events", json=sent)
            assert (said.status_code, said.json()["refused"][0]["say"]) == (400, "share")
        for some in range(5):
            answer = host.post(*(event(f"ours-{some}-{number}", "lost", unit="a1") for number in range(50)))
            assert (len(answer.json()["numbers"]), answer.json()["refused"]) == (50, [])
        # What it wrote can be read again: the game goes on after a crash.
        assert len(opened_log(host.log.path)["events"]) == host.log.last


def test_undo_has_room_when_nothing_else_has_and_the_host_says_what_is_true(tmp_path: Path) -> None:
    """robustness 3: undo was refused, with “it takes 5,000 events” after 104."""
    log = HostedLog(tmp_path / "log.json", GAME)
    refused: Counter[str] = Counter()
    for guest in range(20):
        for flood in FLOODS:
            refused.update(log.add(notes(flood, f"{guest}"), f"{guest}").refused.values())
    assert set(refused) == {"full", "share"}
    taken = log.add([event("more"), event("0-short-5"), event("u1", "undo", what="0-short-5")], "20")
    assert taken.refused == {"more": "full"}
    assert taken.numbers == {"0-short-5": log.numbers["0-short-5"], "u1": log.last}
    for guest in range(20):
        undone = [event(f"u-{guest}-{number}", "undo", what=f"{guest}-short-{number}") for number in range(5)]
        assert log.add(undone, f"{guest}").refused == {}
    # Undo is short: it can't carry another flood.
    long = [event(f"l-{number}", "undo", what="x", text="y" * 5_000) for number in range(10)]
    assert set(log.add(long, "20").refused.values()) == {"full"}
    assert log.last <= MOST_EVENTS
    assert "5,000" not in HOST_SAYS["full"]


def test_an_evening_on_one_device_fits(tmp_path: Path) -> None:
    log = HostedLog(tmp_path / "log.json", GAME)
    many = [event(f"e{number}", "attack", unit="a1", rolled=[1] * 10) for number in range(1_500)]
    assert log.add(many, "tablet").refused == {}


def test_a_file_of_a_full_log_can_be_read_again_whatever_was_entered(tmp_path: Path) -> None:
    log = HostedLog(tmp_path / "log.json", GAME)
    deep: Any = [0] * 280
    for _ in range(6):
        deep = [deep]
    for guest in range(12):
        log.add([event(f"d{guest}-{number}", x=deep) for number in range((900 >> guest) + 5)], f"{guest}")
    assert log.add([event("more", x=deep)], "12").refused == {"more": "full"}
    assert len(json.dumps(log.document(), indent=1)) > 4_000_000
    log.save()
    assert opened_log(log.path)["events"] == log.events


def test_large_posts_of_one_guest_are_told_to_wait(tmp_path: Path) -> None:
    clock = [0.0]
    host = GameHost(HostedLog(tmp_path / "log.json", GAME), now=lambda: clock[0])
    sent = [host.may_send("flood", 3, 60_000) for _ in range(20)]
    assert sent == [True] * 3 + [False] * 17
    assert host.may_send("friend", 1, 200)
    clock[0] += 10
    assert host.may_send("flood", 3, 60_000)


def test_a_request_that_never_comes_whole_is_cut_and_streams_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """robustness, half-open connections: those that had sent something were held for ever."""
    monkeypatch.setattr(table_address, "_SILENT_SECONDS", 0.3)
    with hosted(tmp_path) as host, contextlib.ExitStack() as stack:
        place, path = ("127.0.0.1", host.served.port), f"/{host.served.doors.play}/"
        head = f"HTTP/1.1\r\nHost: 127.0.0.1:{host.served.port}\r\n"
        stream = stack.enter_context(host.guest.stream("GET", host.address + "events"))
        lines = stream.iter_lines()
        assert next(lines) == "event: hello"
        halves = ["", "GET /", f"GET {path} {head}"]
        halves.append(
            f"POST {path}events {head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
        )
        for said in halves:
            one = stack.enter_context(socket.create_connection(place, timeout=30))
            one.sendall(said.encode())
            assert is_cut(one)
        second = stack.enter_context(socket.create_connection(place, timeout=30))
        second.sendall(f"GET {path}nothing {head}\r\n".encode())
        answer = b""
        while not answer.endswith(b"}"):
            answer += second.recv(65_536)
        second.sendall(b"GET /")
        assert is_cut(second)
        host.post(event("goes-on"))
        assert any("goes-on" in line for line in lines)


def test_the_join_page_shows_codes_and_both_addresses(host: Host) -> None:
    page = host.guest.get(host.address + "join").text
    assert host.served.play_address in page
    assert host.served.watch_address in page
    assert host.guest.get(host.address + "qr.svg").text.startswith("<svg")
    assert 'src="qr.svg?of=watch"' in page
    codes = [host.guest.get(host.address + name).text for name in ("qr.svg?of=watch", "qr.svg")]
    assert codes == [qr_svg(address).decode() for address in (host.served.watch_address, host.address)]
    # robustness 3: a code of any text would cost as much as a guest wants.
    assert host.guest.get(host.address + "qr.svg", params={"of": "x" * 1190}).text == codes[1]


def test_the_join_page_speaks_the_browsers_language(host: Host) -> None:
    asked = {"de-AT,en;q=0.5": "de", "fr, de;q=0.8": "de", "fr": "en", "": "en"}
    for header, language in asked.items():
        page = host.guest.get(host.address + "join", headers={"Accept-Language": header}).text
        assert f'<html lang="{language}">' in page, header


def test_names_from_a_manifest_are_text_on_the_join_page(tmp_path: Path) -> None:
    with hosted(tmp_path, title="<img src=x onerror=alert(1)>") as host:
        page = host.guest.get(host.address + "join").text
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page
        assert b"<img" not in host.guest.get(host.address).content


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", '{"brickyard": "log", "version": 2, "game": {}, "events": []}', "[" * 5000,
        '{"brickyard": "log", "version": 1, "game": {"id": "x"}, "events": [{"id": "x"}]}',
        '{"brickyard": "log", "version": 1, "game": 3, "events": []}',
        '{"brickyard": "log", "version": 1, "game": {"id": "../x"}, "events": []}',
    ],
)  # fmt: skip
def test_a_file_that_is_no_log_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(BrickyardError, match=r"x\.json: "):
        opened_log(tmp_path / "x.json")


def test_doors_that_somebody_changed_are_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    doors = new_doors()
    assert len({doors.play, doors.watch, *(new_doors().play for _ in range(5))}) == 7
    keep_doors("g", doors)
    (file,) = (tmp_path / "brickyard" / "games").glob("g.json")
    assert file.stat().st_mode & 0o077 == 0
    file.write_text('{"play": "a", "watch": "b", "port": 1}')
    assert doors_of("g") not in (doors, None)
    assert doors_of("g").play != "a"


def test_where_there_is_no_network_it_says_what_else_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, *_: object) -> None:
            raise OSError(101, "Network is unreachable")

    assert lan_address("192.168.1.20") == "192.168.1.20"
    monkeypatch.setattr("brickyard.table.table_address.socket.socket", Unplugged)
    with pytest.raises(BrickyardError, match="on a network that phones could share"):
        lan_address()


def test_an_event_that_is_whole_may_stand_in_a_log() -> None:
    assert why_no_event(event("x", "attack", unit="a1", value=5, rolled=[1, 2])) == ""


def test_a_served_table_needs_no_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 25, item 14: it may be full."""

    def full() -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.gettempdir", full)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reds.yaml").write_text("company: Reds\nframes:\n  - {name: A, systems: 1B 1Rd}\n")
    made = open_table(TableQuestion(("reds.yaml",), JudgeSettings()))
    with hosted(tmp_path, told=dict(made.told)) as host:
        for name in ("", "data.js", "join", "qr.svg", "log.json"):
            assert host.guest.get(host.address + name).status_code == 200
        body = notes("long", "n")[:3]
        assert len(host.post(*body, game=made.told["game"]["id"]).json()["numbers"]) == 3
        assert [one["id"] for one in host.on_disk()] == [one["id"] for one in body]


def test_open_streams_dont_hold_up_the_end(tmp_path: Path) -> None:
    with httpx.Client(timeout=10) as guest:
        with hosted(tmp_path) as host:
            stream = guest.send(guest.build_request("GET", host.address + "events"), stream=True)
            lines = stream.iter_lines()
            assert next(lines) == "event: hello"
        # The host has ended while the stream was open.
        stream.close()
