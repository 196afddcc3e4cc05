"""Sentences that name orders and are none: no one of them is ever executed."""

from pathlib import Path

import pytest

from referee.faults import DataFault
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers
from tests.matches.judging.letters_of_readers.positions import SIDES, make_shelf

MOVES = (  # German side, offensive asked (p01)
    "You moved the 2nd Army to Nancy, nice.",
    "You move the 2nd Army to Liège.",
    "I moved the 1st Army to Liège last turn.",
    "I have moved the 1st Army to Liège.",
    "He moves the 1st Army to Liège, I fear.",
    "They moved the 1st Army to Liège.",
    "I do not move the 1st Army to Liège.",
    "I don't want the 1st Army to go to Liège.",
    "Do not, please, move the 1st Army to Liège.",
    "Never send the 1st Army to Liège.",
    "Should I move the 1st Army to Liège?",
    "Should the 1st Army go to Liège",
    "Can the 1st Army go to Liège?",
    "What if the 1st Army goes to Liège?",
    "If he attacks, the 1st Army goes to Liège.",
    "The 1st Army goes to Liège if he attacks.",
    "The 1st Army goes to Liège unless it rains.",
    "The 1st Army goes to Liège next turn.",
    "Next turn the 1st Army goes to Liège.",
    "Later the 1st Army goes to Liège.",
    "Perhaps the 1st Army goes to Liège.",
    "I might move the 1st Army to Liège.",
    "I could send the 1st Army to Liège.",
    "I would move the 1st Army to Liège.",
    "I wonder whether\nthe 1st Army goes to Liège.",
    "It would have been better, I think, that\nthe 1st Army goes to Liège.",
    "The 1st Army went to Liège.",
    "The 1st Army goes to Liège or Longwy.",
    "My wife says: the 1st Army goes to Liège, she is wrong.",
    'You wrote "the 1st Army goes to Liège" in the report.',
    "> the 1st Army goes to Liège",
    "I wish the 1st Army could go to Liège.",
    "I was going to play Offensive (2).",
    "I played Offensive (2) last time.",
    "You played Offensive (2).",
    "I do not play Offensive (2).",
    "Shall I play Offensive (2)?",
    "I will not pass.",
    "I never pass.",
    "You passed, I see.",
    "Should I pass?",
    "Ihre 1. Armee ist nach Lüttich marschiert.",
    "Die 1. Armee ist nach Lüttich gezogen.",
    "Die 1. Armee geht nicht nach Lüttich.",
    "Geht die 1. Armee nach Lüttich?",
    "Zieht die 1. Armee nach Lüttich, verliere ich.",
    "Wenn die 1. Armee nach Lüttich geht, verliere ich sie.",
    "Sie ziehen die 1. Armee nach Lüttich.",
    "Vielleicht geht die 1. Armee nach Lüttich.",
    "Die 1. Armee geht später nach Lüttich.",
    "Ich habe die 1. Armee nach Lüttich geschickt.",
    "Soll die 1. Armee nach Lüttich gehen",
    "Ich passe nicht.",
    "Ich spiele Offensive (2) nicht.",
    "La 1re armée a avancé à Liège.",
    "La 1re armée est allée à Liège.",
    "La 1re armée ne va pas à Liège.",
    "La 1re armée va peut-être à Liège.",
    "Si la 1re armée va à Liège, je perds.",
    "Est-ce que la 1re armée va à Liège ?",
    "La 1re armée ira à Liège plus tard.",
    "Vous avancez la 1re armée à Liège.",
    "Il envoie la 1re armée à Liège.",
    "J'ai joué Offensive (2).",
    "Je ne joue pas Offensive (2).",
    "Je passe pas.",
    "Je ne passe pas.",
)
RETREATS = (  # Entente side, retreats asked (p05)
    "The Belgian 1st Army does not retreat to Antwerp.",
    "You want the Belgian 1st Army to retreat to Antwerp.",
    "If I lose, be-1 retreats to Antwerp.",
    "be-1 retreats to Antwerp if it must.",
    "Can be-1 retreat to Antwerp?",
    "be-1 retreated to Antwerp.",
    "be-1 zieht sich nicht nach Antwerpen zurück.",
    "be-1 se retire à Anvers ?",
    "be-1 ne se retire pas à Anvers.",
)
HITS = (  # Entente side, hits asked (p04)
    "The fort does not take all three hits.",
    "Does the fort take all three hits?",
    "Your fort takes three hits.",
    "If possible the fort takes all three hits.",
    "I do not spend card 18.",
    "Die Festung nimmt nicht alle drei Treffer.",
    "Le fort ne prend pas les trois coups.",
)
PLACES = (  # German side, reinforcements asked (p07)
    "Should the biplane go to Artois with the 6th Army?",
    "The biplane does not go to Artois.",
    "If you like, the biplane goes to Artois.",
    "Your biplane went to Artois.",
    "Der Doppeldecker kommt nicht nach Artois.",
    "Le biplan ne va pas en Artois.",
)
BATTLES = (  # Entente side, battles asked (p10)
    "No battle in Lodz.",
    "I do not fight in Lodz.",
    "You fight in Lodz.",
    "Should I fight in Lodz?",
    "Ich kämpfe nicht in Lodz.",
    "Je n'attaque pas Lodz.",
)
CASES = [
    *(("p01", one) for one in MOVES),
    *(("p05", one) for one in RETREATS),
    *(("p04", one) for one in HITS),
    *(("p07", one) for one in PLACES),
    *(("p10", one) for one in BATTLES),
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


def test_dangerous_sentences_are_never_executed(shelf: Path) -> None:
    wrong: list[tuple[str, list[str]]] = []
    for position, sentence in CASES:
        letter = f"Hello,\n\n{sentence}\n\nBest wishes\nTom\n"
        sent = submission.send("letter.eml", letter.encode(), at="2026-01-02T00:00:00Z", side=SIDES[position])
        try:
            answer = letter_answers.rehearse(matches.find(shelf, position), sent)
        except DataFault:
            continue
        if accepted := [line.order for line in answer.accepted]:
            wrong.append((sentence, accepted))
    assert not wrong
