"""Every dialect read, three written, and each string that the texts work out themselves."""

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, Body, Dice, Pool, Vocabulary
from fleets.dice.carried_systems import Loadout, System, idle_systems, pool_of, systems_pool
from fleets.notation import (
    Dialect,
    Reading,
    read_dice,
    read_systems,
    write_book,
    write_condensed,
    write_loadout,
)
from tests.fleets.loadout_strategies import FULL, PLAIN, SHIP_SPLIT, SHIPBOARD, SPLIT, frames, units


def dice(
    text: str, games: Vocabulary | tuple[Vocabulary, ...] = (RAPID_ATTACK, INTERCEPT_ORBIT), body: str = ""
) -> Reading:
    found = read_dice(text, games, body=body)
    assert isinstance(found, Reading), [str(finding) for finding in found.findings]
    return found


def systems(
    text: str, games: Vocabulary | tuple[Vocabulary, ...] = (RAPID_ATTACK, INTERCEPT_ORBIT), body: str = ""
) -> Reading:
    found = read_systems(text, games, body=body)
    assert isinstance(found, Reading), [str(finding) for finding in found.findings]
    return found


def canonical(reading: Reading) -> str:
    return write_book(reading.pool, reading.vocabulary, reading.idle)


ATTACHMENTS: dict[str, tuple[str, list[System | str]]] = {
    "MR-112 Alaskan rifle": ("1Ra, 3Rd", ["Rd", System("Rd", "Ra")]),
    "combat knife": ("2Rh", ["Rh"]),
    "fusion edge with amplifier": ("2Rh & d8", ["Rh", "Rh"]),
    "fusion edge of the Osprey": ("2Rh &d8", ["Rh", "Rh"]),
    "Eshaku claws": ("2Rh", ["Rh"]),
    "Ijad grapnel": ("1G", ["G"]),
    "Auchiejh drone": ("1Rd, 1Ra", [System("Rd", "Ra")]),
    "Huet thruster": ("1G", ["G"]),
    "radar": ("1Y", ["Y"]),
    "mast camera": ("1Y", ["Y"]),
    "RD-214 Nocs at direct range": ("d8Rd", ["Rd"]),
    "RD-214 Nocs at artillery range": ("d8Ra", ["Ra"]),
    "Dust Skates": ("1G", ["G"]),
    "stingbeam": ("2Rd", ["Rd"]),
    "CS-14 riot shield": ("1B", ["B"]),
    "reactive armor": ("1B", ["B"]),
    "chaff dispenser": ("1B", ["B"]),
    "R-16 recoilless rifle": ("2Ra & d8", ["Ra", "Ra"]),
    "Rainmaker": ("2Ra & d8", ["Ra", "Ra"]),
    "GL-122 Tickler": ("2Rd & d8", ["Rd", "Rd"]),
    "Eggbox launcher": ("1Rd, 1Ra", [System("Rd", "Ra")]),
    "RPG": ("1Ra, 1Rd", [System("Rd", "Ra")]),
    "sniper laser": ("2Ra", ["Ra"]),
    "Peach Chucker": ("1Ra, 3Rd", ["Rd", System("Rd", "Ra")]),
    "Peashooter": ("3Ra, 1Rd", ["Ra", System("Rd", "Ra")]),
    "carbine with bayonet, p.65": ("1Rd & 1Rh", [System("Rh", "Rd")]),
    "Scrambler's stingbeam and targeting sensor": ("2Rd, Rd8", ["Rd", "Rd"]),
    "Thunderhead's grenade launcher": ("2Rd & d8Rd", ["Rd", "Rd"]),
}


@pytest.mark.parametrize("piece", ATTACHMENTS)
def test_an_attachment_of_the_book_is_the_systems_it_says(piece: str) -> None:
    text, carried = ATTACHMENTS[piece]
    reading = systems(text)
    assert reading.loadout == Loadout.of(*carried)
    assert reading.is_unique
    assert reading.vocabulary is RAPID_ATTACK
    assert not reading.findings


def test_the_industrial_laser_is_two_systems_but_which_two_is_not_certain() -> None:
    for reading in (systems("1Ra, 2Rd, 1Rh"), dice("1Ra, 2Rd, 1Rh")):
        assert reading.loadout == Loadout.of("Rd", System("Rh", "Ra"))
        assert not reading.is_unique
        (said,) = reading.findings
        assert said.code == "DIC029"
        assert "1 hand-to-hand/direct split weapon and 1 direct/artillery split weapon" in said.message


@pytest.mark.parametrize(("game", "weapon"), [(RAPID_ATTACK, "2Rh"), (INTERCEPT_ORBIT, "2Rp")])
@pytest.mark.parametrize("text", ["", "2 2B", "W"])
def test_what_names_no_system_is_answered_with_a_weapon_of_the_game(
    text: str, game: Vocabulary, weapon: str
) -> None:
    (said,) = read_systems(text, game).findings
    assert said.fix.endswith(f" as {weapon}.") or said.fix.endswith(f" as in {weapon}.")


EXAMPLE_ROUND = {
    "2W 2Rd 1G 2Y": 4,
    "2W 2Rd 2B 1Y": 4,
    "2W 2Rd 1G 1Y": 3,
    "2W 2Ra d8Ra 1B 1Y": 4,
    "2W 2Rd 1B 1G 1Y": 4,
}


@pytest.mark.parametrize("text", EXAMPLE_ROUND)
def test_a_frame_of_the_books_example_round_has_its_systems(text: str) -> None:
    reading = dice(text)
    assert reading.loadout.count == EXAMPLE_ROUND[text]
    assert pool_of(reading.loadout, RAPID_ATTACK) == reading.pool
    assert not reading.findings


SPELLINGS = {
    "RA p.65: the sprint": ("2W 2Rh Gd8", Dialect.BOOK, "2W 2Rh Gd8"),
    "RA p.65: a rocket": ("2W 2Rd 1Rd8", Dialect.BOOK, "2W 2Rd 1Rd8"),
    "RA: Brewer of the Sun's Fang, in one line": ("1Rd8 2Rd 2W 1G", Dialect.BOOK, "2W 1G 2Rd 1Rd8"),
    "Condensed: Soldier with two rockets": ("WWBYGRdRdR8rR8r", Dialect.CONDENSED, "2W 1B 1G 1Y 2Rd 2Rd8"),
    "Condensed: a green d8": ("WWBRhRhG8", Dialect.CONDENSED, "2W 1B 2Rh Gd8"),
    "Condensed: a second weapon": ("WWRdRdR8d", Dialect.CONDENSED, "2W 2Rd & d8"),
    "Condensed with spaces": ("W W B Y G RdRd R8r", Dialect.CONDENSED, "2W 1B 1G 1Y 2Rd 1Rd8"),
    "Garage: Anvil, dice": ("2Rd+d8/1B/1Y/2W", Dialect.GARAGE, "2W 1B 1Y 2Rd & d8"),
    "Garage: Anvil, words": ("2DF1D1S2W", Dialect.GARAGE, "2W 1B 1Y 2Rd & d8"),
    "Garage: Closer, dice": ("2Rd/2Rh+d8/1B/2W", Dialect.GARAGE, "2W 1B 2Rh & d8 2Rd"),
    "Garage: Closer, words": ("1DF2H1D2W", Dialect.GARAGE, "2W 1B 2Rh & d8 2Rd"),
    "Garage: HtH spelled out": ("2HtH1M2W", Dialect.GARAGE, "2W 1G 2Rh & d8 Gd8"),
    "Garage: Artillerist, words": ("2A2D2W", Dialect.GARAGE, "2W 2B 2Ra & d8"),
    "Garage: Armored Spotter": ("1B/2Y/1Gd8/2W", Dialect.GARAGE, "2W 1B 2Y Gd8"),
    "Garage: one size a die": ("d6Rdd6Rd d8Rdd6Bd6Y d6Wd6W", Dialect.GARAGE, "2W 1B 1Y 2Rd & d8"),
    "Garage: Missile Monkey's rockets": (
        "d6Bd6Yd6Yd8Gd6Wd6W d8Rrd8Rrd8Rr",
        Dialect.GARAGE,
        "2W 1B 2Y Gd8 3Rd8",
    ),
    "Handbook": ("Rd Rd B Y", Dialect.HANDBOOK, "2W 1B 1Y 2Rd & d8"),
    "Handbook without ranged weapons": ("Rh B", Dialect.HANDBOOK, "2W 1B 2Rh Gd8"),
    "Handbook with its frame": ("2W, Rd, G", Dialect.HANDBOOK, "2W 1G 2Rd"),
    "mf0": ("2W1G3KRp1Ra1", Dialect.MF0, "2W 1G 3K 1Rp 1Ra"),
    "mf0: a second weapon before another": ("2WRp2+d8Ra2", Dialect.MF0, "2W 2Rp & d8 2Ra"),
    "mf0: a frigate with one weapon": ("2W1GRp2", Dialect.MF0, "2W 1G 2Rp"),
    "IO: an order that can be built": (
        "2W 1G 1B 1Y 1K 2Rp 2Ra & d8 2Rs",
        Dialect.BOOK,
        "2W 1G 1B 1Y 1K 2Rp 2Ra & d8 2Rs",
    ),
    "environmental, with a colon": ("2W 2Rd E:vacuum", Dialect.BOOK, "2W 2Rd E:vacuum"),
    "environmental, as in a file's name": ("2W 2Rd E Vacuum 1B", Dialect.BOOK, "2W 1B 2Rd E:vacuum"),
    "every group of the book's canonical order": (
        "2W 1B 1G 1Y 2Rh 2Rd & d8 2Ra E:vacuum 2Rd8",
        Dialect.BOOK,
        "2W 1B 1G 1Y 2Rh 2Rd & d8 2Ra E:vacuum 2Rd8",
    ),
}


@pytest.mark.parametrize("source", SPELLINGS)
def test_a_spelling_seen_in_a_text_or_in_the_wild_is_read(source: str) -> None:
    text, dialect, written = SPELLINGS[source]
    reading = dice(text)
    assert (reading.dialect, canonical(reading)) == (dialect, written)


FORGIVEN = {
    "2w 2rd 1b": "2W 1B 2Rd",
    "2W 2RD & D8": "2W 2Rd & d8",
    "2W2Rd1B1G1Y": "2W 1B 1G 1Y 2Rd",
    "2 W, 2 Rd, 1 B": "2W 1B 2Rd",
    "(2Ra & d8)": "2Ra & d8",
    "2Rad8": "2Ra & d8",
    "2Ra+1d8": "2Ra & d8",
    "2W B G Y 2Rd": "2W 1B 1G 1Y 2Rd",
    "2W 2Rd 0B": "2W 2Rd",
    "1B 1B": "2B",
    "wwbygrdrdr8rr8r": "2W 1B 1G 1Y 2Rd 2Rd8",
    "WWBYGRDRDR8RR8R": "2W 1B 1G 1Y 2Rd 2Rd8",
    "2W\u00a02Rd\t1B\n": "2W 1B 2Rd",
    "2Ra d8Ra & 1B": "1B 2Ra & d8",
    "1Y & Y": "2Y",
}


@pytest.mark.parametrize("text", FORGIVEN)
def test_spaces_commas_ampersands_and_case_are_forgiven_where_they_cant_mislead(text: str) -> None:
    assert canonical(dice(text, RAPID_ATTACK)) == FORGIVEN[text]


@given(frames)
def test_case_and_separators_change_nothing(loadout: Loadout) -> None:
    texts = write_loadout(loadout, RAPID_ATTACK)
    for text in texts.values():
        first = dice(text, RAPID_ATTACK)
        for same in (text.lower(), text.upper(), text.replace(" ", ", "), f" {text.replace(' ', '  /  ')} "):
            again = dice(same, RAPID_ATTACK)
            assert (again.loadout, again.pool) == (first.loadout, first.pool), same


@given(units)
def test_what_is_written_in_any_dialect_reads_as_what_was_rolled(
    unit: tuple[Vocabulary, tuple[Body, Loadout]],
) -> None:
    game, (body, loadout) = unit
    for text in write_loadout(loadout, game, body).values():
        reading = dice(text, game, body.name)
        assert reading.pool == pool_of(loadout, game, body)
        assert reading.loadout.count == loadout.count
        assert (reading.loadout.rockets, reading.loadout.ace) == (loadout.rockets, loadout.ace)
        assert pool_of(reading.loadout, game, body) == reading.pool
        assert text in write_loadout(reading.loadout, game, body).values()
        if reading.is_unique:
            assert reading.loadout == loadout


@given(units, st.integers(0, 2))
def test_dice_left_over_after_damage_read_back_too(
    unit: tuple[Vocabulary, tuple[Body, Loadout]], white: int
) -> None:
    game, (body, loadout) = unit
    pool = pool_of(loadout, game, body, white)
    text = write_book(pool, game, idle_systems(loadout, game))
    if text and loadout.count:
        assert dice(text, game, body.name).pool == pool


@pytest.mark.parametrize("system", [*PLAIN, *FULL, *SPLIT, System("E", name="vacuum")], ids=str)
def test_every_piece_of_a_frame_written_as_a_tag_reads_as_itself(system: System) -> None:
    one = Loadout((system,))
    text = write_book(systems_pool(one, RAPID_ATTACK), RAPID_ATTACK, idle_systems(one, RAPID_ATTACK))
    assert systems(text).loadout == one


@pytest.mark.parametrize("system", [*SHIPBOARD, *SHIP_SPLIT, System("Rf")], ids=str)
def test_every_piece_of_a_ship_written_as_a_tag_reads_as_itself(system: System) -> None:
    one = Loadout((system,))
    text = write_book(systems_pool(one, INTERCEPT_ORBIT), INTERCEPT_ORBIT)
    assert systems(text, INTERCEPT_ORBIT).loadout == one


PIECES: dict[str, list[System | str]] = {
    "2Rd": ["Rd"],
    "Rd": ["Rd"],
    "RdRd": ["Rd"],
    "2Rd 2Rd": ["Rd", "Rd"],
    "2Rd & d8": ["Rd", "Rd"],
    "Rd8": ["Rd"],
    "2Rd & 2d8": ["Rd", "Rd", "Rd"],
    "1Rd 1Ra": [System("Rd", "Ra")],
    "1Ra 3Rd": ["Rd", System("Rd", "Ra")],
    "1Rd 2Rd 1Ra": ["Rd", System("Rd", "Ra")],
    "2Rd 2Ra": ["Rd", "Ra"],
    "1B 1G 2Y": ["B", "G", "Y", "Y"],
    "2W 2Rd 1B": ["Rd", "B"],
    "Rd Rd B Y": ["Rd", "Rd", "B", "Y"],
    "2DF1D1S": ["Rd", "Rd", "B", "Y"],
    "E vacuum": [System("E", name="vacuum")],
    "2E:vacuum": [System("E", name="vacuum")] * 2,
}


@pytest.mark.parametrize("text", PIECES)
def test_in_a_tag_a_notation_names_systems(text: str) -> None:
    assert systems(text).loadout == Loadout.of(*PIECES[text])


def test_in_a_tag_each_full_weapon_is_certain_though_the_same_dice_would_not_be() -> None:
    assert systems("2Rd 2Ra").is_unique
    assert not dice("2Rd 2Ra").is_unique


SHIP_PIECES = {"1K": 1, "3K": 2, "1Y": 1, "1Y 1Y": 2, "1Y & Y": 2, "2Y": 2, "1Rf": 1, "1G 1Rf 1B 1Y": 4}


@pytest.mark.parametrize("text", SHIP_PIECES)
def test_a_ships_or_companys_pieces_are_counted(text: str) -> None:
    assert systems(text, INTERCEPT_ORBIT).loadout.count == SHIP_PIECES[text]


def test_a_frigates_own_green_die_is_no_system() -> None:
    reading = systems("2W 1G 1B 2Rp", INTERCEPT_ORBIT, body="frigate")
    assert reading.loadout == Loadout.of("B", "Rp")
    assert [finding.code for finding in reading.findings] == ["DIC033"]


def test_more_sprints_than_there_are_keep_their_number() -> None:
    two = read_dice("2Gd8", RAPID_ATTACK)
    assert write_book(two.pool, RAPID_ATTACK) == "2Gd8"


def test_the_sprint_is_no_system() -> None:
    reading = systems("2Rh 1B Gd8")
    assert reading.loadout == Loadout.of("Rh", "B")
    assert [finding.code for finding in reading.findings] == ["DIC033"]


GAMES_OF = {
    "2Ra": "Rapid Attack",
    "2W 2Ra 1B": "Rapid Attack",
    "2W 2Ra 1K": "Intercept Orbit",
    "2Ra 2Rp": "Intercept Orbit",
    "1Ra 1Rd": "Rapid Attack",
    "1Ra 1Rs": "Intercept Orbit",
    "2W 1Rf 1B 1Y 1G": "Intercept Orbit",
}


@pytest.mark.parametrize("text", GAMES_OF)
def test_a_text_that_fits_only_one_game_is_read_as_that_one(text: str) -> None:
    assert dice(text).vocabulary.name == GAMES_OF[text]


def test_the_edition_decides_what_Ra_is() -> None:
    assert dice("2Ra", INTERCEPT_ORBIT).vocabulary is INTERCEPT_ORBIT
    assert dice("2Ra", (INTERCEPT_ORBIT, RAPID_ATTACK)).vocabulary is INTERCEPT_ORBIT


def test_the_body_is_the_one_that_the_dice_fit() -> None:
    assert dice("2W 1K 1B").body.name == "capital"
    assert dice("2W 1G 1K 1B").body.name == "frigate"
    assert dice("2W 1G 1Rf 1B 1Y").body.name == "company"
    assert dice("2W 1G 1B", INTERCEPT_ORBIT, body="company").loadout == Loadout.of("B", "G")


def test_two_sensors_as_mf0_counts_them_are_two_systems_with_one_die() -> None:
    reading = dice("2W2YRs2")
    assert reading.loadout == Loadout.of("Y", "Y", "Rs")
    assert canonical(reading) == "2W 1Y & Y 2Rs"
    assert [finding.code for finding in reading.findings] == ["DIC024"]


def test_a_sprint_left_out_is_pointed_out_for_a_frame_but_not_for_a_piece() -> None:
    assert [finding.code for finding in dice("2W 2Rh 1B", RAPID_ATTACK).findings] == ["DIC028"]
    assert not dice("2Rh", RAPID_ATTACK).findings


@pytest.mark.parametrize(("text", "code"), [("2W 1Rd", "DIC020"), ("2W Rd8", "DIC021")])
def test_no_sprint_is_missed_where_a_broken_weapon_keeps_a_frame_from_sprinting(text: str, code: str) -> None:
    assert [finding.code for finding in read_dice(text, RAPID_ATTACK).findings] == [code]


def test_a_pool_is_written_in_the_order_of_each_text() -> None:
    loadout = Loadout.of("Ra", "Y", "B", "G", rockets=2)
    assert write_loadout(loadout, RAPID_ATTACK) == {
        "book": "2W 1B 1G 1Y 2Ra 2Rd8",
        "condensed": "WWBYGRaRaR8rR8r",
    }


def test_condensed_names_an_environment_after_the_dice() -> None:
    loadout = Loadout.of("Rd", System("E", name="vacuum"))
    assert write_loadout(loadout, RAPID_ATTACK)["condensed"] == "WWRdRd E:vacuum"


def test_intercept_orbit_is_not_written_in_condensed() -> None:
    assert list(write_loadout(Loadout.of("K"), INTERCEPT_ORBIT)) == ["book"]
    with pytest.raises(ValueError, match="isn't written in Condensed's dialect"):
        write_condensed(Pool.of(Dice("W")), INTERCEPT_ORBIT)
