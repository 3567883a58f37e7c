"""Names that sound like equipment, in English, German, French, Spanish and Japanese: hints and proposals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import combining, normalize

from catalog.vocabulary import Body, Vocabulary
from fleets.models.model_units import Role
from fleets.tagging.tag_reading import without_tag
from ldraw_tools.findings import Place
from ldraw_tools.names import MODEL_SUFFIXES, key_of, nearest, stem_of
from ldraw_tools.reading.document import Document, Section


def _these(words: str) -> frozenset[str]:
    return frozenset(words.split())


_LONGEST_NAME = 200
_ROCKET, _ANY_RANGE, _CLOSE, _FAR = str(Role.ROCKET), "R", "Rh", "Ra"
# What a thing with such a name is, without accents; R is a weapon that may have any range.
_EQUIPMENT = {
    "Rd": (
        "rifle carbine pistol revolver smg laser blaster phaser bazooka gatling minigun shotgun machinegun "
        "stingbeam flamer flamethrower "
        "gewehr pistole flinte maschinengewehr panzerfaust flammenwerfer "
        "fusil mitrailleuse pistolet carabine lanceflammes "
        "ametralladora pistola carabina escopeta lanzallamas "
        "ライフル マシンガン ショットガン ハンドガン バズーカ レーザー バルカン ガトリング"
    ),
    "Ra": (
        "artillery howitzer mortar sniper railgun "
        "artillerie haubitze morser moerser scharfschutze scharfschuetze scharfschutzengewehr "
        "obusier mortier artilleria obus mortero francotirador スナイパー レールガン 狙撃 榴弾"
    ),
    "Rh": (
        "sword knife blade axe claw claws saber sabre katana machete scythe halberd bayonet lance spear "
        "trident glaive mace hammer dagger baton whip pincer saw chainsaw buzzsaw drill "
        "schwert messer klinge axt beil kralle klaue sabel saebel lanze speer dolch hellebarde "
        "streitkolben schlagstock kettensage kettensaege kreissage kreissaege bohrer "
        "epee couteau hache griffe marteau poignard lame scie tronconneuse perceuse foreuse "
        "espada espadon cuchillo cuchilla porra hacha garra sable lanza martillo punal motosierra taladro "
        "ソード サーベル ナイフ ブレード アックス ホーク ハンマー クロー ドリル チェーンソー パイルバンカー "
        "剣 刀 斧 槍"
    ),
    "R": (
        "gun cannon turret weapon launcher rpg "
        "kanone geschutz geschuetz geschutzturm waffe werfer "
        "canon tourelle lanceur lancemissiles lanceroquettes lancegrenades "
        "torreta arma lanzador lanzamisiles lanzacohetes lanzagranadas キャノン ランチャー ガン 砲塔 銃 砲"
    ),
    "B": (
        "shield buckler armor armour glacis chaff ecm jammer deflector camouflage "
        "schild schutzschild panzerung rustung ruestung bouclier blindage armure leurre "
        "escudo blindaje armadura シールド 装甲 盾"
    ),
    "Y": (
        "antenna antennae radar sensor sensors camera comms radio scanner scope periscope telescope "
        "rangefinder binoculars lidar sonar optics searchlight spotlight viewplate "
        "antenne kamera funk funkgerat sensoren zielfernrohr fernglas periskop suchscheinwerfer "
        "capteur capteurs viseur jumelles antena camara periscopio prismaticos "
        "アンテナ レーダー センサー カメラ ソナー レドーム 通信 通信機"
    ),
    "G": (
        "thruster jet jetpack booster vernier afterburner skates treads tracks rotor grapnel "
        "triebwerk duse duese dusen duesen raketenrucksack dusenrucksack duesenrucksack rollschuhe ketten "
        "propulseur reacteur chenille patin propulsor orugas "
        "スラスター ブースター バーニア ジェット キャタピラ 履帯"
    ),
    "K": "catapult katapult catapulte catapulta カタパルト",
    _ROCKET: "missile torpedo ssr misil torpille ミサイル 魚雷",
}
# The same, where the model walks: a car's wheels, a plane's wing and a ship's mast are its body.
_OF_WALKERS = {
    "B": "mantle cloak mantel cape capa",
    "Y": "mast dish eye eyes schussel schuessel auge augen oeil yeux ojo ojos mastil parabole 目",
    "G": (
        "engine propeller skis wing wings wheels flugel fluegel rader raeder motor antrieb aile ailes roues "
        "moteur ala alas ruedas エンジン ウイング ウィング 翼 車輪"
    ),
    _ROCKET: "rocket rakete roquette fusee cohete ロケット",
}
_LEGS = _these(
    "leg legs foot feet thigh shin shank calf knee hip hips pelvis toe beine bein fuss fusse knie "
    "hufte oberschenkel unterschenkel jambe pied cuisse genou hanche pierna pie muslo rodilla cadera "
    "pata"
)
_LIMBS = _LEGS | _these(
    "arm arms forearm bicep elbow hand shoulder chest torso body waist head forehead face back "
    "unterarm oberarm schulter brust kopf bras epaule tete brazo hombro pecho cabeza"
)
_LIMBS_IN_JAPANESE = "脚足膝腰腕肩胸頭"
_ARMOUR_OF_LIMB = re.compile(f"[{_LIMBS_IN_JAPANESE}]部?装甲")
# Between things, and what may stand after one: sides, numbers, words for any thing.
_JAPANESE_ENDS = re.compile(r"[\s_()\-・／/（）「」【】]+")
_JAPANESE_FILLERS = re.compile("(?:[A-Za-z0-9×左右上下大小改型式]|ポッド|ユニット|セット|パック|システム)+$")
# What may stand after the word that counts: sides, sizes, and words for any thing.
_FILLERS = _these(
    "left right lh rh top bottom upper lower front rear back side inner outer middle port starboard "
    "main small big large long short heavy new old copy mirrored assembly unit pod head grid array "
    "system set pair pack module dome belt belts group submodel model mk version dispenser piece net "
    "links rechts oben unten vorne hinten gauche droit droite avant arriere izquierdo izquierda derecho "
    "derecha izq der dch delantero trasero traseros trasera frontal dorsal grande grandes petit petite "
    "jumeles black white grey gray red blue green yellow dark schwarz weiss grau rot blau grun gruen gelb "
    "noir blanc gris rouge bleu vert negro blanco rojo azul verde"
)
# French and Spanish say first what a thing is: an épée laser is an épée.
_SAY_IT_FIRST = _these(
    "fusil mitrailleuse pistolet carabine ametralladora carabina escopeta obusier mortier obus mortero epee "
    "couteau hache marteau poignard tronconneuse foreuse scie espada espadon cuchillo hacha lanza martillo "
    "punal motosierra taladro tourelle torreta bouclier blindage escudo blindaje antenne antena capteur "
    "jumelle prismatico propulseur reacteur moteur propulsor mochila porte support soporte"
)
# What comes after one of these is not what the thing is.
_JOINED = re.compile(
    r"\+|(?<![a-z])(?:with|w|on|of|for|from|in|mit|auf|von|fur|avec|sur|de|du|des|d(?=['’])|pour|con|para|del|en)(?![a-z])",
    re.IGNORECASE,
)
_AND = re.compile(r"&|(?<![a-z])(?:and|und|et)(?![a-z])", re.IGNORECASE)
_ENDS = re.compile(r"\s-+\s|[,;:()/|]")
_LAUNCHER = re.compile(r"(lance)[-_ ](?=roquette|missile|grenade|flamme)", re.IGNORECASE)
# `2`, `1b`, `2Rd`.
_NUMBERED = re.compile(r"\d+[A-Za-z]{0,2}(?![A-Za-z])")
# Which range the word before a gun means (RA p.63); and what is before something else.
_RANGED = {"field": _FAR, "rail": _FAR, "feld": _FAR, "submachine": "Rd", "machine": "Rd", "beam": "Rd"}
# Two words that mean what neither does.
_PHRASES = {
    tuple(phrase.split("-")): kind
    for kind, phrases in {
        "Rp": "point-defense point-defence",
        "Rh": "pile-bunker heat-hawk",
        "B": "smoke-launcher chaff-launcher decoy-launcher flare-launcher",
        "Y": "targeting-laser targeting-computer targeting-pod laser-sight laser-designator range-finder",
        "G": "flight-pack jump-pack rocket-pack rocket-belt rocket-boots grappling-hook",
    }.items()
    for phrase in phrases.split()
}
# After a weapon they say that it shoots far: a fusil de précision.
_OF_SNIPERS = _these("sniper precision francotirador")
_OTHER_SHIELDS = frozenset({"heat", "wind"})
_TURNS = _these("turbine fan propeller prop")
_ARMOUR = _these("armor armour panzerung rustung ruestung blindage armure blindaje armadura")
_COCKPIT = _these("cockpit canopy skirt")
_PEOPLE = _these("minifig minifigure figure figur figurine pilot pilote piloto crew gunner")


def _by_word(table: dict[str, str]) -> dict[str, str]:
    return {word: kind for kind, words in table.items() for word in words.split()}


_KINDS, _WALKERS_KINDS = _by_word(_EQUIPMENT), _by_word(_OF_WALKERS)
_JAPANESE = [word for word in (*_KINDS, *_WALKERS_KINDS) if not word.isascii()]
# Ends of longer words, such as autocannon and Sturmgewehr; a windshield is not a shield.
_COMPOUND = re.compile(
    r"(?<!wind)(?<!heat)(?<!rotor)(?:rifle|gun|cannon|laser|blaster|launcher|shield|missile|thruster|sword|blade"
    r"|knife|hammer|(?<=battle)axe|(?<=pole)axe|(?<=jump)jet|gewehr|flinte|fusil|geschutz|geschuetz|kanone|pistole|werfer|schild|schwert|messer"
    r"|axt|rakete|antenne|kamera|schussel|schuessel|triebwerk|antrieb|(?<!me)duse|duese|panzerung|mantel)$"
)
# Nothing of the kind, though it ends so.
_OTHERS = frozenset({"entwerfer", "scheinwerfer"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Said(NamedTuple):
    """A word of a name, and the kind of equipment it means; maybe only on a model that walks."""

    word: str
    kind: str
    of_walkers: bool = False


class Meaning(NamedTuple):
    """What names say that a thing is: the word, and its tag, or several of which one must be chosen."""

    word: str
    tags: tuple[str, ...]


def equipment_meant(
    names: Iterable[str], body: Body, vocabulary: Vocabulary, *, walks: bool = False
) -> Meaning | None:
    """What names of one thing, such as `beamRifle_left`, say that it is on such a body."""
    said = [one for name in names for one in _said(name[:_LONGEST_NAME]) if walks or not one.of_walkers]
    # A launcher of rockets is a launcher.
    said = [one for one in said if one.kind != _ROCKET] or said
    kinds = {one.kind for one in said}
    if any(kind.startswith(_ANY_RANGE) for kind in kinds):
        kinds = {_range_of(kinds)}
    tags = dict.fromkeys(tag for kind in sorted(kinds) for tag in _tags(kind, body, vocabulary))
    return Meaning(said[0].word, tuple(tags)) if tags else None


def _range_of(kinds: set[str]) -> str:
    """A sniper rifle is artillery, a gun with a blade may be anything."""
    if len(kinds) == 1:
        return next(iter(kinds))
    if any(not kind.startswith(_ANY_RANGE) for kind in kinds):
        return ""
    return _ANY_RANGE if _CLOSE in kinds else _FAR if _FAR in kinds else "Rd"


def _tags(kind: str, body: Body, vocabulary: Vocabulary) -> Iterator[str]:
    weapons = [code for code in body.carries if code in vocabulary.by_code and vocabulary.by_code[code].range]
    codes = [kind] if kind in body.carries else []
    if kind == _ROCKET and vocabulary.rocket:
        yield _ROCKET
    # Words for the ranges of frames mean none of a ship's.
    elif kind == _ANY_RANGE or (kind in (_FAR, "Rd") and body.name != Role.FRAME):
        codes = weapons
    for code in codes:
        yield f"{vocabulary.system_type(code).adds[0].dice[0].count}{code}"


def is_of_people(name: str) -> bool:
    """A base with a figure on it is none."""
    return not _PEOPLE.isdisjoint(_words(_JOINED.split(_plain(name[:_LONGEST_NAME]), 1)[0]))


def has_legs(name: str) -> bool:
    return not _LEGS.isdisjoint(_words(_plain(name[:_LONGEST_NAME]))) or any(
        sign in name[:_LONGEST_NAME] for sign in _LIMBS_IN_JAPANESE[:3]
    )


@lru_cache(maxsize=4096)
def _said(name: str) -> tuple[Said, ...]:
    """What the last part of a name says that isn't only a side or a number: `Ship - Wing 1` is a wing."""
    if found := _said_in_japanese(name):
        return found
    text = _NUMBERED.sub(" ", _LAUNCHER.sub(r"\1", _plain(name)))
    for part in reversed(_ENDS.split(text)):
        things = [_words(thing) for thing in _AND.split(_JOINED.split(part, 1)[0])]
        if any(word not in _FILLERS for words in things for word in words if len(word) > 1):
            said = _of_things(things)
            shoots_far = any(one.kind == "Rd" for one in said) and not _OF_SNIPERS.isdisjoint(_words(part))
            return (*said, Said(said[0].word, _FAR)) if shoots_far else said
    return ()


def _of_things(things: list[list[str]]) -> tuple[Said, ...]:
    """A forearm and a shield are a forearm."""
    if len(things) > 1 and any(word in _LIMBS for words in things for word in words):
        return ()
    return tuple(one for words in things for one in _phrase(words))


def _phrase(words: list[str]) -> Iterator[Said]:
    """The last word counts, and those before it that say more: a rifle barrel is no rifle."""
    if kind := _PHRASES.get(tuple(words[-2:])) or _PHRASES.get(tuple(_without_fillers(words)[-2:])):
        yield Said(" ".join(words[-2:]), kind)
        return
    words = _without_fillers(words)
    head = next((word for word in words if word not in _FILLERS), "")
    if head.removesuffix("s") in _SAY_IT_FIRST and len(words) > 1:
        words = [head] if head not in _ARMOUR or _LIMBS.isdisjoint(words) else []
    found = [said for word in words if (said := _kind_of(word))]
    if not found or found[-1].word != words[-1]:
        return
    *before, last = found
    previous = words[-2] if len(words) > 1 else ""
    if previous in _OTHER_SHIELDS or (last.word in _ARMOUR and previous in _LIMBS | _COCKPIT):
        return
    if not last.kind.startswith(_ANY_RANGE):
        yield from (one for one in found if one.kind == last.kind)
        return
    closes = [one for one in found if one.kind == _CLOSE]
    # A laser sword and a sabre laser are blades.
    if closes and any(one.word == "laser" for one in found):
        yield closes[0]
        return
    # The blade of a rotor, and in French the axe of a chenille, are no weapons.
    if last.kind == _CLOSE and (
        previous in _TURNS or any(not one.kind.startswith(_ANY_RANGE) for one in before)
    ):
        return
    yield last
    yield from (one for one in before if one.kind.startswith(_ANY_RANGE))
    if previous in _RANGED and last.kind == _ANY_RANGE:
        yield Said(previous, _RANGED[previous])


def _without_fillers(words: list[str]) -> list[str]:
    """Without what stands after the word that counts."""
    while words and (len(words[-1]) == 1 or words[-1] in _FILLERS):
        words = words[:-1]
    return words


def _said_in_japanese(name: str) -> tuple[Said, ...]:
    if name.isascii():
        return ()
    for part in reversed(_JAPANESE_ENDS.split(normalize("NFKC", name))):
        thing = _JAPANESE_FILLERS.sub("", part)
        # The longest first: a launcher of missiles is a launcher. The barrel of a rifle is none.
        there = sorted((word for word in _JAPANESE if word in thing), key=len, reverse=True)
        if there and not _ARMOUR_OF_LIMB.search(thing):
            ends = any(thing.endswith(word) for word in there)
            return tuple(said for word in there if ends and (said := _kind_of(word)))
    return ()


def _plain(name: str) -> str:
    """Without accents: `Épée` → `Epee`."""
    if name.isascii():
        return name
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _kind_of(word: str) -> Said | None:
    for way in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("n")):
        if way in _KINDS:
            return Said(word, _KINDS[way])
        if way in _WALKERS_KINDS:
            return Said(word, _WALKERS_KINDS[way], of_walkers=True)
    for way in (word.removesuffix("s"), word.removesuffix("n")):
        if word not in _OTHERS and (end := _COMPOUND.search(way)):
            is_of_limb = end.group() in _ARMOUR and any(way.startswith(limb) for limb in _LIMBS)
            return None if is_of_limb else _end_kind(word, end.group())
    return None


def _end_kind(word: str, end: str) -> Said:
    return Said(word, _KINDS[end]) if end in _KINDS else Said(word, _WALKERS_KINDS[end], of_walkers=True)


_METAS = frozenset({"MLCAD", "LPUB", "SYNTH", "GHOST", "BUFEXCHG", "ROTSTEP"})
_STARS = re.compile(r"\*+")


class ManifestTag(NamedTuple):
    """`"rifle*.ldr": "2Rd"`: which submodels, what they are, and where either is written."""

    pattern: str
    text: str
    place: Place
    text_place: Place

    def fits(self, names: Iterable[str], document: Document | None = None) -> bool:
        """With a document, a name with a tag means the one without, if no submodel has the whole name."""
        names = list(names)
        if any(fits(self.pattern, name) for name in names):
            return True
        if document is None or "[" not in self.pattern:
            return False
        return not _is_in(document, self.pattern) and self.plain.fits(names)

    @property
    def plain(self) -> ManifestTag:
        """The same for the name without its tag."""
        return self._replace(pattern=without_tag(self.pattern))

    @property
    def means_parts(self) -> bool:
        """Only a pattern that ends with .dat means single parts; `*` alone means submodels."""
        return key_of(self.pattern).endswith(".dat")


def fits(pattern: str, name: str) -> bool:
    """Whether a name, whole or without its folder or its ending, is one that the pattern means."""
    compiled = _compiled(key_of(pattern))
    whole = key_of(name)
    last = whole.rpartition("/")[2]
    return any(compiled.fullmatch(way) for way in (whole, last, stem_of(whole), stem_of(last)))


def names_of(section: Section, document: Document) -> Iterator[str]:
    """What a section may be called: without its tag too, and a file's main model by the file's name."""
    yield section.name
    if section is document.main:
        yield document.name
    bare = without_tag(section.name)
    if bare != section.name and not _is_in(document, bare):
        yield bare


def _is_in(document: Document, name: str) -> bool:
    stem = stem_of(key_of(name))
    return any(f"{stem}{ending}" in document.sections for ending in ("", *MODEL_SUFFIXES))


def nearest_name(pattern: str, names: Iterable[str]) -> str:
    """The name that was probably meant, maybe without its ending and its tag."""
    ways = {way: name for name in names for way in (stem_of(without_tag(name)), name)}
    return ways.get(nearest(without_tag(pattern).replace("*", ""), ways), "")


def title_of(section: Section) -> str:
    """A section's description line; what MLCad or LPub begin a file with is none."""
    title = section.header.title
    return "" if title.partition(" ")[0] in _METAS else title


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_translated(_STARS.sub("*", pattern)), re.DOTALL)


def _translated(pattern: str) -> str:
    """Each star takes as little as will do and never looks back, so that no name takes long."""
    first, *others = pattern.split("*")
    text = _literal(first)
    for index, part in enumerate(others):
        is_last = index == len(others) - 1
        text += f".*{_literal(part)}" if is_last else f"(?>.*?{_literal(part)})"
    return text


def _literal(text: str) -> str:
    return "".join("." if character == "?" else re.escape(character) for character in text)
