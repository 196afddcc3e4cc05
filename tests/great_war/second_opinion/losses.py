"""What a hit falls on (5.3.1)."""

from collections import Counter
from collections.abc import Iterable

from tests.great_war.second_opinion.field import Chit, Field
from tests.great_war.second_opinion.terms import Answer, Group


def struck(faces: "dict[Group, tuple[int, ...]] | Answer") -> int:
    """How many faces are hits."""
    assert isinstance(faces, dict)
    return sum(face <= needed for (_, needed), thrown in faces.items() for face in thrown)


def steps(chits: Iterable[Chit]) -> int:
    """How many losses these counters can take; a Paris Gun takes none (5.3.1, 8.3.6)."""
    return sum(max(1, chit.strength) for chit in chits if chit.kind not in {"army", "P"})


def strongest(live: list[Chit], on: Field, apart: frozenset[str] = frozenset()) -> list[str]:
    """The counters among which the next loss falls (5.3.1, A-49); those `apart` have left their Army."""
    groups: dict[str, list[Chit]] = {}
    for chit in live:
        if chit.kind != "army":
            single = chit.id in apart or chit.army is None
            groups.setdefault(chit.id if single else str(chit.army), []).append(chit)
    strengths: dict[str, int] = {}
    for name, held in groups.items():
        if any(chit.kind != "P" for chit in held):
            fort = held[0].kind == "fort"
            strengths[name] = held[0].strength if fort else len(held)
    if not strengths:
        return []
    most = max(strengths.values())
    return [
        id for name, strength in strengths.items() if strength == most for id in most_numerous(groups[name])
    ]


def most_numerous(held: list[Chit]) -> list[str]:
    """The counters of the most numerous types; Commonwealth is Infantry, a Paris Gun never lost (A-48)."""
    types = {chit.id: "I" if chit.kind == "W" else chit.kind for chit in held if chit.kind != "P"}
    counts = Counter(types.values())
    most = max(counts.values())
    return [id for id, letter in types.items() if counts[letter] == most]
