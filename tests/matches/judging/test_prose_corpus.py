"""Prose mails by lot: no sentence of them is ever an order, alone or around orders."""

import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from referee.faults import DataFault
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.judging.proposals import free_letters
from referee.matches.judging.submission import IncomingLetter
from referee.matches.matches import Match
from referee.reports import letter_answers
from referee.systems.proposed_orders import ProposedOrder
from schemas.model import Order

ORDERS = ("offensive 17", "move ge-1 to mons")

SUBJECTS = (
    "I", "We", "My brother", "The French", "Your army", "The fort", "Our cavalry", "This war", "Verdun",
    "Paris", "The moderator", "My first offensive", "The Entente", "Nobody here", "The weather",
    "Ich", "Wir", "Mein Bruder", "Die Festung", "Der Angriff", "Je", "Nous", "La bataille", "Le fort",
    "Εγώ", "Ο στρατός", "Η μάχη",
)  # fmt: skip
VERBS = (
    "think of", "attack", "lost", "will take", "passed", "retreat from", "would move to", "hope for",
    "played", "is tired of", "went through", "cannot hold", "reads about", "may lose", "are done with",
    "denke an", "verliere", "ziehe nach", "spielt", "pense à", "perds", "attaque", "va vers",
    "χάνω", "σκέφτομαι", "μετακινώ",
)  # fmt: skip
OBJECTS = (
    "the battle", "Mons", "Liège", "two infantry", "the cavalry", "my cards", "the whole front", "you",
    "Poison Gas", "it all", "a good dinner", "the 1st Army", "everything", "nothing at all", "the next turn",
    "die Schlacht", "alles", "Paris", "la carte", "tout le monde", "το οχυρό", "τα πάντα", "an offensive",
)  # fmt: skip
ENDS = (".", "!", "?", ", I think.", " today.", " to Verdun.", " and that is all.", ", no doubt", "...", "")


OWN_ATTACKS = {
    f"{subject} attack {area}{end}"
    for subject in ("I", "We")
    for area in ("Mons", "Liège", "Paris")
    for end in (".", "!", "", " today.", " and that is all.")
}
"""Sentences that are orders after a march into the area, so that they are no prose."""


MOST_PROPOSALS = 0.02
"""Highest share of letters of prose for which an order is proposed."""


def propose(match: Match, sent: IncomingLetter) -> tuple[ProposedOrder[Order], ...]:
    """Return the orders that the referee proposes for a letter."""
    return free_letters.propose(match.system, match.position(), "german", sent.letter.orders).orders


def write_sentence(rng: Random) -> str:
    """Return a sentence that is no order."""
    while True:
        words = f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(OBJECTS)}{rng.choice(ENDS)}"
        if words not in OWN_ATTACKS:
            return words


def test_prose_by_lot_is_never_an_order(
    example_shelf: Path, pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    match, rng, counts = matches.find(example_shelf, "liege"), Random(39), Counter[str]()
    for number in range(pytestconfig.getoption("--prose")):
        lines = [write_sentence(rng) for _ in range(rng.randint(1, 5))]
        orders = ORDERS if number % 2 else ()
        for order in reversed(orders):
            lines.insert(0 if order == ORDERS[0] else rng.randint(0, len(lines)), order)
        sent = submission.open_letter(
            "letter.eml", "\n".join(lines).encode(), at="2026-12-01T20:00:00Z", side="german"
        )
        try:
            answer = letter_answers.rehearse(match, sent)
        except DataFault:
            counts["not a letter"] += 1
            continue
        accepted = tuple(line.order for line in answer.accepted)
        assert accepted == orders[: len(accepted)], lines
        proposed = [match.system.notation.write(one.order) for one in propose(match, sent)]
        counts["proposals"] += bool(set(proposed) - {*ORDERS})
        counts["asked about" if answer.refused else "read" if orders else "nothing"] += 1
    # A sentence by lot such as "We attack Mons" may mean an order, so that few proposals remain.
    assert counts["proposals"] <= MOST_PROPOSALS * pytestconfig.getoption("--prose")
    with capsys.disabled():
        sys.stdout.write(f"\nprose mails: {dict(counts)}\n")
    assert counts["read"]
