"""Paper 'Mech: what paper-mech.yaml says, written by scripts/make_editions.py alone."""

# fmt: off
# ruff: noqa: E501, I001
from catalog.editions.battle_tables import BattleTable, WordToLearn
from catalog.editions.edition import Citation, Edition
from catalog.editions.mech_tables import Action, Board, Circles, EnemyAttack, EnemyRow, FightingTable, Keyword, Move, Penalty, Slow, Stances, Weapon
from catalog.editions.tables import Advised, ExtraPower, ExtraRoll, KitTable, Play, Thing
from ldraw_tools.findings import Severity

MADE_FROM = "08bd2aab46cb5776"


def made() -> Edition:
    return Edition(
        mounts={'left-shoulder': 'shoulder', 'right-shoulder': 'shoulder', 'left-arm': 'arm', 'right-arm': 'arm'}, armour={'torso': 3, 'legs': 3},
        penalty=Penalty(rated=12, per=2),
        weapons={
            'missile': Weapon(
                range='long', mounts=('arm', 'shoulder'), weight=3, keyword='recoil', armour=3, armour_assumed=False, note='not twice in a row', rests=True,
                actions=(Action(power=2, time=2), Action(power=4, time=3), Action(power=6, time=4)),
            ),
            'rifle': Weapon(
                range='long', mounts=('arm', 'shoulder'), weight=3, keyword='sniper', armour=3, armour_assumed=True,
                actions=(Action(power=2, time=3), Action(power=3, time=4), Action(power=4, time=5)),
            ),
            'ppc': Weapon(
                name='PPC', range='long', mounts=('arm', 'shoulder'), weight=4, keyword='kickback', armour=3, armour_assumed=True,
                actions=(Action(power=4, time=3), Action(power=6, time=4), Action(power=8, time=5)),
            ),
            'wing shield': Weapon(
                range='none', mounts=('shoulder',), weight=1, keyword='reflex', armour=4, armour_assumed=False,
                actions=(Action(power=0, time=1), Action(power=0, time=1), Action(power=0, time=1)),
            ),
            'disruptor': Weapon(
                range='medium', mounts=('arm', 'shoulder'), weight=2, keyword='EMP', armour=3, armour_assumed=False,
                actions=(Action(power=1, time=2), Action(power=3, time=3), Action(power=5, time=4)),
            ),
            'flamethrower': Weapon(
                range='medium', mounts=('arm', 'shoulder'), weight=2, keyword='proximity', armour=3, armour_assumed=False,
                actions=(Action(power=2, time=1), Action(power=4, time=2), Action(power=5, time=3)),
            ),
            'laser': Weapon(
                range='medium', mounts=('arm', 'shoulder'), weight=3, keyword='accurate', armour=3, armour_assumed=False,
                actions=(Action(power=2, time=2), Action(power=3, time=3), Action(power=4, time=4)),
            ),
            'mortar': Weapon(
                range='medium', mounts=('shoulder',), weight=4, keyword='area', armour=3, armour_assumed=False, note='not at close range', nearest='short',
                actions=(Action(power=3, time=3), Action(power=4, time=4), Action(power=5, time=5)),
            ),
            'machine gun': Weapon(
                range='short', mounts=('arm', 'shoulder'), weight=1, keyword='weak', armour=3, armour_assumed=True,
                actions=(Action(power=3, time=1), Action(power=6, time=2), Action(power=8, time=3)),
            ),
            'energy whip': Weapon(
                range='short', mounts=('arm',), weight=2, keyword='pull', armour=3, armour_assumed=True,
                actions=(Action(power=2, time=2), Action(power=4, time=3), Action(power=6, time=4)),
            ),
            'fist': Weapon(
                range='close', mounts=('arm',), weight=2, keyword='combo', armour=3, armour_assumed=False,
                actions=(Action(power=2, time=2), Action(power=5, time=3), Action(name='crush', power=1, time=3)),
            ),
            'plasma sword': Weapon(
                range='close', mounts=('arm',), weight=2, keyword='parry', armour=3, armour_assumed=True,
                actions=(Action(power=3, time=2), Action(power=4, time=3), Action(power=5, time=4)),
            ),
            'tower shield': Weapon(
                range='close', mounts=('arm',), weight=4, keyword='wall', armour=4, armour_assumed=True,
                actions=(Action(name='bash', power=3, time=2), Action(name='guard', power=0, time=1), Action(name='guard', power=0, time=1)),
            ),
        },
        kit=KitTable(
            turns_at_once=1, power=ExtraPower(extra={'combo': 1}, reference='PM weapon lists'),
            also_rolled=(
                ExtraRoll(dice='any d6', count=7, what="an enemy's strongest attack, with the two dice for where it hits", reference='PM Resolve Enemy Attack'),
                ExtraRoll(dice='any d6', count=7, what='repairs after the third wave', reference='PM Repairs'),
            ),
            advised_by='PM You will need', advised={'any d6': Advised(count=6)},
            things={
                'sheet': Thing(id='sheet', what='play sheet, printed', per='player', count=(1, 1), reference='PM You will need'),
                'pencil': Thing(id='pencil', what='pencil', per='player', count=(1, 1), reference='PM You will need'),
                'eraser': Thing(id='eraser', what='eraser', per='player', count=(1, 1), reference='PM You will need'),
                'cubes': Thing(id='cubes', what='cubes, three of each of four colours', per='player', count=(12, 12), reference='PM You will need'),
            },
        ),
        fighting=FightingTable(
            bands=('close', 'short', 'medium', 'long'), circles=Circles(weapon=6, enemy_attack=2, torso=4, legs=4),
            stances=Stances(rear_armour=1, squat_power=1, least_power=1),
        ),
        keywords={
            'recoil': Keyword(delays=1, effect='the target acts one T later', says='a hit makes the target act one T later'),
            'sniper': Keyword(armour=-1, says="the target's armour counts 1 less"), 'kickback': Keyword(needs='squat', says='fires only while squatting'),
            'reflex': Keyword(says='while you defend, attacks from its arc hit the shield'),
            'EMP': Keyword(restarts=True, effect='the target chooses again and starts over', says='a hit makes the target choose again and start over'),
            'proximity': Keyword(power_per_band=-1, says='P as listed at close range, 1 less at short, 2 less at medium'),
            'accurate': Keyword(again='misses', says='misses may be rolled again, once'),
            'area': Keyword(targets=2, says='the same dice hit two targets within one space of each other'),
            'weak': Keyword(armour=2, always=6, says='armour counts 2 more, but every 6 does damage'),
            'pull': Keyword(effect='the target is moved one space', says='a hit moves the target one space nearer or sideways'),
            'combo': Keyword(combo_power=1, says='+1 P if your last attack was this weapon on this target'),
            'parry': Keyword(parries=True, says='attackers roll again what hits it from its arc'),
            'wall': Keyword(says='after a guard, attacks from its arc hit it until your next attack'),
            'crush': Keyword(destroys=True, says="destroys if one die beats the target's circles left"),
        },
        enemies={
            'attack bike': EnemyRow(letter='B', armour=2, moves=True, attacks=(EnemyAttack(name='machine gun', range='short', power=1, time=1),)),
            'artillery': EnemyRow(letter='A', armour=3, moves=False, attacks=(EnemyAttack(name='shells', range='long', power=5, time=5),)),
            'helo': EnemyRow(
                letter='H', armour=2, moves=True,
                attacks=(EnemyAttack(name='machine gun', range='short', power=2, time=2), EnemyAttack(name='rockets', range='medium', power=4, time=4)),
            ),
            'firethrower': EnemyRow(
                letter='F', armour=3, moves=True,
                attacks=(EnemyAttack(name='laser', range='medium', power=3, time=3), EnemyAttack(name='flame gun', range='short', power=4, time=2)),
            ),
            'tank': EnemyRow(
                letter='T', armour=4, moves=True,
                attacks=(EnemyAttack(name='laser', range='medium', power=3, time=3), EnemyAttack(name='shells', range='long', power=4, time=4)),
            ),
            'mech': EnemyRow(
                letter='M', armour=4, moves=True,
                attacks=(
                    EnemyAttack(name='fist', range='close', power=5, time=2), EnemyAttack(name='laser', range='medium', power=3, time=3),
                    EnemyAttack(name='missiles', range='long', power=4, time=4),
                ),
            ),
        },
        board=Board(
            track=7,
            moves={
                'turn and squat': Move(time=1, free=False, turns=True, squats=True, standing=True),
                'walk backwards': Move(time=1, free=False, walks=-1, standing=True), 'walk forwards': Move(time=1, free=True, walks=1),
                'turn or change stance': Move(time=1, free=True, turns=True, changes_stance=True),
            },
            slow=Slow(at=3, by=1), entries=6, front=(3, 4), rear=(1, 6), arcs={'left': (2, 3, 4), 'right': (3, 4, 5)},
            hits={
                'front or rear': {1: 'torso', 2: 'left-shoulder', 3: 'right-shoulder', 4: 'left-arm', 5: 'right-arm', 6: 'legs'},
                'left': {1: 'torso', 2: 'left-shoulder', 3: 'left-shoulder', 4: 'left-arm', 5: 'left-arm', 6: 'legs'},
                'right': {1: 'torso', 2: 'right-shoulder', 3: 'right-shoulder', 4: 'right-arm', 5: 'right-arm', 6: 'legs'},
            },
            spills={
                'left-arm': {'1–3': 'torso', '4–6': 'left-shoulder'}, 'right-arm': {'1–3': 'torso', '4–6': 'right-shoulder'},
                'left-shoulder': {'1–3': 'torso', '4–6': 'left-arm'}, 'right-shoulder': {'1–3': 'torso', '4–6': 'right-arm'}, 'legs': {'1–6': 'torso'},
            },
            repair=3, repair_reference='PM Repairs',
            ours=(
                "The text's drawings are lost. Ours: radar and how enemies move on it, arcs, where hits 1, 3 and 5 and those from the side go, spills but for 5 from the left arm, and which d6 chooses which attack of an enemy.",
            ),
        ),
        waves={'1–2': ('B', 'B+F', 'A+T', 'M+B+T'), '3–4': ('H', 'H+F', 'H+T', 'M+F+H'), '5–6': ('F', 'A+F', 'F+T', 'M+T+A')},
        play=Play(
            turns={
                'your action': (
                    'Attack: a target in range and arc; roll P dice, each above its armour is one damage.',
                    'Then, standing, one free move if you like; choose the next action and set its T.',
                    'Haste: attack before your time, each die minus the T left; not at once.',
                    "Squat: attacks on you have 1 P less, legs can't be hit; no free moves, no walking back.",
                ),
                "an enemy's action": (
                    'At the same T, all enemies act before you.', 'In range: roll where it hits, then P dice; each above the armour there is one damage.',
                    'From behind, your armour counts 1 less.', 'Weapons: a die says which circle first, then downwards and round; the rest spills over.',
                    'It moves: out of range one space nearer, else one towards your rear. It rolls its next attack.',
                ),
            },
            round=(
                'Wave over: roll dice as the beaten had armour, each 3 or more repairs one circle (not after wave 4).',
                'Won after wave 4: your score is the circles still open.',
            ),
            reference='PM Rules summary',
        ),
        battle=BattleTable(
            players=(1, 1),
            learn={
                'T': WordToLearn(
                    says="Time. Everybody's next action stands on the track; the nearest one happens, enemies before you.", reference='PM The Time Track',
                ),
                'P': WordToLearn(says='Power: how many dice an attack rolls.', reference='PM Attack Actions'),
                'armour': WordToLearn(says='Each die that beats it does one damage.', reference='PM Resolve Enemy Attack'),
                'circle': WordToLearn(says='One damage fills one. A weapon has six, two for each of its actions.', reference='PM Resolve Enemy Attack'),
                'spill': WordToLearn(says='Damage for which a weapon has no circle left goes on to another part.', reference='PM Resolve Enemy Attack'),
                'haste': WordToLearn(
                    says="Attack before your time has come: each die counts less, by the T that was left. You can't do it at once.",
                    reference='PM Haste attacks',
                ),
                'squat': WordToLearn(
                    says="Attacks on you roll one die less and can't hit the legs. No free moves, no walking back.", reference='PM Standing or Squatting',
                ),
                'wave': WordToLearn(says='Enemies that come together. Beat four waves, and you have won.', reference='PM Generating a Wave'),
                'repair': WordToLearn(
                    says='After a wave, roll as many dice as the beaten enemies had armour; each 3 or more opens a circle.', reference='PM Repairs',
                ),
            },
            hints={
                'setup': ('Roll for the first wave: a die says who comes, one more for each where it enters.',),
                'play': (
                    'Choose your first action, then let the time run to whoever acts next.',
                    'An enemy acts: where does it hit, what did it roll? Then it moves and chooses again.',
                ),
                'repairs': ('Repair, then roll for the next wave.',),
                'over': ('You are beaten, or have won four waves: the score is the number of circles still open.',),
            },
        ),
        id='paper-mech', title="Paper 'Mech", version='unnumbered', date='undated', short='PM', game='mech',
        words={
            'notice': "Paper 'Mech is a game by Chris Alton, who neither made nor endorses this page.", 'force': "'mech", 'weight': 'W', 'power': 'P',
            'time': 'T',
        },
        citations={
            'MEC001': Citation(code='MEC001', reference='PM weapon lists', severity=Severity.ERROR, edition='paper-mech'),
            'MEC002': Citation(code='MEC002', reference='PM weapon lists', severity=Severity.ERROR, edition='paper-mech'),
            'MEC003': Citation(
                code='MEC003', reference='PM Customisation', severity=Severity.ERROR, numbers={'least': 3, 'most': 5},
                reason='The chassis comes with the least, and nothing goes above the most.', edition='paper-mech',
            ),
            'MEC004': Citation(
                code='MEC004', reference='PM Customisation', severity=Severity.INFO, numbers={'rated': 12, 'step': 2},
                reason='Overweight is legal but slow, so the note shows the penalty.', edition='paper-mech',
            ),
            'MEC005': Citation(
                code='MEC005', reference='PM The Time Track', severity=Severity.INFO,
                reason='The track of the text has seven spaces, and nothing is said of longer actions.', edition='paper-mech',
            ),
        },
        file='paper-mech.yaml',
    )
