"""Denials of a whole question: `no attack`, `I do not fight`."""

from referee.i18n import sentence_words as use
from referee.i18n.proposals import words as hints
from referee.systems.great_war.notation.proposals.frames import Frame

_BETWEEN = frozenset(
    {
        "de",
        "d",
        "a",
        "une",
        "eine",
        "einen",
        "any",
        "more",
        "further",
        "other",
        "weiteren",
        "weitere",
        "autre",
        "autres",
        "αλλη",
    }
)
_VERBS = frozenset(
    {"attack", "attacking", "attaque", "attaquons", "attaquer", "greife", "greifen", "fight", "επιτιθεμαι"}
)


def denies_any(frame: Frame, words: frozenset[str]) -> bool:
    """Return True for `no attack` and `I do not attack`, and not for a denied card: `not the limited one`."""
    if not frame.keys.isdisjoint(use.STILL):
        return False
    for clause in frame.clauses:
        # "L'offensive" is a certain one.
        tokens = [token for token in clause.tokens if not token.text.casefold().startswith(("l'", "l’"))]
        parts = [part for token in tokens for part in token.key.split() if part not in _BETWEEN]
        for at, part in enumerate(parts):
            if part not in words or "limited" in clause.keys:
                continue
            near = {*parts[max(0, at - 1) : at], *(parts[at + 1 : at + 3] if part in _VERBS else ())}
            if not near.isdisjoint(hints.DENIES):
                return True
    return False
