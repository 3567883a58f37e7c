"""Odds for people: a fight by range and cover, what white dice cost, cards, a matrix, a boarding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from brickyard.facts.verdicts import mean_words
from brickyard.odds.odds_answer import (
    BoardingRow,
    CardOdds,
    EnemyOdds,
    Fight,
    FightOdds,
    MatrixOdds,
    MechOdds,
    MishapOdds,
    OddsAnswer,
    OddsFighter,
    UnitOdds,
    WhiteDiceTable,
    best_row,
)
from brickyard.odds.odds_matrix import COVERS, MatrixTable, matrix_tables
from brickyard.odds.odds_mech import mech_lines, on_part_lines
from brickyard.odds.odds_mishaps import mishap_lines
from brickyard.odds.odds_wording import AIMS, note_lines, percent, situation_in_words
from brickyard.terminal import WIDTH, Paint, cut, wrapped
from catalog.editions.edition import Edition
from fleets.chances.combat import COVER
from fleets.chances.duel import Situation
from ldraw_tools.findings import Severity, count_of, printable
from validators.reporters.text import finding_lines

_MOST_SHOWN = 4
_LONGEST_NAME = 24


def text_lines(found: OddsAnswer, paint: Paint) -> Iterator[str]:
    for finding in found.findings:
        yield from finding_lines(finding, paint)
    if any(finding.severity is Severity.ERROR for finding in found.findings):
        yield paint("Something in the files is wrong, so these odds may be wrong, too.", "error")
        yield ""
    match found:
        case FightOdds():
            yield from _fight(found, found.fights[0], paint)
        case MatrixOdds():
            yield from _matrix(found, paint)
        case CardOdds():
            yield from _cards(found, paint)
        case MechOdds():
            yield from mech_lines(found, paint)
        case EnemyOdds():
            yield from on_part_lines(found, paint)
        case MishapOdds():
            yield from mishap_lines(found, paint)


def _fight(found: FightOdds, fight: Fight, paint: Paint) -> Iterator[str]:
    yield from wrapped(paint(f"{_who(fight.attacker)} attacks {_who(fight.target)}", "bold"), "", "  ")
    yield from _by(found.edition, found.situation)
    yield ""
    yield from _rows(fight)
    for table in fight.white_dice:
        yield ""
        yield from _white_dice(table, found.situation)
    if found.boarding:
        yield ""
        yield from _boarding(found.boarding)
    yield ""
    yield from note_lines(found.notes)
    yield from wrapped(paint(_verdict(fight), "bold"), "", "  ")


def _who(fighter: OddsFighter) -> str:
    name = printable(fighter.name)
    return name if fighter.dice in ("", fighter.name) else f"{name} ({fighter.dice})"


def _by(edition: Edition, situation: Situation) -> Iterator[str]:
    yield f"  {edition.named}"
    yield from wrapped(situation_in_words(situation), "  ")


def _rows(fight: Fight) -> Iterator[str]:
    """A line for each range and cover; the last column of damage includes everything above."""
    most = max((len(row.damage) - 1 for row in fight.rows), default=0)
    shown = min(_MOST_SHOWN, most)
    heads = [f"{k}+" if k == shown < most else str(k) for k in range(1, shown + 1)]
    heads += ["destroys"] if fight.target.life else []
    yield f"  {'range':14}{'cover':18}{'hits':>7}{'hurts':>7}{'mean':>7}  " + _cells(heads)
    for row in fight.rows:
        start = f"  {row.range_name:14}"
        if not row.possible:
            yield start + row.why
            continue
        chances = [row.damage[k] if k < len(row.damage) else Fraction(0) for k in range(1, shown + 1)]
        if most > shown:
            chances[-1] = sum(row.damage[shown:], Fraction(0))
        ends = [percent(chance) for chance in chances]
        ends += [percent(row.destroys)] if fight.target.life else []
        yield (
            f"{start}{COVERS.get(row.cover, row.cover):18}{percent(row.hits):>7}{percent(row.hurts):>7}"
            f"{mean_words(row.mean):>7}  {_cells(ends)}"
        )
    yield from wrapped(_legend(fight), "  ")


def _cells(texts: Sequence[str]) -> str:
    return "".join(f"{text:>8}" if place < _MOST_SHOWN else f"{text:>10}" for place, text in enumerate(texts))


def _legend(fight: Fight) -> str:
    life = fight.target.life
    destroyed = f"; {count_of(life, 'point')} of damage destroy it" if life else ""
    chances = f"1, 2, …: the chance of that much damage{destroyed}"
    return f"hits: attack beats defense; hurts: at least 1 damage; {chances}"


def _white_dice(table: WhiteDiceTable, situation: Situation) -> Iterator[str]:
    chosen = situation.aim if table.role == "attacker" else situation.target_aim
    damage = "deals" if table.role == "attacker" else "takes"
    yield from wrapped(
        f"White dice of {printable(table.unit)}, {table.range_name} range, in the open: what each action "
        "gets on average",
        "  ",
    )
    heads = ("attack", "defense", "movement", "spot", damage)
    yield f"    {'':16}" + "".join(f"{head:>10}" for head in heads)
    for use in table.uses:
        mark = ">" if use.aim == chosen else " "
        numbers = (use.attack, use.defense, use.movement, use.spot)
        cells = "".join(f"{mean_words(number):>10}" for number in numbers)
        yield f"  {mark} {AIMS[use.aim]:16}{cells}{mean_words(use.damage):>10}"


def _boarding(found: BoardingRow) -> Iterator[str]:
    boarders = count_of(found.boarders, "company", "companies") + (
        " with an ace" if found.boarders_have_ace else ""
    )
    owner = [count_of(found.defenders, "company", "companies")] if found.defenders else []
    owner += ["an ace"] if found.defenders_have_ace else []
    owner += [found.red_dice] if found.red_dice else []
    yield f"  Boarding by {boarders} against {' and '.join(owner) or 'no one'} ({found.reference})"
    yield f"    takes the ship {percent(found.taken)}"
    yield f"    damage to the boarders {_lost(found.boarders_lose_mean, found.boarders_lose)}"
    if found.defenders or found.defenders_have_ace:
        yield f"    damage to the owner's companies {_lost(found.owner_loses_mean, found.owner_loses)}"


def _lost(mean: Fraction, chances: Sequence[Fraction]) -> str:
    return f"{mean_words(mean)} on average; any at all {percent(1 - chances[0])}"


def _verdict(fight: Fight) -> str:
    best = best_row(fight.rows)
    name, target = printable(fight.attacker.name), printable(fight.target.name)
    if best is None:
        return f"{name} can't attack {target} here."
    damage = f"{mean_words(best.mean)} damage per attack on average"
    covered = [row for row in fight.rows if row.range == best.range and row.cover == COVER != best.cover]
    in_cover = f" ({mean_words(covered[0].mean)} in cover)" if covered else ""
    return f"Best range for {name} against {target}: {best.range_name}, {damage}{in_cover}."


def _cards(found: CardOdds, paint: Paint) -> Iterator[str]:
    yield f"{found.edition.named}; white dice: {AIMS[found.cards[0].white]}"
    for card in found.cards:
        yield ""
        yield from _card(card, paint)
    yield ""
    yield from note_lines(found.notes)
    typical = {card.durability.attacker.name: card.durability for card in found.cards if card.durability}
    text = "Damage is per attack, out of cover, without a spot, on a target with only 0, 1 or 2 blue dice."
    by = [f"{_who(one.attacker)} at {one.range_name} range" for one in typical.values()]
    if by:
        text += f" A typical attack is by a {' or a '.join(by)}; the target gives up its defense last"
        text += "." if found.cards[0].white == "none" else " and uses white dice for it first."
    yield from wrapped(text, "", "  ")


def _card(card: UnitOdds, paint: Paint) -> Iterator[str]:
    count = f"{card.unit.count:,} × " if card.unit.count > 1 else ""
    yield paint(f"{count}{_who(card.unit)}", "bold")
    kinds = {one.kind for one in card.dealt}
    if card.dealt:
        yield f"  {'mean damage at':30}" + "".join(f"{number} blue".rjust(9) for number in range(3))
    for one in card.dealt:
        name = f"{one.range_name}, on a {one.kind}" if len(kinds) > 1 else one.range_name
        yield f"    {name:28}" + "".join(f"{mean_words(mean):>9}" for mean in one.means)
    if not card.dealt:
        yield "  can't attack at any range"
    if card.durability:
        lasting = card.durability
        text = f"a typical attack hurts {percent(lasting.hurts)}, {mean_words(lasting.mean)} on average"
        if lasting.attacks is not None:
            text += f"; {mean_words(lasting.attacks)} of them destroy it"
        yield f"  durability  {text}"
    through = ", through cover" if card.moves_through_cover else ""
    word = "maneuver" if card.unit.kind == "ship" else "movement"
    yield f"  {word}    {mean_words(card.movement)} on average{through}"
    reach = f", {_reach(card)}" if card.spot_reach else ""
    yield f"  spot        {mean_words(card.spot)} on average{reach}"


def _reach(card: UnitOdds) -> str:
    into = "in cover too" if card.spots_into_cover else "out of cover"
    far = card.spot_reach if card.spot_reach == "anywhere" else f"within {card.spot_reach} range"
    return f"{far}, {into}"


def _matrix(found: MatrixOdds, paint: Paint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield from _by(found.edition, found.situation)
    for table in matrix_tables(found):
        yield ""
        yield f"  {table.title}: mean damage of an attack"
        yield from _grid(table)
    yield ""
    yield from note_lines(found.notes)
    best = max(
        ((row, fight) for fight in found.fights if (row := best_row(fight.rows))),
        key=lambda one: one[0].mean or 0,
        default=None,
    )
    if best is None:
        yield paint("No unit here can attack any other.", "bold")
        return
    row, fight = best
    attacker, target = printable(fight.attacker.name), printable(fight.target.name)
    text = (
        f"Most dangerous: {attacker} against {target}, {row.range_name} range, {mean_words(row.mean)} damage."
    )
    yield from wrapped(paint(text, "bold"), "", "  ")


def _grid(table: MatrixTable) -> Iterator[str]:
    """Split into blocks that fit the terminal."""
    side = min(_LONGEST_NAME, max(map(len, table.rows)))
    wide = max(8, min(14, max(map(len, table.columns)) + 2))
    each = max(1, (WIDTH - side - 4) // wide)
    for start in range(0, len(table.columns), each):
        block = table.columns[start : start + each]
        yield f"    {'':{side}}" + "".join(cut(name, wide - 2).rjust(wide) for name in block)
        for name, row in zip(table.rows, table.cells, strict=True):
            shown = ["-" if cell is None else mean_words(cell.mean) for cell in row[start : start + each]]
            yield f"    {cut(name, side):{side}}" + "".join(text.rjust(wide) for text in shown)
