"""Names that sound like equipment, in English, German, French, Spanish and Japanese; only ever a hint."""

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

_LONGEST_NAME = 200
# What a thing with such a name may be, the likeliest first; "" is a rocket. Without accents.
_EQUIPMENT = {
    "Rd Rp": (
        "rifle gun cannon laser blaster carbine pistol smg turret weapon flamer launcher bazooka "
        "gewehr kanone geschutz geschuetz geschutzturm pistole maschinengewehr waffe werfer flammenwerfer "
        "fusil canon mitrailleuse pistolet carabine tourelle arme "
        "ametralladora pistola carabina torreta arma lanzallamas lanzamisiles lanzacohetes"
    ),
    "Ra Rs": (
        "artillery howitzer mortar sniper "
        "artillerie haubitze morser moerser scharfschutze scharfschuetze scharfschutzengewehr "
        "obusier mortier artilleria obus mortero francotirador"
    ),
    "Rh Rf": (
        "sword knife blade axe claw claws saber sabre katana lance spear hammer dagger chainsaw drill "
        "schwert messer klinge axt beil kralle klaue sabel saebel lanze speer dolch kettensage "
        "kettensaege bohrer "
        "epee couteau hache griffe marteau poignard tronconneuse foreuse "
        "espada cuchillo hoja hacha garra sable lanza martillo punal motosierra taladro"
    ),
    "B": (
        "shield armor armour chaff schild schutzschild panzerung rustung ruestung "
        "bouclier blindage armure escudo blindaje armadura"
    ),
    "Y": (
        "antenna antennae radar sensor sensors camera comms radio scanner scope "
        "antenne kamera funk funkgerat sensoren zielfernrohr capteur capteurs viseur antena camara"
    ),
    "G": (
        "thruster jet jetpack booster skates treads rotor "
        "triebwerk duse duese dusen raketenrucksack ketten "
        "propulseur reacteur chenilles propulsor orugas"
    ),
    "K": "catapult katapult catapulte catapulta",
    "": "rocket missile torpedo rakete roquette cohete misil torpille",
}
_JAPANESE = {
    "ライフル": "Rd Rp",
    "マシンガン": "Rd Rp",
    "バズーカ": "Rd Rp",
    "キャノン": "Rd Rp",
    "レーザー": "Rd Rp",
    "ランチャー": "Rd Rp",
    "銃": "Rd Rp",
    "砲": "Rd Rp",
    "スナイパー": "Ra Rs",
    "狙撃": "Ra Rs",
    "榴弾": "Ra Rs",
    "ソード": "Rh Rf",
    "サーベル": "Rh Rf",
    "ナイフ": "Rh Rf",
    "アックス": "Rh Rf",
    "ドリル": "Rh Rf",
    "剣": "Rh Rf",
    "刀": "Rh Rf",
    "斧": "Rh Rf",
    "槍": "Rh Rf",
    "シールド": "B",
    "装甲": "B",
    "盾": "B",
    "アンテナ": "Y",
    "レーダー": "Y",
    "センサー": "Y",
    "カメラ": "Y",
    "通信": "Y",
    "スラスター": "G",
    "ブースター": "G",
    "カタパルト": "K",
    "ロケット": "",
    "ミサイル": "",
    "魚雷": "",
}
_BY_WORD = {word: codes.split() or [""] for codes, words in _EQUIPMENT.items() for word in words.split()}
# Ends of longer words, such as autocannon and Sturmgewehr; a windshield is not a shield.
_COMPOUND = re.compile(
    r"(?<!wind)(?:rifle|gun|cannon|laser|blaster|launcher|shield|missile|thruster|sword"
    r"|gewehr|kanone|pistole|werfer|schild|schwert|messer|rakete|antenne|triebwerk)$"
)
# Nothing of the kind, though it ends so.
_OTHERS = frozenset({"entwerfer"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def equipment_tag(name: str, body: Body, vocabulary: Vocabulary) -> str:
    """The tag that a name such as `beamRifle_left` suggests on such a body, or nothing."""
    name = name[:_LONGEST_NAME]
    found = [_codes_of(word.lower()) for word in _WORD.findall(_plain(name))]
    if not name.isascii():
        # The longest first: a launcher of missiles is a launcher.
        there = sorted((word for word in _JAPANESE if word in name), key=len, reverse=True)
        found += [_JAPANESE[word].split() or [""] for word in there]
    for codes in found:
        if codes == [""] and vocabulary.rocket:
            return str(Role.ROCKET)
        code = next((code for code in codes if code in body.carries), "")
        if code:
            return f"{vocabulary.system_type(code).adds[0].dice[0].count}{code}"
    return ""


def _plain(name: str) -> str:
    """Without accents: `Épée` → `Epee`."""
    if name.isascii():
        return name
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter))


def _codes_of(word: str) -> list[str]:
    found = _BY_WORD.get(word) or _BY_WORD.get(word.removesuffix("s")) or _BY_WORD.get(word.removesuffix("n"))
    if found is None and word not in _OTHERS and (end := _COMPOUND.search(word.removesuffix("s"))):
        found = _BY_WORD[end.group()]
    return found or []


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
