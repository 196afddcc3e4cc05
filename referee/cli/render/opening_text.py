"""The terms of a new match as text for the terminal, and the lines for its players."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from referee.cli.render.answer_text import join_lines
from referee.i18n.translator import Translator, message, messages
from schemas.journal import DiceMode, Phrases

if TYPE_CHECKING:
    from schemas.answers.matches import Opened

FIGURES_APART = 3
"""Blanks between a name and the long figure after it."""

DICE: Mapping[DiceMode, str] = messages("sealed", "spoken")
"""Ways to roll the dice."""


PHRASES: Mapping[Phrases, str] = {
    "required": message("Each side must add a phrase to the dice before the first order."),
    "allowed": message("Each side may add a phrase to the dice before the first order of any side."),
    "none": message("The dice contain no phrases of the players."),
    "committed": message(
        "Each side must commit to a phrase by its digest, and then add it. The decks are shuffled after that."
    ),
}
"""Rules for phrases in the dice."""


@join_lines
def word_opening(answer: "Opened", tongue: Translator) -> Iterator[str]:
    """Render the agreed terms and the text for the players."""
    say = tongue.say
    changes = ", ".join(f"{option}={choice}" for option, choice in answer.chosen.items())
    options = (
        say("{chosen}, otherwise as the pack recommends", chosen=changes)
        if changes
        else say("as the pack recommends")
    )
    sides, dice = tongue.listed(answer.sides), say(DICE[answer.dice])
    pack = {"pack": PurePath(answer.pack).name, "version": answer.version, "scenario": answer.scenario}
    yield say("{match} is open: {pack} {version}, scenario {scenario}.", match=answer.match, **pack)
    yield say("Sides: {sides}. Dice: {dice}. Options: {options}.", sides=sides, dice=dice, options=options)
    yield say(PHRASES[answer.phrases])
    if answer.beacon:
        yield say("Public dice also follow from the beacon drand, {count} rounds later.", count=answer.beacon)
    if answer.secret_opens:
        yield say("A round of the beacon drand opens the hidden secret at {time}.", time=answer.secret_opens)
    yield say("The policy {policy} decides on errors that are found late.", policy=answer.policy)
    yield say("Journal in {folder}", folder=answer.folder)
    yield say("Send this to the players, so that they can verify the dice from the first roll on:")
    first, commitment, head = say("first key"), say("commitment"), say("head")
    rows = (first, answer.anchor), (commitment, answer.hidden), (head, answer.head)
    width = max(len(name) for name, _ in rows) + FIGURES_APART
    yield from (f"  {name.ljust(width)}{text}" for name, text in rows)
    yield say(
        "The commitment is the SHA-256 of the hidden secret: it proves, once the secret is revealed, that the"
        " secret was fixed before the first order."
    )
    if answer.proof:
        yield say("Its header is leaf {leaf} of the log of the club:", leaf=answer.leaf)
        yield from answer.proof
