"""Odds for people: a fight by range and cover, what white dice cost, cards, a matrix, a boarding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from brickyard.answer_text import LONGEST_BAR, SHORTEST_BAR, bar_behind, note_lines, percent
from brickyard.facts.verdicts import attacks_words, mean_words
from brickyard.fight_odds.odds_answer import (
    ANY_COVER,
    COVERS,
    BoardingRow,
    CardOdds,
    EnemyOdds,
    Fight,
    FightOdds,
    InsteadOdds,
    MatrixOdds,
    MatrixTable,
    MechOdds,
    MishapOdds,
    OddsAnswer,
    OddsFighter,
    OddsRow,
    UnitOdds,
    WaveOdds,
    WhiteDiceTable,
    best_row,
    matrix_tables,
)
from brickyard.fight_odds.odds_exchange import WORDS
from brickyard.fight_odds.odds_instead import instead_lines
from brickyard.fight_odds.odds_mech import mech_lines, on_part_lines, wave_lines
from brickyard.fight_odds.odds_mishaps import mishap_lines
from brickyard.terminal import cut, line_width, wrap_lines
from catalog.editions.edition import Edition
from fleets.chances.combat import COVER, OPEN
from fleets.chances.duel import Situation
from ldraw_tools.findings import Severity, count_of, printable
from validators.reporters.text import TextPaint, finding_lines

_MOST_SHOWN = 4
_LONGEST_NAME = 24
# Columns of a window in which ranges stand beside what happens there.
_ROOMY = 100
AIMS = {
    "none": "none are used",
    "attack": "attack first",
    "defense": "defense first",
    "balanced": "balanced",
}
_MEANT = {
    "none": "they stay unused",
    "attack": "for the highest attack, then the highest defense",
    "defense": "for the highest defense, then the highest attack",
    "balanced": "each where it adds most to attack, defense, movement and spot together",
}


def text_lines(found: OddsAnswer, paint: TextPaint) -> Iterator[str]:
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
        case WaveOdds():
            yield from wave_lines(found, paint)
        case InsteadOdds():
            yield from instead_lines(found, paint)


def _fight(found: FightOdds, fight: Fight, paint: TextPaint) -> Iterator[str]:
    yield from wrap_lines(paint(f"{_who(fight.attacker)} attacks {_who(fight.target)}", "bold"), "", "  ")
    yield from _by(found.edition, found.situation)
    yield ""
    yield from _rows(fight, found.situation, paint)
    for table in fight.white_dice:
        yield ""
        yield from _white_dice(table, found.situation)
    if found.boarding:
        yield ""
        yield from _boarding(found.boarding)
    yield ""
    yield from note_lines(found.notes)
    yield from wrap_lines(paint(_verdict(fight), "bold"), "", "  ")


def _who(fighter: OddsFighter) -> str:
    name = printable(fighter.name)
    return name if fighter.dice in ("", fighter.name) else f"{name} ({fighter.dice})"


def _by(edition: Edition, situation: Situation) -> Iterator[str]:
    yield f"  {edition.named}"
    yield from wrap_lines(situation_in_words(situation), "  ")


def aim_in_words(aim: str) -> str:
    return f"White dice, {AIMS[aim]}: {_MEANT[aim]}"


def aims_in_words(situation: Situation, are_theirs: bool = True) -> str:
    """What both sides do with their white dice, if the target has any."""
    same = "the same" if situation.target_aim == situation.aim else AIMS[situation.target_aim]
    theirs = f"; the target's ({same}) as if it attacked at that range" if are_theirs else ""
    return f"{aim_in_words(situation.aim)}{theirs}."


def situation_in_words(situation: Situation) -> str:
    parts = [f"spot {situation.spot}" if situation.spot else "no spot"]
    parts += [f"{count_of(situation.rockets, 'rocket')} fired"] if situation.rockets else []
    if situation.cover_hits is not None:
        parts.append(f"cover is gone after {count_of(situation.cover_hits, 'hit')}")
    white = AIMS[situation.aim]
    if situation.target_aim != situation.aim:
        white = f"{white} (attacker), {AIMS[situation.target_aim]} (target)"
    return f"{', '.join(parts)}; white dice: {white}"


def _rows(fight: Fight, situation: Situation, paint: TextPaint) -> Iterator[str]:
    """A line for each range and cover; the last column of damage includes everything above."""
    table = _RowTable(fight, paint)
    yield "  " + paint(table.head().lstrip(), "head")
    told = ""
    for row in fight.rows:
        if table.is_narrow and row.possible and row.range_name != told:
            yield f"  {row.range_name}"
            told = row.range_name
        yield table.line(row)
    yield from wrap_lines(paint(_legend(fight, table.has_damage), "dim"), "  ")
    open_rows = [
        row for row in fight.rows if row.mean_defended is not None and row.cover in (OPEN, ANY_COVER)
    ]
    shown = ", ".join(f"{row.range_name} {mean_words(row.mean_defended)}" for row in open_rows)
    said = f" If it defends first, in the open: {shown} on average." if shown else ""
    yield from wrap_lines(aims_in_words(situation, bool(fight.target.white)) + said, "  ")


class _RowTable:
    """The columns that fit: in a narrow window ranges have their own lines, and more damage is summed up."""

    def __init__(self, fight: Fight, paint: TextPaint) -> None:
        self._most = max((len(row.damage) - 1 for row in fight.rows), default=0)
        self._has_end = bool(fight.target.life)
        self._shown, self._bar, self._range = min(_MOST_SHOWN, self._most), 0, 14
        self._cover, self._step, self.is_narrow = 18, 8, False
        if paint.is_watched:
            self._fit(fight, paint.width)

    def _fit(self, fight: Fight, width: int) -> None:
        """Elsewhere than in a window the columns never move."""
        self.is_narrow = width < _ROOMY
        covers = [COVERS.get(row.cover, row.cover) for row in fight.rows if row.possible]
        self._cover, self._step = max(map(len, [*covers, "cover"])) + 1, 7
        self._range = 2 if self.is_narrow else 14
        left = width - (2 + self._range + self._cover + 3 * 7 + 2 + 10 * self._has_end)
        self._shown = max(0, min(self._shown, left // self._step))
        while left - self._shown * self._step < SHORTEST_BAR + 2 and self._shown > 2:
            self._shown -= 1
        left -= self._shown * self._step + 2
        self._bar = min(left, LONGEST_BAR)

    @property
    def has_damage(self) -> bool:
        return self._shown > 0

    def head(self) -> str:
        shown = self._shown
        heads = [f"{k}+" if k == shown < self._most else str(k) for k in range(1, shown + 1)]
        start = "range, cover" if self.is_narrow else f"{'range':{self._range}}cover"
        end = f"{'destroys':>10}" if self._has_end else ""
        return (
            f"  {start:{self._range + self._cover}}{'hits':>7}{'hurts':>7}{'mean':>7}  "
            + "".join(head.rjust(self._step) for head in heads)
            + end
        )

    def line(self, row: OddsRow) -> str:
        if not row.possible:
            return f"  {row.range_name:14}{row.why}"
        shown, cover = self._shown, COVERS.get(row.cover, row.cover)
        chances = [row.damage[k] if k < len(row.damage) else Fraction(0) for k in range(1, shown + 1)]
        if self._most > shown and chances:
            chances[-1] = sum(row.damage[shown:], Fraction(0))
        cells = "".join(percent(chance).rjust(self._step) for chance in chances)
        cells += f"{percent(row.destroys):>10}" if self._has_end else ""
        place = "" if self.is_narrow else row.range_name
        return (
            f"  {place:{self._range}}{cover:{self._cover}}{percent(row.hits):>7}{percent(row.hurts):>7}"
            f"{mean_words(row.mean):>7}  {cells}{bar_behind(row.hurts, self._bar)}"
        )


def _legend(fight: Fight, has_damage: bool) -> str:
    life = fight.target.life
    parts = ["hits: attack beats defense", "hurts: at least 1 damage"]
    parts += ["1, 2, …: the chance of that much damage"] if has_damage else []
    parts += [f"{count_of(life, 'point')} of damage destroy it"] if life else []
    return "; ".join(parts)


def _white_dice(table: WhiteDiceTable, situation: Situation) -> Iterator[str]:
    chosen = situation.aim if table.role == "attacker" else situation.target_aim
    damage = "deals" if table.role == "attacker" else "takes"
    yield from wrap_lines(
        f"White dice of {printable(table.unit)}, {table.range_name} range, in the open: what each action "
        "gets on average",
        "  ",
    )
    heads: tuple[str, ...] = ("attack", "defense", "movement", "spot", damage)
    wide = 10 if line_width() >= 70 else 8
    heads = heads if wide == 10 else tuple(head.replace("movement", "move") for head in heads)
    yield f"    {'':16}" + "".join(head.rjust(wide) for head in heads)
    for use in table.uses:
        mark = ">" if use.aim == chosen else " "
        numbers = (use.attack, use.defense, use.movement, use.spot)
        cells = "".join(mean_words(number).rjust(wide) for number in (*numbers, use.damage))
        yield f"  {mark} {AIMS[use.aim]:16}{cells}"


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
    less = [f"{mean_words(covered[0].mean)} in cover"] if covered else []
    careful = best.mean_defended
    less += [f"{mean_words(careful)} if it defends first"] if careful is not None else []
    said = f" ({', '.join(less)})" if less else ""
    return f"Best range for {name} against {target}: {best.range_name}, {damage}{said}."


def _cards(found: CardOdds, paint: TextPaint) -> Iterator[str]:
    yield f"{found.edition.named}; white dice: {AIMS[found.cards[0].white]}"
    for card in found.cards:
        yield ""
        yield from _card(card, paint)
    yield ""
    yield from note_lines(found.notes)
    typical = {card.durability.attacker.name: card.durability for card in found.cards if card.durability}
    text = f"{aim_in_words(found.cards[0].white)}. "
    text += "Damage is per attack, out of cover, without a spot, on a target with only 0, 1 or 2 blue dice."
    by = [f"{_who(one.attacker)} at {one.range_name} range" for one in typical.values()]
    if by:
        text += f" A typical attack is by a {' or a '.join(by)}; the target gives up its defense last"
        text += "." if found.cards[0].white == "none" else " and uses white dice for it first."
    yield from wrap_lines(text, "", "  ")


def _card(card: UnitOdds, paint: TextPaint) -> Iterator[str]:
    count = f"{card.unit.count:,} × " if card.unit.count > 1 else ""
    yield paint(f"{count}{_who(card.unit)}", "bold")
    kinds = {one.kind for one in card.dealt}
    if card.dealt:
        yield f"  {'mean damage at':30}" + "".join(f"{number} blue".rjust(9) for number in range(3))
    most = max((one.means[0] for one in card.dealt), default=Fraction(0))
    room = min(paint.width - 62, LONGEST_BAR) if paint.is_watched else 0
    for one in card.dealt:
        name = f"{one.range_name}, on a {one.kind}" if len(kinds) > 1 else one.range_name
        drawn = bar_behind(one.means[0] / most, room) if most else ""
        yield f"    {name:28}" + "".join(f"{mean_words(mean):>9}" for mean in one.means) + drawn
    if not card.dealt:
        yield "  can't attack at any range"
    if card.durability:
        lasting = card.durability
        text = f"a typical attack hurts {percent(lasting.hurts)}, {mean_words(lasting.mean)} on average"
        if lasting.attacks is not None:
            text += f"; {attacks_words(lasting.attacks)} of them destroy it"
        yield from wrap_lines(text, "  durability  ", " " * 14)
    through = ", through cover" if card.moves_through_cover else ""
    word = "maneuver" if card.unit.kind == "ship" else "movement"
    yield f"  {word}    {mean_words(card.movement)} on average{through}"
    reach = f", {_reach(card)}" if card.spot_reach else ""
    spots = (
        "none: it can't spot"
        if card.spot_reach == "nowhere"
        else f"{mean_words(card.spot)} on average{reach}"
    )
    yield f"  spot        {spots}"


def _reach(card: UnitOdds) -> str:
    into = "in cover too" if card.spots_into_cover else "out of cover"
    far = card.spot_reach if card.spot_reach == "anywhere" else f"within {card.spot_reach} range"
    return f"{'on two frames together, ' if card.spot_targets == 2 else ''}{far}, {into}"


def _matrix(found: MatrixOdds, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield from _by(found.edition, found.situation)
    tables = matrix_tables(found)
    for table in tables:
        yield ""
        yield f"  {table.title}: mean damage of an attack"
        shown = [["-" if cell is None else mean_words(cell.mean) for cell in row] for row in table.cells]
        yield from _grid(table, shown, paint.width)
    if tables and any(one.takes for one in found.exchanges):
        told, wide = [str(one) for one in found.exchanges], found.targets
        yield ""
        yield "  The exchange: damage dealt and taken"
        rows = [told[start : start + wide] for start in range(0, len(told), wide)]
        yield from _grid(tables[0], rows, paint.width)
        yield from wrap_lines(WORDS, "  ")
    yield ""
    yield from wrap_lines(aims_in_words(found.situation), "  ")
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
    yield from wrap_lines(paint(text, "bold"), "", "  ")


def _grid(table: MatrixTable, cells: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Split into blocks that fit the terminal."""
    side = min(_LONGEST_NAME, max(map(len, table.rows)))
    longest = max(len(text) for row in cells for text in row)
    wide = max(8, longest + 2, min(14, max(map(len, table.columns)) + 2))
    each = max(1, (width - side - 4) // wide)
    for start in range(0, len(table.columns), each):
        block = table.columns[start : start + each]
        yield f"    {'':{side}}" + "".join(cut(name, wide - 2).rjust(wide) for name in block)
        for name, row in zip(table.rows, cells, strict=True):
            shown = "".join(text.rjust(wide) for text in row[start : start + each])
            yield f"    {cut(name, side):{side}}{shown}"
