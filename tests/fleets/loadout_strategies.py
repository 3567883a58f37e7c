"""Every legal loadout of either game, for property tests."""

from fractions import Fraction

from hypothesis import strategies as st

from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK
from fleets.dice.carried_systems import Loadout, System

PLAIN = [System(code) for code in ("B", "G", "Y")]
FULL = [System(code) for code in ("Rh", "Rd", "Ra")]
SPLIT = [System("Rh", "Rd"), System("Rh", "Ra"), System("Rd", "Ra")]
ENVIRONMENTS = st.sampled_from(["vacuum", "deep-sea", "вакуум", "0g"]).map(
    lambda name: System("E", name=name)
)

SHIPBOARD = [System(code) for code in ("B", "Y", "K", "Rp", "Ra", "Rs")]
SHIP_SPLIT = [System("Rp", "Ra"), System("Rp", "Rs"), System("Ra", "Rs")]
COMPANY = [System(code) for code in ("Rf", "B", "Y", "G")]


def is_legal(loadout: Loadout) -> bool:
    """At most two of a type; environmental systems are told apart by their name."""
    return loadout.count <= 4 and all(n <= Fraction(2) for code, n in loadout.counts.items() if code != "E")


frames = st.builds(
    Loadout,
    st.lists(st.one_of(st.sampled_from(PLAIN + FULL + SPLIT), ENVIRONMENTS), max_size=4).map(tuple),
    st.integers(0, 3),
).filter(is_legal)

SHIP_SYSTEMS = st.sampled_from(SHIPBOARD + SHIP_SPLIT)
capitals = st.tuples(
    st.just(INTERCEPT_ORBIT.body("capital")),
    st.builds(Loadout, st.lists(SHIP_SYSTEMS, max_size=4).map(tuple)),
)
frigates = st.tuples(
    st.just(INTERCEPT_ORBIT.body("frigate")),
    st.builds(Loadout, st.lists(SHIP_SYSTEMS, max_size=3).map(tuple)),
)
companies = st.tuples(
    st.just(INTERCEPT_ORBIT.body("company")),
    st.builds(
        Loadout,
        st.sets(st.sampled_from(COMPANY)).map(tuple),
        st.just(0),
        st.sampled_from(["", "R", "B", "G", "Y"]),
    ),
)
framed = st.tuples(st.just(RAPID_ATTACK.body("frame")), frames)
units = st.one_of(
    st.tuples(st.just(RAPID_ATTACK), framed),
    st.tuples(st.just(INTERCEPT_ORBIT), st.one_of(capitals, frigates, companies)),
)
