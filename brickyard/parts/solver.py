"""Large puzzles of what can be built, given to HiGHS; it is imported only when one comes up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import highspy

from brickyard.parts.largest_set import Choice, Puzzle, is_enough
from ldraw_tools.findings import BrickyardError

# The same work on every machine, so the same answer: a limit of time would give another one each run.
_MOST_NODES = 20_000
# Positions in the list are weighed against each other like digits; more would be too fine for floats.
_LARGEST_WEIGHT = 10_000


def solve(puzzle: Puzzle, most_nodes: int = _MOST_NODES) -> Choice:
    """Most designs in all, then the first such choice in the list; every answer is checked in integers."""
    best, at_most = _best(puzzle, [1] * len(puzzle.most), [], most_nodes)
    total = sum(best)
    if total < at_most:
        return Choice(tuple(best), at_most, is_first=False)
    decided, is_first = 0, True
    for weights in _digits(puzzle.most):
        weighed = [0] * decided + weights
        weighed += [0] * (len(puzzle.most) - len(weighed))
        better, most = _best(puzzle, weighed, best[:decided], most_nodes, total)
        if _value(weighed, better) > _value(weighed, best):
            best = better
        is_first = is_first and _value(weighed, best) == most
        decided += len(weights)
    return Choice(tuple(best), total, is_first)


def _digits(most: Sequence[int]) -> Iterator[list[int]]:
    """Weights for some designs at a time: one more of an earlier one outweighs all of the later ones."""
    start = 0
    while start < len(most):
        end, weight = start, 1
        while end < len(most) and (end == start or weight * (most[end] + 1) <= _LARGEST_WEIGHT):
            weight *= most[end] + 1
            end += 1
        weights = [1]
        for number in reversed(most[start + 1 : end]):
            weights.insert(0, weights[0] * (number + 1))
        yield weights
        start = end


def _value(weights: Sequence[int], counts: Sequence[int]) -> int:
    return sum(weight * count for weight, count in zip(weights, counts, strict=True))


def _best(
    puzzle: Puzzle, weights: Sequence[int], fixed: Sequence[int], most_nodes: int, total: int | None = None
) -> tuple[list[int], int]:
    """The choice that weighs most, and what none outweighs; it begins as `fixed` and has `total` designs."""
    model = _model(puzzle, weights)
    for design, count in enumerate(fixed):
        model.changeColBounds(design, count, count)
    designs = len(puzzle.most)
    if total is not None:
        model.addRow(total, total, designs, list(range(designs)), [1.0] * designs)
    model.setOptionValue("mip_max_nodes", most_nodes)
    model.run()
    values = list(model.getSolution().col_value)[:designs]
    counts = [round(value) for value in values] or [0] * designs
    bound = model.getInfo().mip_dual_bound
    optimal = model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    if not is_enough(puzzle, counts) or (not optimal and not values):
        raise BrickyardError("the solver found no answer that stands up; ask for fewer designs at a time")
    found = _value(weights, counts)
    return counts, found if optimal else max(found, int(bound + 1e-6))


def _model(puzzle: Puzzle, weights: Sequence[int]) -> highspy.Highs:
    """Whole numbers of designs, and flows from stocks to wants, which are whole by themselves."""
    model: highspy.Highs = highspy.Highs()  # type: ignore[no-untyped-call]
    # Releases of HiGHS have given wrong answers because of its presolve, and said they were optimal.
    for option, value in (("output_flag", False), ("presolve", "off"), ("threads", 1), ("mip_rel_gap", 0.0)):
        model.setOptionValue(option, value)
    for design, most in enumerate(puzzle.most):
        model.addVar(0, most)
        model.changeColIntegrality(design, highspy.HighsVarType.kInteger)
        model.changeColCost(design, weights[design])
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    asked: dict[int, list[tuple[int, int]]] = {}
    for design, needs in enumerate(puzzle.needs):
        for want, number in needs.items():
            asked.setdefault(want, []).append((design, number))
    given: dict[int, list[int]] = {}
    columns = len(puzzle.most)
    for want, askers in sorted(asked.items()):
        flows = []
        for stock in puzzle.edges[want]:
            model.addVar(0, puzzle.stocks[stock])
            given.setdefault(stock, []).append(columns)
            flows.append(columns)
            columns += 1
        indices = [design for design, _ in askers] + flows
        model.addRow(
            -highspy.kHighsInf,
            0,
            len(indices),
            indices,
            [float(number) for _, number in askers] + [-1.0] * len(flows),
        )
    for stock, flows in sorted(given.items()):
        if len(flows) > 1:
            model.addRow(0, puzzle.stocks[stock], len(flows), flows, [1.0] * len(flows))
    return model
