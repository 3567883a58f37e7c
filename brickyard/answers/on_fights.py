"""What is asked about fights before they happen: dice, odds, who attacks whom, how much to bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickyard.answers import OnePath, Paths, each_of
from brickyard.answers.on_models import judge_settings
from brickyard.comparison.compare_answer import Compared, compare_all
from brickyard.dice_answer import DiceAnswer, dice_texts, read_dice_of
from brickyard.fight_odds.odds_counting import find_odds
from brickyard.fight_odds.odds_instead import find_instead
from brickyard.fight_odds.odds_question import OddsQuestion
from fleets.chances.duel import Situation
from fleets.chances.mech_odds import Circumstance
from fleets.chances.white_dice import Aim
from ldraw_tools.choosing import with_submodel_in
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import several, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brickyard.comparison.bid_answer import Bids
    from brickyard.fight_odds.odds_answer import OddsAnswer
    from ldraw_tools.workspace import Workspace


def dice(
    what: Paths, *, edition: str = "", submodel: str = "", workspace: Workspace | None = None
) -> DiceAnswer:
    """What dice in any notation are, or what each unit of models and manifests rolls.

    Several words that are no files are one notation: `dice(["2W", "1B"])` is `dice("2W 1B")`.

    Raises `BrickyardError` if nothing of it can be read; why some can't be is in `problems`.
    """
    settings = judge_settings(edition, workspace=workspace)
    texts = with_submodel_in(dice_texts(tuple(map(str, several(what)))), submodel)
    read, problems = each_of(texts, lambda text: read_dice_of(text, settings))
    return DiceAnswer(tuple(read), tuple(problems))


def odds(
    sides: Paths,
    *,
    instead: str = "",
    matrix: bool = False,
    white: str = "balanced",
    target_white: str = "",
    spot: int = 0,
    rocket: int = 0,
    range: str = "",  # noqa: A002
    cover: str = "",
    cover_hits: int | None = None,
    boarders: int = 1,
    defenders: int = 0,
    defending_ace: bool = False,
    hostile: str = "",
    target_hostile: str = "",
    steps_away: bool = False,
    fall: int | None = None,
    collide: int | None = None,
    repair: int | None = None,
    damaged: int = 0,
    haste: int = 0,
    combo: bool = False,
    squat: bool = False,
    rear: bool = False,
    waves: int = 0,
    seed: int = 1,
    edition: str = "",
    submodel: str = "",
    workspace: Workspace | None = None,
) -> OddsAnswer:
    """The exact odds of an attack of the first side on the second; of one side, the numbers of its cards.

    `white` and `target_white` say what white dice are used for: none, attack, defense or balanced. `rocket`
    is how many rockets are fired. With `matrix`, every unit of one side attacks every unit of the other.
    `instead` is a change of the first side, as in `1B=1G`: both sets of numbers, and the difference.

    What comes depends on the sides, and its `kind` says which; type checkers know that a `fight` has
    `fights`.

    Raises `BrickyardError` for sides that can't be read, units that don't fight, and words or numbers
    that there can't be. Where nothing can hit, the answer is zero.
    """
    _check_numbers(0, spot=spot, rocket=rocket, defenders=defenders, fall=fall, collide=collide)
    _check_numbers(0, damaged=damaged, haste=haste, waves=waves)
    _check_numbers(1, cover_hits=cover_hits, boarders=boarders, repair=repair)
    question = OddsQuestion(
        situation=Situation(spot, rocket, _aim(white), _aim(target_white or white), cover_hits),
        range=range,
        cover=cover,
        matrix=matrix,
        boarders=boarders,
        defenders=defenders,
        defending_ace=defending_ace,
        circumstance=Circumstance(haste, combo, rear, squat),
        hostile=hostile,
        target_hostile=target_hostile,
        steps_away=steps_away,
        fall=fall,
        collide=collide,
        repair=repair,
        damaged=damaged,
        waves=waves,
        seed=seed if waves else OddsQuestion.seed,
    )
    texts, settings = _texts(sides, submodel), judge_settings(edition, workspace=workspace)
    if instead:
        return find_instead(texts, instead, question, settings)
    return find_odds(texts, question, settings)


def compare(
    sides: Paths,
    *,
    score: str | Iterable[str] = (),
    edition: str = "",
    options: str | Iterable[str] | None = None,
    game: str = "",
    submodel: str = "",
    workspace: Workspace | None = None,
) -> Compared:
    """Who attacks and who defends: points per asset, scores, ties.

    `score` is what has happened since, as in `["Sun's Fang lost 1 frame"]`.

    Raises `BrickyardError` for fewer than two sides, sides of different games or of one name, and what
    can't be read.
    """
    settings = judge_settings(edition, options, game=game, workspace=workspace)
    return compare_all(_texts(sides, submodel), settings, several(score))


def bid(
    company: OnePath,
    against: Paths = (),
    *,
    players: int = 0,
    likely: str = "",
    edition: str = "",
    options: str | Iterable[str] | None = None,
    game: str = "",
    submodel: str = "",
    workspace: Workspace | None = None,
) -> Bids:
    """What comes of each number of units and systems; `against` are the opponents that are known.

    Of the others `likely` says how many systems a unit carries on average, as in `3-4`.

    Raises `BrickyardError` for sides that can't be read, and a game that the edition doesn't have.
    """
    # Bids need numpy, which the other answers here don't.
    from brickyard.comparison.bid_answer import all_bids

    settings = judge_settings(edition, options, game=game, players=players, workspace=workspace)
    (mine,) = _texts(company, submodel)
    return all_bids(mine, _texts(against, ""), settings, _span(likely) if likely else None)


def _span(text: str) -> tuple[int, int]:
    """`3-4`, or one number."""
    low, _, high = text.replace("–", "-").partition("-")
    words = (low.strip(), (high or low).strip())
    if not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise BrickyardError(f"--likely {text}: write the systems a unit carries on average, such as 3-4")
    numbers = (int(words[0]), int(words[1]))
    if numbers[0] > numbers[1]:
        raise BrickyardError(f"--likely {text}: the lower number comes first")
    return numbers


def _texts(sides: Paths, submodel: str) -> list[str]:
    return with_submodel_in(map(str, several(sides)), submodel)


def _aim(word: str) -> Aim:
    if word not in list(Aim):
        raise BrickyardError(f"white dice for {shown(word)}: choose {', '.join(Aim)}")
    return Aim(word)


def _check_numbers(least: int, **numbers: int | None) -> None:
    for name, number in numbers.items():
        if number is not None and number < least:
            raise BrickyardError(f"{name}: {number} is less than {least}")
