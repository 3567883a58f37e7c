"""Can I build it? The largest set of designs from one pool, against trying everything and another solver."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp

from brickyard.parts.can_build import Answer, Design, answer_lines, can_build
from brickyard.parts.flow import BuildableSet, Puzzle, is_enough, largest_set
from brickyard.parts.lots import Lot, LotGroup
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.json_values import json_text, schema_of
from tests.running import ROOT, brickyard
from tests.test_owned import RELATED, Related, doubtful, have, listed, lot
from tests.validators.json_schemas import breaches
from validators.reporters.text import unpainted

SCHEMA = schema_of(Answer)

# Puzzles of numbers alone.


def by_trying(puzzle: Puzzle) -> tuple[int, ...]:
    """The largest choice, first in the list's order, by trying all; stocks by Hall's theorem."""
    groups = [
        group
        for size in range(1, len(puzzle.edges) + 1)
        for group in combinations(range(len(puzzle.edges)), size)
    ]

    def can_be_built(counts: tuple[int, ...]) -> bool:
        for group in groups:
            asked = sum(
                needs.get(want, 0) * count
                for needs, count in zip(puzzle.needs, counts, strict=True)
                for want in group
            )
            if asked > sum(puzzle.stocks[s] for s in {s for want in group for s in puzzle.edges[want]}):
                return False
        return True

    choices = product(*(range(most + 1) for most in puzzle.most))
    return max(
        (counts for counts in choices if can_be_built(counts)), key=lambda counts: (sum(counts), counts)
    )


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    wants, stocks, designs = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    each = st.dictionaries(st.integers(0, wants - 1), st.integers(1, 4), max_size=wants)
    edges = st.dictionaries(st.integers(0, stocks - 1), st.sampled_from([0, 1]), max_size=stocks)
    return Puzzle(
        draw(st.lists(each, min_size=designs, max_size=designs)),
        draw(st.lists(st.integers(0, 3), min_size=designs, max_size=designs)),
        draw(st.lists(edges, min_size=wants, max_size=wants)),
        draw(st.lists(st.integers(0, 8), min_size=stocks, max_size=stocks)),
    )


@settings(deadline=None, max_examples=100)
@given(puzzles())
def test_the_search_finds_the_first_of_the_largest_sets(puzzle: Puzzle) -> None:
    found = largest_set(puzzle)
    assert found.counts == by_trying(puzzle)
    assert found.is_proven
    assert is_enough(puzzle, found.counts)


@settings(deadline=None, max_examples=60)
@given(puzzles(), st.integers(0, 12))
def test_a_search_that_is_cut_short_says_so_and_never_too_little_or_too_much(
    puzzle: Puzzle, most_steps: int
) -> None:
    found = largest_set(puzzle, most_steps)
    best = by_trying(puzzle)
    assert is_enough(puzzle, found.counts)
    assert found.total <= sum(best) <= found.at_most
    assert not found.is_proven or found.total == sum(best)


def made_up(designs: int, wants: int, seed: int, most: int = 1, tight: float = 0.6) -> Puzzle:
    chance = Random(seed)
    needs = [{w: chance.randint(1, 8) for w in range(wants) if chance.random() < 0.3} for _ in range(designs)]
    wished = [chance.randint(1, most) for _ in range(designs)]
    edges = [{w: 0} | ({chance.randrange(wants): 1} if chance.random() < 0.3 else {}) for w in range(wants)]
    stocks = [
        int(tight * sum(one.get(w, 0) * count for one, count in zip(needs, wished, strict=True)))
        for w in range(wants)
    ]
    return Puzzle(needs, wished, edges, stocks)


def by_scipy(puzzle: Puzzle, fixed: Sequence[int] = ()) -> int:
    """The size of the largest set, by a solver that others wrote and a model that is written here."""
    designs = len(puzzle.needs)
    arcs = [(want, stock) for want, edges in enumerate(puzzle.edges) for stock in edges]
    rows, highest = [], []
    for want in range(len(puzzle.edges)):
        flows = [-1 if arc[0] == want else 0 for arc in arcs]
        rows.append([needs.get(want, 0) for needs in puzzle.needs] + flows)
        highest.append(0)
    for stock, there in enumerate(puzzle.stocks):
        rows.append([0] * designs + [int(arc[1] == stock) for arc in arcs])
        highest.append(there)
    found = milp(
        [-1] * designs + [0] * len(arcs),
        constraints=LinearConstraint(np.array(rows), ub=highest),
        integrality=[1] * designs + [0] * len(arcs),
        bounds=Bounds(
            [*fixed, *[0] * (designs + len(arcs) - len(fixed))],
            [*fixed, *puzzle.most[len(fixed) :], *([np.inf] * len(arcs))],
        ),
    )
    return round(-float(found.fun))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("designs", "wants", "most", "tight"), [(12, 40, 3, 0.6), (20, 60, 1, 0.9)])
def test_larger_puzzles_are_solved_as_others_solve_them(
    designs: int, wants: int, most: int, tight: float, seed: int
) -> None:
    puzzle = made_up(designs, wants, seed, most, tight)
    found = largest_set(puzzle)
    assert (found.total, found.at_most) == (by_scipy(puzzle), by_scipy(puzzle))
    assert is_enough(puzzle, found.counts)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_earlier_in_the_list_is_as_large(seed: int) -> None:
    """One more of a design, with those before it as chosen, makes the set smaller."""
    puzzle = made_up(9, 20, seed, most=2)
    counts = largest_set(puzzle).counts
    for place, count in enumerate(counts):
        fixed = [*counts[:place], count + 1]
        if count < puzzle.most[place] and is_enough(puzzle, [*fixed, *[0] * (8 - place)]):
            rest = by_scipy(puzzle, fixed)
            assert rest < sum(counts)


def test_too_hard_a_puzzle_gets_an_honest_answer() -> None:
    puzzle = made_up(60, 80, 1)
    found = largest_set(puzzle, most_steps=1)
    assert is_enough(puzzle, found.counts)
    assert found.total < found.at_most
    assert not found.is_proven


def test_no_design_and_no_pool_are_no_trouble() -> None:
    assert largest_set(Puzzle([], [], [], [])) == BuildableSet((), 0)
    assert largest_set(Puzzle([{0: 1}], [2], [{}], [])).counts == (0,)
    assert largest_set(Puzzle([{}], [2], [], [])).counts == (2,)


def test_hundreds_of_designs_are_answered_too() -> None:
    many = Puzzle([{0: 1 + design % 3} for design in range(300)], [1] * 300, [{0: 0}], [200])
    found = largest_set(many)
    # All 100 that take one, and 50 that take two; none is left over for the third, which takes three.
    assert (found.total, found.at_most) == (150, 150)
    assert found.counts[:6] == (1, 1, 0, 1, 1, 0)
    assert sum(found.counts[1::3]) == 50


def test_a_question_needs_no_solver() -> None:
    program = (
        "import sys\n"
        "from brickyard.parts.flow import Puzzle, largest_set\n"
        "largest_set(Puzzle([{0: 2}, {0: 1}], [3, 3], [{0: 0}], [5]))\n"
        "assert not {'highspy', 'scipy', 'numpy'} & set(sys.modules), sorted(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


# Designs and bricks.


def design(name: str, *lots: Lot, count: int = 1, uncertain: tuple[Lot, ...] = ()) -> Design:
    return Design(name, count, listed(*lots, uncertain=uncertain))


def counts(answer: Answer) -> dict[str, tuple[int, int]]:
    return {one.name: (one.certain, one.at_best) for one in answer.designs}


def lacking(answer: Answer, name: str) -> list[tuple[str, int]]:
    one = next(design for design in answer.designs if design.name == name)
    return [(lack.number, lack.count) for lack in one.lacks]


def said(answer: Answer) -> str:
    return "\n".join(answer_lines(answer, [Path("my.bsx")], unpainted))


def test_two_small_ones_beat_the_big_one_that_comes_first() -> None:
    """A greedy builder would begin with the first and have nothing left."""
    big = design("Big", lot("3001", 4))
    small = [design(name, lot("3001", 2)) for name in ("One", "Two")]
    answer = can_build([big, *small], [have("3001", 4)])
    assert counts(answer) == {"Big": (0, 0), "One": (1, 1), "Two": (1, 1)}
    assert lacking(answer, "Big") == [("3001", 4)]
    assert answer.verdict == "2 of 3 can be built, and no more."


def test_of_sets_as_large_the_earlier_in_the_list_wins_and_that_is_said() -> None:
    designs = [design(name, lot("3001", 2)) for name in ("A", "B", "C")]
    answer = can_build(designs, [have("3001", 5)])
    assert counts(answer) == {"A": (1, 1), "B": (1, 1), "C": (0, 0)}
    assert "the one whose designs come first in the list is chosen" in said(answer)


def test_several_of_a_design_are_built_as_far_as_the_bricks_go() -> None:
    answer = can_build(
        [design("Chub", lot("3001", 2), lot("3003", 1), count=3)], [have("3001", 5), have("3003", 9)]
    )
    assert counts(answer) == {"Chub": (2, 2)}
    assert lacking(answer, "Chub") == [("3001", 1)]
    assert "2 of 3" in said(answer)


def test_what_is_lacking_is_as_little_as_can_be_beside_what_is_built() -> None:
    """B may use either; built of the other one it leaves A short of less."""
    related = Related(alternate={"2a": ("1a",)})
    designs = [design("B", lot("2a", 1)), design("A", lot("1a", 2))]
    answer = can_build(designs, [have("1a", 1), have("2a", 1)], "alternate", related)
    assert counts(answer) == {"B": (1, 1), "A": (0, 0)}
    assert lacking(answer, "A") == [("1a", 1)]


def test_substitutes_are_used_to_build_more_and_every_one_is_said() -> None:
    related = Related(alternate={"3794b": ("15573",)})
    designs = [design("A", lot("3794b", 1)), design("B", lot("3794b", 1)), design("C", lot("3794b", 1))]
    pool = [have("3794b", 1), have("3794a", 1), have("15573", 1)]
    assert can_build(designs, pool, "exact").certain.total == 1
    assert can_build(designs, pool, "mould").certain.total == 2
    answer = can_build(designs, pool, "alternate", related)
    assert answer.certain.total == 3
    assert [(one.bin.name, one.count) for one in answer.substitutions] == [("3794a", 1), ("15573", 1)]
    assert "1 × your 15573 for 3794b Title of 3794b, Red: an alternate" in said(answer)


def test_no_substitute_is_used_where_none_is_needed() -> None:
    answer = can_build([design("A", lot("3794b", 2))], [have("3794a", 5), have("3794b", 2)])
    assert answer.substitutions == ()


# Doubt.


def test_a_doubtful_lot_makes_nothing_buildable_in_silence() -> None:
    answer = can_build(
        [design("A", lot("3001", 1), uncertain=(doubtful("4085", 2),))], [have("3001", 1), have("4085", 9)]
    )
    assert counts(answer) == {"A": (0, 1)}
    text = said(answer)
    assert "yes, if the doubtful lots are there" in text
    assert "2 × 4085 Title of 4085, Red: named several times" in text
    assert answer.verdict == "0 of 1 can be built for certain; 1 if the doubtful lots are there."


def test_nor_does_it_make_anything_unbuildable_in_silence() -> None:
    designs = [design("A", lot("3001", 1), uncertain=(doubtful("4085", 2),)), design("B", lot("3001", 1))]
    answer = can_build(designs, [have("3001", 2)])
    assert counts(answer) == {"A": (0, 1), "B": (1, 1)}
    assert answer.verdict == "1 of 2 can be built for certain; 2 if the doubtful lots are there."


def test_a_part_without_any_number_is_doubtful_too() -> None:
    nameless = Lot(
        "", None, 1, lot("x", 1).pieces, "Thing", confidence=Confidence.NONE, reason="not made by LEGO"
    )
    answer = can_build([design("A", uncertain=(nameless,))], [have("3001", 1)])
    assert counts(answer) == {"A": (0, 1)}
    assert "not made by LEGO" in said(answer)


def test_ldraws_own_numbers_in_the_pool_leave_no_doubt() -> None:
    needed = design("A", uncertain=(doubtful("4085", 2, part="60897"),))
    enough = [have("?", 2, None, part="60897", ldraw_colour=4)]
    assert counts(can_build([needed], enough)) == {"A": (1, 1)}
    too_few = [have("?", 1, None, part="60897", ldraw_colour=4)]
    answer = can_build([needed], too_few)
    assert counts(answer) == {"A": (0, 0)}
    assert lacking(answer, "A") == [("4085", 1)]


def test_where_doubt_gains_nothing_the_certain_set_is_the_answer() -> None:
    unsure = design("A", lot("3001", 1), uncertain=(doubtful("4085", 1),))
    answer = can_build([unsure, design("B", lot("3001", 1))], [have("3001", 1)])
    assert counts(answer) == {"A": (0, 0), "B": (1, 1)}
    assert lacking(answer, "A") == [("3001", 1)]
    assert [one.number for one in answer.designs[0].doubts] == ["4085"]


def test_stickers_and_numbers_that_are_mostly_right_are_said() -> None:
    mostly = lot("3001", 1, confidence=Confidence.PROBABLE)
    parts = listed(mostly)
    sheet = lot("1stk01", 1, group=LotGroup.SHEETS)
    stickered = Design("A", 1, replace(parts, lots=(*parts.lots, sheet)))
    text = said(can_build([stickered], [have("3001", 1)]))
    assert "1 lot has a probable number" in text
    assert "Stickers are not counted." in text
    assert text.endswith("It can be built.")


def test_bricks_without_a_colour_are_said() -> None:
    answer = can_build([design("A", lot("3001", 1))], [have("3001", 3, None)])
    assert answer.certain.total == 0
    assert "3 pieces of yours listed without a colour" in said(answer)


# Against trying everything.

numbers = st.sampled_from(["3794a", "3794b", "15573", "3001"])
needs = st.dictionaries(numbers, st.integers(1, 3), min_size=1, max_size=3)


def can_all_be_built(wanted: dict[str, int], stock: dict[str, int], substitutes: str) -> bool:
    """By trying every way to take one piece after the other."""
    number = next((number for number, count in wanted.items() if count), None)
    if number is None:
        return True
    fitting = {number}
    if substitutes != "exact":
        fitting |= {"3794a": {"3794b"}, "3794b": {"3794a"}}.get(number, set())
        fitting |= {*RELATED.related(number, "M")}
    if substitutes == "alternate":
        fitting |= {*RELATED.related(number, "A")}
    for other in sorted(fitting):
        if stock.get(other):
            left = {**stock, other: stock[other] - 1}
            if can_all_be_built({**wanted, number: wanted[number] - 1}, left, substitutes):
                return True
    return False


@settings(deadline=None, max_examples=60)
@given(
    st.lists(needs, min_size=1, max_size=4),
    st.dictionaries(numbers, st.integers(0, 5)),
    st.sampled_from(["exact", "mould", "alternate"]),
)
def test_no_larger_set_can_be_built_whatever_is_tried(
    wanted: list[dict[str, int]], stock: dict[str, int], substitutes: str
) -> None:
    designs = [
        design(f"D{place}", *(lot(number, count) for number, count in each.items()))
        for place, each in enumerate(wanted)
    ]
    answer = can_build(
        designs, [have(number, count) for number, count in stock.items()], substitutes, RELATED
    )

    def together(chosen: tuple[int, ...]) -> dict[str, int]:
        total: dict[str, int] = {}
        for place in chosen:
            for number, count in wanted[place].items():
                total[number] = total.get(number, 0) + count
        return total

    sets = [
        chosen
        for size in range(len(wanted), -1, -1)
        for chosen in combinations(range(len(wanted)), size)
        if can_all_be_built(together(chosen), stock, substitutes)
    ]
    built = tuple(place for place, one in enumerate(answer.designs) if one.certain)
    assert built == sets[0]
    for place, one in enumerate(answer.designs):
        if place not in built:
            short = {lack.number: lack.count for lack in one.lacks}
            rest = {number: count - short.get(number, 0) for number, count in wanted[place].items()}
            total = together(built)
            assert can_all_be_built(
                {n: total.get(n, 0) + rest.get(n, 0) for n in {*total, *rest}}, stock, substitutes
            )


# The command.

BRICK = "1 {} 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"


def company(folder: Path, **frames: int) -> None:
    """Frames of so many red bricks each."""
    listed_frames = ""
    for name, bricks in frames.items():
        (folder / f"{name}.ldr").write_text(f"0 {name}\n0 !MFZ FRAME {name}\n" + BRICK.format(4) * bricks)
        listed_frames += f"  - {{model: {name}.ldr}}\n"
    (folder / "company.yaml").write_text(f"company: Ours\nframes:\n{listed_frames}")


def pool(folder: Path, bricks: int) -> None:
    item = (
        f"<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3001</ITEMID><COLOR>5</COLOR><MINQTY>{bricks}</MINQTY></ITEM>"
    )
    (folder / "my.xml").write_text(f"<INVENTORY>{item}</INVENTORY>")


def test_the_command_says_which_frames_and_what_the_rest_lacks(tmp_path: Path) -> None:
    company(tmp_path, big=4, one=2, two=2)
    pool(tmp_path, 4)
    run = brickyard(["can-build", "company.yaml", "--owned", "my.xml"], tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "2 of 3 can be built, and no more."
    assert "needs 4 pieces more in 1 lot:" in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 100


def test_the_command_answers_programs_too(tmp_path: Path) -> None:
    company(tmp_path, big=4, one=2)
    pool(tmp_path, 5)
    run = brickyard(["can-build", "company.yaml", "--owned", "my.xml", "--format", "json"], tmp_path)
    found: dict[str, Any] = json.loads(run.stdout)
    assert not list(breaches(found, SCHEMA, SCHEMA))
    assert [(one["name"], one["certain"]) for one in found["designs"]] == [("big", 1), ("one", 0)]
    assert found["certain"] == {"total": 1, "at_most": 1, "is_proven": True}


def test_what_is_owned_must_be_named(tmp_path: Path) -> None:
    company(tmp_path, one=1)
    run = brickyard(["can-build", "company.yaml"], tmp_path)
    assert run.returncode == 2
    assert "--owned" in run.stderr


def test_an_answer_is_a_document_of_its_schema() -> None:
    answer = can_build([design("A", lot("3794b", 2))], [have("3794a", 1)])
    assert not list(breaches(json.loads(json_text(answer)), SCHEMA, SCHEMA))


def test_the_option_that_was_is_refused_with_the_command_that_does_it(tmp_path: Path) -> None:
    run = brickyard(["parts", "c.yaml", "--can-build", "--owned", "my.xml"], tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "--can-build is a command of its own now: brickyard can-build PATH... --owned FILE" in run.stderr
