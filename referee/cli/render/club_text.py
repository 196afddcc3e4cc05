"""Answers about the club log and the beacon as text."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from referee.cli.render.answer_text import join_lines
from referee.i18n.translator import Translator, forms
from schemas.answers.club import ClubChecked, ClubState

if TYPE_CHECKING:
    from schemas.answers.matches import Verified


STATE = forms("Club log {name}: {count} leaf", "Club log {name}: {count} leaves")


@join_lines
def word_state(answer: ClubState, tongue: Translator) -> Iterator[str]:
    """Render the club log of a shelf."""
    yield tongue.say(*STATE, name=answer.name, count=answer.size)
    yield tongue.say("Public key: {key}", key=answer.key)
    yield from answer.checkpoint.splitlines()


@join_lines
def word_check(answer: ClubChecked, signed: bool, tongue: Translator) -> Iterator[str]:
    """Render the check of the proofs in some mails; `signed` if signatures were checked."""
    say, sizes = tongue.say, answer.sizes
    yield say(
        "{count} checkpoint of {name}; the last one has {size} leaves.",
        "{count} checkpoints of {name}; the last one has {size} leaves.",
        count=len(sizes), name=answer.name, size=sizes[-1],
    )  # fmt: skip
    yield say("{count} head is in the log.", "{count} heads are in the log.", count=len(answer.heads))
    if answer.receipts:
        yield say("{count} receipt of a letter.", "{count} receipts of letters.", count=answer.receipts)
    if not signed:
        yield say("No signature was checked: give the key of the club with --key.")
    if answer.witnesses:
        yield say("The last one is cosigned by {witnesses}.", witnesses=tongue.listed(answer.witnesses))
    for one in answer.differences:
        where = f"{one.place.file}: " if one.place else ""
        remedy = f" ({one.remedy})" if one.remedy else ""
        yield f"{where}{one.text}{remedy}"
    if not answer.differences:
        yield say("All are states of one log.")


ROUNDS: Mapping[bool, tuple[str, str]] = {
    True: forms(
        "{count} round of the beacon drand is in the dice, and the beacon signed it.",
        "{count} rounds of the beacon drand are in the dice, and the beacon signed them.",
    ),
    False: forms(
        "{count} round of the beacon drand is in the dice. Its signature was not checked, because"
        " bittensor-drand is not installed.",
        "{count} rounds of the beacon drand are in the dice. Their signatures were not checked, because"
        " bittensor-drand is not installed.",
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
