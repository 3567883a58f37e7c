"""A 'mech's odds for people: its weapons against armour, an enemy against its parts."""

from __future__ import annotations

from collections.abc import Iterator

from brickyard.odds.document import Exact, MechAttackDocument, OddsDocument
from brickyard.odds.wording import notes, percent
from brickyard.terminal import Paint
from fleets.forces.paper_mech import spoken
from ldraw_tools.findings import printable


def mech_lines(found: OddsDocument, paint: Paint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield f"  {found.edition.title}"
    yield ""
    targets = list(dict.fromkeys(one.target for one in found.mech_attacks))
    if len(targets) > 1:
        yield from _armours(found.mech_attacks, targets)
    else:
        yield from _one_target(found.mech_attacks)
    yield ""
    yield from _remarks(found)
    best = max(found.mech_attacks, key=lambda one: one.mean_per_time.value, default=None)
    if best is None:
        yield paint("No weapon of it attacks.", "bold")
    else:
        where = f" at {best.band} range" if best.band else ""
        text = f"Most damage for its time: {best.weapon} P{best.power} T{best.time}{where}, on {best.target}:"
        yield paint(f"{printable(text)} {best.mean_per_time.value:.3f} per T.", "bold")


def _armours(attacks: list[MechAttackDocument], targets: list[str]) -> Iterator[str]:
    """Mean damage against each armour, one line an action."""
    yield _start("weapon", "where", "power", "time") + "".join(f"{target:>12}" for target in targets)
    by_target: dict[tuple[str, str, int, int, str], dict[str, Exact]] = {}
    for one in attacks:
        key = (one.mount, _weapon(one), one.power, one.time, one.band)
        by_target.setdefault(key, {})[one.target] = one.mean
    for (mount, weapon, power, time, band), means in by_target.items():
        start = _start(weapon, _where(mount, band), f"P{power}", f"T{time}")
        yield start + "".join(f"{means[target].value:>12.3f}" for target in targets)


def _one_target(attacks: list[MechAttackDocument]) -> Iterator[str]:
    heads = ("hurts", "mean", "per T", "destroys")
    yield _start("weapon", "where", "power", "time") + "".join(f"{head:>10}" for head in heads)
    for one in attacks:
        start = _start(_weapon(one), _where(one.mount, one.band), f"P{one.power}", f"T{one.time}")
        end = percent(one.destroys) if one.destroys else ""
        yield (
            f"{start}{percent(one.hurts):>10}{one.mean.value:>10.3f}{one.mean_per_time.value:>10.3f}{end:>10}"
        )


def on_part_lines(found: OddsDocument, paint: Paint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield f"  {found.edition.title}; if the attack hits that part"
    yield ""
    yield f"  {'attack':22}{'part':18}{'armour':>8}{'hurts':>10}{'mean':>10}{'fills it':>10}"
    for one in found.on_parts:
        armour = f"{one.armour}{'*' if one.armour_assumed else ' '}"
        yield (
            f"  {f'{one.attack} P{one.power}':22}{spoken(one.part):18}{armour:>8}"
            f"{percent(one.hurts):>10}{one.mean.value:>10.3f}{percent(one.fills):>10}"
        )
    yield ""
    if any(one.armour_assumed for one in found.on_parts):
        yield "  * assumed: the text shows no armour for this weapon"
    yield from _remarks(found)
    worst = max(found.on_parts, key=lambda one: one.mean.value, default=None)
    if worst is not None:
        text = f"Worst: {worst.attack} on the {spoken(worst.part)}, {worst.mean.value:.3f} damage on average."
        yield paint(printable(text), "bold")


def _remarks(found: OddsDocument) -> Iterator[str]:
    said = {one.weapon: "; ".join(one.notes) for one in found.mech_attacks if one.notes}
    for weapon, text in said.items():
        yield f"  {weapon}: {text}"
    yield from notes(found.notes)


def _start(weapon: str, where: str, power: str, time: str) -> str:
    return f"  {weapon:20}{where:22}{power:>6}{time:>6}"


def _weapon(one: MechAttackDocument) -> str:
    return f"{one.weapon}, {one.action}" if one.action else one.weapon


def _where(mount: str, band: str) -> str:
    return f"{spoken(mount)}, {band}" if band else spoken(mount)
