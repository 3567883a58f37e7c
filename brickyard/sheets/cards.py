"""Cards as plain values: one unit each, as it stands on nine a page or by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from brickyard.dossiers import Dossier, Folder
from brickyard.sheets import units, words
from brickyard.sheets.findings import error_codes, verdict_values
from brickyard.sheets.units import Plain
from fleets.forces.force import Mech
from fleets.forces.paper_mech import FilledLoadout, Mount, filled_loadout, sheet_of, spoken
from ldraw_tools.findings import count_of
from validators.wording import capital

CARD_MM = (63.0, 88.0)


def card_values(dossier: Dossier, number: int, picture: Plain | None, force: str = "") -> Plain:
    """`number` counts those of one design, `force` is what it belongs to."""
    unit = units.unit_values(dossier, number, {dossier.slug: picture} if picture else {})
    carried = Counter(system["label"] or system["name"] for system in unit["systems"])
    return {
        **unit,
        "carried": ", ".join(f"{count} × {name}" if count > 1 else name for name, count in carried.items()),
        "under": " · ".join(filter(None, (units.kind_of(dossier), words.label(force) or _by(dossier)))),
        "abilities": units.abilities(dossier),
        "mounts": [],
        "lines": [] if dossier.body else list(_measures(dossier)),
        "verdict": verdict_values(dossier.is_legal, dossier.edition, dossier.digest),
        "short": dossier.edition.short,
        "faults": error_codes(dossier.findings),
    }


def mech_card_values(folder: Folder, mech: Mech) -> Plain:
    """A Paper 'Mech's: what is on its mounts, and what it weighs."""
    edition = folder.ruling.edition
    filled = filled_loadout(mech, sheet_of(edition))
    return {
        **_NOTHING,
        "name": words.name(mech.name) or "The 'mech",
        "under": "'mech",
        "mounts": [_mount(mount, filled) for mount in filled.mounts],
        "lines": list(_weights(filled)),
        "verdict": verdict_values(folder.is_legal, edition),
        "short": edition.short,
        "faults": error_codes(folder.all_findings),
    }


# What the template asks of every card, and a 'mech has none of.
_NOTHING: Plain = {
    "number": "",
    "spare": False,
    "picture": None,
    "dice": [],
    "notation": "",
    "carried": "",
    "abilities": [],
    "hash": "",
    "unread": "",
}


def _mount(mount: Mount, filled: FilledLoadout) -> Plain:
    head = {
        "mount": spoken(mount.name),
        "name": words.label(mount.written) or "empty",
        "says": "",
        "actions": "",
    }
    weapon = mount.weapon
    if weapon is None:
        return head
    said = (weapon.range, weapon.keyword, f"armour {weapon.armour}")
    return {
        "mount": spoken(mount.name),
        "name": capital(weapon.name),
        "says": ", ".join(filter(None, said)),
        "actions": filled.actions_of(weapon),
    }


def _weights(filled: FilledLoadout) -> Iterator[str]:
    plating = (f"{spoken(one.part)} {one.armour}" for one in filled.plating)
    yield f"armour: {', '.join(plating)}"
    late = f", {filled.penalty} T more for every action" if filled.penalty else ""
    yield f"{filled.weight} of {filled.rated} W{late}"


def _by(dossier: Dossier) -> str:
    return f"by {words.label(dossier.author)}" if dossier.author else ""


def _measures(dossier: Dossier) -> Iterator[str]:
    """For what rolls nothing: how large it is and of how many pieces."""
    if dossier.size_text:
        yield dossier.size_text
    if dossier.pieces:
        yield count_of(dossier.pieces, "piece")
