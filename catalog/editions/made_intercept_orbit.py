"""Mobile Frame Zero: Intercept Orbit: what intercept-orbit.yaml says, written by scripts/make_editions.py alone."""

# fmt: off
# ruff: noqa: E501, I001
from catalog.editions.battle_tables import BattleTable, Collision, Countdown, FuelTable, LossOrder, OpenPoint, Repairs, TurnOrder, WordToLearn
from catalog.editions.edition import Citation, Edition, OptionSpec
from catalog.editions.tables import Ace, Advised, BoardingRules, Chart, Clock, CombatTable, ComparisonTable, Damage, ExtraRoll, FleetRow, KitTable, Manoeuvre, Play, PlayingField, RangeCharts, RangeRow, Ruler, Sight, Thing, ThroughCover, Typical, UnitClass
from ldraw_tools.findings import Severity

MADE_FROM = "5ef76f46317fffb3"


def made() -> Edition:
    return Edition(
        fleets={2: FleetRow(assets=(5, 7), hvas=3), 3: FleetRow(assets=(4, 6), hvas=2), 4: FleetRow(assets=(3, 5), hvas=1)},
        classes={
            'capital': UnitClass(white=2, systems=4, largest_studs=16, base=(8, 8)),
            'frigate': UnitClass(white=2, green=1, systems=3, largest_studs=12, base=(4, 8)), 'hva': UnitClass(largest_studs=12, base=(8, 4)),
            'company': UnitClass(white=2, systems=4, fixed=('Rf', 'B', 'Y', 'G'), base=(4, 4)), 'debris': UnitClass(base=(4, 4)),
        },
        comparison=ComparisonTable(
            start=5, step=1, compared={'TAs': ('ships', 'companies'), 'shipboard systems': ('systems',)}, assets=('hvas', 'ships', 'companies'),
            changed=('ships', 'companies'), captured=('hvas', 'ships'), regained=('companies',), choices=('remove', 'go-on'), reference='IO p.27–28',
            ties_reference='IO p.28', lowest_reference='as RA p.130, IO is silent', scoring_reference='IO p.37–39',
        ),
        kit=KitTable(
            turns_at_once=2, stay={'B': ('ship', 'company'), 'Y': ('ship', 'company'), 'K': ('company',)},
            clock=Clock(sides=(12, 20), start=11, reference='IO p.20, 29'),
            ruler=Ruler(units=8, studs=5, parts=('30387', '54661'), note='the first and the second in colours of their own', reference='IO p.20'),
            damage=Damage(attack='R', spot='Y', reference='IO p.31'),
            also_rolled=(
                ExtraRoll(dice='yellow d6', count=1, each=('company',), what='boarding', reference='IO p.38'),
                ExtraRoll(dice='yellow d8', count=1, each=('ace',), what='boarding', reference='IO p.38'),
            ),
            advised_by='IO p.20',
            advised={
                'white d6': Advised(count=2), 'red d6': Advised(count=3), 'red d8': Advised(count=1), 'green d6': Advised(count=1),
                'green d8': Advised(count=1), 'blue d6': Advised(count=1, each=('ship', 'company')), 'blue d8': Advised(count=1),
                'yellow d6': Advised(count=1, each=('ship', 'company')), 'yellow d8': Advised(count=1, each=('yellow ace',)),
                'black d6': Advised(count=1, each=('company',), plus=1, plus_if_rolled=3),
            },
            things={
                'debris': Thing(id='debris', what='pieces of space debris, each on a base of 4 × 4 studs', per='table', count=(3, 5), reference='IO p.20'),
                'score': Thing(id='score', what='paper or a whiteboard that all can see, for the score', per='table', count=(1, 1), reference='IO p.20'),
            },
        ),
        combat=CombatTable(
            charts={
                'point': Chart(name='point', target=(5, 6), reference='IO p.31'),
                'point-in-cover': Chart(name='point-in-cover', target=(6,), cover=(5,), reference='IO p.31'),
                'assault': Chart(name='assault', target=(4, 5, 6), reference='IO p.31'),
                'assault-in-cover': Chart(name='assault-in-cover', target=(5, 6), cover=(4,), reference='IO p.31'),
                'support': Chart(name='support', target=(5, 6), reference='IO p.31'),
                'support-in-cover': Chart(name='support-in-cover', target=(6,), cover=(5,), reference='IO p.31'),
                'dogfight-with-company': Chart(name='dogfight-with-company', target=(4, 5, 6), reference='IO p.36'),
                'dogfight-with-ship': Chart(name='dogfight-with-ship', target=(5, 6), reference='IO p.36'),
            },
            attacks={
                'p': RangeCharts(ship={'open': 'point', 'cover': 'point-in-cover'}, company={'open': 'point', 'cover': 'point-in-cover'}),
                'a': RangeCharts(ship={'open': 'assault', 'cover': 'assault-in-cover'}),
                's': RangeCharts(ship={'open': 'support', 'cover': 'support-in-cover'}),
                'f': RangeCharts(unarmed=True, ship={'open': 'dogfight-with-ship'}, company={'open': 'dogfight-with-company'}),
            },
            spotting={
                'ship': (Sight(reach='a', in_cover=False), Sight(reach='a', in_cover=True), Sight(reach='any', in_cover=True)),
                'company': (Sight(reach='f', in_cover=True),),
            },
            aces={'R': Ace(shoots_at=('p', 'a')), 'B': Ace(in_cover=True), 'Y': Ace(spots_to='p', adds=True)},
            boarding=BoardingRules(takes=3, weapons='p', company_dice=6, ace_dice=8, damage={4: 1, 5: 1, 6: 2, 7: 3, 8: 4}, reference='IO p.38'),
            through_cover=ThroughCover(kinds=('company',), sprint=False, reference='IO p.24'),
            collision=Collision(rammer=(1, 2), target=(4, 5, 6), reference='IO p.33'),
            repairs=Repairs(faces=(5, 6), reference='IO p.30', companies='K', companies_reference='IO p.34'),
            typical={'ship': Typical(dice='2W 1B 1Y 2Ra', range='a'), 'company': Typical(dice='2W 1G 1B 1Y 1Rf', range='f')},
        ),
        ranges={'f': RangeRow(to=1, also='or touching the same ship'), 'p': RangeRow(to=2), 'a': RangeRow(over=2, to='ruler'), 's': RangeRow(over='ruler')},
        play=Play(
            dice={'W': 'any one action', 'B': 'defend', 'G': 'manoeuvre', 'Y': 'spot', 'K': 'launch, fuel', 'R': 'attack'},
            turns={
                'ship': (
                    'Name a target and a range, if you shoot; roll all dice.', 'Defend: one blue or white die. It stands until the round ends.',
                    'Repair: each white 5 or 6 you spend restores a system.', 'Shoot (red or white), before or after moving.',
                    'Manoeuvre (green or white), then move.', 'Launch, fuel and repair companies (black or white), one launch per catapult.',
                    'Spot: one yellow or white die, last of all.',
                ),
                'company': (
                    'Defend (blue or white).', 'Move (green or white) and attack (red or white), in either order, at dogfight range.',
                    'Spot (yellow or white), at dogfight range.',
                ),
            },
            damage=(
                'It hits if attack plus spot beats defense: roll that many damage dice, the difference.',
                "One damage takes a system, its owner's choice; no systems left, a white die; none left, the ship.",
                'Without weapons, and always at dogfight range, a ship attacks with its white dice.',
            ),
            round=(
                'Take blue and yellow dice off the table; then board ships.',
                'Turn the clock and all fuel dice down by 1; at fuel 0 a company drifts and its points are lost.',
                'At 0 on the clock the game is over: the highest score wins.',
            ),
            scoring=("Ships and high value assets that are captured score for their captor, at the captor's own points.",), reference='IO p.29–39',
        ),
        manoeuvre=Manoeuvre(
            speed=4,
            pips=('1 faster this turn', '1 slower this turn, never backwards', 'click one hinge, each hinge once a turn', 'slip past debris in the way'),
            clicks={'capital ship': 1, 'frigate': 2, 'high value asset': 1}, full_turn=16, reference='IO p.31–32',
        ),
        field=PlayingField(
            rulers=(4, 4), otherwise=('A larger table: tape off an area of that size.', 'A slightly smaller one: perhaps a ruler shorter by 1 unit.'),
            placing=(
                'Defender: one high value asset anywhere; the others and one ship within assault range of it.',
                "Primary attacker: one ship just within assault range of that ship. Secondary attackers: one ship each, outside assault range of the defender's ships and assets.",
                "Attackers in turn: their ships outside assault range of the defender's, then companies touching their carriers, one per catapult, then high value assets.",
                'Defender: the other ships, then companies touching carriers, one per catapult.',
                "Debris in turn, from the highest score down, a piece at a time: never within assault range of another's ship or of other debris.",
            ),
            reference='IO p.20', placing_reference='IO p.28–29',
        ),
        battle=BattleTable(
            players=(2, 4), clock=Countdown(each_round=1, optional=0, afterwards=True, reference='IO p.29, 38'),
            order=TurnOrder(open_turns=2, may_pass=True, reference='IO p.29, as RA p.90', combat_reference='IO p.31'),
            losses=LossOrder(is_destroyed=False, reference='IO p.25, 31, as RA p.123'),
            fuel=FuelTable(each_round=1, most=6, dodge=1, dodge_needs='G', reference='IO p.34, 36, 38–39'),
            left_open={
                'tied-order': OpenPoint(asks='Scores are equal. Who goes first, until one of them changes?', answers={}, reference='IO p.28, silent in play'),
                'doomsday-tie': OpenPoint(
                    asks='The highest scores are equal at the end. What counts?',
                    answers={'shared': 'they share the victory', 'assets': 'most assets wins', 'more': 'one more round'}, reference='IO p.29, silent',
                ),
                'boarding-when': OpenPoint(
                    asks='The text has boarding twice at the end of the round. When do you board?',
                    answers={'before': 'before the clock and the fuel', 'after': 'after them', 'both': 'both times'}, reference='IO p.38',
                ),
                'boarding-damage': OpenPoint(
                    asks='More than two sides fight aboard. Whom does each die hurt that shows 4 or more?',
                    answers={'one': 'one enemy that its player names', 'each': 'every enemy aboard'}, reference='IO p.38',
                ),
                'drifter-points': OpenPoint(
                    asks='A company is out of fuel, and another player holds it. Who has its points?',
                    answers={'nobody': 'nobody until it is refuelled', 'holder': 'whoever holds it'}, reference='IO p.39',
                ),
                'hva-dice': OpenPoint(
                    asks='A high value asset takes turns and moves, but the text gives it no dice. What does it roll?',
                    answers={'none': 'nothing: it goes straight ahead', 'white': 'two white dice for moving'}, reference='IO p.29–31',
                ),
                'destroyed': OpenPoint(
                    asks="It has nothing left to lose. The text doesn't say when a ship is destroyed. Is it?",
                    answers={'gone': 'yes, as frames are in Rapid Attack', 'stays': 'no, it stays as a wreck and scores'}, reference='IO p.31, RA p.123',
                ),
            },
            learn={
                'asset': WordToLearn(says='What scores: ships, frame companies and high value assets that you hold.', reference='IO p.27'),
                'tactical asset': WordToLearn(says='A ship or a frame company, TA for short.', reference='IO p.21'),
                'high value asset': WordToLearn(
                    says='Taken at once by whoever is alone beside it: ships within point defense range, companies within dogfight range.', reference='IO p.37',
                ),
                'range': WordToLearn(
                    says="Dogfight is 1 unit or touching the same ship, point defense 2; assault reaches to the ruler's end, support beyond.",
                    reference='IO p.20, 36; the last two ours',
                ),
                'cover': WordToLearn(
                    says='Debris or another ship that is between you and the target, and near the target. It takes the lowest number that would hit. If the target is spotted, you may ignore it.',
                    reference='IO p.31',
                ),
                'defense': WordToLearn(says='One blue or white die beside the ship until the round ends; without one it is 0.', reference='IO p.30'),
                'spot': WordToLearn(says='One yellow or white die beside another TA. Anybody may add it to an attack, once.', reference='IO p.35'),
                'manoeuvre': WordToLearn(
                    says='A ship goes 4 straight ahead. Each pip of a green or white die is 1 faster or slower, a click of a hinge, or debris missed.',
                    reference='IO p.31',
                ),
                'fuel': WordToLearn(
                    says="A company's black die: down by 1 each round. At 0 it drifts and scores for nobody until it is refuelled.", reference='IO p.34, 39',
                ),
                'boarding': WordToLearn(
                    says="If a hostile company touches a ship at the round's end, the most yellow dice of 3 or more take it.", reference='IO p.38',
                ),
                'captured ship': WordToLearn(says='Goes and scores for its captor; its white dice stay with its first owner.', reference='IO p.39'),
                'collision': WordToLearn(says='A die for each unit of speed: 1 and 2 hurt the ship that rams, 4 to 6 the other.', reference='IO p.33'),
                'ace': WordToLearn(says='A d8 of one colour for one company, and an extra die when boarding. Lost last of all.', reference='IO p.25'),
                'doomsday clock': WordToLearn(says='Starts at 11, one less each round. At 0 the highest score wins.', reference='IO p.29, 38'),
            },
            hints={
                'setup': ('Show your fleets. Count TAs and shipboard systems: fewer of either makes each of your assets worth more.',),
                'deploy': ('Go through the list from the top; debris comes last.',),
                'play': (
                    "The top of the page says whose turn it is to choose: take a ship's, a company's or a high value asset's turn, or pass.",
                    'Companies wait aboard until a catapult launches them; that sets their fuel.',
                ),
                'clock': ('Blue and yellow dice are off the table. Board ships, then begin the next round.',),
                'over': ('The highest score has won. Shake hands, and keep the log.',),
            },
        ),
        id='intercept-orbit', title='Mobile Frame Zero: Intercept Orbit', version='pre-release', date='2014', short='IO', game='fleet',
        words={
            'notice': 'Mobile Frame Zero and Intercept Orbit are trademarks of Joshua A.C. Newman, the glyphpress, who neither made nor endorses this page.',
            'notice-text': 'No text of the book is here: it is © 2014 Joshua A.C. Newman and was not released under Creative Commons.',
            'notice-name': "Designs under its name follow Rapid Attack's licensing chapter: the maker keeps the copyright, the setting keeps to the book's values, none is named after Nazi machinery.",
            'force': 'fleet', 'points-per-asset': 'points per asset', 'score': 'score', 'highest': 'defender', 'others': 'secondary attacker',
            'lowest': 'primary attacker', 'order': 'tactical order', 'asset-unit': 'TA', 'first-placed': 'the first attacking ship', 'tie-roll': 'roll off',
            'clock': 'doomsday clock', 'comms': 'comms', 'capital': 'capital ship', 'hva': 'high value asset', 'company': 'frame company',
        },
        options={'major-battle': OptionSpec(name='major-battle', kind='flag', title='Two tactical assets more at either end', reference='IO p.21')},
        citations={
            'SYS001': Citation(code='SYS001', reference='IO p.22, 24', severity=Severity.ERROR, edition='intercept-orbit'),
            'SYS006': Citation(
                code='SYS006', reference='brickyard', severity=Severity.ERROR,
                reason='Shipboard systems are counted as built when fleets are compared (IO p.28), so a list that differs from the model gives a wrong score.',
                edition='intercept-orbit',
            ),
            'SYS008': Citation(
                code='SYS008', reference='IO p.22', severity=Severity.WARNING, reason='The text gives a ship its number of systems and says nothing of fewer.',
                edition='intercept-orbit',
            ),
            'SYS009': Citation(
                code='SYS009', reference='IO p.23–24', severity=Severity.WARNING, numbers={'effect': 2},
                reason="The text says what a first and a second of a type do, and stops there. A third catapult has its company (IO p.24) and its launch (IO p.34); only its dice aren't written, so it is a note.",
                edition='intercept-orbit',
            ),
            'SYS010': Citation(code='SYS010', reference='IO p.22–24', severity=Severity.ERROR, edition='intercept-orbit'),
            'SYS020': Citation(
                code='SYS020', reference='brickyard', severity=Severity.ERROR,
                reason='Design rules are left to the group; they stand in its own edition, under demands.', edition='intercept-orbit',
            ),
            'SIZ006': Citation(
                code='SIZ006', reference='IO p.22', severity=Severity.ERROR, reason="The largest side of the model's box, its base left out.",
                edition='intercept-orbit',
            ),
            'SIZ010': Citation(
                code='SIZ010', reference='brickyard', severity=Severity.WARNING, reason="What can't be measured may break a limit unnoticed.",
                edition='intercept-orbit',
            ),
            'SIZ013': Citation(
                code='SIZ013', reference='brickyard', severity=Severity.WARNING,
                reason="What lies beside a unit on the workbench doesn't count towards its size.", edition='intercept-orbit',
            ),
            'SIZ012': Citation(
                code='SIZ012', reference='IO p.20', severity=Severity.ERROR, numbers={'studs': 16},
                reason="A ship's length is the limit, and a capital ship is the longest.", edition='intercept-orbit',
            ),
            'BAS002': Citation(
                code='BAS002', reference='IO p.20, 22, 24', severity=Severity.ERROR,
                reason='A base is measured from in play, so it has exactly its size, either way round.', edition='intercept-orbit',
            ),
            'BAS003': Citation(
                code='BAS003', reference='IO p.20, 22, 24', severity=Severity.WARNING, reason="A base that isn't marked is not guessed.",
                edition='intercept-orbit',
            ),
            'FLT001': Citation(code='FLT001', reference='IO p.21', severity=Severity.ERROR, numbers={'major-battle': 2}, edition='intercept-orbit'),
            'FLT002': Citation(code='FLT002', reference='IO p.21', severity=Severity.ERROR, edition='intercept-orbit'),
            'FLT003': Citation(code='FLT003', reference='IO p.24', severity=Severity.ERROR, edition='intercept-orbit'),
            'FLT004': Citation(code='FLT004', reference='IO p.25', severity=Severity.ERROR, edition='intercept-orbit'),
            'FLT005': Citation(code='FLT005', reference='IO p.25', severity=Severity.WARNING, edition='intercept-orbit'),
            'FLT006': Citation(code='FLT006', reference='IO p.24', severity=Severity.ERROR, edition='intercept-orbit'),
            'CMP020': Citation(
                code='CMP020', reference='brickyard', severity=Severity.ERROR,
                reason='Design rules are left to the group; they stand in its own edition, under demands.', edition='intercept-orbit',
            ),
            'LNT007': Citation(
                code='LNT007', reference='brickyard', severity=Severity.INFO, reason="Colours are the builder's own; it is only told what can't be bought.",
                edition='intercept-orbit',
            ),
        },
        file='intercept-orbit.yaml',
    )
