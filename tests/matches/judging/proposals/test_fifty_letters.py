"""A hundred letters by eight writers who saw only their reports, and what the referee makes of them.

The writers are language models in the role of players; of each fifty letters, two writers wrote in English,
one in German, one in French. Before the reader was taught these letters, it played 14 of the first fifty and
19 of the next, whose writers saw only short reports. `meant` was taken from the letters by hand; it leaves
out what a rule forbids, and is empty where such an order is written as a line.
"""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.matches import matches
from schemas.answers.orders import Submitted
from tests import rehearsals
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

FOLDERS = {name: Path(__file__).parent / name for name in ("fifty", "next_fifty")}


class WrittenLetter(NamedTuple):
    """A letter, the entries of its war that its writer knew, the expected result and the meant orders."""

    language: str
    number: int
    war: str
    entries: int
    side: str
    result: str
    meant: list[str]
    letter: str

    @property
    def match(self) -> str:
        """The name of the match, which some letters state. The two samples have wars of their own."""
        return f"{'n' if self.war < 'war-2' else 'r'}{self.number:02}"


LETTERS = [
    WrittenLetter(**json.loads(line))
    for folder in FOLDERS.values()
    for line in (folder / "letters.jsonl").read_text().splitlines()
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("positions")
    secrets: dict[str, str] = {}
    wars: dict[str, bytes] = {}
    for sample in FOLDERS.values():
        names: dict[str, str] = json.loads((sample / "secrets.json").read_text())
        secrets |= names
        wars |= {name: gzip.decompress((sample / f"{name}.jsonl.gz").read_bytes()) for name in names}
    for one in LETTERS:
        lines = wars[one.war].splitlines(keepends=True)[: one.entries]
        rehearsals.write_match(folder / one.match, lines, secrets[one.war])
    return folder


def rehearse(shelf: Path, one: WrittenLetter) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    match = matches.find(shelf, one.match).speaking(one.language)
    return rehearsals.rehearse(match, one.side, one.letter)


def find_result(answer: Submitted | None, meant: list[str]) -> str:
    """Return the kind of an answer. `wrong` names an order that was not meant."""
    if answer is None:
        return "nothing"
    if not (answer.refused or answer.code):
        # Dice and standing passes follow later, so that these orders are not among the accepted ones.
        return "played" if {line.order for line in answer.accepted} <= {*meant} else "wrong"
    if not any(line.unreadable for line in answer.refused):
        return "illegal"
    lines = [line.order for line in answer.proposal.lines] if answer.proposal else []
    proposed = [line for line in lines if not line.startswith("when ")]
    if not set(proposed) <= {*meant}:
        return "wrong"
    return "right" if sorted(proposed) == sorted(meant) else "part" if proposed else "nothing"


def test_letters_are_played_or_proposed_as_they_were_meant(shelf: Path, pytestconfig: pytest.Config) -> None:
    letters = LETTERS[:: pytestconfig.getoption("--letters")]
    results = {one.match: find_result(rehearse(shelf, one), one.meant) for one in letters}
    assert results == {one.match: one.result for one in letters}


def test_a_proposal_in_part_leaves_the_question_open(shelf: Path) -> None:
    """An order that is left out is listed as unread, so that no `done` closes the question."""
    for one in LETTERS:
        if one.result != "part":
            continue
        answer = rehearse(shelf, one)
        assert answer is not None
        assert answer.proposal is not None
        assert "done" not in [line.order for line in answer.proposal.lines], one.match
        assert answer.proposal.unread, one.match


NEAR_MISSES = (
    ("n05", "Done. Not really."),
    ("n05", "Fertig. Nicht wirklich."),
    ("n05", "ge-1 to calais. Pas vraiment."),
    ("n05", "ge-1 to calais, no"),
    ("r05", "ah-4 to lublin and back"),
    ("r01", "ge-8 to riga. No moves."),
    ("r01", "ge-8 to riga\nNo moves."),
    ("r01", "ge-8 to riga. Don't."),
    ("r01", "ge-8 to riga. Not this turn."),
    ("r01", "ge-8 to riga. Ha, as if."),
    ("r01", "ge-8 nach riga. Heute nicht."),
    ("r01", "ge-8 à riga. Pas maintenant."),
    ("n16", "nope. actually yes"),
    ("n32", "ge-a6 to metz, no"),
    ("n32", "stays a6 to metz"),
    ("n45", "no 9 cards"),
    ("n45", "9 cards (8)"),
    ("n45", "entrench fr-1 no"),
    ("n50", "ru-i16 a rejoint ru-10"),
    ("n50", "ru-i16 has joined ru-10"),
    ("r08", "pass, then the end of autumn"),
    ("r08", "pass the rest of summer too"),
    ("r08", "I could pass for the rest of autumn"),
    ("r08", "pass, and for the rest of autumn we attack"),
    ("r08", "Nobody passes for the rest of autumn"),
    ("r33", "battle silesia, not"),
    ("r33", "battle silesia, not silesia"),
    ("r33", "battle silesia, not budapest, belgrade"),
    ("r33", "battle silesia, not budapest and belgrade"),
    ("r33", "battle silesia, not the cavalry"),
    ("r33", "battle silesia, not budapest but belgrade"),
    ("r33", "battle silesia, not budapest. I mean the opposite."),
    ("r33", "battle silesia, sonst keine Lust"),
    ("r35", "the infantry runs: no"),
    ("r35", "yes, the infantry runs: done"),
    ("r35", "the cavalry runs: ah-i13 to budapest"),
    ("r35", "The serbian infantry runs: ah-i13 to budapest"),
    ("r35", "no all run"),
    ("r35", "no both go"),
    ("r35", "No, you keep your infantry."),
    ("r35", "no they stay. loose infantry first and then everyone goes back"),
    ("r31", "weg mit ru-i8, behalte ru-i8"),
    ("r31", "lose ru-i8, keep ru-i8"),
    ("r31", "ru-i8 goes"),
    ("r31", "I would get rid of ru-i8"),
    ("r31", "my wife says get rid of ru-i8"),
    ("r23", "buy four cards, need two more"),
    ("r23", "need four cards"),
    ("r17", "keep 1 6 24 29 30 32 34 39 50 52 54 55"),
    ("r17", "keep 1 6 24 29 30 32 34 39 50 52 54 55, do not throw away the rest"),
    ("r17", "keep 1 6 24 29 30 32 34 39 50 52 54 55, throw away the others. Sorry, keep the others."),
    ("r20", "2 inf narew into 4th army, not 2"),
    ("r20", "10th army warsaw (just an idea)"),
    ("r20", "10th army was in warsaw"),
    ("r20", "10th army warsaw, no"),
    ("r18", "3rd army to england, 3rd army not to england"),
    ("r18", "cav fr-c1 would join fr-3 in metz"),
    ("r40", "offensive 2\nru-1 Insterburg and ru-2 not"),
    ("r40", "offensive 2\nru-1 to Insterburg and ru-2 does not move"),
    ("r05", "ge-8 to Vilna. ge-8 stays in Minsk"),
    ("r05", "move ge-8 to Vilna\ndone\nge-8 stays in Minsk"),
    ("r38", "retreat ge-3 to laon\n3 Treffer, also doch nicht"),
    ("r09", "offensive 9\nI would rather wait\ndone"),
    ("r05", "move 2 infantry of ah-5 to valjevo\nmove ah-i17 to budapest"),
    *(
        ("r05", f"ah-1 to lublin {word} ah-4")
        for word in ("after", "before", "left", "nach", "vor", "à", "après", "without", "instead of")
    ),
    *(
        ("r05", f"{words} ah-1 to lublin")
        for words in ("after ah-4", "après ah-4", "after the 4th army", "nachdem ah-4 geht")
    ),
    *(
        ("r05", f"{introduction}:\nmove ge-8 to Vilna")
        for introduction in (
            "You proposed",
            "Vous avez proposé ",
            "Dein Vorschlag",
            "Your template says",
            "He would play",
            "Last turn I ordered",
            "The Russians might play",
        )
    ),
    *(
        ("r05", f"move ge-8 to Vilna. {doubt}")
        for doubt in (
            "No moves.",
            "Keine Bewegungen.",
            "Pas de mouvement.",
            "Ask me before you play it.",
        )
    ),
    ("r05", "move ge-8 to Vilna\nReply before you play it."),
    ("r05", "move ge-8 to Vilna\nBevor du das ausführst, frag mich."),
    ("r05", "move ge-8 to Vilna\nRéponds avant de jouer."),
    ("r23", "buy 1 card. two cards"),
    ("r11", "build uk-i1 in england into uk-2\nbuild uk-i1 in england into uk-3"),
    ("r38", "retreat ge-3 to laon\n9 Würfel sagen nein"),
    ("r38", "retreat ge-3 to laon\n7. Armee auch"),
    *(
        ("r05", f"move ge-8 to Vilna\n{doubt}\ndone")
        for doubt in (
            "No wait, leave it.",
            "wait with done",
            "Actually no.",
            "never mind",
            "scratch that",
            "hold on",
            "strike the last one",
            "ignore that line",
            "cancel this",
            "let me think about it",
            "why do you propose this one",
            "But first ask Peter.",
            "I'd pay 6 (or not)",
            "Please do nothing yet.",
            "Let me sleep on it.",
            "Wrong one.",
            "Maybe later.",
            "To be confirmed.",
            "This is only an example.",
            "If the French agree.",
            "Not that one.",
            "The last line does not count.",
            "Subject to change.",
            "doch nicht",
            "streich das",
            "lass es sein",
            "Moment, nein",
            "Das nehme ich zurück.",
            "Bitte noch nicht ausführen.",
            "Zeile oben bitte löschen.",
            "Vorbehaltlich Rückfrage.",
            "annulez ça",
            "laissez tomber",
            "non, attendez",
            "Finalement non.",
            "Ceci n'est pas un ordre.",
            "Sous réserve.",
            "όχι, περίμενε",
            "άκυρο",
            "Μην το κάνεις ακόμα.",
            "Καλύτερα αύριο.",
            "ge-8 does not move",
            "ge-8 bleibt in Minsk",
            "la 8e armée ne bouge pas",
            "ge-8 stays",
            "not to Vilna",
        )
    ),
    ("r33", "battle silesia\nno battle in silesia"),
    ("r33", "keine Schlacht\nbattle silesia"),
    ("r23", "buy 4 cards\nno, 3"),
    ("r23", "buy 4 cards. that makes 3"),
    ("r23", "buy 4 cards\nsorry, three"),
)
"""Lines beside an order, by one word or by a doubt, and the letters whose positions they are sent in."""


def test_lines_beside_an_order_by_one_word_are_asked_about(shelf: Path) -> None:
    letters = {one.match: one for one in LETTERS}
    for match, line in NEAR_MISSES:
        answer = rehearse(shelf, letters[match]._replace(letter=line, language="en"))
        assert answer is None or answer.refused, line


def test_cards_are_thrown_away_whatever_is_said_first(shelf: Path) -> None:
    """The hand of 27 cards is cut to 12, so that the fifteen that are named are those that go."""
    (letter,) = (one for one in LETTERS if one.match == "r17")
    cards = "1 6 24 29 30 32 34 39 50 52 54 55 47 48 49"
    answer = rehearse(shelf, letter._replace(letter=f"keep the rest, throw away {cards}", language="en"))
    assert answer is not None
    assert [line.order for line in answer.accepted] == [f"discard {', '.join(cards.split())}"]
