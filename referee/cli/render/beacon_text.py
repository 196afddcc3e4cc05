"""Results of the beacon drand in a verification, as text for the terminal."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from referee.i18n.translator import Translator, forms

if TYPE_CHECKING:
    from schemas.answers.matches import Verified

ROUNDS: Mapping[bool, tuple[str, str]] = {
    True: forms(
        "{count} round of the beacon drand is in the dice, and the beacon signed it.",
        "{count} rounds of the beacon drand are in the dice, and the beacon signed them.",
    ),
    False: forms(
        "{count} round of the beacon drand is in the dice. Its signature was not checked, because"
        " drand-verify is not installed.",
        "{count} rounds of the beacon drand are in the dice. Their signatures were not checked, because"
        " drand-verify is not installed.",
    ),
}
"""Texts for rounds whose signatures were not checked (False) and checked."""


def word_rounds(answer: "Verified", tongue: Translator) -> Iterator[str]:
    """Yield the rounds in the dice, and the secret that a round opened."""
    say = tongue.say
    if answer.secret_opened:
        yield say("A round of the beacon drand opened the hidden secret: the deal follows from it.")
    if answer.rounds:
        yield say(*ROUNDS[answer.rounds_checked > 0], count=answer.rounds)
