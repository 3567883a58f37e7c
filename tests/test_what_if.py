"""What if one system were another (newcomer B14): `odds --instead`, and `diff` of dice."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import brickyard
from brickyard.fight_odds.odds_answer import FightOdds, InsteadOdds
from ldraw_tools.findings import BrickyardError
from tests.running import ROOT, brickyard as run

CHUB = str(ROOT / "examples" / "frames" / "chub.mpd")


def means(attacker: str, target: str) -> dict[str, Fraction | None]:
    found = brickyard.odds([attacker, target])
    assert isinstance(found, FightOdds)
    return {f"{row.range_name} {row.cover}": row.mean for row in found.fights[0].rows if row.possible}


@pytest.mark.parametrize(
    ("unit", "instead", "dice"),
    [
        ("2Rd 1B 1Y", "1B=1G", "2W 1G 1Y 2Rd"),
        ("2Rd 1B 1Y", "1B 1Y=2G", "2W 2G 2Rd"),
        ("2Rd 1B 1Y", "2Rd=2Ra", "2W 1B 1Y 2Ra"),
        ("2Rd 1B", "2Rd=1Y", "2W 1B 1Y Gd8"),
        ("2Rd 1B 1Y", "1Y=", "2W 1B 2Rd"),
        (CHUB, "1B=1Y", "2W 1G 2Y 2Rd 1Rd8"),
        ("2Ra 1B 1Y", "1Y=1B", "2W 2B 2Ra"),
    ],
)
def test_b14_the_numbers_are_those_of_both_by_themselves(unit: str, instead: str, dice: str) -> None:
    found = brickyard.odds([unit, "1B 2Rd"], instead=instead)
    assert isinstance(found, InsteadOdds)
    assert found.after.dice == dice
    dealt = {row.what: (row.before, row.after) for row in found.rows if row.what.startswith("deals")}
    before, after = means(unit, "1B 2Rd"), means(dice, "1B 2Rd")
    assert sorted(map(str, dealt.values())) == sorted(
        str((before.get(where), after.get(where))) for where in before | after
    )
    taken = {row.what: row.after for row in found.rows if row.what.startswith("takes")}
    assert sorted(map(str, taken.values())) == sorted(map(str, means("1B 2Rd", dice).values()))
    for row in found.rows:
        if row.before is not None and row.after is not None:
            assert row.change == row.after - row.before


def test_b14_one_side_alone_has_the_numbers_of_its_card() -> None:
    found = brickyard.odds("2Rd 1B 1Y", instead="1B=1G")
    assert isinstance(found, InsteadOdds)
    kinds = [row.what.split(",")[0] for row in found.rows]
    assert list(dict.fromkeys(kinds)) == ["deals", "takes", "attacks it lasts", "movement", "spot"]


@pytest.mark.parametrize(
    ("unit", "instead", "said"),
    [
        (
            "2Rd 1B",
            "1G=1B",
            "has no 1G to change; it carries 1 defense system and 1 direct",
        ),
        ("2Rd 1B", "1B 1B=1G", "has no 1B 1B to change"),
        ("2Rd 1B", "1B", "write what goes and what comes instead"),
        ("2Rd 1B", "=1B", "write what goes and what comes instead"),
        ("2Rd 1B", "1B=1Q", "“1Q”"),
        (str(ROOT / "examples/companies/estars-anvil.yaml"), "1B=1G", "changes one frame, ship or company"),
        (str(ROOT / "examples/mechs/siege.yaml"), "1B=1G", "changes one frame, ship or company"),
    ],
)
def test_what_can_not_be_changed_is_said(unit: str, instead: str, said: str) -> None:
    with pytest.raises(BrickyardError, match=said):
        brickyard.odds(unit, instead=instead)


def test_b14_diff_of_dice_shows_both_cards_side_by_side(tmp_path: Path) -> None:
    done = run(["diff", "2Rd 1B", "2Rd 1G"], tmp_path)
    assert done.returncode == 0, done.stderr
    last = next(line for line in done.stdout.splitlines() if line.startswith("takes"))
    before, after, change = last.split()[-3:]
    assert float(after) - float(before) == pytest.approx(float(change), abs=0.011)
    document = json.loads(run(["diff", "2Rd 1B", "2Rd 1G", "--format", "json"], tmp_path).stdout)
    assert (document["kind"], document["before"]["dice"]) == ("instead", "2W 1B 2Rd")
    assert run(["diff", "2Rd 1B", "2Rd 1G", "--format", "markdown"], tmp_path).stdout.startswith("|")
    refused = run(["diff", "2Rd 1B", "gone.mpd"], tmp_path)
    assert (refused.returncode, "No such file" in refused.stderr) == (2, True)


def test_white_dice_that_go_elsewhere_are_told_where_they_can() -> None:
    balanced, fixed = (
        brickyard.odds(["2Rd 1B", "2Rd"], instead="1B=1G", white=aim) for aim in ("balanced", "attack")
    )
    assert isinstance(balanced, InsteadOdds)
    assert isinstance(fixed, InsteadOdds)
    assert ["balanced" in " ".join(one.notes) for one in (balanced, fixed)] == [True, False]
