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
MORE_MOVES = (  # German side, offensive asked (p01)
    "He said that the 1st Army goes to Liège.",
    "Moltke writes: 1st Army to Liège.",
    "According to the rules the 1st Army goes to Liège.",
    "The plan was: 1st Army to Liège.",
    "In the last game my 1st Army went to Liège.",
    "The French 2nd Army goes to Metz.",
    "Your 5th Army goes to Longwy.",
    "You go to Liège with the 1st Army and I laugh.",
    "1st Army to Liège. Just kidding!",
    "1st Army to Liège. Cancel that.",
    "1st Army to Liège. No.",
    "1st Army to Liège? No, to Longwy.",
    "Not the 1st Army to Liège.",
    "Anything but the 1st Army to Liège.",
    "Instead of the 1st Army to Liège I wait.",
    "The 1st Army goes to Liège as soon as it rains.",
    "The 1st Army goes to Liège when you ask.",
    "The 1st Army goes to Liège tomorrow.",
    "The 1st Army almost goes to Liège.",
    "The 1st Army goes to Liège in my dreams.",
    "If only the 1st Army could go to Liège!",
    "Hopefully the 1st Army goes to Liège.",
    "I hope that the 1st Army goes to Liège.",
    "I think the 1st Army goes to Liège.",
    "I am thinking of the 1st Army to Liège.",
    "I considered 1st Army to Liège.",
    "What happens after 1st Army to Liège?",
    "Is 1st Army to Liège allowed?",
    "The 1st Army cannot go to Liège.",
    "The 1st Army won't go to Liège.",
    "No army goes to Liège, 1st Army to Longwy.",
    "The 1st Army goes nowhere, least of all to Liège.",
    "ge-1 and ge-2: ge-1 to Liège, ge-2 stays or goes.",
    "The French attack it all and that is all.",
    "Nobody here moves and that is all.",
    "I pass? Never.",
    "I pass the salt.",
    "Pass on my greetings.",
    "I am done with this war.",
    "I am done with it all.",
    "We are done with the battle.",
    "Done for!",
    "When I am done I write again.",
    "I am not done.",
    "Are you done?",
    "Am I done?",
    "I surrender to your charm.",
    "I resign myself to it.",
    "Offensive 2 would be nice.",
    "Offensive 2 was a mistake.",
    "You played Offensive 2, didn't you?",
    "Someone should play Offensive 2.",
    "Er sagt, die 1. Armee geht nach Lüttich.",
    "Der Plan war: 1. Armee nach Lüttich.",
    "Angeblich geht die 1. Armee nach Lüttich.",
    "Die 1. Armee geht morgen nach Lüttich.",
    "Die 1. Armee geht nach Lüttich, falls es regnet.",
    "Die 1. Armee geht nach Lüttich oder Longwy.",
    "Die 1. Armee ginge gern nach Lüttich.",
    "Die 1. Armee könnte nach Lüttich gehen.",
    "Die 1. Armee würde nach Lüttich gehen.",
    "Hoffentlich geht die 1. Armee nach Lüttich.",
    "Ich hoffe, die 1. Armee geht nach Lüttich.",
    "Niemand geht nach Lüttich, die 1. Armee nach Longwy.",
    "Keine 1. Armee nach Lüttich.",
    "Ihre 5. Armee geht nach Longwy.",
    "Die 1. Armee nach Lüttich. War nur ein Scherz!",
    "Die 1. Armee nach Lüttich? Nein.",
    "Beinahe wäre die 1. Armee nach Lüttich gegangen.",
    "Ich bin mit den Nerven fertig.",
    "Ich bin noch nicht fertig.",
    "Passt das so?",
    "Ich passe gut auf.",
    "Il dit que la 1re armée va à Liège.",
    "Le plan était : 1re armée à Liège.",
    "On raconte que la 1re armée va à Liège.",
    "La 1re armée ira à Liège demain.",
    "La 1re armée irait à Liège.",
    "La 1re armée pourrait aller à Liège.",
    "La 1re armée devait aller à Liège.",
    "J'espère que la 1re armée va à Liège.",
    "La 1re armée va à Liège ou à Longwy.",
    "La 1re armée va à Liège s'il pleut.",
    "Plutôt mourir que la 1re armée à Liège.",
    "Votre 5e armée va à Longwy.",
    "Personne ne va à Liège, la 1re armée à Longwy.",
    "La 1re armée à Liège. Je plaisante !",
    "Je n'ai pas fini.",
    "J'ai presque fini.",
    "As-tu fini ?",
    "Je passe le sel.",
    "Je passe mes vacances à Liège.",
    "Η 1η Στρατιά δεν πηγαίνει στη Λιέγη.",
    "Αν βρέξει, η 1η Στρατιά πηγαίνει στη Λιέγη.",
    "Ίσως η 1η Στρατιά πηγαίνει στη Λιέγη.",
    "Η 1η Στρατιά πήγε στη Λιέγη.",
    "Η 1η Στρατιά θα πήγαινε στη Λιέγη.",
    "Η 1η Στρατιά πηγαίνει στη Λιέγη;",
    "Η 1η Στρατιά πηγαίνει στη Λιέγη ή στη Λονγουί.",
    "Μακάρι η 1η Στρατιά να πηγαίνει στη Λιέγη.",
    "Λέει ότι η 1η Στρατιά πηγαίνει στη Λιέγη.",
    "Ελπίζω η 1η Στρατιά να πηγαίνει στη Λιέγη.",
    "Η 1η Στρατιά πηγαίνει στη Λιέγη. Πλάκα κάνω!",
    "Η 5η Στρατιά σου πηγαίνει στη Λονγουί.",
    "Δεν παίζω Επίθεση 2.",
    "Έπαιξα Επίθεση 2.",
    "Μήπως να παίξω Επίθεση 2;",
    "Δεν λέω πάσο.",
    "Είπες πάσο;",
    "Δεν τελείωσα.",
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
    "Why should be-1 retreat to Antwerp?",
    "be-1 would retreat to Antwerp.",
    "You expect be-1 to retreat to Antwerp.",
    "No. be-1 retreats to Antwerp.",
    "No retreat: be-1 stays, you will not see it in Antwerp.",
    "be-1 kann sich nach Antwerpen zurückziehen.",
    "be-1 weicht im Notfall nach Antwerpen aus.",
    "be-1 se replie sur Anvers s'il le faut.",
    "be-1 aurait dû se replier sur Anvers.",
    "Η be-1 δεν υποχωρεί στην Αμβέρσα.",
    "Αν χάσω, η be-1 υποχωρεί στην Αμβέρσα.",
    "Η be-1 υποχώρησε στην Αμβέρσα.",
)
HITS = (  # Entente side, hits asked (p04)
    "The fort does not take all three hits.",
    "Does the fort take all three hits?",
    "Your fort takes three hits.",
    "If possible the fort takes all three hits.",
    "I do not spend card 18.",
    "Die Festung nimmt nicht alle drei Treffer.",
    "Le fort ne prend pas les trois coups.",
    "The fort took all three hits last time.",
    "Your fort takes all three hits, I hope.",
    "Would the fort take all three hits?",
    "The fort takes all three hits or I spend card 18.",
    "Die Festung nimmt alle drei Treffer, falls möglich.",
    "Le fort encaisse les trois coups ou je dépense la carte 18.",
    "Το οχυρό δεν παίρνει και τα τρία χτυπήματα.",
    "I would spend 18 if I could.",
    "I spent 18 last turn.",
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
    "The battle attacks Lodz to Banat.",
    "The battle attacks Lodz.",
    "Η μάχη attaque Lodz.",
    "No fighting at Lodz and Banat.",
    "Lodz and Banat I leave alone.",
    "Neither Lodz nor Banat.",
    "No battle in Lodz, Banat.",
    "Lodz or Banat.",
    "Lodz perhaps.",
    "You should fight in Lodz.",
    "I fought in Lodz.",
    "Lodz was a hard battle.",
    "Lodz und Banat lasse ich aus.",
    "Weder Lodz noch Banat.",
    "Keine Schlacht in Lodz und Banat.",
    "Ni Lodz ni Banat.",
    "Je laisse Lodz et Banat tranquilles.",
    "Pas de bataille à Lodz, Banat.",
    "Καμία μάχη στο Λοτζ.",
    "Ούτε Λοτζ ούτε Μπανάτ.",
    "Μάχη στο Λοτζ ή στο Μπανάτ.",
    "Μάχη στο Λοτζ;",
)
CASES = [
    *(("p01", one) for one in (*MOVES, *MORE_MOVES)),
    *(("p05", one) for one in RETREATS),
    *(("p04", one) for one in HITS),
    *(("p07", one) for one in PLACES),
    *(("p10", one) for one in BATTLES),
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


BESIDE = {"p01": ("offensive 6", "move ge-5 to longwy"), "p10": ("battle allenstein",)}
"""Lines of orders in the same letter, by position."""


def accept(shelf: Path, position: str, letter: str) -> list[str]:
    """Return the orders of a letter that the referee would execute."""
    sent = submission.send("letter.eml", letter.encode(), at="2026-01-02T00:00:00Z", side=SIDES[position])
    try:
        answer = letter_answers.rehearse(matches.find(shelf, position), sent)
    except DataFault:
        return []
    # Orders that wait for dice are not among the accepted ones.
    return [line.order for line in answer.accepted] + ["dice"] * (answer.needed is not None)


def test_dangerous_sentences_are_never_executed(shelf: Path) -> None:
    wrong: list[tuple[str, list[str]]] = []
    for position, sentence in CASES:
        if accepted := accept(shelf, position, f"Hello,\n\n{sentence}\n\nBest wishes\nTom\n"):
            wrong.append((sentence, accepted))
    assert not wrong


def test_dangerous_sentences_are_never_executed_beside_orders(shelf: Path) -> None:
    wrong: list[tuple[str, list[str]]] = []
    for position, sentence in CASES:
        first, *others = BESIDE.get(position, ("",))
        accepted = accept(
            shelf, position, "\n".join((first, sentence, *others, "", "Best wishes", "Tom", ""))
        )
        if not set(accepted) <= {first, *others}:
            wrong.append((sentence, accepted))
    assert not wrong
