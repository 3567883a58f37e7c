"""Names that sound like equipment, in English, German, French, Spanish and Japanese: hints and proposals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
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
        "rifle carbine pistol smg laser blaster phaser bazooka gatling minigun shotgun machinegun stingbeam "
        "gewehr pistole maschinengewehr fusil mitrailleuse pistolet carabine "
        "ametralladora pistola carabina ライフル マシンガン バズーカ レーザー"
    ),
    "Ra": (
        "artillery howitzer mortar sniper "
        "artillerie haubitze morser moerser scharfschutze scharfschuetze scharfschutzengewehr "
        "obusier mortier artilleria obus mortero francotirador スナイパー 狙撃 榴弾"
    ),
    "Rh": (
        "sword knife blade axe claw claws saber sabre katana lance spear hammer dagger chainsaw drill "
        "schwert messer klinge axt beil kralle klaue sabel saebel lanze speer dolch kettensage "
        "kettensaege bohrer epee couteau hache griffe marteau poignard tronconneuse foreuse "
        "espada cuchillo hacha garra sable lanza martillo punal motosierra taladro "
        "ソード サーベル ナイフ アックス ドリル 剣 刀 斧 槍"
    ),
    "R": (
        "gun cannon turret weapon flamer launcher "
        "kanone geschutz geschuetz geschutzturm waffe werfer flammenwerfer "
        "canon tourelle lancemissiles lanceroquettes lancegrenades lanceflammes "
        "torreta arma lanzallamas lanzamisiles lanzacohetes キャノン ランチャー 銃 砲"
    ),
    "B": (
        "shield buckler armor armour glacis chaff "
        "schild schutzschild panzerung rustung ruestung bouclier blindage armure "
        "escudo blindaje armadura シールド 装甲 盾"
    ),
    "Y": (
        "antenna antennae radar sensor sensors camera comms radio scanner scope periscope rangefinder "
        "viewplate antenne kamera funk funkgerat sensoren zielfernrohr periskop capteur capteurs viseur "
        "antena camara periscopio アンテナ レーダー センサー カメラ 通信"
    ),
    "G": (
        "thruster jet jetpack booster skates treads rotor grapnel "
        "triebwerk duse duese dusen raketenrucksack ketten "
        "propulseur reacteur chenille propulsor propulsores orugas スラスター ブースター"
    ),
    "K": "catapult katapult catapulte catapulta カタパルト",
    _ROCKET: "missile torpedo misil torpille ミサイル 魚雷",
}
# The same, where the model walks: a car's wheels, a plane's wing and a ship's mast are its body.
_OF_WALKERS = {
    "B": "mantle cloak mantel cape capa",
    "Y": "mast dish eye eyes auge augen oeil yeux ojo ojos mastil parabole 目",
    "G": (
        "engine wing wings wheels flugel fluegel rader raeder motor aile ailes roues moteur ala alas ruedas "
        "エンジン ウイング 翼"
    ),
    _ROCKET: "rocket rakete roquette cohete ロケット",
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
# What may stand after the word that counts: sides, sizes, and words for any thing.
_FILLERS = _these(
    "left right lh rh top bottom upper lower front rear back side inner outer middle port starboard "
    "main small big large long short heavy new old copy mirrored assembly unit pod head grid array "
    "system set pair pack module dome belt belts group submodel model mk version links rechts oben "
    "unten vorne hinten gauche droit droite avant arriere izquierdo izquierda derecho derecha izq der "
    "dch delantero trasero"
)
# What comes after one of these is not what the thing is.
_JOINED = re.compile(
    r"\+|(?<![a-z])(?:with|w|on|of|for|from|in|mit|auf|von|fur|avec|sur|de|du|des|pour|con|para|del|en)(?![a-z])",
    re.IGNORECASE,
)
_AND = re.compile(r"&|(?<![a-z])(?:and|und|et)(?![a-z])", re.IGNORECASE)
_ENDS = re.compile(r"\s-+\s|[,;:()/|]")
_LAUNCHER = re.compile(r"(lance)[-_ ](?=roquette|missile|grenade|flamme)", re.IGNORECASE)
# `2`, `1b`, `2Rd`.
_NUMBERED = re.compile(r"\d+[A-Za-z]{0,2}(?![A-Za-z])")
# Which range the word before a gun means; and what is before something else.
_RANGED = {"field": _FAR, "machine": "Rd"}
_POINT_DEFENSE = (["point", "defense"], ["point", "defence"])
_OTHER_SHIELDS = frozenset({"heat", "wind"})
_ARMOUR = _these("armor armour panzerung rustung ruestung blindage armure blindaje armadura")
_PEOPLE = _these("minifig minifigure figure figur figurine pilot pilote piloto crew gunner")


def _by_word(table: dict[str, str]) -> dict[str, str]:
    return {word: kind for kind, words in table.items() for word in words.split()}


_KINDS, _WALKERS_KINDS = _by_word(_EQUIPMENT), _by_word(_OF_WALKERS)
_JAPANESE = [word for word in (*_KINDS, *_WALKERS_KINDS) if not word.isascii()]
# Ends of longer words, such as autocannon and Sturmgewehr; a windshield is not a shield.
_COMPOUND = re.compile(
    r"(?<!wind)(?:rifle|gun|cannon|laser|blaster|launcher|shield|missile|thruster|sword"
    r"|gewehr|kanone|pistole|werfer|schild|schwert|messer|rakete|antenne|triebwerk)$"
)
# Nothing of the kind, though it ends so.
_OTHERS = frozenset({"entwerfer"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True, slots=True)
class Said:
    """A word of a name, and the kind of equipment it means; maybe only on a model that walks."""

    word: str
    kind: str
    of_walkers: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
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
            return _of_things(things)
    return ()


def _of_things(things: list[list[str]]) -> tuple[Said, ...]:
    """A forearm and a shield are a forearm."""
    if len(things) > 1 and any(word in _LIMBS for words in things for word in words):
        return ()
    return tuple(one for words in things for one in _phrase(words))


def _phrase(words: list[str]) -> Iterator[Said]:
    """The last word counts, and those before it that say more: a rifle barrel is no rifle."""
    while words and (len(words[-1]) == 1 or words[-1] in _FILLERS):
        words = words[:-1]
    if words[-2:] in _POINT_DEFENSE:
        yield Said(" ".join(words[-2:]), "Rp")
    found = [said for word in words if (said := _kind_of(word))]
    if not found or found[-1].word != words[-1]:
        return
    *before, last = found
    previous = words[-2] if len(words) > 1 else ""
    if previous in _OTHER_SHIELDS or (last.word in _ARMOUR and previous in _LIMBS):
        return
    if not last.kind.startswith(_ANY_RANGE):
        yield from (one for one in found if one.kind == last.kind)
        return
    # The blade of a rotor, and in French the axe of a chenille, are no weapons.
    if last.kind == _CLOSE and any(not one.kind.startswith(_ANY_RANGE) for one in before):
        return
    yield last
    yield from (one for one in before if one.kind.startswith(_ANY_RANGE))
    if previous in _RANGED:
        yield Said(previous, _RANGED[previous])


def _said_in_japanese(name: str) -> tuple[Said, ...]:
    if name.isascii():
        return ()
    # The longest first: a launcher of missiles is a launcher.
    there = sorted((word for word in _JAPANESE if word in name), key=len, reverse=True)
    is_of_limb = any(f"{limb}装甲" in name for limb in _LIMBS_IN_JAPANESE)
    return () if is_of_limb else tuple(said for word in there if (said := _kind_of(word)))


def _plain(name: str) -> str:
    """Without accents: `Épée` → `Epee`."""
    if name.isascii():
        return name
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _kind_of(word: str) -> Said | None:
    for way in (word, word.removesuffix("s"), word.removesuffix("n")):
        if way in _KINDS:
            return Said(word, _KINDS[way])
        if way in _WALKERS_KINDS:
            return Said(word, _WALKERS_KINDS[way], of_walkers=True)
    if word not in _OTHERS and (end := _COMPOUND.search(word.removesuffix("s"))):
        return _end_kind(word, end.group())
    return None


def _end_kind(word: str, end: str) -> Said:
    return Said(word, _KINDS[end]) if end in _KINDS else Said(word, _WALKERS_KINDS[end], of_walkers=True)


_METAS = frozenset({"MLCAD", "LPUB", "SYNTH", "GHOST", "BUFEXCHG", "ROTSTEP"})
_STARS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class ManifestTag:
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
        return replace(self, pattern=without_tag(self.pattern))

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
