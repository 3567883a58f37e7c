"""What an asset is worth: the texts' own comparisons, every pattern of ties, and what never matters."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from catalog.editions.edition import Edition
from catalog.editions.loading import edition
from fleets.comparing.scoring import Comparison, Position, compare
from fleets.comparing.terms import Side, SideCounts, TieChoice, terms_of
from ldraw_tools.findings import BrickyardError
from tests.fleets.comparisons import (
    Numbers,
    book,
    companies,
    company,
    orbit,
    scores_by_hand,
    tie_patterns,
    worth_by_hand,
)

ANVIL, FANG, EYE = (
    company("Estar's Anvil", 5, 20),
    company("Sun's Fang", 4, 16),
    company("Piercing Eye", 4, 15),
)


def told(comparison: Comparison) -> dict[str, tuple[int, int, str]]:
    return {one.name: (one.per_asset, one.score, one.position.value) for one in comparison.standings}


def test_the_books_comparison_p72() -> None:
    assert told(compare([ANVIL, FANG, EYE], book())) == {
        "Piercing Eye": (7, 42, "highest"),
        "Sun's Fang": (6, 36, "others"),
        "Estar's Anvil": (3, 21, "lowest"),
    }


def test_the_books_comparison_p72_step_by_step_with_the_names_of_those_tied() -> None:
    comparison = compare([ANVIL, FANG, EYE], book())
    steps = {
        one.name: [(s.extreme.value, s.measure.label, s.points, s.tied_with) for s in one.adjustments]
        for one in comparison.standings
    }
    assert steps == {
        "Estar's Anvil": [("most", "frames", -1, ()), ("most", "systems", -1, ())],
        "Sun's Fang": [("fewest", "frames", 1, ("Piercing Eye",))],
        "Piercing Eye": [("fewest", "frames", 1, ("Sun's Fang",)), ("fewest", "systems", 1, ())],
    }


@pytest.mark.parametrize(
    ("numbers", "worth", "scores"),
    [
        # What other programs get wrong.
        ([(5, 20, 3), (5, 20, 3)], [5, 5], [40, 40]),
        ([(5, 20, 3), (5, 19, 3)], [4, 6], [32, 48]),
        ([(4, 16, 1)] * 5, [5] * 5, [25] * 5),
        # The most of one thing and the fewest of the other cancel.
        ([(5, 10, 3), (4, 16, 3)], [5, 5], [40, 35]),
        # In the middle of everything nothing happens.
        ([(5, 20, 2), (4, 16, 2), (3, 12, 2)], [3, 5, 7], [21, 30, 35]),
    ],
)
def test_companies_are_worth_what_they_are_worth(
    numbers: list[Numbers], worth: list[int], scores: list[int]
) -> None:
    comparison = compare(companies(numbers), book())
    found = sorted(comparison.standings, key=lambda one: one.name)
    assert [one.per_asset for one in found] == worth
    assert [one.score for one in found] == scores


def fleet(name: str, ships: int, companies_: int, systems: int, hvas: int) -> Side:
    return Side(name, SideCounts(ships=ships, companies=companies_, systems=systems, hvas=hvas))


def test_intercept_orbit_p28_counts_tactical_assets_and_shipboard_systems() -> None:
    comparison = compare([fleet("A", 4, 2, 14, 3), fleet("B", 5, 0, 18, 3)], orbit())
    # A has the most TAs and the fewest systems, B the other way round: 5 each, nine and eight assets.
    assert told(comparison) == {"A": (5, 45, "highest"), "B": (5, 40, "lowest")}
    labels = {step.measure.label for one in comparison.standings for step in one.adjustments}
    assert labels == {"TAs", "shipboard systems"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_pattern_of_ties_is_as_counted_by_hand(players: int) -> None:
    """Frames in rising order are enough: who is named first means nothing, as tested below."""
    seen, terms = 0, book()
    for ranks in tie_patterns(players):
        if list(ranks) != sorted(ranks):
            continue
        for systems in tie_patterns(players):
            numbers = [(3 + f, 10 + 2 * s, 2) for f, s in zip(ranks, systems, strict=True)]
            found = {one.name: one for one in compare(companies(numbers), terms).standings}
            assert [found[name].per_asset for name in sorted(found)] == worth_by_hand(numbers)
            scores = scores_by_hand(numbers)
            assert [found[name].score for name in sorted(found)] == scores
            for name, score in zip(sorted(found), scores, strict=True):
                assert found[name].position is place_by_hand(score, scores)
            seen += 1
    assert seen == {2: 2 * 3, 3: 4 * 13, 4: 8 * 75, 5: 16 * 541}[players]


def place_by_hand(score: int, scores: list[int]) -> Position:
    ranked = sorted(scores, reverse=True)
    shared = ranked.count(score) > 1
    if ranked.index(score) == 0:
        return Position.TIED_HIGHEST if shared else Position.HIGHEST
    if ranked[-1] == score:
        return Position.TIED_LOWEST if shared else Position.LOWEST
    return Position.OTHERS


NUMBERS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 32), st.integers(0, 3)), min_size=2, max_size=5
)


@given(NUMBERS.map(companies).flatmap(lambda sides: st.tuples(st.just(sides), st.permutations(sides))))
def test_the_order_in_which_companies_are_named_never_matters(
    orders: tuple[list[Side], list[Side]],
) -> None:
    assert compare(orders[0], book()) == compare(orders[1], book())


def test_every_order_of_three_gives_the_same() -> None:
    found = {compare(order, book()) for order in permutations([ANVIL, FANG, EYE])}
    assert len(found) == 1


@given(st.tuples(st.integers(0, 8), st.integers(0, 32), st.integers(0, 3)), st.integers(2, 5))
def test_identical_companies_have_5_each(one: Numbers, players: int) -> None:
    comparison = compare(companies([one] * players), book())
    assert {standing.per_asset for standing in comparison.standings} == {5}
    assert {standing.position for standing in comparison.standings} == {Position.TIED_HIGHEST}


@given(NUMBERS)
@settings(max_examples=200)
def test_an_asset_is_worth_3_to_7_and_the_steps_add_up(numbers: list[Numbers]) -> None:
    for standing in compare(companies(numbers), book()).standings:
        assert 3 <= standing.per_asset <= 7
        assert standing.per_asset == 5 + sum(step.points for step in standing.adjustments)
        assert all(standing.name not in step.tied_with for step in standing.adjustments)


@given(NUMBERS, st.integers(1, 50))
def test_only_differences_count(numbers: list[Numbers], more: int) -> None:
    lifted = [(frames, systems + more, stations) for frames, systems, stations in numbers]
    assert worth_of(numbers) == worth_of(lifted)


def worth_of(numbers: list[Numbers]) -> dict[str, int]:
    return {one.name: one.per_asset for one in compare(companies(numbers), book()).standings}


def test_two_of_the_same_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="different names"):
        compare([ANVIL, ANVIL], book())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rapid-attack", ("score per asset", "score", "defense", "offense", "point", "frame")),
        (
            "rapid-attack-draft",
            ("asset value", "initiative", "defensive", "offensive", "primary offensive", "frame"),
        ),
        ("condensed", ("points per asset", "score", "defender", "attacker", "point attacker", "frame")),
        (
            "intercept-orbit",
            ("points per asset", "score", "defender", "secondary attacker", "primary attacker", "TA"),
        ),
    ],
)
def test_every_text_compares_in_its_own_words(name: str, words: tuple[str, ...]) -> None:
    terms = terms_of(edition(name))
    keys = ("points-per-asset", "score", "highest", "others", "lowest", "asset-unit")
    assert tuple(terms.word(key) for key in keys) == words
    assert all((terms.reference, terms.ties_reference, terms.lowest_reference, terms.scoring_reference))


def test_what_a_winner_may_do_is_the_texts_own() -> None:
    assert book().choices == (TieChoice.ADD, TieChoice.REMOVE, TieChoice.LOSER_CHOOSES)
    assert orbit().choices == (TieChoice.REMOVE, TieChoice.GO_ON)


def test_paper_mech_compares_nobody() -> None:
    with pytest.raises(BrickyardError, match="doesn't compare sides"):
        terms_of(edition("paper-mech"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"choices": ("add", "pray")}, "“pray” is nothing to choose"),
        ({"assets": ("frames", "stars")}, "“stars” is not counted in any game"),
        ({"compared": {"stars": ("stars",)}}, "can't be used"),
    ],
)
def test_a_house_edition_with_a_table_that_makes_no_sense_is_told_so(
    change: dict[str, Any], said: str
) -> None:
    from dataclasses import replace

    real: Edition = edition("rapid-attack")
    assert real.comparison
    with pytest.raises(BrickyardError, match=said):
        terms_of(replace(real, comparison=real.comparison._replace(**change)))
