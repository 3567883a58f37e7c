"""Mobile Frame Zero: Rapid Attack: what rapid-attack.yaml says, written by scripts/make_editions.py alone."""

# fmt: off
# ruff: noqa: E501, I001
from catalog.editions.battle_tables import BattleTable, Contested, Countdown, Falling, HostileTerrain, LossOrder, OpenPoint, SteppingAway, TurnOrder, WordToLearn
from catalog.editions.edition import Citation, Edition, OptionSpec
from catalog.editions.tables import CampaignTable, Chart, Clock, CombatTable, CompanyRow, ComparisonTable, Damage, KitTable, Play, PlayingField, RangeCharts, RangeRow, Ruler, Sight, Thing, ThroughCover, TurnOrderDice, Typical
from ldraw_tools.findings import Severity

MADE_FROM = "e38b75f70d3f73c2"


def made() -> Edition:
    return Edition(
        companies={
            'skirmish': {
                2: CompanyRow(stations=3, frames=(4, 6)), 3: CompanyRow(stations=2, frames=(3, 5)), 4: CompanyRow(stations=2, frames=(3, 4)),
                5: CompanyRow(stations=1, frames=(3, 4)),
            },
            'battle': {
                2: CompanyRow(stations=3, frames=(5, 8)), 3: CompanyRow(stations=2, frames=(4, 7)), 4: CompanyRow(stations=2, frames=(4, 6)),
                5: CompanyRow(stations=1, frames=(3, 5)),
            },
        },
        comparison=ComparisonTable(
            start=5, step=1, compared={'frames': ('frames',), 'systems': ('systems',)}, assets=('frames', 'stations'), changed=('frames',),
            captured=('stations',), unowned={'special objectives': 1}, choices=('add', 'remove', 'loser-chooses'), reference='RA p.69–73',
            ties_reference='RA p.129', lowest_reference='RA p.130', scoring_reference='RA p.91–93, 130–131', spare_reference='RA p.130',
        ),
        kit=KitTable(
            turns_at_once=2, stay={'B': ('frame',), 'Y': ('frame',)}, spares=1, clock=Clock(sides=(12, 20), start=11, reference='RA p.86'),
            ruler=Ruler(units=8, studs=5, parts=('30387', '54661'), reference='RA p.76, hinges: Condensed §2'),
            damage=Damage(attack='R', spot='Y', reference='RA p.118'),
            order=TurnOrderDice(option='per-unit-order', sides=20, full=1, fewer=2, fewer_than=4, reference='RA p.136'),
            things={
                'flags': Thing(
                    id='flags', what='flags or other marks in your own colour, one for each station you hold', per='player', each=('station',),
                    reference='RA p.61, 103',
                ),
                'terrain': Thing(id='terrain', what='pieces of terrain, cover from 3 bricks of height', per='table', reference='RA p.75, 77'),
                'score': Thing(id='score', what='paper and a pen, for the running score', per='table', count=(1, 1), reference='RA p.93'),
            },
        ),
        combat=CombatTable(
            charts={
                'hand-to-hand': Chart(name='hand-to-hand', target=(4, 5, 6), reference='RA p.119'),
                'ranged': Chart(name='ranged', target=(5, 6), reference='RA p.119'),
                'in-cover': Chart(name='in-cover', target=(6,), cover=(4, 5), through=(5,), reference='RA p.120'),
                'behind-frame': Chart(name='behind-frame', target=(6,), cover=(5,), through=(5,), reference='RA p.121'),
                'terrain': Chart(name='terrain', target=(4, 5, 6), reference='RA p.122, faces: Condensed §3'),
            },
            attacks={
                'h': RangeCharts(unarmed=True, frame={'open': 'hand-to-hand'}, terrain={'open': 'terrain'}),
                'd': RangeCharts(frame={'open': 'ranged', 'cover': 'in-cover', 'frame': 'behind-frame'}, terrain={'open': 'terrain'}),
                'a': RangeCharts(frame={'open': 'ranged', 'cover': 'in-cover', 'frame': 'behind-frame'}, terrain={'open': 'terrain'}),
            },
            sprint=True, pieces=6, not_spotted=('terrain',),
            spotting={
                'frame': (
                    Sight(reach='d', in_cover=False, targets=1), Sight(reach='d', in_cover=True, targets=1), Sight(reach='any', in_cover=True, targets=1),
                ),
            },
            through_cover=ThroughCover(kinds=('frame',), sprint=True, reference='RA p.99'), hostile=HostileTerrain(aside=1, reference='RA p.135'),
            stepping_away=SteppingAway(ignored=1, kinds=('frame',), reference='RA p.123'),
            falling=Falling(bricks=3, chart='hand-to-hand', reference='RA p.135'),
            typical={'frame': Typical(name='Soldier', dice='2W 1B 1G 1Y 2Rd', range='d')},
        ),
        ranges={'h': RangeRow(to=1), 'd': RangeRow(over=1, to='ruler'), 'a': RangeRow(over='ruler')},
        play=Play(
            dice={'W': 'any one action', 'B': 'defend', 'G': 'move', 'Y': 'spot', 'R': 'attack'},
            turns={
                'frame': (
                    'Name a target and a range.', 'Roll all dice that the frame has at that range.',
                    'Defend: one blue or white die. It stands until the round ends.', 'Move (green or white) and attack (red or white), in either order.',
                    'Spot: one yellow or white die, last of all.',
                ),
            },
            damage=(
                'It hits if attack plus spot beats defense: roll that many damage dice, the difference.',
                "One damage takes a system, its owner's choice; no systems left, a white die; none left, the frame.",
                'Beside a station a frame may step away from one damage.',
            ),
            round=('Turn the clock down by 1. From the highest score down, each may take 1 more.', 'At 0 the game is over: the highest score wins.'),
            scoring=('A frame lost costs its owner one asset; a station seized goes to who holds it.',),
            agreed={
                'climbing': (
                    'Climbing, agreed: 6 bricks of height are 1 unit and take a movement system; a fall is 1 damage die per 3 bricks, as hand-to-hand.',
                ),
            },
            reference='RA p.89–103, 117–123',
        ),
        campaign=CampaignTable(
            choices={
                'an environment': ('environments',), 'a design constraint': ('ban', 'rockets'), 'fewer systems on average': ('average-systems',),
                'the size of the game': ('size',),
            },
            no_advantage='RA p.150', reference='RA p.147–150',
        ),
        field=PlayingField(
            rulers=(4, 6), across='its diagonal',
            otherwise=('A larger table: make each unit 6 or 7 studs, or tape off its edges.', 'A much smaller one: a ruler of 6 units.'),
            placing=(
                'Everybody approves the terrain first.',
                'Defense: all stations, each within direct-fire range of another one; then two frames within the perimeter, which is all within direct-fire range of those stations.',
                'Point: one frame, out of cover and outside the perimeter, just within direct-fire range of a defending frame.',
                'All but the defense, in turn, a frame at a time: outside the perimeter, beyond direct-fire range of the defending frames. Then their stations in turn.',
                'Defense: the other frames; outside the perimeter only in cover.', 'If nobody could be placed so, the defense moves what it has placed.',
            ),
            reference='RA p.76', placing_reference='RA p.79–81',
        ),
        battle=BattleTable(
            players=(2, 5), clock=Countdown(each_round=1, optional=1, reference='RA p.86, 94'),
            order=TurnOrder(open_turns=2, may_pass=True, reference='RA p.90', combat_reference='RA p.91'),
            losses=LossOrder(safe_cover={'B': 2}, reference='RA p.121, 123'), contested=Contested(players=3, reference='RA p.130–131'),
            left_open={
                'tied-order': OpenPoint(
                    asks='Scores are equal. Who goes first, until one of them changes?', answers={},
                    reference='RA p.90, 130: only told for the lowest at the start',
                ),
                'doomsday-tie': OpenPoint(
                    asks='The highest scores are equal at the end. What counts?',
                    answers={'shared': 'they share the victory', 'assets': 'most assets wins', 'more': 'one more round'},
                    reference='RA p.86, two ways out: Condensed §3 Doomsday Clock',
                ),
                'order-tie': OpenPoint(asks='Equal rolls. Which goes first?', answers={}, reference='RA p.136, silent'),
                'charts': OpenPoint(
                    asks="The book's chart for terrain is a picture that we don't have. Which faces damage terrain?",
                    answers={'condensed': '4, 5 and 6, as Condensed has it', 'draft': '3 to 6, as the draft has it'},
                    faces={'condensed': (4, 5, 6), 'draft': (3, 4, 5, 6)}, reference='RA p.122',
                ),
            },
            learn={
                'asset': WordToLearn(says="What scores: your frames that aren't destroyed and the stations you hold.", reference='RA p.93'),
                'score': WordToLearn(
                    says='Assets times your score per asset. It changes the moment a frame is destroyed or a station seized.', reference='RA p.69, 93',
                ),
                'defense position': WordToLearn(says='The highest score defends. The others do well to attack it.', reference='RA p.71, 89'),
                'point': WordToLearn(says='The lowest score at the start. Its first frame stands out of cover, near a defending one.', reference='RA p.71, 80'),
                'tactical order': WordToLearn(
                    says="From the highest score down. Take a frame's turn, or pass to the next if anybody after you has frames left.", reference='RA p.90',
                ),
                'combat order': WordToLearn(
                    says="You attack a frame that hasn't gone. It rolls and defends, you finish your turn, then it finishes its own.", reference='RA p.91',
                ),
                'range': WordToLearn(says="Hand-to-hand is up to 1 unit, direct fire from there to the ruler's end, artillery beyond it.", reference='RA p.76'),
                'cover': WordToLearn(
                    says='Anything 3 bricks or higher, beside the target and at least partly between it and the attacker. Hand-to-hand ignores it.',
                    reference='RA p.77, 118–119',
                ),
                'defense': WordToLearn(
                    says='One blue or white die beside the frame. It stands until the round ends; without one it is 0.', reference='RA p.99',
                ),
                'attack': WordToLearn(
                    says='One red or white die. With a spot added it must beat the defense; the difference is how many damage dice you roll.',
                    reference='RA p.100, 117–118',
                ),
                'spot': WordToLearn(
                    says='One yellow or white die beside another frame. Anybody may add it to an attack on that frame, once. Of two, only the higher counts.',
                    reference='RA p.101–102, 117',
                ),
                'damage': WordToLearn(
                    says='Each takes a system, which its owner chooses; after the last system a white die. Without any, the frame is destroyed.',
                    reference='RA p.123',
                ),
                'rocket': WordToLearn(says="A red d8 at direct fire, once. It isn't a system and can't be lost to damage.", reference='RA p.65, 97'),
                'sprint': WordToLearn(says='A frame without any direct or artillery weapon rolls a green d8, too.', reference='RA p.98'),
                'station': WordToLearn(says='Yours until another player has the only frames within hand-to-hand range of it.', reference='RA p.91–92, 103'),
                'contested station': WordToLearn(
                    says='Its owner has left and two others stand beside it: nobody holds it until one of them is alone there.', reference='RA p.130–131',
                ),
                'doomsday clock': WordToLearn(
                    says='Starts at 11. Each round takes 1 off, and then every player may take 1 more. At 0 the highest score wins.', reference='RA p.86, 94',
                ),
                'special objective': WordToLearn(
                    says='In a campaign: an asset that nobody brings. Whoever holds it at the end chooses for the next game.', reference='RA p.147',
                ),
            },
            hints={
                'setup': (
                    'Show your companies. Count frames and systems: fewer of either makes each of your assets worth more.',
                    'The highest score defends and places first.',
                ),
                'deploy': ('Go through the list from the top. Measure whatever you like, whenever you like.',),
                'play': (
                    "The top of the page says whose turn it is to choose: take a frame's turn or pass.",
                    'Name a target and a range, roll all dice, then put one beside the frame as its defense.', 'Move and attack in either order, spot last.',
                ),
                'clock': ('One off the clock. Then ask everybody, from the highest score down, whether they take one more.',),
                'over': ('The highest score has won. Shake hands, and keep the log.',),
            },
        ),
        id='rapid-attack', title='Mobile Frame Zero: Rapid Attack', version='001', date='2012', short='RA', game='frames',
        words={
            'notice': 'Mobile Frame Zero and Rapid Attack are trademarks of Joshua A.C. Newman, the glyphpress, who neither made nor endorses this page.',
            'notice-text': 'The book is under Creative Commons, non-commercial, share-alike; no text of it is here.',
            'notice-name': "Designs under its name follow its licensing chapter: the maker keeps the copyright, the setting keeps to the book's values, none is named after Nazi machinery.",
            'force': 'company', 'points-per-asset': 'score per asset', 'score': 'score', 'highest': 'defense', 'others': 'offense', 'lowest': 'point',
            'order': 'tactical order', 'asset-unit': 'frame', 'first-placed': 'the point frame', 'tie-roll': 'call odds or evens and roll a die',
            'clock': 'doomsday clock', 'comms': 'comms', 'rocket': 'single-shot rocket',
        },
        options={
            'split-range': OptionSpec(name='split-range', kind='flag', title='Weapons may be split over two ranges', reference='RA p.132'),
            'rockets': OptionSpec(name='rockets', kind='number', title='Rockets that every company carries', reference='RA p.134', low=0),
            'environments': OptionSpec(name='environments', kind='list', title='Hostile environments on the table', reference='RA p.135'),
            'ban': OptionSpec(
                name='ban', kind='list', title='System types that no one may use', reference='RA p.147–150', choices=('B', 'G', 'Y', 'Rh', 'Rd', 'Ra', 'E'),
            ),
            'average-systems': OptionSpec(name='average-systems', kind='decimal', title='Most systems per frame on average', reference='RA p.147–150', low=0),
            'per-unit-order': OptionSpec(name='per-unit-order', kind='flag', title='Every frame rolls for its place in the round', reference='RA p.136'),
            'climbing': OptionSpec(name='climbing', kind='flag', title='Frames may climb', reference='RA p.134'),
            'ruler': OptionSpec(name='ruler', kind='choice', title='Length of the ruler in units', reference='RA p.76', choices=('6', '8'), default=8),
            'unit-studs': OptionSpec(name='unit-studs', kind='number', title='Length of a ruler unit in studs', reference='RA p.76', low=5, high=7, default=5),
        },
        citations={
            'SYS001': Citation(code='SYS001', reference='RA p.62', severity=Severity.ERROR, numbers={'most': 4}, edition='rapid-attack'),
            'SYS002': Citation(code='SYS002', reference='RA p.62', severity=Severity.ERROR, numbers={'most': 2}, edition='rapid-attack'),
            'SYS003': Citation(
                code='SYS003', reference='RA p.132', severity=Severity.ERROR,
                reason='Everybody at the table must agree to split weapons, so a company uses them only with the option; a model by itself has no group to ask, so this is only a note.',
                edition='rapid-attack',
            ),
            'SYS004': Citation(code='SYS004', reference='RA p.65', severity=Severity.ERROR, numbers={'most': 3}, edition='rapid-attack'),
            'SYS005': Citation(
                code='SYS005', reference='RA p.135', severity=Severity.ERROR,
                reason='Hostile terrain is agreed upon before companies are built; without it the system does nothing.', edition='rapid-attack',
            ),
            'SYS006': Citation(
                code='SYS006', reference='brickyard', severity=Severity.ERROR,
                reason='Systems are counted as built when companies are compared (RA p.69), so a list that differs from the model gives a wrong score.',
                edition='rapid-attack',
            ),
            'SYS007': Citation(code='SYS007', reference='RA p.147–150', severity=Severity.ERROR, edition='rapid-attack'),
            'SYS010': Citation(code='SYS010', reference='RA p.63', severity=Severity.ERROR, edition='rapid-attack'),
            'SYS020': Citation(
                code='SYS020', reference='RA p.141–142', severity=Severity.ERROR,
                reason='Design rules are left to the group; they stand in its own edition, under demands.', edition='rapid-attack',
            ),
            'SIZ001': Citation(
                code='SIZ001', reference='Condensed §1', severity=Severity.WARNING, numbers={'studs': (10, 10), 'bricks': 12, 'tolerance-ldu': 0.5},
                reason="The book gives no box. The players' Condensed does, loosely, with room for four-legged frames.", edition='rapid-attack',
            ),
            'SIZ002': Citation(
                code='SIZ002', reference='Condensed §1', severity=Severity.WARNING, numbers={'plates': 7, 'slack': 1},
                reason='The book leaves the scale to the group (RA p.137–138); Condensed names the one in use. One plate either way is a matter of hats.',
                edition='rapid-attack',
            ),
            'SIZ003': Citation(
                code='SIZ003', reference='Condensed §1', severity=Severity.INFO, numbers={'plates': (21, 28)},
                reason='Three to four times the height of a person, who is seven plates tall.', edition='rapid-attack',
            ),
            'SIZ004': Citation(
                code='SIZ004', reference='RA p.61', severity=Severity.ERROR, numbers={'studs': (4, 4), 'within-plates': 1}, edition='rapid-attack',
            ),
            'SIZ005': Citation(
                code='SIZ005', reference='RA p.61', severity=Severity.INFO, numbers={'studs': (4, 4), 'within-plates': 1},
                reason='The limit is for what stands on the table; what is wider higher up is allowed, and in the way.', edition='rapid-attack',
            ),
            'SIZ007': Citation(code='SIZ007', reference='RA p.75, 77', severity=Severity.INFO, numbers={'bricks': 3}, edition='rapid-attack'),
            'SIZ008': Citation(
                code='SIZ008', reference='Condensed §2 Cover', severity=Severity.INFO, numbers={'bricks': (6, 8)},
                reason='The book advises no height; Condensed does, so that cover covers.', edition='rapid-attack',
            ),
            'SIZ009': Citation(code='SIZ009', reference='RA p.134', severity=Severity.INFO, numbers={'bricks': 6, 'studs': 4}, edition='rapid-attack'),
            'SIZ010': Citation(
                code='SIZ010', reference='brickyard', severity=Severity.WARNING, reason="What can't be measured may break a limit unnoticed.",
                edition='rapid-attack',
            ),
            'SIZ013': Citation(
                code='SIZ013', reference='brickyard', severity=Severity.WARNING,
                reason="What lies beside a unit on the workbench doesn't count towards its size.", edition='rapid-attack',
            ),
            'SIZ011': Citation(code='SIZ011', reference='RA p.61', severity=Severity.WARNING, edition='rapid-attack'),
            'BAS001': Citation(code='BAS001', reference='RA p.206', severity=Severity.INFO, numbers={'studs': ((4, 4), (6, 6))}, edition='rapid-attack'),
            'CMP001': Citation(code='CMP001', reference='RA p.60', severity=Severity.ERROR, edition='rapid-attack'),
            'CMP002': Citation(code='CMP002', reference='RA p.60', severity=Severity.ERROR, edition='rapid-attack'),
            'CMP003': Citation(
                code='CMP003', reference='RA p.65', severity=Severity.ERROR, numbers={'exactly': 3, 'spoken-of': 8},
                reason='A group may agree on any other number, the same for every company; the book speaks of up to 6 or 8 (RA p.134), so more is a warning.',
                edition='rapid-attack',
            ),
            'CMP004': Citation(code='CMP004', reference='RA p.60', severity=Severity.INFO, edition='rapid-attack'),
            'CMP005': Citation(code='CMP005', reference='RA p.147–150', severity=Severity.ERROR, edition='rapid-attack'),
            'CMP006': Citation(
                code='CMP006', reference='RA p.135', severity=Severity.INFO,
                reason='A frame without the system is legal; in that terrain it sets one white die aside.', edition='rapid-attack',
            ),
            'CMP007': Citation(
                code='CMP007', reference='RA p.204', severity=Severity.INFO, numbers={'frames': 5, 'alike': 3}, reason="A builder's advice, not a rule.",
                edition='rapid-attack',
            ),
            'CMP020': Citation(
                code='CMP020', reference='RA p.141–142', severity=Severity.ERROR,
                reason='Design rules are left to the group; they stand in its own edition, under demands.', edition='rapid-attack',
            ),
            'CAM001': Citation(code='CAM001', reference='RA p.147–150', severity=Severity.ERROR, numbers={'most': 2}, edition='rapid-attack'),
            'LNT001': Citation(
                code='LNT001', reference='RA p.62', severity=Severity.INFO, reason='Without a weapon its white dice attack at hand-to-hand range only.',
                edition='rapid-attack',
            ),
            'LNT002': Citation(
                code='LNT002', reference='RA p.63', severity=Severity.INFO,
                reason="Only a second comms system spots as far as artillery shoots; a spot helps others, never one's own attack (RA p.102).",
                edition='rapid-attack',
            ),
            'LNT003': Citation(
                code='LNT003', reference='RA p.64', severity=Severity.INFO, reason='Half a ranged weapon is a ranged weapon, and costs the green d8.',
                edition='rapid-attack',
            ),
            'LNT004': Citation(
                code='LNT004', reference='RA p.204', severity=Severity.INFO,
                reason='If all frames are alike, none can do special work, and they are easily mixed up in play.', edition='rapid-attack',
            ),
            'LNT005': Citation(
                code='LNT005', reference='RA p.63, 99', severity=Severity.INFO, reason='Without blue dice every defense costs a white one.',
                edition='rapid-attack',
            ),
            'LNT006': Citation(
                code='LNT006', reference='RA p.135', severity=Severity.INFO,
                reason='An environmental system counts against the four and is none of the six types, so a frame may carry several; of one kind a second does nothing.',
                edition='rapid-attack',
            ),
            'LNT007': Citation(
                code='LNT007', reference='brickyard', severity=Severity.INFO, reason="Colours are the builder's own; it is only told what can't be bought.",
                edition='rapid-attack',
            ),
            'LNT008': Citation(
                code='LNT008', reference='RA p.203', severity=Severity.INFO,
                reason="A builder's advice; weapons that are hard to tell apart should serve the same function.", edition='rapid-attack',
            ),
            'LNT009': Citation(
                code='LNT009', reference='RA p.203', severity=Severity.INFO, numbers={'studs': 1.5},
                reason="A builder's advice, rather too large than too small; the text gives no size, the number is ours.", edition='rapid-attack',
            ),
            'LNT010': Citation(
                code='LNT010', reference='RA p.203', severity=Severity.INFO, numbers={'most': 6, 'share': 0.05},
                reason="A builder's advice: few colours, or one and accents (RA p.206). The text gives no number; six, and that a colour of less than a twentieth of the parts is an accent, are ours.",
                edition='rapid-attack',
            ),
            'LNT011': Citation(
                code='LNT011', reference='RA p.204', severity=Severity.INFO, numbers={'frames': (4, 7)},
                reason='What a builder has seen most; five is the number to plan with.', edition='rapid-attack',
            ),
            'LNT012': Citation(
                code='LNT012', reference='RA p.201', severity=Severity.INFO, numbers={'studs': (2, 3), 'share': 0.33},
                reason="A builder's advice for buying parts, with exceptions for a purpose. It speaks of plates; we take every part that covers more studs. That a third of a frame may be such parts is ours.",
                edition='rapid-attack',
            ),
        },
        file='rapid-attack.yaml',
    )
